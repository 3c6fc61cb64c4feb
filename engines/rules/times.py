"""Times as charts label them ("Q3 '20", "Sep 2015", "2018/19"), how they are said after "in", and their order."""

from __future__ import annotations

import re

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
SEASONS = ("winter", "spring", "summer", "fall", "autumn")
YEAR = r"(?:1[5-9]\d\d|20\d\d)"
"""A year, for use inside other patterns."""

_ORDINALS = ("first", "second", "third", "fourth")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_PART = r"(?:Q[1-4]|[1-4]Q|H[12]|(?:1st|2nd|3rd|4th|first|second|third|fourth) (?:quarter|half)(?: of)?)"

PERIOD = rf"(?:(?:{_MONTH}\.?|{_PART}|{'|'.join(SEASONS)})(?: \d{{1,2}},?)?,? )?{YEAR}(?:/(?:\d{{4}}|\d\d))?"
"""A time as titles name it, for use inside other patterns."""

_LABEL = re.compile(
    rf"(?:(?:the )?(?P<part>{_PART}|{_MONTH}\.?|{'|'.join(SEASONS)})(?: (?P<day>\d{{1,2}}),?)?[ ,-]+(?:of )?)?"
    rf"(?:(?P<year>{YEAR}(?:/(?:\d{{4}}|\d\d))?)|(?<=\w[ ,-])['’](?P<short>\d\d))$",
    re.IGNORECASE,
)


def spoken(label: str) -> str:
    """The time that ``label`` names as it stands after "in": "the third quarter of 2020", "September 2015"; "" where it names none."""
    match = _LABEL.match(" ".join(label.split()))
    if match is None:
        return ""
    year = match["year"] or f"{'19' if int(match['short']) > 50 else '20'}{match['short']}"
    part = (match["part"] or "").rstrip(".").lower()
    if not part:
        return year
    if part in SEASONS:
        return f"{part} {year}"
    month = next((name for name in MONTHS if name.lower().startswith(part[:3])), "")
    if month:
        return f"{month} {match['day']}, {year}" if match["day"] else f"{month} {year}"
    number = re.search(r"[1-4]", part)
    ordinal = _ORDINALS[int(number[0]) - 1] if number else part.split()[0]
    return f"the {ordinal} {'half' if 'h' in part.split()[-1][:2] and 'q' not in part else 'quarter'} of {year}"


def years_in(text: str) -> list[str]:
    """The years that ``text`` names."""
    return re.findall(rf"\b{YEAR}\b", text)


def order(time: str) -> tuple[int, float]:
    """What spoken times are sorted by: the year, then the month at which the part of the year begins."""
    year = re.search(YEAR, time)
    if year is None:
        return 0, 0.0
    month = next((number for number, name in enumerate(MONTHS) if name in time), None)
    if month is not None:
        day = re.search(r" (\d{1,2}),", time)
        return int(year[0]), month + (int(day[1]) / 40 if day else 0.0)
    part = next((number for number, name in enumerate(_ORDINALS) if name in time), 0)
    season = next((number for number, name in enumerate(SEASONS) if name in time), 0)
    return int(year[0]), part * (6.0 if "half" in time else 3.0) + season * 3.0
