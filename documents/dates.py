"""Dates as documents print them, to ISO 8601."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?"
    r"|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_ISO = re.compile(r"\b((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?(?=$|[T\s/])")
_PDF = re.compile(r"^D:((?:19|20)\d\d)(\d\d)?(\d\d)?")
_MONTH_FIRST = re.compile(rf"\b{_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)\b", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+{_NAME},?\s+((?:19|20)\d\d)\b", re.IGNORECASE)
_MONTH_ONLY = re.compile(rf"\b{_NAME},?\s+((?:19|20)\d\d)\b", re.IGNORECASE)


def iso_date(text: str | None) -> str | None:
    """The first date in ``text`` as a day, a month or a year; None when there is none that exists.

    Understands ISO 8601, PDF's ``D:20180503…``, ``May 3, 2018``, ``3 May 2018`` and ``May 2018``.
    """
    text = (text or "").strip()
    if found := _PDF.match(text) or _ISO.match(text):
        return _checked(found[1], found[2], found[3])
    return day_in(text) or _month_in(text)


def day_in(text: str) -> str | None:
    """The first full date written with a month's name."""
    if found := _MONTH_FIRST.search(text):
        return _checked(found[3], _number(found[1]), found[2])
    if found := _DAY_FIRST.search(text):
        return _checked(found[3], _number(found[2]), found[1])
    return None


def _month_in(text: str) -> str | None:
    found = _MONTH_ONLY.search(text)
    return _checked(found[2], _number(found[1]), None) if found else None


def _number(month: str) -> str:
    return str(_MONTHS.index(month[:3].lower()) + 1)


def _checked(year: str, month: str | None, day: str | None) -> str | None:
    try:
        full = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return None
    return full if day else full[:7] if month else full[:4]
