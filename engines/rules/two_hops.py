"""Questions over two facts: a figure worked out from both, or a bridge from one to the other."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from charge_stream.engines.rules.bridges import bridges
from charge_stream.engines.rules.comparisons import wordings
from charge_stream.engines.rules.contrasts import contrast
from charge_stream.engines.rules.extremes import beyond_the_extreme
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.words import likeness


@dataclass(frozen=True, slots=True)
class Written:
    query: str
    answer: str
    form: str


def write(one: Fact, two: Fact) -> Written | str:
    """A question that needs both, or why there is none. Where several wordings fit, the facts' text decides, so that none prevails."""
    if one.question() == two.question():
        return "both keypoints ask the same"
    if _without_base(one) or _without_base(two):
        return "index points without the year that is 100"
    fitting = list(written(one, two))
    if fitting:
        return fitting[zlib.crc32(f"{one.question()}|{two.question()}".encode()) % len(fitting)]
    like = likeness(one.topic(), two.topic())
    return f"no form fits (the keypoints share too little: {like:.2f})" if not like else "no form fits"


def written(one: Fact, two: Fact) -> Iterator[Written]:
    """Every question over the two, comparisons first, then bridges and extremes in either direction."""
    beside = contrast(one, two)
    if beside is not None:
        for form, query, answer in wordings(beside):
            yield Written(query, answer, form)
    for first, second in ((one, two), (two, one)):
        for form, query, answer in (*bridges(first, second), *beyond_the_extreme(first, second)):
            yield Written(query, answer, form)


def _without_base(fact: Fact) -> bool:
    return "index point" in fact.shown and not re.search(r"\d{4} = 100", fact.subject)
