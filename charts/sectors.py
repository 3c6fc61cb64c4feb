"""Pies and rings in a drawing: filled sectors around one point, their rims at one distance from it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

from charge_stream.charts.drawing import Point, Shape
from charge_stream.charts.scene import Disc, Wedge

MIN_POINTS, MIN_RING = 4, 10
ROUND = 0.02
MEET = 0.3
"""Sectors meet in a point to within this many of the drawing's units."""
GRAIN = 0.05


def sector_discs(shapes: Sequence[Shape]) -> tuple[Disc, ...]:
    """Discs of at least two sectors that together make a full turn: of a pie they share a corner, of a ring the middle of their arcs."""
    filled = [shape for shape in shapes if shape.fill is not None and shape.kind == "path" and len(shape.points) >= MIN_POINTS]
    return tuple(disc for centre, members in (*_meeting(filled), *_ringed(filled)) if (disc := _disc(centre, members)) is not None)


def _meeting(filled: Sequence[Shape]) -> Iterator[tuple[Point, list[Shape]]]:
    """Points that are corners of several shapes, with these."""
    corners = Counter(corner for shape in filled for corner in {_rounded(point) for point in shape.points})
    for corner, count in sorted(corners.items()):
        if count >= 2:
            centre = next(point for shape in filled for point in shape.points if _rounded(point) == corner)
            yield centre, [shape for shape in filled if min(math.dist(centre, point) for point in shape.points) < MEET]


def _ringed(filled: Sequence[Shape]) -> Iterator[tuple[Point, list[Shape]]]:
    """Points around which several shapes run, with these."""
    left = [(shape, middle) for shape in filled if len(shape.points) >= MIN_RING and (middle := _middle(shape)) is not None]
    while left:
        centre = left[0][1]
        members = [shape for shape, middle in left if math.dist(middle, centre) < MEET]
        left = [(shape, middle) for shape, middle in left if math.dist(middle, centre) >= MEET]
        yield centre, members


def _middle(shape: Shape) -> Point | None:
    """The centre of the circle that the first half of a shape's vertices lies on; None where that is no circle, or no ring's."""
    arc = shape.points[: len(shape.points) // 2 - 1]
    (ax, ay), (bx, by), (cx, cy) = arc[0], arc[len(arc) // 2], arc[-1]
    twice = 2 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
    if abs(twice) < 1e-6:
        return None
    b, c = (bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2
    x, y = ax + ((cy - ay) * b - (by - ay) * c) / twice, ay + ((bx - ax) * c - (cx - ax) * b) / twice
    away = [math.dist((x, y), point) for point in arc]
    nearest = min(math.dist((x, y), point) for point in shape.points)
    return (x, y) if max(away) - min(away) < MEET and nearest > MEET else None


def _disc(centre: Point, members: Sequence[Shape]) -> Disc | None:
    wedges = [wedge for shape in members if (wedge := _wedge(shape, centre)) is not None]
    if not len(wedges) == len(members) >= 2 or abs(sum(wedge.share for wedge in wedges) - 1) >= 0.01:
        return None
    radius = max(math.dist(centre, point) for shape in members for point in shape.points)
    return Disc(centre[0], centre[1], radius, tuple(sorted(wedges, key=lambda wedge: wedge.start)))


def _rounded(point: Point) -> tuple[int, int]:
    return (round(point[0] * 4), round(point[1] * 4))


def _wedge(shape: Shape, centre: Point) -> Wedge | None:
    """The sector's span in turns, measured on its rim; None where the rim is not round."""
    points = list(shape.points[:-1] if math.dist(shape.points[0], shape.points[-1]) < GRAIN else shape.points)
    distances = [math.dist(centre, point) for point in points]
    radius = max(distances)
    inner = [index for index, away in enumerate(distances) if away <= radius * (1 - ROUND)]
    if shape.fill is None or len(points) - len(inner) < 2 or radius < 10:
        return None
    if inner and max(distances[index] for index in inner) - min(distances[index] for index in inner) > 0.1 * radius:
        return None
    # The rim is followed from where it begins, wherever the outline does.
    begin = next((index for index in inner if (index + 1) % len(points) not in inner), -1) + 1
    rim = [points[index % len(points)] for index in range(begin, begin + len(points)) if index % len(points) not in inner]
    turns = [math.atan2(x - centre[0], centre[1] - y) / (2 * math.pi) for x, y in rim]
    total = sum((b - a + 0.5) % 1.0 - 0.5 for a, b in itertools.pairwise(turns))
    start = turns[0] % 1.0 if total > 0 else turns[-1] % 1.0
    return Wedge(start, start + abs(total), shape.fill)
