"""Facts of tables whose title names no measure that a sentence could take: each value with its labels, under the title in quotes.

"According to the Example Institute's data titled “Leading airlines in Europe in 2018”, what was the number of passengers for “Norwegian”?"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from charge_stream.engines.rules import places, times
from charge_stream.engines.rules.english import ascii_punctuation, with_the
from charge_stream.engines.rules.facts import Fact, told_apart
from charge_stream.engines.rules.label_kinds import is_skipped, parts_people
from charge_stream.engines.rules.measures import Measure, is_phrase, measure_of
from charge_stream.engines.rules.points import Point
from charge_stream.engines.rules.quantities import CURRENCIES, PERCENT, SCALES
from charge_stream.engines.rules.scope import Scope
from charge_stream.engines.rules.segments import taken_apart, trailing
from charge_stream.engines.rules.wording import shown

MAX_TITLE = 26
_EMPTY_HEADER = re.compile(
    r"$|unnamed\b.*|values?$|figures?$|data$|number$|total$|amount$|percent(?:age)?$|share$|%$|y$|count$|results?$", re.IGNORECASE
)
_MEASURING = re.compile(
    r"\b(?:rates?|yields?|mortality|distribution|share|percentage|number|amount|average|median|total|index|score|prevalence|production|consumption"
    r"|revenues?|sales|prices?|spending|expenditures?|deaths|births|population|value|income|volume)\b",
    re.IGNORECASE,
)
_GENERIC = ("number", "value", "percentage", "share", "total")
_POINTING = re.compile(r"\b(?:this|these|those|here|our|we|your?|my|here|now|today|below|above|below)\b|[?!…_]|\.\.\.", re.IGNORECASE)


def entry_facts(points: Sequence[Point], title: str, header: str, measure: Measure | None, scope: Scope, scale: str | None) -> list[Fact]:
    """A fact for each value with one label that is no time; ``header`` heads the only column of values, "" where there are several."""
    named = "" if re.match(r"(?:among .*)?%", measure.titles if measure else title, re.IGNORECASE) else _quoted(title)
    noun = _noun(title, header, measure, points)
    if not named or noun is None:
        return []
    lead = f"according to {scope.data_of} titled “{named}”, " if scope.data_of else f"according to the data titled “{named}”, "
    return told_apart([fact for point in points if (fact := _entry(point, noun, named, lead, scale))])


def _quoted(title: str) -> str:
    """The title as it is quoted; "" for one that points at something, is a headline, or is too long or short."""
    plain = ascii_punctuation(title).replace('"', "'").replace("“", "'").replace("”", "'").strip(" .*:,")
    words = plain.split()
    if not 3 <= len(words) <= MAX_TITLE or _POINTING.search(plain) or plain.count("(") != plain.count(")"):
        return ""
    return plain if is_phrase(trailing(taken_apart(plain)[0], {})) else ""


def _noun(title: str, header: str, measure: Measure | None, points: Sequence[Point]) -> Measure | None:
    """What the values are: the header's measure, the title's where the header says nothing, else "value" under a title that measures."""
    head = ascii_punctuation(header).strip(" *")
    printed = any("%" in (point.text or "") for point in points)
    own = None if _EMPTY_HEADER.match(head) or head.casefold() == title.casefold() else _of_header(head)
    if own is not None:
        return replace(own, unit=own.unit or (PERCENT if printed else ""), time=measure.time if measure else "")
    if head and not _EMPTY_HEADER.match(head) and head.casefold() != title.casefold():
        return None
    unit = PERCENT if printed else measure.unit if measure else ""
    scale = measure.scale if measure else ""
    if measure and measure.kind == "amount" and not measure.basis:
        return replace(measure, noun=_short(measure.noun), unit=unit)
    if head == "" and len({point.series for point in points}) > 1:
        return None
    return Measure("amount", noun="percentage" if printed else "value", unit=unit, scale=scale) if _MEASURING.search(title) else None


def _short(noun: str) -> str:
    """A measure without what narrows it, which the quoted title says; of a mere number stays what is counted."""
    short = re.split(r" (?:of|in|by|for|from|among|per)\b|[,(]", noun)[0].strip()
    return re.split(r" (?:in|by|for|from|among|per)\b|[,(]", noun)[0].strip() if short.casefold() in _GENERIC else short


def _of_header(head: str) -> Measure | None:
    """The measure in a column's header; one word ("Revenue", "Sales") is enough, since the title stands beside it."""
    found = measure_of([head])
    if found is not None and found.kind == "amount":
        return found
    whole = measure_of([re.sub(r"^(\S+)", r"\1 amount", head)])
    if whole is None or whole.kind != "amount":
        return None
    noun = whole.noun.replace(" amount", "", 1)
    alone = measure_of([f"total {noun}"])
    return replace(whole, noun=noun) if alone is not None and alone.kind == "amount" else None


def _entry(point: Point, noun: Measure, title: str, lead: str, scale: str | None) -> Fact | None:
    labels = [label for label in (point.category, point.series) if label and not _says_nothing(label, point)]
    time = next((spoken for label in labels if (spoken := times.spoken(label.strip(" *")))), "")
    others = [" ".join(label.split()).rstrip("*†‡") for label in labels if not times.spoken(label.strip(" *"))]
    if any(is_skipped(label) for label in labels) or len(others) > 1 or not (time or others):
        return None
    place = places.named(others[0]) if others else None
    label = "" if place or not others else others[0]
    if label and noun.noun in _GENERIC and parts_people(label):
        return None  # "the number for “Men”": of what?
    if '"' in label or "“" in label or len(label.split()) > 12:
        return None
    subject = f"{with_the(noun.noun)} for “{label}”" if label else with_the(noun.noun)
    unit, used = noun.unit, noun.scale or scale or ""
    return Fact(
        "amount",
        "chart entry",
        subject,
        value=round(point.value * SCALES.get(used, 1.0), 9),
        unit=unit if unit in (PERCENT, *CURRENCIES) else "",
        shown=shown(point.value, point.text, unit, used),
        time=time or ("" if times.years_in(title) else noun.time),
        place=place or "",
        scope=lead,
        object=unit if unit not in (PERCENT, *CURRENCIES, "index") else "",
        category=point.category,
        series=point.series,
        cells=((point.row, point.column),),
    )


def _says_nothing(label: str, point: Point) -> bool:
    """A lone header repeats the measure."""
    return label == point.series and point.alone
