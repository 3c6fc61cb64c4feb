"""Facts of a chart reading: values, extremes and ranks over categories, peaks over time, changes, differences between series."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from charge_stream.engines.rules import chart_kinds
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.labels import Attached, attach, is_skipped, is_time
from charge_stream.engines.rules.measures import Measure, measure_of
from charge_stream.engines.rules.memo import remembered
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.scope import Scope, language_fault
from charge_stream.engines.rules.wording import amount_fact, share_fact
from charge_stream.models import Reading

CONFIDENCE = 0.9
"""Values read with less confidence give no fact, and a reading with less gives none at all."""
MAX_VALUES = 60
MAX_CELLS = 2_000


@dataclass(frozen=True, slots=True)
class Point:
    """One sure value with its labels; ``series`` is the column's label."""

    row: int
    column: int
    value: float
    text: str | None
    category: str
    series: str


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
    fault = language_fault(context.language, " ".join(filter(None, titles(reading))))
    if fault:
        return ChartFacts((), fault)
    points = list(points_of(reading))
    if len(points) < 2 or len(points) > MAX_CELLS:
        return ChartFacts((), "fewer than two sure values" if len(points) < 2 else "too many values")
    measure = measure_of([title for title in [*titles(reading), *_value_header(reading)] if title])
    if measure is None:
        return ChartFacts((), "the titles name no measure")
    if measure.unit == PERCENT and not _percentages(points, reading):
        return ChartFacts((), "shares given as fractions")
    if measure.unit != PERCENT and any("%" in (point.text or "") for point in points):
        return ChartFacts((), "percentages of something that the titles do not name")
    values = _values(points, measure, reading)
    if not values:
        return ChartFacts((), "no label fits a sentence with the measure")
    told = [
        fact for fact in values if not (measure.basis and measure.basis.startswith(f"{fact.time} "))
    ]  # "2000 = 100" tells the value of 2000
    return ChartFacts(tuple(_thinned(told) + chart_kinds.derived(values, measure)))


def titles(reading: Reading) -> list[str]:
    """Subtitle, title and caption: the reading's own, else what the document gives."""
    chart = reading.chart
    found = (reading.subtitle or chart.subtitle, reading.title or chart.title, chart.caption)
    return [title for title in found if title]


def _value_header(reading: Reading) -> list[str]:
    return [reading.columns[1]] if len(reading.columns) == 2 else []


def points_of(reading: Reading) -> Iterator[Point]:
    """The sure values of a reading with their labels, row by row."""
    for cell in sorted(reading.cells, key=lambda cell: (cell.row, cell.column)):
        if cell.confidence < CONFIDENCE or not (0 <= cell.row < len(reading.rows)) or not (0 < cell.column < len(reading.columns)):
            continue
        label = reading.rows[cell.row][0]
        yield Point(cell.row, cell.column, cell.value, cell.text, _label(label), " ".join(str(reading.columns[cell.column]).split()))


def _label(value: object) -> str:
    """A row's header as text; a year that was read as a number has no decimals."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else " ".join(str(value or "").split())


def _percentages(points: list[Point], reading: Reading) -> bool:
    """Are the values percentages? Values that are all at most 1, printed without a sign, may be fractions."""
    printed = any("%" in (point.text or "") for point in points) or (reading.unit or "") == PERCENT
    return printed or any(abs(point.value) > 1 for point in points)


def _values(points: list[Point], measure: Measure, reading: Reading) -> list[Fact]:
    """A value fact for each point whose labels fit the measure; rows of the same labels are dropped as ambiguous."""
    scope = Scope.of(reading.chart.context, " ".join((*reading.chart.headings, *titles(reading))))
    series = tuple(dict.fromkeys(point.series for point in points))
    categories = tuple(dict.fromkeys(point.category for point in points))
    header = " ".join(reading.columns[0].split()) if reading.columns else ""
    timed = any(is_time(point.category) for point in points) or any(is_time(name) for name in series)
    found: dict[str, Fact] = {}
    doubled = set()
    for point in points:
        if is_skipped(point.category) or is_skipped(point.series):
            continue
        state: Attached | None = Attached(measure, time="" if timed else measure.time, place=measure.place)
        for label, head, alternatives in ((point.category, header, categories), (point.series, measure.dimension, series)):
            state = attach(state, label, head, alternatives) if state else None
        if state is None:
            continue
        fact = _fact(point, state, scope, reading)
        if fact is None:
            continue
        question = fact.question()
        if question in found:
            doubled.add(question)
        found[question] = fact
    times = [fact.time for fact in found.values()]
    return [fact.but(latest=not timed or fact.time == max(times)) for question, fact in found.items() if question not in doubled]


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
