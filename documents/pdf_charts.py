"""A figure's region to what the reader needs: a picture of it, its drawing, its title, subtitle, caption and notes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pypdfium2.raw as pdfium

from charge_stream.charts.drawing import Drawing, Shape, Text
from charge_stream.charts.reading import Box
from charge_stream.documents.blocks import Figure, hash_drawing
from charge_stream.documents.parsed import Limits
from charge_stream.documents.pdf_figures import CAPTION, NOTES, Region, is_white
from charge_stream.documents.pdf_lines import Line, lines_of
from charge_stream.documents.pdf_objects import Placed, stands_in
from charge_stream.documents.pdf_words import Word
from charge_stream.documents.pictures import as_png

_DPI, _MAX_DPI = 200, 300
_MARGIN = 3.0
_LABEL_GAP = 0.55
"""Of the font size: labels of a chart stand closer than columns of text."""
_MIN_TITLE = 8
_MAX_TITLE_LINES = 4
_MAX_PICTURED = 0.1
"""Share of the region that pictures may cover before its shapes no longer tell the whole chart."""


def figure_of(page: Any, number: int, region: Region, words: Sequence[Word], limits: Limits) -> Figure:
    """The figure of a region on page ``number`` (from 1). ``words`` are those of the page."""
    size = page.get_size()
    box = _with_margin(region.box, size)
    inside = [word for word in words if stands_in(word.box, box)]
    lines = lines_of(inside, gap=1.0)
    drawing = _drawing(region, box, lines_of(inside, gap=_LABEL_GAP))
    title, subtitle, caption, notes = captions_of(lines, region)
    left, top, right, bottom = (edge / size[axis % 2] for axis, edge in enumerate(box))
    return Figure(
        content=_content(drawing, region.pictures),
        image=_picture(page, box, region, limits),
        image_mime="image/png",
        drawing=drawing if _tells_all(region, drawing, notes, limits) else None,
        title=title,
        subtitle=subtitle,
        caption=caption,
        notes=notes,
        page=number,
        box=(round(left, 4), round(top, 4), round(right, 4), round(bottom, 4)),
    )


def _with_margin(box: Box, size: tuple[float, float]) -> Box:
    return (max(0.0, box[0] - _MARGIN), max(0.0, box[1] - _MARGIN), min(size[0], box[2] + _MARGIN), min(size[1], box[3] + _MARGIN))


def _drawing(region: Region, box: Box, lines: Sequence[Line]) -> Drawing:
    left, top = box[:2]
    shapes = [_moved(shape, left, top) for mark in region.marks for shape in mark.shapes]
    texts = []
    for line in lines:
        place = (line.box[0] - left, line.box[1] - top, line.box[2] - left, line.box[3] - top)
        texts.append(Text(line.text, tuple(round(value, 2) for value in place), line.size, line.angle))  # type: ignore[arg-type]
    return Drawing(round(box[2] - left, 2), round(box[3] - top, 2), tuple(shapes), tuple(texts))


def _moved(shape: Shape, left: float, top: float) -> Shape:
    points = tuple((round(x - left, 2), round(y - top, 2)) for x, y in shape.points)
    return Shape(shape.kind, points, shape.fill, shape.stroke, round(shape.stroke_width, 2), shape.closed)


def _tells_all(region: Region, drawing: Drawing, notes: str | None, limits: Limits) -> bool:
    """Whether the drawing is the whole chart: no picture in it, few enough shapes, and numbers that are text and not outlines."""
    area = drawing.width * drawing.height
    pictured = sum((picture.box[2] - picture.box[0]) * (picture.box[3] - picture.box[1]) for picture in region.pictures)
    numbers = [text for text in drawing.texts if any(char.isdigit() for char in text.text) and not (notes and text.text in notes)]
    return bool(drawing.shapes) and len(drawing.shapes) <= limits.max_shapes and pictured <= _MAX_PICTURED * area and len(numbers) > 1


def _content(drawing: Drawing, pictures: Sequence[Placed]) -> str:
    digest = sha256(hash_drawing(drawing).encode())
    for picture in pictures:
        length = pdfium.FPDFImageObj_GetImageDataRaw(picture.source, None, 0)
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFImageObj_GetImageDataRaw(picture.source, buffer, length)
        digest.update(buffer.raw)
    return digest.hexdigest()


def _picture(page: Any, box: Box, region: Region, limits: Limits) -> bytes:
    """The region rendered, as finely as the pictures in it are, within bounds."""
    finest = max((picture.pixels[0] / max(1.0, picture.box[2] - picture.box[0]) * 72 for picture in region.pictures), default=_DPI)
    scale = min(max(finest, _DPI), _MAX_DPI) / 72
    pixels = (box[2] - box[0]) * (box[3] - box[1]) * scale**2
    scale *= min(1.0, (limits.max_image_megapixels * 1e6 / max(1.0, pixels)) ** 0.5)
    width, height = page.get_size()
    crop = (box[0], height - box[3], width - box[2], box[1])
    return as_png(page.render(scale=scale, crop=crop, may_draw_forms=False).to_pil().convert("RGB"))


def captions_of(lines: Sequence[Line], region: Region) -> tuple[str | None, str | None, str | None, str | None]:
    """Title, subtitle, caption and notes from the lines of a region, top to bottom."""
    rows = _rows([line for line in lines if not line.angle])
    seen = [shape.box for mark in region.marks for shape in mark.shapes if not is_white(shape)]
    marks = [box for box in seen if box[3] - box[1] > 3 and not _covers(box, region.box)]
    top = min([box[1] for box in [*marks, *(picture.box for picture in region.pictures)]], default=region.box[3])
    notes_at = next((index for index, row in enumerate(rows) if NOTES.match(row[0].text) and row[0].box[1] > top), len(rows))
    caption_at = [index for index, row in enumerate(rows) if CAPTION.match(row[0].text)]
    caption = _run(rows, caption_at[0], lambda line: True) if caption_at else []
    head = [] if caption_at[:1] == [0] else _run(rows, 0, lambda line: line.box[1] < top + 2)[:_MAX_TITLE_LINES]
    title = _text(head)
    if title is None or len(title) < _MIN_TITLE or not _stands_out(head[0], lines):
        return None, None, _text(caption), _notes(rows[notes_at:])
    below = _run(rows, len(head), lambda line: line.box[3] < top + 4 and _aligned(line, head[0]))
    return title, _text(below), _text(caption), _notes(rows[notes_at:])


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.left)):
        if rows and abs(rows[-1][0].baseline - line.baseline) < 0.3 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _covers(mark: Box, region: Box) -> bool:
    """Whether a mark is the region's background."""
    return (mark[2] - mark[0]) * (mark[3] - mark[1]) > 0.5 * (region[2] - region[0]) * (region[3] - region[1])


