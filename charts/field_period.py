"""When the data behind a chart was collected, from the lines that say so."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_YEAR = r"(?:19|20)\d\d"
_DAY = r"\d{1,2}(?!\d)"
_TO = r"(?:\s*[-–—]\s*|\s+(?:to|through|and)\s+)"
_POINT = rf"(?:{_MONTH}\s+(?:{_DAY}(?:{_TO}{_DAY})?)?(?:,?\s*{_YEAR})?|{_DAY}(?:{_TO}{_DAY})?\s+{_MONTH}(?:\s+{_YEAR})?|{_YEAR})"
_PERIOD = rf"{_POINT}(?:{_TO}{_POINT})?"
_SEASON = rf"(?:Spring|Summer|Fall|Autumn|Winter)\s+{_YEAR}"
_WAVE = rf"{_SEASON}(?:\s+(?:and|&)\s+{_SEASON})?"
_SAYINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:conducted|fielded|fieldwork|field period|interviews?|interviewed|collected|polled)\b[^.;\d]{{0,40}}?\b({_PERIOD})",
        rf"\b({_WAVE})\b[^.;]{{0,60}}\bsurvey",
        rf"\bsurveys?\b[^.;\d]{{0,40}}?\b(?:of|in|from|dates?:?)\s+({_PERIOD})",
    )
)


def field_period(texts: Iterable[str | None]) -> str | None:
    """The first period of collection that a text names: `June 2–19, 2020` of "Survey conducted June 2–19, 2020", `Spring 2020` of
    "Spring 2020 Global Attitudes Survey"; None where none is named. Months and days without a year are none."""
    for text in texts:
        for saying in _SAYINGS:
            found = saying.search(text or "")
            if found is not None and re.search(_YEAR, found[1]):
                return found[1].strip().rstrip(",")
    return None
