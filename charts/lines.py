"""Line and area charts become facts: each line read at its markers, at every year, or at the labels of the x axis."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.axes import Axis, fit_line, value_axis
from charge_stream.charts.check import Declined
from charge_stream.charts.drawing import Point
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.numbers import is_year
from charge_stream.charts.printed import decimals
from charge_stream.charts.scene import Scene, Trace, Word, distance, saturation, union
from charge_stream.charts.series import SINGLE, coloured_names
from charge_stream.charts.table import Fact, rounded
from charge_stream.charts.understood import Understood
from charge_stream.charts.xlabels import XAxis, x_axis

PRINTED, AT_MARKER, BETWEEN, DOUBTFUL, EXACT = 0.97, 0.8, 0.7, 0.55, 0.95
MAX_SERIES = 12


@dataclass(frozen=True, slots=True)
class _Spot:
    """A point of a line that a row of the table stands for."""

    row: int
    x: float
    y: float
    marked: bool


def read_lines(scene: Scene, entries: list[Entry]) -> Understood:
    """The table of a line chart. Raises `Declined` where the axis, the x labels or the names of the lines are missing."""
    lines = _data_lines(scene.traces, entries)
    kind = "area" if all(line.area for line in lines) else "line"
    if len(lines) > MAX_SERIES:
        raise Declined("too many lines to tell apart", kind)
    axis = value_axis(scene, True)
    keyed = {word for entry in entries for word in entry.words}
    taken = keyed | set(axis.ticks if axis else ())
    left, right = min(line.points[0][0] for line in lines), max(line.points[-1][0] for line in lines)
    lowest = max(y for line in lines for _, y in line.points)
    floor = max(word.y for word in axis.ticks) if axis else lowest
    across = x_axis(scene, floor, left, right, taken)
    if across is None:
        raise Declined("no labels along the x axis found", kind)
    taken |= set(across.words)
    names, used = _names(lines, scene, entries, taken)
    taken |= used
    rows, spots = _spots(lines, across, scene)
    free = [w for w in scene.words if w not in taken and w.level and w.number is not None and w.number.bound is None]
    free = [w for w in free if not is_year(w.text)]
    labels = {line: _labels(line, spots[line], free, scene, lines) for line in lines}
    axis = axis or _axis_of_labels(lines, spots, labels, scene)
    if axis is None and not any(labels.values()):
        raise Declined("no printed values and no axis", kind)
    read = [_fact(spot, names[line], labels[line].get(spot), axis, scene) for line in lines for spot in spots[line]]
    facts, rows = _without_empty([fact for fact in read if fact is not None], rows)
    points = [point for line in lines for point in line.points]
    return Understood(
        kind=kind,
        rows=rows,
        series=[names[line] for line in lines],
        facts=facts,
        plot=union((x, y, x, y) for x, y in points),
        used=taken | {word for found in labels.values() for word in found.values()},
        unit=axis.unit if axis else None,
        scale=axis.scale if axis else None,
    )


def _without_empty(facts: list[Fact], rows: list[str]) -> tuple[list[Fact], list[str]]:
    """Rows at which no line was read are places between the data, not data."""
    kept = sorted({fact.row for fact in facts})
    return [replace(fact, row=kept.index(fact.row)) for fact in facts], [rows[row] for row in kept]


def _data_lines(found: Sequence[Trace], entries: list[Entry]) -> list[Trace]:
    """With a legend only its colours are data; without one, greys and lines without a name are grid or decoration."""
    keyed = [line for line in found if named(line.colour, entries) is not None]
    if len(keyed) >= 2 or (keyed and len(entries) == 1):
        if len(keyed) < len(entries):
            raise Declined("a series of the legend is missing", "line")
        return keyed
    if len(entries) >= 2:
        raise Declined("a series of the legend is missing", "line")
    lines = [line for line in found if line.area] or [line for line in found if saturation(line.colour) >= 24 or line.nodes]
    if not lines:
        raise Declined("no bars, lines or pie found")
    return lines


def _names(lines: list[Trace], scene: Scene, entries: list[Entry], taken: set[Word]) -> tuple[dict[Trace, str], set[Word]]:
    if len(lines) == 1:
        entry = named(lines[0].colour, entries)
        return {lines[0]: entry.name if entry else SINGLE}, set()
    by_legend = {line: entry.name for line in lines if (entry := named(line.colour, entries)) is not None}
    if len(set(by_legend.values())) == len(lines):
        return by_legend, set()
    names: dict[Trace, str] = {}
    used: set[Word] = set()
    inked = coloured_names([line.colour for line in lines], scene, taken)
    for line in lines:
        x, y = line.points[-1]
        ends = [w for w in scene.words if w not in taken | used and w.number is None and -8 <= w.box[0] - x <= 4 * scene.text_height]
        beside = min((w for w in ends if abs(w.y - y) <= scene.text_height), key=lambda w: abs(w.y - y), default=None)
        if line.colour in inked:
            names[line] = inked[line.colour][0]
            used |= set(inked[line.colour][1])
        elif beside is not None:
            names[line] = beside.text
            used.add(beside)
    if len(set(names.values())) < len(lines):
        raise Declined("the lines have no names", "line")
    return names, used


def _spots(lines: list[Trace], across: XAxis, scene: Scene) -> tuple[list[str], dict[Trace, list[_Spot]]]:
    """Rows of the table, and for each line where it is read: at its markers if it has any, else wherever a row stands."""
    rows = _rows(lines, across)
    pitch = min((b - a for (a, _), (b, _) in itertools.pairwise(rows)), default=lines[0].points[-1][0] - lines[0].points[0][0])
    near = min(0.35 * pitch, 1.5 * scene.text_height)
    nodes = [[_nearest(line, x, near) for x, _ in rows] for line in lines]
    if any(line.nodes for line in lines):
        kept = [row for row in range(len(rows)) if any(found[row] is not None for found in nodes)]
    else:
        kept = list(range(len(rows)))
    result: dict[Trace, list[_Spot]] = {}
    for line, found in zip(lines, nodes, strict=True):
        spots = []
        for at, row in enumerate(kept):
            node, x = found[row], rows[row][0]
            if node is not None:
                spots.append(_Spot(at, node[0], node[1], True))
            elif line.nodes and not line.nodes[0][0] < x < line.nodes[-1][0]:
                continue
            elif (y := _height(line, x, 0.3 * pitch, max(1.2 * scene.text_height, 0.6 * pitch))) is not None:
                spots.append(_Spot(at, x, y, False))
        result[line] = spots
    return [rows[row][1] for row in kept], result


def _rows(lines: list[Trace], across: XAxis) -> list[tuple[float, str]]:
    """Every year on a scale of years; else the labels, moved onto the markers where there are as many."""
    left, right = min(line.points[0][0] for line in lines), max(line.points[-1][0] for line in lines)
    if across.per_year:
        return across.years(left, right)
    most = max((line.nodes for line in lines), key=len)
    if len(most) == len(across.labels) > 2:
        return [(node[0], label) for node, (_, label) in zip(most, across.labels, strict=True)]
    return list(across.labels)


def _nearest(line: Trace, x: float, reach: float) -> Point | None:
    node = min(line.nodes, key=lambda node: abs(node[0] - x), default=None)
    return node if node is not None and abs(node[0] - x) <= reach else None


def _height(line: Trace, x: float, beyond: float, widest: float = math.inf) -> float | None:
    """The line's height at x, interpolated over gaps up to `widest`; the end's height up to `beyond` past it."""
    points = line.points
    if x < points[0][0]:
        return points[0][1] if points[0][0] - x <= beyond else None
    if x > points[-1][0]:
        return points[-1][1] if x - points[-1][0] <= beyond else None
    at = bisect.bisect_left(points, (x, -math.inf))
    if at == 0:
        return points[0][1]
    if at == len(points):
        return points[-1][1]
    (x0, y0), (x1, y1) = points[at - 1], points[at]
    if x1 - x0 > widest and points != line.nodes:
        return None
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0) if x1 > x0 else y1


def _labels(line: Trace, spots: list[_Spot], free: Sequence[Word], scene: Scene, lines: list[Trace]) -> dict[_Spot, Word]:
    """Printed values just above or below the line's points, nearest first, words in another line's colour left to it."""
    options = []
    for i, spot in enumerate(spots):
        for j, word in enumerate(free):
            dx, dy = abs(word.x - spot.x), spot.y - word.y
            if dx > max(8 * scene.grain, 0.5 * (word.box[2] - word.box[0])) or abs(dy) > 2.2 * scene.text_height:
                continue
            if saturation(word.colour) > 40 and min(lines, key=lambda other: distance(other.colour, word.colour)) is not line:
                continue
            crowd = min(abs(_gap(other, word)) for other in lines) if len(lines) > 1 else abs(dy)
            if abs(_gap(line, word)) > crowd + 1e-6 and saturation(word.colour) <= 40:
                continue
            options.append((dx + abs(abs(dy) - scene.text_height), i, j))
    pairs: dict[_Spot, Word] = {}
    used: set[int] = set()
    for _, i, j in sorted(options):
        if spots[i] not in pairs and j not in used:
            pairs[spots[i]] = free[j]
            used.add(j)
    return pairs


def _gap(line: Trace, word: Word) -> float:
    height = _height(line, word.x, 20)
    return math.inf if height is None else height - word.y


def _axis_of_labels(
    lines: list[Trace], spots: dict[Trace, list[_Spot]], labels: dict[Trace, dict[_Spot, Word]], scene: Scene
) -> Axis | None:
    """Without ticks, the printed values themselves fix the axis, if most of them lie on one straight scale."""
    pairs = [(spot, word) for line in lines for spot, word in labels[line].items()]
    if len(pairs) < 4:
        return None
    values = [word.number.value for _, word in pairs if word.number is not None]
    axis = fit_line([word for _, word in pairs], [-spot.y for spot, _ in pairs], values, False, 3.5 * scene.grain)
    return axis if axis is not None and axis.slope > 0 and len(axis.ticks) >= 0.6 * len(pairs) else None


def _fact(spot: _Spot, series: str, label: Word | None, axis: Axis | None, scene: Scene) -> Fact | None:
    """The printed value if the height agrees with it, else the measured one."""
    measured = axis.value(-spot.y) if axis is not None else None
    if label is not None and label.number is not None:
        value = label.number.value
        if measured is None:
            return Fact(spot.row, series, value, label.text, DOUBTFUL, label.box)
        slack = axis.per_unit * max(4 * scene.grain, 0.25 * scene.text_height) if axis is not None and not axis.log else 0.05 * abs(value)
        if abs(value - measured) <= slack + 0.5 * 10.0 ** -decimals(label.text):
            return Fact(spot.row, series, value, label.text, PRINTED if label.score >= 0.9 else 0.85, label.box)
    if measured is None or axis is None:
        return None
    step = scene.grain * axis.slope * (abs(measured) * math.log(10) if axis.log else 1.0)
    confidence = EXACT if scene.grain < 1 and spot.marked else AT_MARKER if spot.marked else BETWEEN
    return Fact(
        spot.row, series, rounded(measured, step), None, confidence if label is None else DOUBTFUL, _around((spot.x, spot.y), scene)
    )


def _around(point: Point, scene: Scene) -> tuple[float, float, float, float]:
    half = 0.4 * scene.text_height
    return (point[0] - half, point[1] - half, point[0] + half, point[1] + half)
