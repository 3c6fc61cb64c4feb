"""Printed numbers: the value, its scale and its unit, kept apart. The only place that turns chart text into numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

SCALES = {
    "k": ("thousand", 1e3),
    "thousand": ("thousand", 1e3),
    "thousands": ("thousand", 1e3),
    "m": ("million", 1e6),
    "mn": ("million", 1e6),
    "mio": ("million", 1e6),
    "million": ("million", 1e6),
    "millions": ("million", 1e6),
    "b": ("billion", 1e9),
    "bn": ("billion", 1e9),
    "mrd": ("billion", 1e9),
    "billion": ("billion", 1e9),
    "billions": ("billion", 1e9),
    "t": ("trillion", 1e12),
    "tn": ("trillion", 1e12),
    "trillion": ("trillion", 1e12),
    "trillions": ("trillion", 1e12),
}
CURRENCIES = "$€£¥₹"
MISSING = frozenset({"", "*", "**", "-", "--", "–", "—", "−", "..", "...", "…", "n/a", "na", "n.a.", "nan", "null", "none", "n/r"})
_DIGITS = (
    r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:[, \u00a0\u202f'’]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+"
    r"|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2}(?!\d)|\d+\.\d+|\.\d+|\d+"
)
_MINUS = "−–‒‐‑-"
_NUMBER = re.compile(
    rf"^(?P<bound>[<>≤≥~≈])?\s*(?P<paren>\()?\s*(?P<sign>[+{_MINUS}])?\s*(?P<money>(?:US|C|A|R|HK|NZ)?[{CURRENCIES}])?\s*"
    rf"(?P<sign2>[{_MINUS}])?\s*"
    rf"(?P<digits>{_DIGITS})\s*(?P<tail>[^\d\s()*†‡](?:[^()\d*†‡]|(?<=[A-Za-z])[23](?!\d))*)?(?P<close>\))?[*†‡]*$"
)
_YEAR = re.compile(r"^(1[5-9]\d\d|20\d\d|2100)$")
_YEARISH = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)|(?:^|\s)['’]\d\d\b|\b(?:19|20)\d\d[/–-]\d\d\b", re.IGNORECASE)
_NO_UNIT = r"or|to|and|x|of|in|years? old|st|nd|rd|th|am|pm|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec"
"""Words after a number that make a range, an ordinal, an hour or a date of it."""
_UNIT = re.compile(rf"^(?!(?:{_NO_UNIT})\b)(?:%|[A-Za-z°µ][A-Za-z23°²³/ .%µ-]{{0,24}}|[A-Za-z€$£¥₹/]{{1,8}})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """`value` as printed (4.2 in `$4.2bn`), `scale` by name (`billion`), `unit` (`$`, `%`, `tonnes`), `bound` for `<1` and the like."""

    value: float
    unit: str | None = None
    scale: str | None = None
    bound: str | None = None

    @property
    def full(self) -> float:
        """The value with its scale applied: 4.2e9 for `$4.2bn`."""
        return self.value * next((factor for name, factor in SCALES.values() if name == self.scale), 1.0)


def parse_number(text: str) -> Number | None:
    """The number a label states, or None where the text is no number or states a missing value (`*`, `–`).

    Reads `1,234`, `1 234`, `1 234,5`, `1.234,5`, `12.5%`, `-3`, `−3`, `(3)`, `$4.2bn`, `68 million tonnes`, `<1`. A lone comma
    before one or two digits is a decimal comma; a lone point always is a decimal point.
    """
    found = _NUMBER.match(text.strip())
    if found is None or bool(found["paren"]) != bool(found["close"]):
        return None
    scale, unit = _tail((found["tail"] or "").strip().rstrip(","))
    if unit is not None and unit != "%" and not _UNIT.match(unit):
        return None
    value = _digits(found["digits"])
    bare = not (scale or unit or found["money"])
    negative = (found["sign"] or "+") in _MINUS or found["sign2"] or (found["paren"] and (bare or found["money"]))
    bound = found["bound"] if found["bound"] in ("<", ">", "≤", "≥") else None
    return Number(-value if negative else value, unit or found["money"], scale, bound)


def is_missing(text: str) -> bool:
    """True for the marks that tables use for "no value"."""
    return text.strip().casefold() in MISSING


def is_year(text: str) -> bool:
    """True for a bare four-digit year 1500–2100, footnote stars aside: a category, never a value."""
    return bool(_YEAR.match(text.strip().rstrip("*")))


def mentions_year(text: str) -> bool:
    """True for labels of a time axis: `2019`, `'19`, `Q3 2019`, `Mar 2020`, `2019/20`, `2020*`."""
    return bool(_YEARISH.search(text.strip()))


def _digits(text: str) -> float:
    plain = re.sub(r"[ \u00a0\u202f'’]", "", text)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        return float(plain.replace(",", ""))
    if "," in plain or plain.count(".") > 1:
        return float(plain.replace(".", "").replace(",", "."))
    return float(plain)


def _tail(text: str) -> tuple[str | None, str | None]:
    """Scale and unit of what follows the digits: `million tonnes` → (`million`, `tonnes`)."""
    if not text:
        return None, None
    head, _, rest = text.partition(" ")
    known = SCALES.get(head.casefold().rstrip("."))
    if known is None or (head == "t" and not rest):
        return None, text
    return known[0], rest.strip() or None
