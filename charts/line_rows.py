"""Where lines are read: the rows of the table, and the height of every line at each of them."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.drawing import Point
from charge_stream.charts.polyline import Fit, Height, fit_heights
from charge_stream.charts.scene import Scene, Trace, median
from charge_stream.charts.xlabels import XAxis

SHIFTS = tuple(step / 2 for step in range(-10, 11))
STRIDES = (10, 5, 4, 3, 2)
CONTRAST = 4.0
LEVEL = 0.6
BENT = 3.0
"""A line bends at a place when it leaves the straight way between its neighbours by this many times its error."""
SPARSE, MARKED = 0.6, 0.75
BETWEEN = 0.4
"""Doubt about a place where another line has a vertex and this one none."""
OVERLAP, STRAYED, SHARP = 0.8, 0.25, 0.2
"""A sharp bend is smoothed: its height is off by this much times the change of slope."""
BLURRED = 0.6
"""The edge of an area may be painted over by a stroke of its own."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a line that a row of the table stands for. `error` is the expected error of y; `hidden`: another line covers it.

    `crowded`: another line or marker overlaps it; `strayed`: the line has bends where no row is; `doubt`:
    the share of rows at which no line bends, if this is one of them, for it may be no data.
    """

    row: int
    x: float
    y: float
    error: float
    marked: bool
    hidden: bool = False
    crowded: bool = False
    strayed: bool = False
    doubt: float = 0.0


Places = list[tuple[float, str]]


def spots_of(lines: list[Trace], across: XAxis, scene: Scene) -> tuple[list[str], dict[Trace, list[Spot]]]:
    """Rows of the table, and for each line where it is read."""
    places = _places(lines, across, scene)
    if scene.grain < 1:
        spots = {line: _drawn_spots(line, places) for line in lines}
        told = {spot.row for found in spots.values() for spot in found if spot.marked}
        return [name for _, name in places], {line: [spot for spot in found if spot.row in told] for line, found in spots.items()}
    whole = {line: _uncovered(line, lines) for line in lines}
    places = _shifted(places, whole, lines)
    places = _with_evidence(places, lines, whole, scene, across.step > 0)
    xs = [x for x, _ in places]
    told = _told(places, whole) if not any(line.nodes for line in lines) else set(range(len(places)))
    doubt = 1 - len(told) / max(len(places), 1)
    result = {line: _fitted_spots(line, whole[line], xs, scene) for line in lines}
    result = {line: [replace(s, doubt=0.0 if s.row in told else doubt) for s in found] for line, found in result.items()}
    return [name for _, name in places], {line: _crowding(line, result) for line in lines}


def _crowding(line: Trace, spots: dict[Trace, list[Spot]]) -> list[Spot]:
    """Points that another line's stroke or marker overlaps by half are marked as crowded."""
    others: dict[int, list[tuple[float, float]]] = {}
    for other, found in spots.items():
        for spot in found if other is not line else ():
            others.setdefault(spot.row, []).append((spot.y, max(other.stroke, other.marker)))
    size = max(line.stroke, line.marker)
    return [replace(spot, crowded=not spot.marked and _overlapped(spot.y, size, others.get(spot.row, []))) for spot in spots[line]]


def _overlapped(y: float, size: float, others: list[tuple[float, float]]) -> bool:
    return any(abs(y - other) < OVERLAP * (size + wide) / 2 for other, wide in others)


def _places(lines: list[Trace], across: XAxis, scene: Scene) -> Places:
    """Every moment on a scale of time; else the labels, moved onto the markers where there are as many."""
    left, right = min(line.points[0][0] for line in lines), max(line.points[-1][0] for line in lines)
    if across.step:
        return across.moments(left, right, scene.grain)
    most = max((line.nodes for line in lines), key=len)
    if len(most) == len(across.labels) > 2:
        return [(node[0], label) for node, (_, label) in zip(most, across.labels, strict=True)]
    return list(across.labels)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A line's points, those under another line taken from it, and the stretches where that was done."""

    points: tuple[Point, ...]
    trust: tuple[float, ...]
    covered: tuple[tuple[float, float], ...]


