"""The ``d`` of an SVG path to polylines (SVG 1.1, section 8.3); curves flattened."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from charge_stream.charts.drawing import Point

_STEPS = 8
"""Straight pieces one curve becomes."""
_ARC_STEP = math.radians(7.5)
_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG_RUN = re.compile(r"[Aa][^A-Za-z]*")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass
class Subpath:
    """One stroke of the pen; ``straight`` when no curve was flattened."""

    points: list[Point] = field(default_factory=list)
    closed: bool = False
    straight: bool = True


def subpaths(d: str) -> list[Subpath]:
    """The subpaths of a path's data in order. As the standard says, what stands before an error is drawn."""
    pen = _Pen()
    for command, arguments in _commands(d):
        pen.draw(command, arguments)
    return [path for path in pen.paths if len(path.points) > 1]


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with as many numbers as it takes; numbers that go on repeat it (a moveto as lineto)."""
    command, numbers = "", list[float]()
    for letter, number in _TOKEN.findall(_FLAG_RUN.sub(lambda run: _spaced_flags(run[0]), d)):
        if letter:
            command, numbers = letter, []
            if letter in "Zz":
                yield letter, []
            continue
        numbers.append(float(number))
        if command and len(numbers) == _TAKES[command.upper()]:
            yield command, numbers
            command, numbers = {"M": "L", "m": "l"}.get(command, command), []


_ARC = re.compile(r"([-+.\deE]+[\s,]+[-+.\deE]+[\s,]+[-+.\deE]+[\s,]+)([01])[\s,]*([01])[\s,]*")


def _spaced_flags(run: str) -> str:
    """Arc flags may be written without spaces (``a5 5 0 0110 0``); this parts them."""
    return _ARC.sub(r"\1 \2 \3 ", run)


class _Pen:
    def __init__(self) -> None:
        self.paths: list[Subpath] = []
        self.at: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""

    def draw(self, command: str, values: list[float]) -> None:
        kind = command.upper()
        base = self.at if command.islower() else (0.0, 0.0)
        if kind == "M":
            self.at = (base[0] + values[0], base[1] + values[1])
            self.paths.append(Subpath([self.at]))
        elif kind == "Z":
            self._close()
        else:
            self._start()
            _DRAW[kind](self, base, values)
        self.last = kind

    def _start(self) -> None:
        if not self.paths or self.paths[-1].closed:
            self.paths.append(Subpath([self.at]))

    def _close(self) -> None:
        if self.paths and self.paths[-1].points:
            self.paths[-1].closed = True
            self.at = self.paths[-1].points[0]

    def _to(self, point: Point) -> None:
        self.paths[-1].points.append(point)
        self.at = point

    def line(self, base: Point, values: list[float]) -> None:
        self._to((base[0] + values[0], base[1] + values[1]))

    def horizontal(self, base: Point, values: list[float]) -> None:
        self._to((base[0] + values[0], self.at[1]))

    def vertical(self, base: Point, values: list[float]) -> None:
        self._to((self.at[0], base[1] + values[0]))

    def cubic(self, base: Point, values: list[float]) -> None:
        points = _pairs(base, values)
        if len(points) == 2:
            points.insert(0, self._reflected("CS"))
        self._curve([self.at, *points])
        self.control = points[1]

    def quadratic(self, base: Point, values: list[float]) -> None:
        points = _pairs(base, values)
        if len(points) == 1:
            points.insert(0, self._reflected("QT"))
        self._curve([self.at, *points])
        self.control = points[0]

    def arc(self, base: Point, values: list[float]) -> None:
        rx, ry, turn, large, sweep, x, y = values
        end = (base[0] + x, base[1] + y)
        self.paths[-1].straight = False
        for point in arc_points(self.at, end, (abs(rx), abs(ry)), math.radians(turn), large=large != 0, sweep=sweep != 0):
            self._to(point)

    def _reflected(self, kinds: str) -> Point:
        if self.last not in tuple(kinds) or self.control is None:
            return self.at
        return (2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1])

    def _curve(self, points: list[Point]) -> None:
        self.paths[-1].straight = False
        for step in range(1, _STEPS + 1):
            self._to(bezier(points, step / _STEPS))


_DRAW: dict[str, Callable[[_Pen, Point, list[float]], None]] = {
    "L": _Pen.line,
    "H": _Pen.horizontal,
    "V": _Pen.vertical,
    "C": _Pen.cubic,
    "S": _Pen.cubic,
    "Q": _Pen.quadratic,
    "T": _Pen.quadratic,
    "A": _Pen.arc,
}


def _pairs(base: Point, values: list[float]) -> list[Point]:
    return [(base[0] + x, base[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]


def bezier(points: list[Point], t: float) -> Point:
    """The point at ``t`` in 0..1 of the quadratic or cubic Bézier curve with these control points."""
    u = 1 - t
    cubic = len(points) == 4
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t) if cubic else (u * u, 2 * u * t, t * t, 0.0)
    x = y = 0.0
    for weight, point in zip(weights, points, strict=False):
        x += weight * point[0]
        y += weight * point[1]
    return (x, y)


def arc_points(start: Point, end: Point, radii: Point, turn: float, *, large: bool, sweep: bool) -> list[Point]:
    """Points along an elliptical arc, its end last (SVG 1.1, appendix F.6.5: from end points to centre)."""
    rx, ry = radii
    if rx == 0 or ry == 0 or start == end:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grow = max(1.0, math.sqrt((x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    flat = (rx * y) ** 2 + (ry * x) ** 2
    root = math.sqrt(max(0.0, ((rx * ry) ** 2 - flat) / flat)) * (-1 if large == sweep else 1)
    cx, cy = root * rx * y / ry, -root * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    span = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    span += 2 * math.pi if sweep and span < 0 else -2 * math.pi if not sweep and span > 0 else 0
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    steps = max(2, math.ceil(abs(span) / _ARC_STEP))
    points = []
    for step in range(1, steps):
        px, py = rx * math.cos(first + span * step / steps) + cx, ry * math.sin(first + span * step / steps) + cy
        points.append((cos * px - sin * py + middle[0], sin * px + cos * py + middle[1]))
    return [*points, end]
