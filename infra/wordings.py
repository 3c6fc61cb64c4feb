"""When two questions are the same but for a word: a corpus of them tests one thing many times."""

from __future__ import annotations

import re
from collections.abc import Sequence


def one_word_apart(one: str, two: str) -> bool:
    """Do the texts differ in one word at most, or in one name ("Japan", "the United States")?"""
    left, right = _words(one), _words(two)
    start, end = common_ends(left, right)
    return all(_is_one(words[start : len(words) - end]) for words in (left, right))


def common_ends(left: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """How many words two texts share at their start, and, of the rest, at their end."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return start, end


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,.?;:“”\"]+", text)


def _is_one(words: list[str]) -> bool:
    return len(words) <= 1 or all(word[:1].isupper() or word in ("the", "of", "and") for word in words)