def _uncovered(line: Trace, lines: Sequence[Trace]) -> _Whole:
    """Where a line runs into another one and comes out of it again, it lay under it."""
    points, covered = list(zip(line.points, line.trust or [1.0] * len(line.points), strict=True)), []
    extra: list[tuple[Point, float]] = []
    for (before, _), (after, _) in itertools.pairwise(points):
        if after[0] - before[0] <= 3:
            continue
        for other in lines:
            reach = (line.stroke + other.stroke) / 2 + 1.5
            if other is line or abs(_at(other, before[0], before[1]) - before[1]) > reach:
                continue
            if abs(_at(other, after[0], after[1]) - after[1]) <= reach:
                extra += [(point, 0.3) for point in other.points if before[0] < point[0] < after[0]]
                covered.append((before[0], after[0]))
                break
    whole = sorted(points + extra)
    return _Whole(tuple(point for point, _ in whole), tuple(trust for _, trust in whole), tuple(covered))


def _at(line: Trace, x: float, y: float) -> float:
    """The other line's height near x, infinite where it is not seen within a few columns."""
    at = bisect.bisect_left(line.points, (x, -math.inf))
    near = line.points[max(at - 4, 0) : at + 5]
    return min((point[1] for point in near if abs(point[0] - x) <= 4), key=lambda other: abs(other - y), default=math.inf)


def _shifted(places: Places, whole: dict[Trace, _Whole], lines: list[Trace]) -> Places:
    """Labels stand a little off their points: all places moved onto the markers, or to where the pieces fit the lines best."""
    if len(places) < 3:
        return places
    pitch = median(b - a for (a, _), (b, _) in itertools.pairwise(places))
    offsets = [
        offset
        for line in lines
        for node in line.nodes
        if abs(offset := node[0] - min(places, key=lambda place: abs(place[0] - node[0]))[0]) <= 0.3 * pitch
    ]
    if offsets:
        return [(x + median(offsets), name) for x, name in places]

    misfits = {
        shift: sum(fit_heights(seen.points, seen.trust, [x + shift for x, _ in places]).residual for seen in whole.values())
        for shift in SHIFTS
        if abs(shift) <= 0.3 * pitch
    }
    best = min(misfits, key=lambda shift: (round(misfits[shift], 3), abs(shift)))
    return [(x + best, name) for x, name in places] if misfits[best] < 0.85 * misfits[0.0] else places


def _with_evidence(places: Places, lines: list[Trace], whole: dict[Trace, _Whole], scene: Scene, dated: bool) -> Places:
    """Places with a marker, where there are markers; else those where a line begins, ends or bends, if these are few."""
    if len(places) < 2:
        return places
    pitch = min(b - a for (a, _), (b, _) in itertools.pairwise(places))
    near = min(0.35 * pitch, 1.5 * scene.text_height)
    if any(line.nodes for line in lines):
        marked = {i for i, (x, _) in enumerate(places) if any(abs(node[0] - x) <= near for line in lines for node in line.nodes)}
        kept = marked | _overlooked(marked, places, whole)
        return [place for i, place in enumerate(places) if i in kept]
    places = _coarser(places, whole) if dated else places
    told = _told(places, whole)
    return [place for i, place in enumerate(places) if i in told] if len(told) < SPARSE * len(places) else places


def _overlooked(marked: set[int], places: Places, whole: dict[Trace, _Whole]) -> set[int]:
    """Where nearly all places from the first marker to the last have one, a bend at another is a marker that was not made out."""
    between = range(min(marked, default=0) + 1, max(marked, default=0))
    return _told(places, whole).intersection(between) if len(marked) >= MARKED * (len(between) + 2) else set()


def _told(places: Places, whole: dict[Trace, _Whole]) -> set[int]:
    """Places at which a line begins, ends or bends, or keeps its height: a slope without a bend needs no data."""
    told: set[int] = set()
    for seen in whole.values():
        fit = fit_heights(seen.points, seen.trust, [x for x, _ in places])
        known = [i for i, height in enumerate(fit.heights) if height is not None]
        told |= {known[0], known[-1]} if known else set()
        told |= {i for i in known[1:-1] if _bends(fit, i)}
    return told


def _coarser(places: Places, whole: dict[Trace, _Whole]) -> Places:
    """Every second, third, … moment only, if the lines bend there and clearly not at the moments between."""
    fine = _misfit(places, whole)
    for stride in STRIDES:
        if len(places) < 4 * stride:
            continue
        misfits = sorted((_misfit(_extended(places[phase::stride]), whole), phase) for phase in range(stride))
        (best, phase), (second, _) = misfits[:2]
        if best <= 2 * fine + 0.05 * len(whole) and second >= CONTRAST * best:
            return places[phase::stride]
    return places


def _misfit(places: Places, whole: dict[Trace, _Whole]) -> float:
    fits = [fit_heights(seen.points, seen.trust, [x for x, _ in places]) for seen in whole.values()]
    return sum(fit.residual + fit.strayed for fit in fits)


