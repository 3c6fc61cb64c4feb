"""ψ for drawings: rectangles, wedges and polylines are taken as drawn, the text layer as written; nothing is recognised."""

from __future__ import annotations

import math
from dataclasses import replace

from charge_stream.charts.bands import drawn_areas
from charge_stream.charts.drawing import RGB, Drawing, Shape, Text
from charge_stream.charts.interpret import interpret
from charge_stream.charts.legend import Entry, legend
from charge_stream.charts.numbers import parse_number
from charge_stream.charts.reading import Box, ChartReading, Hints, declined
from charge_stream.charts.scene import Dot, Mark, Scene, Trace, Word, distance, median
from charge_stream.charts.sectors import sector_discs

MAX_SHAPES = 20_000
MAX_TEXTS = 4_000
GRAIN = 0.05
THICK_STROKE = 3.0
LEAST = 0.15
"""A line covers at least this share of the drawing's width."""
MAX_ALIKE = 40
SLANTED, UPRIGHT = 12.0, 60.0
ROUND_POINTS, ROUND = 8, 0.05
LETTER = 0.75
"""How high letters are, of the font size."""


def read_vector(drawing: Drawing, hints: Hints = Hints()) -> ChartReading:
    """The table and the words of a chart drawn as shapes and text. Never raises for odd drawings: they are declined."""
    if len(drawing.shapes) > MAX_SHAPES or len(drawing.texts) > MAX_TEXTS:
        return declined("the drawing has too many shapes", origin="vector", title=hints.title, subtitle=hints.subtitle)
    scene, entries = see(drawing)

    def crop(box: Box, inside: list[Word]) -> Scene:
        return replace(see(_part(drawing, box))[0], words=tuple(inside))

    return interpret(scene, entries, hints, "vector", crop)


def _part(drawing: Drawing, box: Box) -> Drawing:
    """The shapes whose middle lies in a box, and no text, in the box's own coordinates."""
    x0, y0, x1, y1 = box
    inside = [s for s in drawing.shapes if s.points and x0 <= (s.box[0] + s.box[2]) / 2 < x1 and y0 <= (s.box[1] + s.box[3]) / 2 < y1]
    return Drawing(x1 - x0, y1 - y0, tuple(replace(s, points=tuple((x - x0, y - y0) for x, y in s.points)) for s in inside), ())


def see(drawing: Drawing) -> tuple[Scene, list[Entry]]:
    """The scene of a drawing, and its legend."""
    words = tuple(word for text in drawing.texts for word in _words(text))
    text_height = median(word.height for word in words) or 10.0
    shapes = [shape for shape in drawing.shapes if len(shape.points) >= 2]
    ground = _ground(drawing, shapes)
    marks = [mark for shape in shapes if (mark := _mark(shape)) is not None and distance(mark.colour, ground) > 4]
    marks = [mark for mark in marks if not (mark.width > 0.93 * drawing.width and mark.height > 0.5 * drawing.height)]
    lines = [shape for shape in shapes if _is_rule(shape)]
    scene = Scene(
        width=drawing.width,
        height=drawing.height,
        words=words,
        marks=tuple(dict.fromkeys(marks)),
        discs=sector_discs(shapes),
        traces=tuple(_joined([trace for shape in shapes if (trace := _trace(shape, text_height)) is not None], drawing.width)),
        grain=GRAIN,
        background=ground,
        text_height=text_height,
        level_rules=tuple(sorted({s.points[0][1] for s in lines if abs(s.points[0][1] - s.points[-1][1]) < GRAIN})),
        upright_rules=tuple(sorted({s.points[0][0] for s in lines if abs(s.points[0][0] - s.points[-1][0]) < GRAIN})),
        areas=drawn_areas(shapes, drawing.width, GRAIN),
        dots=tuple(dot for shape in shapes if (dot := _dot(shape)) is not None),
    )
    keys = tuple(key for shape in shapes if (key := _key(shape, text_height)) is not None)
    return scene, legend(scene, keys)


def _words(text: Text) -> list[Word]:
    """One word a run; a run of several numbers (ticks on one line) is cut, widths taken as even per character."""
    text = replace(text, text=_once(text.text), angle=(text.angle + 180) % 360 - 180)
    slanted = LETTER * text.size if SLANTED <= abs(text.angle) < UPRIGHT else 0.0
    pieces = text.text.split()
    turned = abs(text.angle) >= SLANTED
    if turned or len(pieces) < 2 or parse_number(text.text) is not None or not all(parse_number(piece) for piece in pieces):
        parts = () if turned else _spread(text)
        return [Word(text.text.strip(), text.box, 1.0, text.angle, parts=parts, size=slanted)] if pieces else []
    return [Word(piece, (x0, text.box[1], x1, text.box[3]), 1.0, text.angle) for piece, x0, x1 in _spread(text)]


def _once(text: str) -> str:
    """Bold type is sometimes made by painting a word twice, and the text layer then says it twice."""
    kept: list[str] = []
    for piece in text.split():
        if not kept or piece != kept[-1] or not piece.isalpha():
            kept.append(piece)
    return " ".join(kept)


