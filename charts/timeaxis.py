"""Labels of a time axis: years, seasons, quarters and months as whole numbers, and back into words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d|['’`]?\s?\d\d)"
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_STAR = r"\s*[*†]*"


@dataclass(frozen=True, slots=True)
class Moment:
    """`at` counts the steps (`per_year` of them a year) since year 0; `style` names how the label was written."""

    at: int
    per_year: int
    style: str


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: re.Pattern[str]
    per_year: int
    part: Callable[[re.Match[str]], int]


def _form(pattern: str, per_year: int, part: Callable[[re.Match[str]], int]) -> _Form:
    return _Form(re.compile(rf"^{pattern}{_STAR}$", re.IGNORECASE), per_year, part)


_FORMS = {
    "year": _form(r"(?:FY\s?)?(?P<year>(?:1[5-9]|20|21)\d\d|['’`]\s?\d\d)", 1, lambda found: 0),
    "season": _form(r"(?P<year>(?:1[5-9]|20)\d\d)\s?[/–-]\s?(?P<next>\d\d)", 1, lambda found: 0),
    "quarter": _form(rf"Q\s?(?P<q>[1-4])[\s/-]*{_YEAR}", 4, lambda found: int(found["q"]) - 1),
    "quarter last": _form(rf"{_YEAR}[\s/-]*Q\s?(?P<q>[1-4])", 4, lambda found: int(found["q"]) - 1),
    "half": _form(rf"H\s?(?P<q>[12])[\s/-]*{_YEAR}", 2, lambda found: int(found["q"]) - 1),
    "month": _form(rf"{_MONTH}[\s,/-]*{_YEAR}", 12, lambda found: MONTHS.index(found["month"][:3].casefold())),
}


def moment(text: str) -> Moment | None:
    """The moment a label names (`2019`, `'19`, `2019/20`, `Q3 '19`, `Mar 2020`), or None.

    The mark before a short year is easily lost: `Mar 20` counts too, and whether a day was meant is told by the labels beside it.
    """
    for style, form in _FORMS.items():
        found = form.pattern.match(text.strip())
        if found is not None and (style != "season" or int(found["next"]) == (int(found["year"]) + 1) % 100):
            return Moment(_year(found["year"]) * form.per_year + form.part(found), form.per_year, style)
    return None


def _year(text: str) -> int:
    digits = int(re.sub(r"\D", "", text))
    return digits if digits >= 100 else digits + (1900 if digits > 40 else 2000)


def words_of(at: int, like: str) -> str:
    """The label of another moment, written as the label `like` is."""
    written = moment(like)
    if written is None:
        raise ValueError(f"{like!r} names no moment")
    year, part = divmod(at, written.per_year)
    years = str(year) if re.search(r"(?:1[5-9]|20|21)\d\d", like) else f"'{year % 100:02d}"
    if written.style == "season":
        return f"{year}/{(year + 1) % 100:02d}"
    names = {"year": years, "quarter": f"Q{part + 1} {years}", "quarter last": f"{years} Q{part + 1}", "half": f"H{part + 1} {years}"}
    return names.get(written.style) or f"{MONTHS[part].capitalize()} {years}"
