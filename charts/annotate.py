"""The picture again, with what was read drawn over it: boxes, values, doubtful ones in another colour."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from charge_stream.charts.decode import Unreadable, decode
from charge_stream.charts.reading import Cell, ChartReading

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

    Font = ImageFont.ImageFont | ImageFont.FreeTypeFont

SURE, DOUBTFUL = (0, 140, 60), (210, 80, 0)
SURE_FROM = 0.9


def overlay(image: bytes, reading: ChartReading) -> bytes:
    """A PNG of the picture with each read cell's box and value: green where sure (≥ 0.9), orange where doubtful.

    A declined reading draws its reason. Raises `ValueError` where the picture itself cannot be decoded.
    """
    from PIL import Image, ImageDraw, ImageFont

    try:
        picture = Image.fromarray(decode(image))
    except Unreadable as error:
        raise ValueError(str(error)) from error
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(10, picture.height // 60))
    for cell in reading.cells:
        if cell.box is None:
            continue
        x0, y0, x1, y1 = cell.box
        colour = SURE if cell.confidence >= SURE_FROM else DOUBTFUL
        draw.rectangle((x0, y0, max(x1, x0), max(y1, y0)), outline=colour, width=2)
        _label(draw, (x0 + 2, y0 + 1), _caption(cell), colour, font)
    if reading.abstained:
        _label(draw, (4, 4), f"declined: {reading.reason}", DOUBTFUL, font)
    out = io.BytesIO()
    picture.save(out, format="PNG")
    return out.getvalue()


def _caption(cell: Cell) -> str:
    return f"{cell.value:g}" if cell.confidence >= SURE_FROM else f"{cell.value:g}?"


def _label(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: tuple[int, int, int], font: Font) -> None:
    draw.rectangle(draw.textbbox(at, text, font=font), fill=(255, 255, 255))
    draw.text(at, text, fill=colour, font=font)
