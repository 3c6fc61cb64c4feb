"""Facts of a chart reading: values, extremes and ranks over categories, peaks over time, changes, differences between series."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules import chart_kinds, places, times
from charge_stream.engines.rules.conditions import with_condition
from charge_stream.engines.rules.entries import entry_facts
from charge_stream.engines.rules.facts import Fact, told_apart
from charge_stream.engines.rules.filling import blanks
from charge_stream.engines.rules.label_kinds import is_skipped, is_time
from charge_stream.engines.rules.labels import Attached, attach
from charge_stream.engines.rules.measures import Measure, is_rate, lacks_unit, measure_of, with_unit
from charge_stream.engines.rules.memo import remembered
from charge_stream.engines.rules.points import CONFIDENCE, Point, points_of, titles
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.scope import Scope, language_fault
from charge_stream.engines.rules.surveys import survey_of
from charge_stream.engines.rules.wording import amount_fact, share_fact
from charge_stream.models import Reading

MAX_VALUES = 60
MAX_CELLS = 2_000


@dataclass(frozen=True, slots=True)
class ChartFacts:
    """``reason`` tells why there are none."""

    facts: tuple[Fact, ...]
    reason: str = ""


@remembered
def facts_of(reading: Reading) -> ChartFacts:
    """The facts of a reading; none, with the reason, for an unsure or unreadable one."""
    context = reading.chart.context
    if reading.abstained:
        return ChartFacts((), f"the chart was not read: {reading.reason or 'no reason given'}")
    if reading.confidence < CONFIDENCE:
        return ChartFacts((), f"the reading is unsure ({reading.confidence:.2f})")
    fault = language_fault(context.language, " ".join(titles(reading)))
    if fault:
        return ChartFacts((), fault)
    points = list(points_of(reading))
    if len(points) < 2 or len(points) > MAX_CELLS:
        return ChartFacts((), "fewer than two sure values" if len(points) < 2 else "too many values")
    measure = measure_of([title for title in [*titles(reading), *_value_header(reading)] if title])
    scope = Scope.of(context, " ".join((*reading.chart.headings, *titles(reading))))
    found, reason = _measured(points, measure, reading, scope)
    if not found and reason not in (FRACTIONS, UNITLESS):
        found = _entries(points, measure, reading, scope)
    return ChartFacts(tuple(found), "" if found else reason)


FRACTIONS = "shares given as fractions"
UNITLESS = "the unit is not told"


def _measured(points: list[Point], measure: Measure | None, reading: Reading, scope: Scope) -> tuple[list[Fact], str]:
    """The facts that the measure of the titles gives with the labels, and why there are none."""
    measure = measure and _surveyed(measure, points, reading, scope)
    if measure is None:
        return [], "the titles name no measure"
    measure = with_unit(measure, reading.unit, reading.axis_titles)
    if measure.unit == "index" and not measure.basis:
        measure = replace(measure, basis=reading.chart.context.basis or "")
    printed = any("%" in (point.text or "") for point in points)
    if measure.kind == "amount" and not measure.unit and printed and is_rate(measure.noun):
        measure = replace(measure, unit=PERCENT)
    if measure.unit == PERCENT and not _percentages(points, reading):
        return [], FRACTIONS
    if measure.unit != PERCENT and printed:
        return [], "percentages of something that the titles do not name"
    values = _values(points, measure, reading, scope)
    if lacks_unit(measure) and not printed and not any(re.search(r"[$€£¥]", point.text or "") for point in points):
        ordered = chart_kinds.orders(values, measure)
        return ordered, "" if ordered else UNITLESS
    # "2000 = 100" tells the value of 2000
    told = [fact for fact in values if not (measure.basis and measure.basis.startswith(f"{fact.time} "))]
    if not values:
        return [], "no label fits a sentence with the measure"
    return _thinned(told) + chart_kinds.derived(values, measure), ""


def _surveyed(measure: Measure, points: list[Point], reading: Reading, scope: Scope) -> Measure | None:
    """The measure with the population and the time of the survey that the notes name, where its titles leave them out."""
    if measure.kind != "share":
        return measure
    period = f"Survey conducted {reading.field_period}" if reading.field_period else None
    survey = survey_of([*reading.notes, reading.chart.notes])
    survey = replace(survey, time=survey.time or survey_of([period]).time)
    spread = [label for point in points for label in (point.category, point.series)]
    if not measure.population:
        abroad = any(places.named(label) for label in spread)
        population = survey.population or ("adults" if survey.place or (survey.time and abroad) else "")
        if not population:
            return None
        measure = replace(measure, population=population, place=measure.place or ("" if abroad else survey.place))
    predicate = re.sub(r"\bthis country\b", scope.country or "this country", measure.predicate)
    predicate = with_condition(predicate, [*titles(reading), *reversed(reading.chart.headings), reading.chart.context.title])
    return replace(measure, predicate=predicate, time=measure.time or survey.time)


def _entries(points: list[Point], measure: Measure | None, reading: Reading, scope: Scope) -> list[Fact]:
    """Values under the quoted title, where no sentence could take the labels."""
    named = [title for title in (reading.title or reading.chart.title, reading.subtitle or reading.chart.subtitle) if title]
    if any("%" in title for title in named):
        return []  # a share whose title was not understood
    header = next(iter(_value_header(reading)), "")
    values = next((facts for title in named if (facts := entry_facts(points, title, header, measure, scope, reading.scale))), [])
    return _thinned(values) + chart_kinds.derived_entries(values, " ".join(reading.columns[0].split())) if values else []


def _value_header(reading: Reading) -> list[str]:
    return [reading.columns[1]] if len(reading.columns) == 2 else []


def _percentages(points: list[Point], reading: Reading) -> bool:
    """Are the values percentages? Values that are all at most 1, printed without a sign, may be fractions."""
    printed = any("%" in (point.text or "") for point in points) or (reading.unit or "") == PERCENT
    return printed or any(abs(point.value) > 1 for point in points)


def _values(points: list[Point], measure: Measure, reading: Reading, scope: Scope) -> list[Fact]:
    """A value fact for each point whose labels fit the measure; rows of the same labels are dropped as ambiguous."""
    series = tuple(dict.fromkeys(point.series for point in points))
    categories = tuple(dict.fromkeys(point.category for point in points))
    header = " ".join(reading.columns[0].split()) if reading.columns else ""
    timed = any(is_time(point.category) for point in points) or any(is_time(name) for name in series)
    by_rows, by_columns = blanks(measure, categories, series)
    found: list[Fact] = []
    for point in points:
        if is_skipped(point.category) or is_skipped(point.series):
            continue
        state: Attached | None = Attached(measure, time="" if timed else measure.time, place=measure.place)
        for label, head, alternatives, fills in (
            (point.category, header, categories, by_rows),
            (point.series, measure.dimension, series, by_columns),
        ):
            state = attach(state, label, head, alternatives, fills) if state else None
        fact = _fact(point, state, scope, reading) if state else None
        found += [fact] if fact else []
    last = max((times.order(fact.time) for fact in found), default=None)
    return [fact.but(latest=not timed or times.order(fact.time) == last) for fact in told_apart(found)]


def _fact(point: Point, state: Attached, scope: Scope, reading: Reading) -> Fact | None:
    made = share_fact if state.measure.kind == "share" else amount_fact
    fact = made(state, point.value, point.text, reading.scale, scope)
    return fact and fact.but(category=point.category, series=point.series, cells=((point.row, point.column),))


def _thinned(values: list[Fact]) -> list[Fact]:
    """At most ``MAX_VALUES`` values, evenly spread over the chart."""
    if len(values) <= MAX_VALUES:
        return values
    step = len(values) / MAX_VALUES
    return [values[int(index * step)] for index in range(MAX_VALUES)]