def _extended(places: Places) -> Places:
    """A place more on either side, so that the ends of the lines count."""
    step = places[1][0] - places[0][0]
    return [(places[0][0] - step, ""), *places, (places[-1][0] + step, "")]


def _bends(fit: Fit, i: int) -> bool:
    before, here, after = fit.heights[i - 1], fit.heights[i], fit.heights[i + 1]
    if before is None or here is None or after is None or abs(after.y - before.y) < LEVEL:
        return True
    error = math.sqrt(here.error**2 + (before.error**2 + after.error**2) / 4)
    return abs(here.y - (before.y + after.y) / 2) > max(BENT * error, 0.35)


def _fitted_spots(line: Trace, seen: _Whole, xs: list[float], scene: Scene) -> list[Spot]:
    """The line's heights at the places; where it has markers, only between the first and the last of them."""
    points, trust = _with_nodes(line, seen)
    pitch = min((b - a for a, b in itertools.pairwise(xs)), default=math.inf)
    near = min(0.35 * pitch, 1.5 * scene.text_height)
    fit = fit_heights(points, trust, xs) if len(xs) > 1 else Fit((None,) * len(xs), math.inf)
    spots = []
    for row, (x, height) in enumerate(zip(xs, fit.heights, strict=True)):
        node = _node_near(line, x, near)
        hidden = any(low - 1 <= x <= high + 1 for low, high in seen.covered)
        if node is not None and (height is None or abs(height.y - node[1]) > max(3 * height.error, 1.5)):
            height = Height(node[1], 0.7 if height is None else 1.0, 1)
        if height is None or (line.nodes and node is None and not hidden and not _lies_inside(x, line)):
            continue
        error = max(height.error, line.stroke / 2 if hidden else BLURRED * scene.grain if line.area else 0.0)
        error = math.hypot(error, SHARP * _turning(fit, xs, row) * scene.grain)
        spots.append(Spot(row, x, height.y, error, node is not None, hidden, strayed=fit.strayed > STRAYED))
    return spots


def _turning(fit: Fit, xs: list[float], row: int) -> float:
    """The change of slope at a place."""
    slopes = [
        (b.y - a.y) / (xs[j] - xs[i])
        for i, j in ((row - 1, row), (row, row + 1))
        if i >= 0 and j < len(xs) and (a := fit.heights[i]) is not None and (b := fit.heights[j]) is not None
    ]
    return abs(slopes[1] - slopes[0]) if len(slopes) == 2 else 0.0


def _node_near(line: Trace, x: float, reach: float) -> Point | None:
    """The marker or vertex nearest to x, if it is not farther away than `reach`."""
    node = min(line.nodes, key=lambda node: abs(node[0] - x), default=None)
    return node if node is not None and abs(node[0] - x) <= reach else None


def _lies_inside(x: float, line: Trace) -> bool:
    """Between its first and last marker a line is read also where its own marker is not seen, other markers may cover it."""
    return line.nodes[0][0] < x < line.nodes[-1][0]


def _with_nodes(line: Trace, seen: _Whole) -> tuple[tuple[Point, ...], tuple[float, ...]]:
    """Markers count as points of their own; the columns that they widen count little."""
    if not line.nodes:
        return seen.points, seen.trust
    pairs = sorted([*zip(seen.points, seen.trust, strict=True), *((node, 3.0) for node in line.nodes)])
    return tuple(point for point, _ in pairs), tuple(trust for _, trust in pairs)


def _drawn_spots(line: Trace, places: Places) -> list[Spot]:
    """A drawn path is exact: its vertices where they stand at a place, else the straight way between two of them, which may be no data."""
    pitch = min((b - a for (a, _), (b, _) in itertools.pairwise(places)), default=math.inf)
    spots = []
    for row, (x, _) in enumerate(places):
        node = _node_near(line, x, 0.35 * pitch)
        if node is not None:
            spots.append(Spot(row, node[0], node[1], 0.0, True))
        elif (y := _between(line.points, x)) is not None and not any(low < x < high for low, high in line.breaks):
            spots.append(Spot(row, x, y, 0.0, False, doubt=BETWEEN))
    return spots


def _between(points: Sequence[Point], x: float) -> float | None:
    at = bisect.bisect_left(points, (x, -math.inf))
    if not 0 < at < len(points):
        return None
    (x0, y0), (x1, y1) = points[at - 1], points[at]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0) if x1 > x0 else y1
