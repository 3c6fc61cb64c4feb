"""What is worked out from two values: difference, ratio, change in percent, total; each rounded to what the values' digits allow."""

from __future__ import annotations

import re

from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.quantities import CURRENCIES, PERCENT, SCALES

_SCALES = ("thousand", "million", "billion", "trillion")
LEAST_RATIO, LARGEST_RATIO = 1.5, 20.0
LEAST_STEPS = 10
"""How many of its last digit a value must be to be divided by: 4 may be 3.5 or 4.5, and its multiples say little."""


def bare(shown: str) -> str:
    """A value without the words of its unit, which stand beside it already: "0.38 kilowatt-hours …" → "0.38"."""
    match = re.match(rf"[^\d]*[\d,.]+(?:%| (?:{'|'.join(_SCALES)})\b)?", shown)
    return match[0] if match else shown


def difference(high: Fact, low: Fact) -> str:
    """How much more ``high`` is than ``low``, with its unit, at the precision of the more precise one."""
    return _said(abs((high.value or 0) - (low.value or 0)), high, low, points=True)


def total(one: Fact, two: Fact) -> str:
    """Both together, with their unit."""
    return _said((one.value or 0) + (two.value or 0), one, two, points=False)


def ratio(high: Fact, low: Fact) -> str:
    """ "about 2.4", how many times ``low`` the value of ``high`` is; "" where the digits do not bear it or the two are nearly alike."""
    above, below = high.value or 0.0, low.value or 0.0
    if not _divides(low) or not LEAST_RATIO <= above / below <= LARGEST_RATIO:
        return ""
    return _about(above / below, 1)


def percent_change(first: Fact, last: Fact) -> str:
    """ "about 144%", the change from ``first`` to ``last`` as a percentage of ``first``; "" where the digits do not bear it."""
    if first.unit == PERCENT or not _divides(first):
        return ""
    changed = abs((last.value or 0.0) / (first.value or 1.0) - 1) * 100
    return f"{_about(changed, 0)}%" if 2 <= changed <= 1000 else ""


def figures(one: Fact, two: Fact) -> list[float]:
    """Every figure that may be worked out from the two, as rounded for an answer."""
    if one.value is None or two.value is None:
        return []
    high, low = sorted((one, two), key=lambda fact: -(fact.value or 0))
    first, last = sorted((one, two), key=lambda fact: fact.time)
    texts = (difference(high, low), total(one, two), ratio(high, low), percent_change(first, last))
    return [item.value for text in texts if text for item in quantities.find(text)[:1] or _number(text)]


def _number(text: str) -> list[quantities.Quantity]:
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    return [quantities.of(float(found[0].replace(",", "")), "")] if found else []


def _divides(low: Fact) -> bool:
    return low.value is not None and low.value > 0 and _steps(low) >= LEAST_STEPS


def step(fact: Fact) -> float:
    """The place value of the last printed digit, in the fact's own scale."""
    steps = _steps(fact)
    return abs(fact.value or 0.0) / steps if steps else 0.0


def _steps(fact: Fact) -> int:
    """The value in units of its last printed digit."""
    digits = re.sub(r"\D", "", re.sub(r"^[^\d]*([\d,.]+).*$", r"\1", fact.shown))
    return int(digits) if digits else 0


def _about(value: float, decimals: int) -> str:
    rounded = round(value, decimals)
    return f"{'' if abs(rounded - value) < 1e-9 else 'about '}{rounded:,.{decimals}f}".removesuffix(".0")


def _said(amount: float, one: Fact, two: Fact, *, points: bool) -> str:
    decimals = max(len(found[1]) if (found := re.search(r"\d\.(\d+)", fact.shown)) else 0 for fact in (one, two))
    scale = next((name for name in _SCALES if name in one.shown and name in two.shown), "")
    number = f"{amount / SCALES.get(scale, 1):,.{decimals}f}"
    if one.unit == PERCENT and points:
        return f"{number} percentage point{'' if float(number.replace(',', '')) == 1 else 's'}"
    if one.unit == PERCENT:
        return f"{number}%"
    said = re.sub(r"^[^\d]*[\d,.]+\s*", "", one.shown).strip()
    if one.kind == "deed":
        said = f"{said} {one.object}".strip()
    if number == "1":
        said = re.sub(r"\bpoints$", "point", said)
    sign = one.unit if one.unit and one.unit in CURRENCIES else ""
    return f"{sign}{number} {said}".strip()
