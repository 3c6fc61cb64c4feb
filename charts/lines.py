"""Line and area charts become facts: each line read at its markers, at every year, or at the labels of the x axis."""

from __future__ import annotations

import math
from dataclasses import replace

from charge_stream.charts.axes import Axis, axis_on_floor, value_axis
from charge_stream.charts.check import Declined
from charge_stream.charts.drawing import Point
from charge_stream.charts.legend import Entry
from charge_stream.charts.line_labels import Labels, agrees, labelled
from charge_stream.charts.line_names import data_lines, legend_of_lines, line_names, names_left
from charge_stream.charts.line_rows import Spot, spots_of
from charge_stream.charts.measured import SAFE, TOLERANCE, Steps, data_steps, likelihood, spread
from charge_stream.charts.printed import decimals
from charge_stream.charts.scene import Scene, Trace, Word, median, union
from charge_stream.charts.table import Fact, rounded
from charge_stream.charts.understood import Understood
from charge_stream.charts.xlabels import x_axis

PRINTED, DOUBTFUL, MEASURED = 0.97, 0.55, 0.97
COVERED, CROWDED, CONTRADICTED = 0.8, 0.9, 0.6
"""A point under another line, one beside it, and one whose label says something else, are less certain."""
LOGARITHMIC = 0.9
CLEAR, NAMELESS = 0.8, 0.7
"""A name that was hardly recognised, or that no line has, takes confidence from all cells: names that overlap hide lines that do."""
UNEVEN, SNAPPED = 0.25, 0.8
"""Drawing programs shift points a little, and grid lines onto whole pixels: in grains."""
MARKED = 0.6
MAX_SERIES = 12


def read_lines(scene: Scene, entries: list[Entry]) -> Understood:
    """The table of a line chart. Raises `Declined` where the axis, the x labels or the names of the lines are missing."""
    entries = legend_of_lines(scene.traces, entries)
    lines = _marked_alike(data_lines(scene.traces, entries, scene))
    kind = "area" if all(line.area for line in lines) else "line"
    if len(lines) > MAX_SERIES:
        raise Declined("too many lines to tell apart", kind)
    left, right = min(line.points[0][0] for line in lines), max(line.points[-1][0] for line in lines)
    lowest = max(y for line in lines for _, y in line.points)
    axis = value_axis(scene, True) or _axis_on_rule(scene, left, right, lowest)
    keyed = {word for entry in entries for word in entry.words}
    taken = keyed | set(axis.ticks if axis else ())
    floor = max(word.y for word in axis.ticks) if axis else lowest
    across = x_axis(scene, floor, left, right, taken)
    if across is None:
        raise Declined("no labels along the x axis found", kind)
    taken |= set(across.words)
    names, used = line_names(lines, scene, entries, taken)
    taken |= used
    rows, spots = spots_of(lines, across, scene)
    labels, axis = labelled(lines, spots, scene, taken, axis)
    if axis is None and not labels:
        raise Declined("no printed values and no axis", kind)
    facts, rows = _without_empty(_facts(spots, names, labels, axis, scene), rows)
    if any(word.score < CLEAR for word in used | keyed) or names_left(lines, used, scene, taken - used):
        facts = [replace(fact, confidence=fact.confidence * NAMELESS) for fact in facts]
    points = [point for line in lines for point in line.points]
    return Understood(
        kind=kind,
        rows=rows,
        series=[names[line] for line in lines],
        facts=facts,
        plot=union((x, y, x, y) for x, y in points),
        used=taken | set(labels.values()),
        unit=axis.unit if axis else None,
        scale=axis.scale if axis else None,
        ticks=axis.ticks if axis else (),
        colours={name: line.colour for line, name in names.items()},
    )


def _marked_alike(lines: list[Trace]) -> list[Trace]:
    """Lines of one chart are drawn alike: where markers are made out on fewer than half of them as on one, they are no guide."""
    most = max(len(line.nodes) for line in lines)
    if sum(len(line.nodes) >= MARKED * most for line in lines) >= 0.5 * len(lines):
        return lines
    return [replace(line, nodes=(), marker=0.0) for line in lines]


