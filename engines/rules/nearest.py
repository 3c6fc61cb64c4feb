"""Whether two wordings ask the same: what is worked out, of whom, where and when must agree; words may differ in order and form."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from charge_stream.engines.rules import places
from charge_stream.engines.rules.peers import group_words
from charge_stream.engines.rules.words import keys, likeness

ENOUGH = 0.9
"""The likeness of key words from which two wordings may ask the same: one word more among ten."""

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# What a question asks to be found | the words that ask for it
_ASKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("multiple", r"\bhow many times\b"),
        ("change in percent", r"\bby what percentage\b"),
        ("total", r"\b(?:together|combined|in total)\b"),
        (
            "difference",
            r"\b(?:by how (?:much|many)|how (?:many|much) (?:\w+ ){0,8}(?:more|fewer|less|higher|lower|larger)"
            r"|how (?:far|wide|large) (?:was|were) the (?:gap|difference)|how far apart)\b",
        ),
        ("course", r"\b(?:overtook|overtake|turn(?:ed)?|began|start(?:ed)?)\b"),
        ("year", r"\b(?:(?:in|of) (?:which|what) (?:year|of the years)|whichever of the years|when (?:was|were|did)|the year)\b"),
        ("not", r"\b(?:not|no|never|without|\w+n't)\b"),
        ("lowest", r"\b(?:lowest|smallest|least|fewest)\b"),
        ("second", r"\bsecond\b"),
        ("highest", r"\b(?:highest|largest|greatest|most|peak)\b"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks: to be found, about which numbers (years, ages), places and groups, and its key words."""

    finds: frozenset[str]
    numbers: frozenset[str]
    places: frozenset[str]
    groups: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, question: str) -> Asked:
        return _of(question)

    def likeness(self, other: Asked) -> float:
        """Of two questions' key words, 0..1; 0 where they ask for another thing, number, place or group, or each has words of its own
        ("coal" and "oil")."""
        same = (self.finds, self.numbers, self.places, self.groups) == (other.finds, other.numbers, other.places, other.groups)
        within = self.words <= other.words or other.words <= self.words
        return likeness(self.words, other.words) if same and within else 0.0


@functools.lru_cache(maxsize=20_000)
def _of(question: str) -> Asked:
    return Asked(
        finds=frozenset(name for name, pattern in _ASKS if pattern.search(question)),
        numbers=frozenset(number.replace(",", "") for number in _NUMBER.findall(question)),
        places=places.named_in(question),
        groups=group_words(question),
        words=keys(question) - keys(" ".join(places.mentions(question))),
    )