def _spread(text: Text) -> tuple[tuple[str, float, float], ...]:
    step = (text.box[2] - text.box[0]) / max(len(text.text), 1)
    parts: list[tuple[str, float, float]] = []
    start = 0
    for piece in text.text.split():
        at = text.text.index(piece, start)
        start = at + len(piece)
        parts.append((piece, text.box[0] + at * step, text.box[0] + start * step))
    return tuple(parts)


def _ground(drawing: Drawing, shapes: list[Shape]) -> RGB:
    """The fill of the last shape that covers nearly all of the region, else white."""
    whole = drawing.width * drawing.height
    covering = [s.fill for s in shapes if s.fill is not None and (s.box[2] - s.box[0]) * (s.box[3] - s.box[1]) > 0.8 * whole]
    return covering[-1] if covering else (255, 255, 255)


def _mark(shape: Shape) -> Mark | None:
    """Filled axis-parallel rectangles, however drawn, and strokes so thick that they are bars."""
    x0, y0, x1, y1 = shape.box
    if shape.fill is not None and (shape.kind == "rect" or _is_rectangle(shape)):
        return Mark(shape.box, shape.fill)
    straight = len(shape.points) == 2 and (abs(x1 - x0) < GRAIN or abs(y1 - y0) < GRAIN)
    if shape.stroke is not None and straight and shape.stroke_width >= THICK_STROKE:
        half = shape.stroke_width / 2
        box = (x0 - half, y0, x1 + half, y1) if abs(x1 - x0) < GRAIN else (x0, y0 - half, x1, y1 + half)
        return Mark(box, shape.stroke)
    return None


def _is_rectangle(shape: Shape) -> bool:
    x0, y0, x1, y1 = shape.box
    corners = {(x, y) for x in (x0, x1) for y in (y0, y1)}
    on_corner = [any(abs(px - x) < GRAIN and abs(py - y) < GRAIN for x, y in corners) for px, py in shape.points]
    return 4 <= len(shape.points) <= 6 and all(on_corner)


def _dot(shape: Shape) -> Dot | None:
    """A filled round shape: its vertices, of which there are many, lie on a circle."""
    x0, y0, x1, y1 = shape.box
    radius = (x1 - x0 + y1 - y0) / 4
    if shape.fill is None or len(shape.points) < ROUND_POINTS or radius <= GRAIN:
        return None
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    around = all(abs(math.hypot(px - x, py - y) - radius) <= ROUND * radius for px, py in shape.points)
    return Dot(x, y, radius, shape.fill) if around else None


def _is_rule(shape: Shape) -> bool:
    """Thin straight lines along the page: grid lines, tick marks, spines."""
    (x0, y0), (x1, y1) = shape.points[0], shape.points[-1]
    return len(shape.points) == 2 and shape.stroke is not None and (abs(x0 - x1) < GRAIN or abs(y0 - y1) < GRAIN)


def _trace(shape: Shape, text_height: float) -> Trace | None:
    """An open stroked path that runs from left to right; short level ones are keys of the legend."""
    x0, y0, x1, y1 = shape.box
    if shape.stroke is None or shape.fill is not None or shape.closed or x1 - x0 < GRAIN:
        return None
    xs = [x for x, _ in shape.points]
    if xs != sorted(xs) or (y1 - y0 < GRAIN and (len(shape.points) == 2 or x1 - x0 <= 4 * text_height)):
        return None
    return Trace(shape.stroke, shape.points, shape.points, stroke=shape.stroke_width)


def _joined(pieces: list[Trace], width: float) -> list[Trace]:
    """Lines over a good part of the drawing. Where values are missing a line is interrupted: like pieces that follow each other are one."""
    whole: dict[tuple[RGB, float], list[Trace]] = {}
    for piece in pieces:
        alike = whole.setdefault((piece.colour, round(piece.stroke, 1)), [])
        i = next((i for i, line in enumerate(alike[:MAX_ALIKE]) if _break(line, piece)), None)
        if i is None:
            alike.append(piece)
        else:
            points = tuple(sorted(alike[i].points + piece.points))
            alike[i] = replace(alike[i], points=points, nodes=points, breaks=alike[i].breaks + _break(alike[i], piece))
    return [line for alike in whole.values() for line in alike if line.points[-1][0] - line.points[0][0] >= LEAST * width]


def _break(line: Trace, piece: Trace) -> tuple[tuple[float, float], ...]:
    """Where a line is interrupted if the piece belongs to it, beside it; empty where they share a place."""
    (first, second) = sorted((line.points, piece.points), key=lambda points: points[0][0])
    return ((first[-1][0], second[0][0]),) if first[-1][0] < second[0][0] else ()


def _key(shape: Shape, text_height: float) -> Mark | None:
    x0, y0, x1, y1 = shape.box
    if shape.fill is not None and 0.25 * text_height <= y1 - y0 <= 1.7 * text_height and 0.25 * text_height <= x1 - x0 <= 4 * text_height:
        return Mark(shape.box, shape.fill)
    if (
        shape.stroke is not None
        and shape.fill is None
        and y1 - y0 <= 0.35 * text_height
        and 0.8 * text_height <= x1 - x0 <= 4 * text_height
    ):
        return Mark(shape.box, shape.stroke)
    return None
