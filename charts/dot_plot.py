"""Dot plots and dumbbells: a row (or a column) of dots for each category, a colour for each series, a value for each place."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.axes import Axis, fit_line, value_axis
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.categories import categories, lanes_of
from charge_stream.charts.check import Declined
from charge_stream.charts.in_line import in_line
from charge_stream.charts.legend import Entry
from charge_stream.charts.measured import TOLERANCE, data_steps, likelihood, spread
from charge_stream.charts.printed import cheapest_pairs, decimals
from charge_stream.charts.scene import Dot, Mark, Scene, Trace, Word, distance, median, union
from charge_stream.charts.series import Names, bar_series
from charge_stream.charts.table import Fact, rounded
from charge_stream.charts.turned import turn
from charge_stream.charts.understood import Understood

KIND = "dot"
IN_LINE = 0.25
"""Dots of a row lie within this share of their radius of one line."""
EVEN = 0.15
LEAST_ROWS, LEAST_DOTS = 2, 4
MAX_SERIES = 6
NEAR = 1.8
"""A printed value stands within this many text heights of its dot."""
PRINTED, UNPROVEN, MEASURED, CONTRADICTED = 0.97, 0.6, 0.97, 0.6
CENTRE = 0.4
"""How far, in grains, the centre of a dot may be off."""
MARKERS = 3


@dataclass(frozen=True, slots=True)
class DotRows:
    """The dots of a dot plot with the row of each; `upright` where values grow up the page and the rows are columns."""

    upright: bool
    lanes: tuple[float, ...]
    dots: tuple[tuple[Dot, int], ...]

    def position(self, dot: Dot) -> float:
        """Where the value of a dot is read."""
        return -dot.y if self.upright else dot.x

    def as_bars(self) -> Bars:
        """The same as marks in lanes: names stand where they stand beside bars."""
        marks = [(Mark(dot.box, dot.colour), lane) for dot, lane in self.dots]
        bars = sorted((Bar(mark, turn(mark.box, self.upright), lane) for mark, lane in marks), key=lambda bar: (bar.lane, bar.span.l0))
        start = min(bar.span.l0 for bar in bars)
        several = len({dot.colour for dot, _ in self.dots}) > 1
        return Bars(self.upright, start, 2 * median(dot.radius for dot, _ in self.dots), self.lanes, tuple(bars), several, 0.0)


def plain_dots(scene: Scene, entries: list[Entry]) -> list[Dot]:
    """The dots that are neither keys of the legend nor markers of a line."""
    keys = [entry.swatch.box for entry in entries]
    free = [dot for dot in scene.dots if not any(x0 - 2 <= dot.x <= x1 + 2 and y0 - 2 <= dot.y <= y1 + 2 for x0, y0, x1, y1 in keys)]
    colours = {dot.colour for dot in free}
    strung = {
        colour
        for colour in colours
        if any(_strung(line, [dot for dot in free if dot.colour == colour], scene.grain < 1) for line in scene.traces)
    }
    return [dot for dot in free if dot.colour not in strung]


def _strung(line: Trace, dots: Sequence[Dot], drawn: bool) -> bool:
    """A line of their colour runs through most of the dots. In a picture much of it must be seen between them."""
    if distance(line.colour, dots[0].colour) > 24:
        return False
    inside = [dot for dot in dots if any(abs(x - dot.x) <= 1 and abs(y - dot.y) <= dot.radius for x, y in line.points)]
    between = sum(1 for x, y in line.points if all(math.hypot(x - dot.x, y - dot.y) > 1.3 * dot.radius for dot in dots))
    return len(inside) >= max(MARKERS, 0.6 * len(dots)) and (drawn or between >= 0.4 * len(line.points))


def find_dot_rows(dots: Sequence[Dot]) -> DotRows | None:
    """Dots of one size on few parallel lines, no colour twice on a line; None where they lie otherwise."""
    usual = median(dot.radius for dot in dots)
    alike = [dot for dot in dots if abs(dot.radius - usual) <= max(1.0, 0.15 * usual)]
    if len(alike) < max(LEAST_DOTS, 0.9 * len(dots)) or len({dot.colour for dot in alike}) > MAX_SERIES:
        return None
    views = [view for upright in (False, True) if (view := _view(alike, upright, usual)) is not None]
    return min(views, key=lambda view: len(view.lanes)) if views else None


def _view(dots: Sequence[Dot], upright: bool, radius: float) -> DotRows | None:
    def across(dot: Dot) -> float:
        return dot.x if upright else dot.y

    rows = in_line(dots, across, IN_LINE * radius + 0.5)
    lanes = [median(map(across, row)) for row in rows]
    twice = any(len({dot.colour for dot in row}) < len(row) for row in rows)
    if len(rows) < LEAST_ROWS or twice or any(b - a < 1.2 * radius for a, b in itertools.pairwise(lanes)):
        return None
    paired = sum(len(row) > 1 for row in rows) >= 0.6 * len(rows)
    if not paired and not _even(lanes):
        return None
    return DotRows(upright, tuple(lanes), tuple((dot, i) for i, row in enumerate(rows) for dot in row))


def _even(lanes: Sequence[float]) -> bool:
    """At even steps, but for gaps of whole steps: dots that only happen to lie somewhere do not."""
    steps = [b - a for a, b in itertools.pairwise(lanes)]
    step = min(steps)
    return len(lanes) >= MARKERS and all(abs(s / step - round(s / step)) <= EVEN for s in steps) and max(steps) <= 3.2 * step


def read_dots(found: DotRows, scene: Scene, entries: list[Entry]) -> Understood:
    """The table of a dot plot. Raises `Declined` where rows or series have no names, or prints and places disagree."""
    bars = found.as_bars()
    axis = value_axis(scene, found.upright)
    taken = {word for entry in entries for word in entry.words} | set(axis.ticks if axis else ())
    names, used = bar_series(bars, scene, entries, taken)
    if not names:
        raise Declined("the series have no names", KIND)
    shown = set(names.values())
    if any(entry.name not in shown for entry in entries):
        raise Declined("a series of the legend is missing", KIND)
    taken |= used
    rows = categories(bars, scene, taken)
    if not rows:
        raise Declined("no category labels found", KIND)
    taken |= {word for row in rows for word in row.words}
    labels = _labels(found, scene, [word for word in scene.words if word not in taken])
    rule = _rule(found, labels, scene)
    if axis is None and rule is None:
        raise Declined("no printed values and no axis", KIND)
    facts = _facts(found, lanes_of(rows), names, labels, axis, rule, scene)
    units = {word.number.unit for word in labels.values() if word.number is not None and word.number.unit}
    return Understood(
        kind=KIND,
        rows=[row.name for row in rows],
        series=[name for name in dict.fromkeys([*(entry.name for entry in entries), *names.values()]) if name in shown],
        facts=facts,
        plot=union(dot.box for dot, _ in found.dots),
        used=taken | set(labels.values()),
        unit=units.pop() if len(units) == 1 else axis.unit if axis else None,
        scale=axis.scale if axis else None,
        ticks=axis.ticks if axis else (),
        colours={name: colour for colour, name in names.items()},
    )


def _labels(found: DotRows, scene: Scene, free: Sequence[Word]) -> dict[Dot, Word]:
    """The printed value of each dot: the number nearest to it, nearest pairs first."""
    numbers = [word for word in free if word.number is not None and word.number.bound is None and word.level]
    dots = [dot for dot, _ in found.dots]
    options = [
        (gap, i, j) for i, dot in enumerate(dots) for j, word in enumerate(numbers) if (gap := _gap(dot, word)) <= NEAR * scene.text_height
    ]
    return cheapest_pairs(options, dots, numbers)


def _gap(dot: Dot, word: Word) -> float:
    """From the dot's rim to the word's box; words that stand askew count as farther."""
    x0, y0, x1, y1 = word.box
    across, up = max(x0 - dot.x, dot.x - x1, 0.0), max(y0 - dot.y, dot.y - y1, 0.0)
    askew = min(abs(word.x - dot.x), abs(word.y - dot.y))
    return max(math.hypot(across, up) - dot.radius, 0.0) + askew


def _rule(found: DotRows, labels: dict[Dot, Word], scene: Scene) -> Axis | None:
    """The straight line on which printed values lie over their places: the dots are then an axis of their own. Where there are labels
    enough to tell and they obey no line, marks and labels disagree."""
    pairs = [(dot, word, word.number.value) for dot, word in labels.items() if word.number is not None]
    if len(pairs) < MARKERS:
        return None
    places = [found.position(dot) for dot, _, _ in pairs]
    values = [value for *_, value in pairs]
    extent = max(values) - min(values)
    rounding = 0.5 * 10.0 ** -max(decimals(word.text) for _, word, _ in pairs) * (max(places) - min(places)) / extent if extent else 0.0
    line = fit_line([word for _, word, _ in pairs], places, values, False, max(2 * scene.grain, 0.1 * scene.text_height) + rounding)
    if (line is None or line.slope <= 0) and len(pairs) >= 0.6 * len(found.dots):
        raise Declined("marks and labels disagree", KIND)
    return line if line is not None and line.slope > 0 else None


def _facts(
    found: DotRows,
    home: dict[int, int],
    names: Names,
    labels: dict[Dot, Word],
    axis: Axis | None,
    rule: Axis | None,
    scene: Scene,
) -> list[Fact]:
    """Printed values that lie on the line of all, else values measured on the axis or along that line."""
    scale = axis or rule
    agreed = set(rule.ticks) if rule is not None else set()
    if scale is None:
        return []
    step = scale.per_unit
    error = math.hypot(CENTRE * scene.grain, scale.error) * step
    measured = {dot: scale.value(found.position(dot)) for dot, _ in found.dots}
    extent = spread(measured.values())
    by_colour = itertools.groupby(sorted(measured, key=lambda dot: dot.colour), key=lambda dot: dot.colour)
    steps = None if scale.log else data_steps([[measured[d] for d in group] for _, group in by_colour], error, error, scene.grain < 1)
    # Three prints on a line may be chance; with an axis, or more of them, they are not.
    printed = PRINTED if axis is not None or len(agreed) > MARKERS else UNPROVEN
    facts: list[Fact] = []
    for dot, lane in found.dots:
        label, text = labels.get(dot), None
        if lane not in home:
            continue
        if label is not None and label.number is not None and label in agreed:
            value, text, chance = label.number.value, label.text, printed * label.clearness
        else:
            own = error * (abs(measured[dot]) * math.log(10) if scale.log else 1.0)
            value, chance = steps.nearest(measured[dot]) if steps else (rounded(measured[dot], own), likelihood(own, TOLERANCE * extent))
            chance = min(chance, MEASURED) * (CONTRADICTED if label else 1.0)
        facts.append(Fact(home[lane], names[dot.colour], value, text, chance, dot.box))
    return facts
