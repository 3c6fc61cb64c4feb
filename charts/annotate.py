"""The picture again, with what was read drawn over it: axis, series, boxes and values, doubtful ones in another colour."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from charge_stream.charts.decode import Unreadable, decode
from charge_stream.charts.drawing import Drawing
from charge_stream.charts.label_places import label_places
from charge_stream.charts.reading import RGB, Box, ChartReading
from charge_stream.charts.strip import with_strip

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    Font = ImageFont.ImageFont | ImageFont.FreeTypeFont

SURE_FROM = 0.9
"""Cells below this confidence are marked as doubtful."""
COLOURS: dict[str, RGB] = {"sure": (0, 130, 60), "doubtful": (205, 75, 0), "axis": (120, 60, 200)}
CANVAS = 1000
"""Pixels of the longer side where a drawing is shown without a picture of it."""


class Placed(Protocol):
    """A cell that knows where it was read."""

    @property
    def value(self) -> float: ...
    @property
    def confidence(self) -> float: ...
    @property
    def box(self) -> Sequence[float] | None: ...


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn at a place of the picture: a value as read (`sure` from 0.9 on, else `doubtful`), or a label of the axis."""

    box: Sequence[float]
    text: str
    kind: Literal["sure", "doubtful", "axis"]


def marks_of(cells: Sequence[Placed], ticks: Sequence[Sequence[float]]) -> list[Mark]:
    """All that was read at a known place, the axis first; in the reading's own units."""
    axis = [Mark(tick, "", "axis") for tick in ticks]
    return axis + [_value(cell, cell.box) for cell in cells if cell.box is not None]


def _value(cell: Placed, box: Sequence[float]) -> Mark:
    return Mark(box, f"{cell.value:g}", "sure") if cell.confidence >= SURE_FROM else Mark(box, f"{cell.value:g}?", "doubtful")


def overlay(image: bytes | None, reading: ChartReading, drawing: Drawing | None = None) -> bytes:
    """A PNG of the picture with each cell's box and value: green where sure (≥ 0.9), orange with a question mark where doubtful.

    The labels that the axis was taken from are framed. A value that finds no free place is left out; the table has it. A strip below the
    picture names the series in their colours, or says why the reading was declined. `drawing` is what a vector reading's boxes refer
    to; without a picture it is drawn itself.

    Raises:
        ValueError: the picture cannot be decoded, or there is neither picture nor drawing.
    """
    from PIL import ImageFont

    picture = _picture(image, drawing)
    scale = picture.width / drawing.width if drawing is not None and reading.origin == "vector" else 1.0
    size = max(10, picture.height // 60)
    font = ImageFont.load_default(size=size)
    _draw_marks(picture, marks_of(reading.cells, reading.ticks), scale, font)
    entries = [(name, colour) for name, colour in zip(reading.columns, reading.colours, strict=False) if colour is not None]
    if reading.abstained:
        entries.append((f"declined: {reading.reason}", COLOURS["doubtful"]))
    out = io.BytesIO()
    (with_strip(picture, entries, font, size) if entries else picture).save(out, format="PNG")
    return out.getvalue()


def _scaled(box: Sequence[float], scale: float) -> Box:
    """The box in pixels, its second corner never before its first."""
    x0, y0, x1, y1 = (edge * scale for edge in box)
    return (x0, y0, max(x0, x1), max(y0, y1))


def _draw_marks(picture: Image.Image, marks: Sequence[Mark], scale: float, font: Font) -> None:
    """Frame all marks and label those that have a text and room for it, the doubtful first: they are what is looked for."""
    from PIL import ImageDraw

    marks = sorted(marks, key=lambda mark: mark.kind != "doubtful")
    frames = [_scaled(mark.box, scale) for mark in marks]
    draw = ImageDraw.Draw(picture)
    extents = [draw.textbbox((0, 0), mark.text, font=font) for mark in marks]
    sizes = [(x1 - x0, y1 - y0) if mark.text else None for mark, (x0, y0, x1, y1) in zip(marks, extents, strict=True)]
    places = label_places(np.asarray(picture.convert("RGB")), frames, sizes)
    for mark, frame in zip(marks, frames, strict=True):
        draw.rectangle(frame, outline=COLOURS[mark.kind], width=1)
    for mark, place, extent in zip(marks, places, extents, strict=True):
        if place is not None:
            draw.rectangle(place, fill=(255, 255, 255))
            draw.text((place[0] - extent[0], place[1] - extent[1]), mark.text, fill=COLOURS[mark.kind], font=font)


def _picture(image: bytes | None, drawing: Drawing | None) -> Image.Image:
    from PIL import Image

    if image is not None:
        try:
            return Image.fromarray(decode(image))
        except Unreadable as error:
            raise ValueError(str(error)) from error
    if drawing is None:
        raise ValueError("there is neither a picture nor a drawing of this chart")
    return _drawn(drawing)


def _drawn(drawing: Drawing) -> Image.Image:
    """A drawing as a picture: its shapes and texts, without curves and clipping."""
    from PIL import Image, ImageDraw, ImageFont

    scale = CANVAS / max(drawing.width, drawing.height, 1.0)
    picture = Image.new("RGB", (max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))), (255, 255, 255))
    draw = ImageDraw.Draw(picture)
    for shape in drawing.shapes:
        x0, y0, x1, y1 = shape.box
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1)) if shape.kind == "rect" else shape.points
        points = [(x * scale, y * scale) for x, y in corners]
        if shape.fill is not None and len(points) > 2:
            draw.polygon(points, fill=shape.fill)
        if shape.stroke is not None and len(points) > 1:
            outline = [*points, points[0]] if shape.closed or shape.kind == "rect" else points
            draw.line(outline, fill=shape.stroke, width=max(1, round(shape.stroke_width * scale)))
    for text in drawing.texts:
        font = ImageFont.load_default(size=max(6, text.size * scale))
        draw.text((text.box[0] * scale, text.box[1] * scale), text.text, fill=(0, 0, 0), font=font)
    return picture
