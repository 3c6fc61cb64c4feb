"""Polylines to shapes of a drawing: upright rectangles and single lines are recognised, however they were drawn."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.charts.drawing import RGB, Point, Shape

_SLACK = 0.02
"""How far, in the drawing's units, corners may miss."""


def shape_of(
    points: Sequence[Point], *, closed: bool, fill: RGB | None, stroke: RGB | None, stroke_width: float = 0.0, straight: bool = True
) -> Shape | None:
    """The shape of one subpath in final coordinates; None when nothing is painted or it has no extent."""
    if fill is None and stroke is None:
        return None
    corners = _without_repeats(points)
    if len(corners) < 2:
        return None
    if len(corners) == 2:
        return Shape("line", tuple(corners), None, stroke or fill, stroke_width) if stroke or not closed else None
    if straight and (closed or fill is not None) and (box := _upright(corners)):
        return Shape("rect", box, fill, stroke, stroke_width, closed=True)
    return Shape("path", tuple(corners), fill, stroke, stroke_width, closed)


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        if not kept or abs(point[0] - kept[-1][0]) > 1e-9 or abs(point[1] - kept[-1][1]) > 1e-9:
            kept.append((round(point[0], 4), round(point[1], 4)))
    return kept


def _upright(points: list[Point]) -> tuple[Point, Point] | None:
    """Two opposite corners, when the vertices are those of an upright rectangle."""
    corners = points[:-1] if _near(points[0], points[-1]) else points
    if len(corners) != 4:
        return None
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    ring = {(_side(x, left, right), _side(y, top, bottom)) for x, y in corners}
    if len(ring) != 4 or any(None in corner for corner in ring):
        return None
    first, third = corners[0], corners[2]
    if _side(first[0], left, right) == _side(third[0], left, right) or _side(first[1], top, bottom) == _side(third[1], top, bottom):
        return None
    return (left, top), (right, bottom)


def _side(value: float, low: float, high: float) -> int | None:
    if abs(value - low) <= _SLACK and high - low > _SLACK:
        return 0
    return 1 if abs(value - high) <= _SLACK else None


def _near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) <= _SLACK and abs(a[1] - b[1]) <= _SLACK