def _run(rows: Sequence[list[Line]], start: int, allowed: Any) -> list[Line]:
    """The rows from ``start`` that are one line each, set alike and close together."""
    found: list[Line] = []
    for row in rows[start:]:
        line = row[0]
        if len(row) > 1 or not allowed(line):
            break
        if found and (
            abs(line.size - found[-1].size) > 0.05 * line.size
            or line.bold != found[0].bold
            or line.italic != found[0].italic
            or line.baseline - found[-1].baseline > 1.7 * line.size
        ):
            break
        found.append(line)
    return found


def _stands_out(line: Line, lines: Sequence[Line]) -> bool:
    sizes = sorted(other.size for other in lines)
    return line.bold or line.size > 1.05 * sizes[len(sizes) // 2]


def _aligned(line: Line, title: Line) -> bool:
    """Whether a line begins where the title does, or is centred under it; a heading of one panel is neither."""
    middle = abs(line.left + line.right - title.left - title.right) / 2
    return abs(line.left - title.left) < 1.5 * line.size or middle < 1.5 * line.size


def _text(lines: Sequence[Line]) -> str | None:
    return " ".join(line.text for line in lines) or None


def _notes(rows: Sequence[list[Line]]) -> str | None:
    """The notes as text, each note on a line; a publisher's name in capitals at the end is left out."""
    lines = [" ".join(line.text for line in row) for row in rows]
    while lines and lines[-1].isupper():
        lines.pop()
    text = lines[0] if lines else ""
    for _, line in pairwise(lines):
        text += f"\n{line}" if NOTES.match(line) else f" {line}"
    return text or None
