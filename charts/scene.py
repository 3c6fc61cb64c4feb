"""What is seen before anything is understood: words, flat rectangles, discs and traces. Pictures and drawings both end here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from charge_stream.charts.drawing import RGB, Point
from charge_stream.charts.numbers import Number, is_year, parse_number
from charge_stream.charts.reading import Box

COLOURED = 24
"""The least saturation of a colour that is no grey."""

_parse = lru_cache(maxsize=4096)(parse_number)


@dataclass(frozen=True, slots=True)
class Word:
    """A run of text on one line: a label, a tick, a line of a title. `angle` is in degrees, 0 for level text.

    `parts` are its space-separated pieces with their left and right edges, where those are known. `size` is the height of slanted text
    across its direction.
    """

    text: str
    box: Box
    score: float = 1.0
    angle: float = 0.0
    colour: RGB = (0, 0, 0)
    parts: tuple[tuple[str, float, float], ...] = ()
    size: float = 0.0

    @property
    def x(self) -> float:
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        return (self.box[1] + self.box[3]) / 2

    @property
    def height(self) -> float:
        if self.size:
            return self.size
        return min(self.box[2] - self.box[0], self.box[3] - self.box[1]) if abs(self.angle) > 60 else self.box[3] - self.box[1]

    @property
    def level(self) -> bool:
        return abs(self.angle) < 12

    @property
    def number(self) -> Number | None:
        return _parse(self.text)

    @property
    def may_name(self) -> bool:
        """Text or a year, which may name something; any other number states a value."""
        return self.number is None or is_year(self.text)

    def on(self, box: Box) -> bool:
        """The middle of the word lies in the box."""
        return box[0] <= self.x <= box[2] and box[1] <= self.y <= box[3]

    @property
    def clearness(self) -> float:
        """1, or less where the recognition itself was unsure."""
        return 1.0 if self.score >= 0.9 else 0.6 + 0.4 * self.score

    @property
    def anchor(self) -> Point:
        """The point that stands under a tick: the middle of the top edge, or of the upper end of slanted text."""
        x0, y0, x1, _ = self.box
        if self.level or abs(self.angle) > 75:
            return (self.x, y0)
        inwards = 0.5 * self.size * abs(math.sin(math.radians(self.angle)))
        return (x1 - inwards, y0) if self.angle < 0 else (x0 + inwards, y0)


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle of one flat colour: a bar, a segment of a stack, a swatch of the legend."""

    box: Box
    colour: RGB

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def area(self) -> float:
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Wedge:
    """A sector of a pie, in turns clockwise from twelve o'clock."""

    start: float
    end: float
    colour: RGB

    @property
    def share(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Disc:
    """A pie or a donut."""

    x: float
    y: float
    radius: float
    wedges: tuple[Wedge, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """A round mark of one flat colour."""

    x: float
    y: float
    radius: float
    colour: RGB

    @property
    def box(self) -> Box:
        return (self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)


@dataclass(frozen=True, slots=True)
class Trace:
    """One drawn line, left to right. `nodes` are the drawn vertices or markers where they could be told apart.

    In a picture there is a point for each column; `trust` weighs them where other marks interfere (empty: all alike), `stroke` is how
    thick the line is, `marker` how wide its markers are. In a drawing, `breaks` are the stretches at which it is interrupted.
    """

    colour: RGB
    points: tuple[Point, ...]
    nodes: tuple[Point, ...] = ()
    area: bool = False
    trust: tuple[float, ...] = ()
    breaks: tuple[tuple[float, float], ...] = ()
    stroke: float = 0.0
    marker: float = 0.0


@dataclass(frozen=True, slots=True)
class Areas:
    """Areas on one another: their upper edges, the lowest first, and the height of the floor that it stands on."""

    edges: tuple[Trace, ...]
    floor: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything seen in one chart. `grain` is the precision of positions: 1 for pixels, finer for vectors.

    `level_rules` are the heights of drawn horizontal lines (grid, ticks), `upright_rules` the places of vertical ones.
    """

    width: float
    height: float
    words: tuple[Word, ...]
    marks: tuple[Mark, ...] = ()
    discs: tuple[Disc, ...] = ()
    traces: tuple[Trace, ...] = ()
    grain: float = 1.0
    background: RGB = (255, 255, 255)
    text_height: float = 10.0
    level_rules: tuple[float, ...] = ()
    upright_rules: tuple[float, ...] = ()
    dots: tuple[Dot, ...] = ()
    areas: Areas | None = None


def distance(first: RGB, second: RGB) -> int:
    """The largest difference of a channel, 0..255."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def saturation(colour: RGB) -> int:
    """0 for greys, 255 for pure colours."""
    return max(colour) - min(colour)


def is_coloured(colour: RGB) -> bool:
    """No grey, nor nearly: letters, grid lines and their smoothed edges are grey."""
    return saturation(colour) >= COLOURED


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all boxes; there must be one."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def meet(first: Box, second: Box) -> bool:
    """The boxes share a point, be it of their edges."""
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def median(values: Iterable[float]) -> float:
    """The middle value, 0 where there is none."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0.0
