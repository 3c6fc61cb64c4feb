"""From a measure with its labels to a fact: tense, place, country, units."""

from __future__ import annotations

import re

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import past, with_the
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import cut_short, unclear
from charge_stream.engines.rules.labels import Attached
from charge_stream.engines.rules.quantities import CURRENCIES, PERCENT, SCALES
from charge_stream.engines.rules.scope import Scope, placed_population


def shown(value: float, text: str | None, unit: str, scale: str) -> str:
    """The value with its unit, the digits as printed where they were: "39%", "$4.2 billion", "410 index points"."""
    digits = re.search(r"-?[\d,]*\.?\d+", (text or "").replace("−", "-"))
    printed = digits[0] if digits and float(digits[0].replace(",", "")) == value else plain(value)
    if re.fullmatch(r"-?\d{4,}(?:\.\d+)?", printed):
        printed = plain(value)
    if unit == PERCENT:
        return f"{printed}%"
    if unit and unit in CURRENCIES:
        return f"{'-' if value < 0 else ''}{unit}{printed.lstrip('-')}{f' {scale}' if scale else ''}"
    said = f"{printed}{f' {scale}' if scale else ''}"
    return f"{said} index points" if unit == "index" else f"{said} {unit}".strip()


def plain(value: float) -> str:
    """A number with thousands separators and no needless decimals."""
    return f"{value:,.6f}".rstrip("0").rstrip(".")


def share_fact(state: Attached, value: float, text: str | None, scale: str | None, scope: Scope) -> Fact | None:
    """ "39% of P VP": None where population or predicate could not stand in a sentence."""
    measure = state.measure
    said = f"{measure.population} {measure.predicate}"
    if re.search(r"…|__|\b[A-Z][a-z]+/[A-Z]|:", said) or not measure.population or not 0 <= value <= 100 or state.quoted:
        return None  # a blank or a choice that no label filled
    time, population = state.time, ages(measure.population)
    predicate = past(measure.predicate) if time else measure.predicate
    if predicate is None or cut_short(predicate).startswith(("no ", "ends in", "“")) or unclear(f"{population} {predicate}", they=True):
        return None
    population = re.sub(r"(?<= whose )([a-z ]+?) is ", r"\1 was ", population) if time else population
    placed = population if state.place else placed_population(population, scope.country)
    if placed is None and not scope.prefix:
        return None
    return Fact(
        "share",
        "chart value",
        placed or population,
        predicate=predicate,
        value=value,
        unit=PERCENT,
        shown=shown(value, text, PERCENT, ""),
        time=time,
        place=state.place,
        scope=scope.prefix if placed is None or not time else "",
        relative=measure.relative,
    )


def amount_fact(state: Attached, value: float, text: str | None, scale: str | None, scope: Scope) -> Fact | None:
    """ "the NOUN was N": a label that fits no sentence is named in quotes, as an entry of the publisher's data."""
    measure = state.measure
    factor = SCALES.get(measure.scale or scale or "", 1.0)
    noun = re.sub(r"\b(who|that|which) are\b", r"\1 were", ages(measure.noun)) if state.time else ages(measure.noun)
    if measure.kind == "breakdown":
        noun = f"share of “{state.quoted}” in the breakdown of {measure.population} by {measure.dimension}" if state.quoted else ""
    elif state.quoted:
        noun = f"value for “{state.quoted}” in the data on {noun}"
    if not noun or unclear(noun) or not (state.time or scope.prefix):
        return None
    basis = f" ({measure.basis})" if measure.basis else ""
    place = state.place or ("" if places.placed(re.sub(r" from .*$", "", noun)) or state.quoted else scope.country)
    return Fact(
        "amount",
        "chart entry" if state.quoted else "chart value",
        f"{with_the(noun)}{basis}",
        value=round(value * factor, 9),
        unit=measure.unit if measure.unit in (PERCENT, *CURRENCIES) else "",
        shown=shown(value, text, measure.unit, measure.scale or scale or ""),
        time=state.time,
        place=place,
        scope=scope.prefix if not state.time or state.quoted else "",
        object=measure.unit if measure.unit not in (PERCENT, *CURRENCIES, "index") else "",
    )


def ages(text: str) -> str:
    """ "ages 25–34" → "ages 25 to 34"."""
    return re.sub(r"\bages? (\d+)\s?[-–]\s?(\d+)", r"ages \1 to \2", text)
