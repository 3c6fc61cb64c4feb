"""Numbers in prose, tables and picture words: value, unit, scale, hedge. The one parser behind all the rules."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

PERCENT = "%"
POINTS = "points"
YEAR = "year"
TIMES = "times"
COUNT = ""
CURRENCIES = "$€£¥"

SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "bn": 1e9,
    "b": 1e9,
}
_SMALL = dict(
    zip(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], range(1, 13), strict=True)
)
_FRACTIONS = {
    "half": 50.0,
    "a third": 100 / 3,
    "one third": 100 / 3,
    "third": 100 / 3,
    "two thirds": 200 / 3,
    "a quarter": 25.0,
    "one quarter": 25.0,
    "quarter": 25.0,
    "three quarters": 75.0,
    "a fifth": 20.0,
    "one fifth": 20.0,
    "two fifths": 40.0,
    "three fifths": 60.0,
    "four fifths": 80.0,
}
_PARTS = {"ten": 10.0, "five": 5.0, "four": 4.0, "three": 3.0}
_MULTIPLES = {"twice": 2.0, "double": 2.0, "triple": 3.0}

ABOUT = frozenset(["about", "around", "roughly", "approximately", "some", "nearly", "almost", "close"])
ABOVE = frozenset(["more", "over", "above", "exceeding", "least"])
BELOW = frozenset(["less", "fewer", "under", "below", "most", "up"])
_HEDGES = (
    "about|around|roughly|approximately|some|nearly|almost|close to|more than|over|above|at least|exceeding|less than|fewer than"
    "|under|below|at most|up to"
)

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_PATTERN = re.compile(
    rf"(?P<hedge>\b(?:{_HEDGES})\s+)?(?:an?\s+estimated\s+)?"
    rf"(?:(?P<sign>(?<![\w\d.,)])[-−]\s?)?(?P<money>(?:US|U\.S\. )?[$€£¥₹])?(?<![\w.,])(?P<sign2>[-−])?(?P<digits>{_DIGITS})(?!\w*\d)"
    rf"(?:[\s-]?(?P<scale>hundred|thousand|million|billion|trillion)\b|(?P<letter>(?:bn|mn|k|m|b)\b))?"
    rf"(?:[\s-]?(?P<unit>%|percent(?:age)?\b(?!\s+points?)|per\s+cent\b|(?:percentage[\s-]+)?points?\b|times\b|(?:U\.S\.\s+"
    rf"|US\s+)?dollars\b|euros?\b|pounds\b|yen\b))?"
    rf"|\b(?P<ratio>(?P<num>one|two|three|four|five|six|seven|eight|nine)(?:[-\s]in[-\s]"
    rf"|\s+out\s+of\s+(?:every\s+)?)(?:a\s+)?(?P<den>ten|five|four|three))\b"
    r"|\b(?P<fraction>(?:a|one|two|three|four)[-\s](?:third|quarter|fifth)s?|half|(?<=\s)third(?=\s+of\b)|(?<=\s)quarter(?=\s+of\b))\b"
    rf"|\b(?P<multiple>twice|double|triple)\b"
    rf"|\b(?P<word>{'|'.join(_SMALL)})\b(?:\s+(?P<wordscale>hundred|thousand|million|billion))?)",
    re.IGNORECASE,
)
_INDEX_POINTS = re.compile(r"\bindex\s+points?\b", re.IGNORECASE)
_MONEY_WORDS = (("dollar", "$"), ("euro", "€"), ("pound", "£"), ("yen", "¥"))


@dataclass(frozen=True, slots=True)
class Quantity:
    """``value`` has its scale applied; ``unit`` is ``%``, ``points``, ``year``, ``times``, a currency sign or empty (a count, a number).

    ``step`` is the place value of the last digit said (0.1 for 24.6, 1e5 for 1.2 million); ``worded`` tells that a fraction or a number was
    said in words. ``start`` and ``end`` delimit it in the text, without its hedge.
    """

    value: float
    unit: str
    step: float
    text: str
    start: int
    end: int
    hedge: str = ""
    worded: bool = False

    def interval(self) -> tuple[float, float]:
        """The values this wording can stand for: rounding to the last digit, hedges, and what readers accept for "a third"."""
        slack = 3.0 if self.worded and self.unit == PERCENT else self.step / 2
        word = self.hedge.split()[0] if self.hedge else ""
        if word in ABOUT:
            slack = max(slack, 2.0 if self.unit == PERCENT else abs(self.value) * 0.05)
        if word in ABOVE or self.hedge == "at least":
            return self.value - self.step / 2, self.value + max(5.0 if self.unit == PERCENT else abs(self.value) * 0.15, slack)
        if word in BELOW or self.hedge == "at most":
            return self.value - max(5.0 if self.unit == PERCENT else abs(self.value) * 0.15, slack), self.value + self.step / 2
        return self.value - slack, self.value + slack

    @property
    def exact(self) -> bool:
        return not self.hedge and not self.worded


def find(text: str) -> list[Quantity]:
    """All quantities in ``text``, in order. Bare four-digit numbers 1500–2100 are years."""
    return list(_found(text))


@functools.lru_cache(maxsize=20_000)
def _found(text: str) -> tuple[Quantity, ...]:
    """Kept, because the same sentences are searched for many facts."""
    return tuple(_each(text))


def first(text: str) -> Quantity | None:
    """The first quantity that is no year, else the first, else None."""
    found = find(text)
    return next((item for item in found if item.unit != YEAR), found[0] if found else None)


_BOUNDS = re.compile(r"\b(?:ages?|aged) \d+(?: (?:to|and) (?:\d+|older|over))?|\b\d\d[-–]\d\d\b")
_BASIS = re.compile(r"\(\d{4} = \d+\)")


def values(text: str) -> list[Quantity]:
    """What ``text`` says in figures, without years, the bounds of age groups and the basis of an index."""
    plain = _BASIS.sub(lambda match: " " * len(match[0]), _BOUNDS.sub(lambda match: " " * len(match[0]), text))
    return [item for item in find(plain) if item.unit != YEAR]


def years(text: str) -> list[str]:
    """The years named in ``text``, in order of appearance, each once."""
    return list(dict.fromkeys(f"{item.value:.0f}" for item in find(text) if item.unit == YEAR))


def _each(text: str) -> Iterator[Quantity]:
    for match in _PATTERN.finditer(text):
        hedge = " ".join((match["hedge"] or "").lower().split())
        start = match.end("hedge") if match["hedge"] else match.start()
        if match["digits"]:
            yield _digits(text, match, hedge, start)
        elif match["ratio"]:
            value = 100 * _SMALL[match["num"].lower()] / _PARTS[match["den"].lower()]
            yield Quantity(value, PERCENT, 10.0, text[start : match.end()], start, match.end(), hedge, worded=True)
        elif match["fraction"]:
            name = re.sub(r"[-\s]+", " ", match["fraction"].lower())
            yield Quantity(_FRACTIONS[name], PERCENT, 5.0, text[start : match.end()], start, match.end(), hedge, worded=True)
        elif match["multiple"]:
            yield Quantity(
                _MULTIPLES[match["multiple"].lower()], TIMES, 1.0, text[start : match.end()], start, match.end(), hedge, worded=True
            )
        elif match["word"].lower() != "one" or match["wordscale"]:
            factor = SCALES[match["wordscale"].lower()] if match["wordscale"] else 1.0
            yield Quantity(
                _SMALL[match["word"].lower()] * factor, COUNT, factor, text[start : match.end()], start, match.end(), hedge, worded=True
            )


def _digits(text: str, match: re.Match[str], hedge: str, start: int) -> Quantity:
    digits = match["digits"]
    value = float(digits.replace(",", ""))
    scale = match["scale"] or match["letter"]
    factor = SCALES[scale.lower()] if scale else 1.0
    unit = _unit(match, digits, value, text)
    step = 10.0 ** -len(digits.partition(".")[2]) * factor
    negative = match["sign"] or match["sign2"]
    # rounded: 1.1 million is 1100000, not 1100000.0000000002
    return Quantity(round((-value if negative else value) * factor, 9), unit, step, text[start : match.end()], start, match.end(), hedge)


def _unit(match: re.Match[str], digits: str, value: float, text: str) -> str:
    unit = (match["unit"] or "").lower()
    if match["money"]:
        return match["money"].strip()[-1]
    if unit == "%" or unit.startswith("per"):
        return POINTS if "point" in unit else PERCENT
    if "point" in unit:
        return POINTS
    if unit == "times":
        return TIMES
    if unit:
        return next(sign for word, sign in _MONEY_WORDS if word in unit)
    plain = re.fullmatch(r"\d{4}", digits) and not match["scale"] and not match["letter"] and 1500 <= value <= 2100
    return YEAR if plain and not _INDEX_POINTS.match(text[match.end() :].lstrip()) else COUNT


def same(first_: Quantity, second: Quantity) -> bool:
    """The same value in the same unit, at the precision at which it was said."""
    return _comparable(first_, second) and first_.exact and second.exact and equal(first_.value, second.value)


def equal(one: float, two: float) -> bool:
    """The same figure but for what arithmetic with floating point leaves."""
    return abs(one - two) < 1e-9 * max(1.0, abs(one))


def agrees(exact: Quantity, said: Quantity) -> bool:
    """``said`` can stand for ``exact``: the same, rounded, or in words ("a third" for 33%)."""
    low, high = said.interval()
    slack = 1e-9 * max(1.0, abs(exact.value))
    return _comparable(exact, said) and low - slack <= exact.value <= high + slack


def of(value: float, unit: str, text: str = "") -> Quantity:
    """A quantity for a number that is known already, such as a cell of a table."""
    shown = f"{value:.12g}"
    step = 10.0 ** -len(shown.partition(".")[2]) if "e" not in shown else abs(value) * 1e-9
    return Quantity(value, unit, step, text or shown, 0, len(text or shown))


def _comparable(first_: Quantity, second: Quantity) -> bool:
    return first_.unit == second.unit or {first_.unit, second.unit} == {POINTS, PERCENT}
