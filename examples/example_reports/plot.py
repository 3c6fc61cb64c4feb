"""Lays a chart out as rectangles, lines, wedges and words (points, y downwards), which the PDF and SVG writers then draw as vectors."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from example_reports.fonts import width_of
from example_reports.model import Chart, ChartKind, Table

INK, GREY, RULE, WHITE = "#1f2933", "#616e7c", "#d5dbe1", "#ffffff"
PALETTE = ("#2f5d8a", "#e08e36", "#4f9d8f", "#b9c2cb", "#7a4e7e")
DARK_TEXT_ON = frozenset({"#e08e36", "#b9c2cb"})
WIDTH = 468.0
TOP = 50.0

Role = Literal["title", "subtitle", "note", "label", "legend", "tick", "value"]


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True)
class Line:
    points: tuple[tuple[float, float], ...]
    stroke: str
    width: float


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True)
class Wedge:
    """A slice of a pie; angles in degrees, clockwise from twelve o'clock."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    fill: str


@dataclass(frozen=True)
class Words:
    """A line of text on its baseline; `anchor` says which end stands at x."""

    x: float
    y: float
    text: str
    size: float
    role: Role
    anchor: Literal["start", "middle", "end"] = "start"
    fill: str = INK
    bold: bool = False


Shape = Rect | Line | Dot | Wedge | Words


@dataclass(frozen=True)
class Drawing:
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def words(self, role: Role) -> list[str]:
        """The texts of one role, in drawing order."""
        return [shape.text for shape in self.shapes if isinstance(shape, Words) and shape.role == role]


def draw(chart: Chart) -> Drawing:
    """The whole chart: title, subtitle, legend where there are several series, the plot, and a note with the source."""
    plot, bottom = LAYOUTS[chart.kind](chart.table)
    head = [
        Words(0, 14, chart.title, 11.5, "title", bold=True),
        Words(0, 28, chart.subtitle, 8.5, "subtitle", fill=GREY),
    ]
    note = f"{chart.note} " if chart.note else ""
    foot = Words(0, bottom + 16, f"{note}Source: {chart.table.source.name}.", 7, "note", fill=GREY)
    return Drawing(WIDTH, bottom + 22, (*head, *plot, foot))


def _legend(names: tuple[str, ...]) -> list[Shape]:
    shapes: list[Shape] = []
    x = 0.0
    for name, color in zip(names, PALETTE, strict=False):
        shapes += [Rect(x, 38, 8, 8, color), Words(x + 12, 45, name, 8, "legend")]
        x += 12 + width_of(name, 8) + 16
    return shapes


def _bars(table: Table) -> tuple[list[Shape], float]:
    left = max(width_of(label, 8.5) for label in table.labels) + 8
    right = max(width_of(table.printed(value), 8.5, bold=True) for *_, value in table.cells()) + 6
    top, row, thick = TOP - 8, 21.0, 14.0
    scale = (WIDTH - left - right) / max(value for *_, value in table.cells())
    shapes: list[Shape] = []
    for index, (label, (value,)) in enumerate(table.rows):
        y = top + index * row
        shapes += [
            Words(left - 6, y + 10.5, label, 8.5, "label", "end"),
            Rect(left, y, value * scale, thick, PALETTE[0]),
            Words(left + value * scale + 4, y + 10.5, table.printed(value), 8.5, "value", bold=True),
        ]
    bottom = top + len(table.rows) * row - 4
    shapes.append(Line(((left, top - 3), (left, bottom)), GREY, 0.7))
    return shapes, bottom


def _columns(table: Table) -> tuple[list[Shape], float]:
    several = len(table.series) > 1
    top, bottom = TOP + (18 if several else 6), TOP + 142.0
    scale = (bottom - top - 4) / max(value for *_, value in table.cells())
    slot = WIDTH / len(table.rows)
    thick = min(40.0, slot * 0.74 / len(table.series))
    shapes: list[Shape] = _legend(table.series) if several else []
    for index, (label, values) in enumerate(table.rows):
        middle = (index + 0.5) * slot
        start = middle - thick * len(values) / 2
        for place, value in enumerate(values):
            x, tall = start + place * thick, value * scale
            gap = 1.5 if several else 0.0
            shapes.append(Rect(x + gap, bottom - tall, thick - 2 * gap, tall, PALETTE[place]))
            shapes.append(Words(x + thick / 2, bottom - tall - 4, table.printed(value), 8, "value", "middle", bold=True))
        shapes.append(Words(middle, bottom + 13, label, 8.5, "label", "middle"))
    shapes.append(Line(((0, bottom), (WIDTH, bottom)), GREY, 0.7))
    return shapes, bottom + 16


