"""Key words of a text, and how much two texts share."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable


def wordset(text: str) -> frozenset[str]:
    """A table of words, written as a text."""
    return frozenset(text.split())


def either_of(names: Iterable[str]) -> str:
    """The names as the alternatives of a pattern, longer ones first."""
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


def only(found: Collection[str]) -> str:
    """The one that was found; "" where there are none or several."""
    return next(iter(found)) if len(found) == 1 else ""


_STOP = wordset(
    """
    a an and are as at be been being both but by can could did do does for from had has have how in into is it its more most
    much many no not of on or than that the their them there these they this those to was were what when where which while
    who whom whose will with would about among between according percent percentage percentages point points share shares
    number numbers say says said saying people value given year years during each highest lowest difference higher lower
    larger compared report data rate was per
    """
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*|\d+(?:\.\d+)?")
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ing", ""), ("ed", ""), ("ly", ""), ("es", "e"), ("s", ""))
_SYNONYMS = {
    "american": "america", "u.s": "america", "us": "america", "states": "america", "united": "america", "jobs": "employ", "job": "employ",
    "work": "employ", "employment": "employ", "employed": "employ", "worldwide": "world", "global": "world", "globally": "world",
    "men": "man", "women": "woman", "children": "child", "male": "man", "female": "woman",
    "graduates": "graduate", "nuclear": "nuclear", "spending": "spend", "expenditure": "spend", "expenditures": "spend",
}  # fmt: skip


@functools.lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A crude stem, the same for a word's usual forms."""
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'")
    if word in _SYNONYMS:
        return _SYNONYMS[word]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + instead
            break
    return word.rstrip("e") if len(word) > 4 else word


@functools.lru_cache(maxsize=20_000)
def keys(text: str) -> frozenset[str]:
    """The stems that carry the meaning of ``text``; years and other numbers stay out."""
    return frozenset(
        stem(word) for word in _WORD.findall(text) if not word[0].isdigit() and len(word) > 2 and word.lower() not in _STOP
    ) | frozenset(_SYNONYMS[word] for word in _abbreviations(text))


def _abbreviations(text: str) -> Iterable[str]:
    return ["u.s"] if re.search(r"\bU\.?S\.?(?=\W|$)", text) else []


def overlap(wanted: frozenset[str], found: frozenset[str]) -> float:
    """The share of ``wanted`` that stands in ``found``, 0..1; 0 where nothing is wanted."""
    return len(wanted & found) / len(wanted) if wanted else 0.0


def likeness(first: frozenset[str], second: frozenset[str]) -> float:
    """Dice's coefficient of two sets of key words, 0..1."""
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 0.0
