"""Charts drawn from known data, as PNG bytes and as drawings."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from charge_stream.charts import ChartReading, Drawing, Shape, Text, read
from charge_stream.charts.decode import Pixels
from charge_stream.charts.scene import Word

BLUE, DARK, GREEN = "#2776dd", "#0f283e", "#87bc24"
RGB_BLUE, RGB_DARK, RGB_GREEN = (39, 118, 221), (15, 40, 62), (135, 188, 36)


def figure(width: float = 7.0, height: float = 4.5) -> tuple[Any, Any]:
    """A figure and its axes, without a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(width, height), dpi=100)
    FigureCanvasAgg(drawn)
    return drawn, drawn.subplots()


def paper(width: int, height: int) -> Pixels:
    """White pixels to draw on."""
    return np.full((height, width, 3), 255, dtype=np.uint8)


def png(drawn: Any) -> bytes:
    """The figure as PNG."""
    out = io.BytesIO()
    drawn.savefig(out, format="png")
    return out.getvalue()


def lettered(drawn: Any) -> list[Word]:
    """The words of a drawn figure as recognition would give them, without its errors: one for each line of text."""
    from matplotlib.text import Text as Label

    drawn.canvas.draw()
    height = drawn.bbox.height
    words = []
    for text in drawn.findobj(lambda part: isinstance(part, Label) and part.get_visible() and part.get_text().strip()):
        box = text.get_window_extent(drawn.canvas.get_renderer())
        if box.x0 >= 0 and box.x1 <= drawn.bbox.width and box.y0 >= 0 and box.y1 <= height:
            words.append(Word(text.get_text(), (box.x0, height - box.y1, box.x1, height - box.y0), angle=-text.get_rotation()))
    return words


def understood(drawn: Any) -> ChartReading:
    """The reading of a figure's pixels, its words being known."""
    return read(png(drawn), words=lambda pixels: lettered(drawn))


def table(reading: ChartReading) -> dict[tuple[str, str], float]:
    """(row, column) → value of all cells."""
    return {(str(reading.rows[cell.row][0]), reading.columns[cell.column]): cell.value for cell in reading.cells}


def rectangle(x0: float, y0: float, x1: float, y1: float, fill: tuple[int, int, int]) -> Shape:
    """A filled rectangle without a border."""
    return Shape("rect", ((x0, y0), (x1, y1)), fill=fill)


def label(text: str, x: float, y: float, size: float = 8.0) -> Text:
    """Text centred on a point, its width estimated."""
    half = 0.28 * size * len(text)
    return Text(text, (x - half, y - size / 2, x + half, y + size / 2), size)


def upright_bars(values: Sequence[float], names: Sequence[str], ticks: Sequence[float], per_unit: float) -> Drawing:
    """Bars on a baseline at y = 200 with tick labels at the left and grid lines, nothing printed on the bars."""
    shapes = [
        Shape("line", ((40.0, 200 - tick * per_unit), (380.0, 200 - tick * per_unit)), stroke=(200, 200, 200), stroke_width=0.5)
        for tick in ticks
    ]
    texts = [label(f"{tick:g}", 28, 200 - tick * per_unit + 1.3) for tick in ticks]
    for i, (value, name) in enumerate(zip(values, names, strict=True)):
        left = 60 + 60 * i
        top = 200 - value * per_unit
        shapes.append(rectangle(left, min(top, 200), left + 40, max(top, 200), RGB_BLUE))
        texts.append(label(name, left + 20, 212))
    return Drawing(400, 240, tuple(shapes), tuple(texts))