def _stacked(table: Table) -> tuple[list[Shape], float]:
    left = max(width_of(label, 8.5) for label in table.labels) + 8
    top, row, thick = TOP + 6, 23.0, 17.0
    scale = (WIDTH - left) / max(sum(values) for _, values in table.rows)
    shapes: list[Shape] = _legend(table.series)
    for index, (label, values) in enumerate(table.rows):
        x, y = left, top + index * row
        shapes.append(Words(left - 6, y + 12, label, 8.5, "label", "end"))
        for color, value in zip(PALETTE, values, strict=False):
            wide = value * scale
            shapes.append(Rect(x, y, wide, thick, color))
            fill = INK if color in DARK_TEXT_ON else WHITE
            shapes.append(Words(x + wide / 2, y + 12, table.printed(value), 8, "value", "middle", fill, bold=True))
            x += wide
    return shapes, top + len(table.rows) * row - 4


def _line(table: Table) -> tuple[list[Shape], float]:
    left, top, bottom = 30.0, TOP + 22, TOP + 165.0
    step, count = _ticks(max(value for *_, value in table.cells()))
    scale = (bottom - top) / (step * count)
    slot = (WIDTH - left - 40) / (len(table.rows) - 1)
    shapes: list[Shape] = _legend(table.series)
    for tick in range(count + 1):
        y = bottom - tick * step * scale
        shapes.append(Line(((left, y), (WIDTH, y)), GREY if tick == 0 else RULE, 0.7))
        shapes.append(Words(left - 6, y + 3, f"{tick * step:,.0f}", 8, "tick", "end", GREY))
    xs = [left + 20 + index * slot for index in range(len(table.rows))]
    shapes += [Words(x, bottom + 13, label, 8.5, "label", "middle") for x, label in zip(xs, table.labels, strict=True)]
    for place in range(len(table.series)):
        points = tuple((x, bottom - values[place] * scale) for x, (_, values) in zip(xs, table.rows, strict=True))
        shapes.append(Line(points, PALETTE[place], 2))
        shapes += [Dot(x, y, 2.8, PALETTE[place]) for x, y in points]
    for x, (_, values) in zip(xs, table.rows, strict=True):
        shapes += _point_labels(table, x, values, lambda value: bottom - value * scale)
    return shapes, bottom + 16


def _point_labels(table: Table, x: float, values: tuple[float, ...], height: Callable[[float], float]) -> list[Shape]:
    """The lowest of several points is labelled below, the others above; points that coincide share one label at their left."""
    lowest = min(values) if len(set(values)) > 1 else None
    shapes: list[Shape] = []
    for place, value in enumerate(values):
        if value in values[:place]:
            continue
        if lowest is None and len(values) > 1:
            shapes.append(Words(x - 5, height(value) - 5, table.printed(value), 8, "value", "end", bold=True))
            continue
        y = height(value) + (13 if value == lowest else -7)
        shapes.append(Words(x, y, table.printed(value), 8, "value", "middle", PALETTE[place], bold=True))
    return shapes


def _ticks(highest: float) -> tuple[float, int]:
    """Step and number of steps of an axis from 0 that ends above `highest`, with three to six steps of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(highest))
    step = next(power * factor for factor in (0.2, 0.5, 1.0, 2.0) if highest / (power * factor) <= 6)
    return step, math.ceil(highest / step)


def _pie(table: Table) -> tuple[list[Shape], float]:
    radius, x, y = 82.0, 110.0, TOP + 82
    total = sum(value for *_, value in table.cells())
    shapes: list[Shape] = []
    angle = 0.0
    for index, (label, (value,)) in enumerate(table.rows):
        end = angle + 360 * value / total
        color, middle = PALETTE[index], math.radians((angle + end) / 2)
        shapes.append(Wedge(x, y, radius, angle, end, color))
        inside = value / total >= 0.07
        reach = radius * 0.62 if inside else radius + 12
        fill = WHITE if inside and color not in DARK_TEXT_ON else INK
        place = (x + reach * math.sin(middle), y - reach * math.cos(middle) + 3)
        shapes.append(Words(*place, table.printed(value), 9, "value", "middle", fill, bold=True))
        shapes += [Rect(232, y - 14 * len(table.rows) + 28 * index, 10, 10, color)]
        shapes += [Words(248, y - 14 * len(table.rows) + 28 * index + 9, label, 9, "label")]
        angle = end
    return shapes, y + radius + 2


LAYOUTS: dict[ChartKind, Callable[[Table], tuple[list[Shape], float]]] = {
    "bars": _bars,
    "columns": _columns,
    "grouped": _columns,
    "stacked": _stacked,
    "line": _line,
    "pie": _pie,
}
