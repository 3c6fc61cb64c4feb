"""Pies in a drawing: filled sectors that meet in one point, their rim at one distance from it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

from charge_stream.charts.drawing import Point, Shape
from charge_stream.charts.scene import Disc, Wedge

MIN_POINTS = 4
ROUND = 0.02
MEET = 0.3
"""Sectors meet in a point to within this many of the drawing's units."""


def sector_discs(shapes: Sequence[Shape]) -> tuple[Disc, ...]:
    """Discs of at least two sectors that together make a full turn."""
    filled = [shape for shape in shapes if shape.fill is not None and shape.kind == "path" and len(shape.points) >= MIN_POINTS]
    corners = Counter(corner for shape in filled for corner in {_rounded(point) for point in shape.points})
    discs: list[Disc] = []
    for corner, count in sorted(corners.items()):
        if count < 2:
            continue
        centre = next(point for shape in filled for point in shape.points if _rounded(point) == corner)
        members = [shape for shape in filled if min(math.dist(centre, point) for point in shape.points) < MEET]
        wedges = [wedge for shape in members if (wedge := _wedge(shape, centre)) is not None]
        if len(wedges) == len(members) >= 2 and abs(sum(wedge.share for wedge in wedges) - 1) < 0.01:
            radius = max(math.dist(centre, point) for shape in members for point in shape.points)
            discs.append(Disc(centre[0], centre[1], radius, tuple(sorted(wedges, key=lambda wedge: wedge.start))))
    return tuple(discs)


def _rounded(point: Point) -> tuple[int, int]:
    return (round(point[0] * 4), round(point[1] * 4))


def _wedge(shape: Shape, centre: Point) -> Wedge | None:
    """The sector's span in turns, measured on its rim; None where the rim is not round."""
    distances = [math.dist(centre, point) for point in shape.points]
    radius = max(distances)
    rim = [point for point, away in zip(shape.points, distances, strict=True) if away > radius * (1 - ROUND)]
    if shape.fill is None or len(rim) < 2 or radius < 10 or sum(away > 0.1 * radius for away in distances) > len(rim):
        return None
    turns = [math.atan2(x - centre[0], centre[1] - y) / (2 * math.pi) for x, y in rim]
    total = sum((b - a + 0.5) % 1.0 - 0.5 for a, b in itertools.pairwise(turns))
    start = turns[0] % 1.0 if total > 0 else turns[-1] % 1.0
    return Wedge(start, start + abs(total), shape.fill)
