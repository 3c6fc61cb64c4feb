"""The value behind the statement: "About four-in-ten adults say … (39%)", "Older users are most likely to say … (42%)"."""

from __future__ import annotations

import re

from charge_stream.engines.rules.quantities import Quantity, first
from charge_stream.engines.rules.subjects import population_and_predicate

IN_TEN = r"(?:one|two|three|four|five|six|seven|eight|nine)-in-(?:ten|five|four)"
_VALUE = (
    r" \((?:about )?(?P<value>\d+(?:\.\d+)?)%\)"
    r"(?P<tail>,? (?:while|whereas|but|compared (?:with|to)|and|as (?:do|did|are|were))\b.*)?$"
)
_QUANTITY = re.compile(
    r"(?P<said>(?:(?:about|roughly|around|nearly|almost|just|only|more than|over|fewer than|less than|at least) )?(?:an? |the )?"
    r"(?:(?P<most>(?:(?:large|small|slim|vast|clear) )?majority of|majorities of|most)|half of|third of|quarter of|two-thirds of"
    rf"|three-quarters of|{IN_TEN}(?: of)?)) (?P<rest>[^()%]+?)" + _VALUE,
    re.IGNORECASE,
)
_LIKELY = re.compile(
    r"(?P<population>[A-Z][^(),%]{2,60}?) (?:are|were) (?:(?:also|far|much|even|slightly|somewhat|considerably|the) )*"
    r"(?:more|less|most|least|especially|particularly) likely to (?P<predicate>[^()%]{4,160}?)" + _VALUE
)
_MAJORITY = 50.0
_NEAR = 6.0
"""Percentage points that a quantity in words may be off the figure in brackets."""


def value_behind(text: str) -> tuple[str, str, float, str] | None:
    """(population, predicate, percentage, what follows), where the words before agree with the percentage; None for other sentences."""
    match = _LIKELY.match(text)
    if match:
        predicate = re.sub(r"^be\b", "are", match["predicate"])
        return match["population"], predicate, float(match["value"]), match["tail"] or ""
    match = _QUANTITY.match(text)
    if match is None or not _agrees(match):
        return None
    parts = population_and_predicate("50", match["rest"])
    return (*parts, float(match["value"]), match["tail"] or "") if parts else None


def _agrees(match: re.Match[str]) -> bool:
    value = float(match["value"])
    if match["most"]:
        return value > _MAJORITY
    said = said_value(match["said"])
    return said is not None and abs(said.value - value) <= _NEAR


def said_value(said: str) -> Quantity | None:
    """The quantity that such words tell: "about half of", "four-in-ten"."""
    return first(f" {said.removesuffix(' of')} of ")
