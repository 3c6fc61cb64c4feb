"""A condition that a title states once ("When jobs are scarce, …") goes with what is measured, wherever it is said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from charge_stream.engines.rules.english import ascii_punctuation, lower_first
from charge_stream.engines.rules.words import keys

_LEADING = re.compile(r"^(?P<clause>(?:When|If|Unless|Even if) [A-Za-z' -]{5,60}), \S")
_CLAUSE = re.compile(r"(?:only |even )?(?:when|if|unless|provided|as long as)\b.{4,}$", re.IGNORECASE)


def with_condition(predicate: str, titles: Iterable[str]) -> str:
    """The predicate with the condition that one of ``titles`` starts with, where it speaks of the same and does not state it itself."""
    for title in titles:
        match = _LEADING.match(ascii_punctuation(title))
        if match is None:
            continue
        clause = _plain(match["clause"])
        if keys(clause) & keys(predicate) and not keys(clause) <= keys(predicate):
            return f"{predicate} {clause}"
    return predicate


def conditional(details: Iterable[str]) -> list[str]:
    """Those parts of a title behind a comma that limit what is measured: "if prices fell"."""
    return [detail.strip() for detail in details if _CLAUSE.match(detail.strip())]


def _plain(clause: str) -> str:
    """A headline's clause in running text: "When Jobs Are Scarce" → "when jobs are scarce"."""
    words = clause.split()
    capitals = sum(word[0].isupper() for word in words)
    return clause.lower() if capitals > len(words) / 2 else lower_first(clause)
