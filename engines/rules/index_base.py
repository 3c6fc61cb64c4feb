"""The year that is 100, for the index points of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.times import YEAR

_BASE = re.compile(rf"(?P<one>{YEAR}) (?:=|equals|is|was|set (?:to|at)) 100\b|100 in (?P<two>{YEAR})\b")
_MARKETS = " on world markets"


def completed(fact: Fact, sentences: Sequence[str], basis: str = "") -> Fact:
    """An index with what another sentence of its paragraph tells of it: the year that is 100, and the markets. That is evidence too.

    ``basis`` ("2000 = 100") is that of the whole document, for a paragraph that tells none.
    """
    if "index point" not in fact.shown:
        return fact
    noun, markets, _ = fact.subject.partition(_MARKETS)
    kind, used = noun.removeprefix("the ").partition(" of ")[0], set(fact.sentences)
    for index, sentence in enumerate(sentences):
        base = _BASE.search(sentence)
        if base and "= 100" not in noun:
            noun = f"{noun} ({base['one'] or base['two']} = 100)"
            used.add(index)
        if not markets and not fact.place and re.search(rf"{re.escape(kind)} of [\w ]+{_MARKETS}\b", sentence):
            markets = _MARKETS
            used.add(index)
    if basis and "= 100" not in noun:
        noun = f"{noun} ({basis})"
    return fact.but(subject=f"{noun}{markets}", sentences=tuple(sorted(used)))