def _axis_on_rule(scene: Scene, left: float, right: float, lowest: float) -> Axis | None:
    """The axis of two labels whose zero is a rule under the `lowest` point of all lines, as the x axis is."""
    floors = [rule for rule in scene.level_rules if rule >= lowest - 2 * scene.grain]
    found = (axis_on_floor(scene, True, -rule, left, right) for rule in floors)
    return next((axis for axis in found if axis is not None), None)


def _without_empty(facts: list[Fact], rows: list[str]) -> tuple[list[Fact], list[str]]:
    """Rows at which no line was read are places between the data, not data."""
    kept = sorted({fact.row for fact in facts})
    return [replace(fact, row=kept.index(fact.row)) for fact in facts], [rows[row] for row in kept]


def _facts(spots: dict[Trace, list[Spot]], names: dict[Trace, str], labels: Labels, axis: Axis | None, scene: Scene) -> list[Fact]:
    """Printed values where the heights agree with them, else measured ones, rounded as the data seems to be."""
    steps, extent = None, 0.0
    if axis is not None:
        extent = spread(axis.value(-spot.y) for found in spots.values() for spot in found)
    if axis is not None and not axis.log:
        error = median(math.hypot(spot.error, UNEVEN * scene.grain) for found in spots.values() for spot in found) * axis.per_unit
        measured = [[axis.value(-spot.y) for spot in found if not spot.hidden] for found in spots.values()]
        steps = data_steps(measured, error, max(SNAPPED * scene.grain, axis.error) * axis.per_unit, exact=scene.grain < 1)
        steps = steps or _printed_steps(list(labels.values()), error)
    read = [
        _fact(spot, names[line], labels.get((line, spot)), axis, steps, extent, scene) for line, found in spots.items() for spot in found
    ]
    return [fact for fact in read if fact is not None]


def _printed_steps(labels: list[Word], error: float) -> Steps | None:
    """Values printed beside some points show how all were rounded."""
    if len(labels) < 3:
        return None
    step = 10.0 ** -max(decimals(word.text) for word in labels)
    return Steps(step, 0.0, 0.0, 0.0, error) if step >= SAFE * error else None


def _error(spot: Spot, axis: Axis, scene: Scene) -> float:
    """The expected error of the value read at a point."""
    drawn = math.hypot(spot.error, axis.error, UNEVEN * scene.grain)
    return drawn * axis.per_unit * (abs(axis.value(-spot.y)) * math.log(10) if axis.log else 1.0)


def _fact(spot: Spot, series: str, label: Word | None, axis: Axis | None, steps: Steps | None, extent: float, scene: Scene) -> Fact | None:
    if label is not None and label.number is not None:
        value = label.number.value
        if axis is None:
            return Fact(spot.row, series, value, label.text, DOUBTFUL, label.box)
        if agrees(value, spot, label, axis, scene):
            return Fact(spot.row, series, value, label.text, PRINTED if label.score >= 0.9 else 0.85, label.box)
    if axis is None:
        return None
    measured, error = axis.value(-spot.y), _error(spot, axis, scene)
    if steps is not None:
        value, confidence = steps.nearest(measured)
    else:
        value, confidence = rounded(measured, error), likelihood(error, TOLERANCE * extent)
    confidence = min(confidence, MEASURED) * (1 - spot.doubt / 2) * (LOGARITHMIC if axis.log else 1.0)
    confidence *= COVERED if spot.hidden else CROWDED if spot.crowded else 1.0
    confidence *= CONTRADICTED if label is not None or spot.strayed else 1.0
    return Fact(spot.row, series, value, None, confidence, _around((spot.x, spot.y), scene))


def _around(point: Point, scene: Scene) -> tuple[float, float, float, float]:
    half = 0.4 * scene.text_height
    return (point[0] - half, point[1] - half, point[0] + half, point[1] + half)
