"""ψ for pictures: decode, read the words, see the marks, understand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from charge_stream.charts.alike import written_alike
from charge_stream.charts.bands import areas
from charge_stream.charts.decode import Pixels, Unreadable, decode
from charge_stream.charts.discs import discs
from charge_stream.charts.dots import dots
from charge_stream.charts.ground import levelled
from charge_stream.charts.interpret import interpret
from charge_stream.charts.legend import Entry, legend
from charge_stream.charts.line_names import legend_of_lines
from charge_stream.charts.looks import looks_like
from charge_stream.charts.ocr import recognise
from charge_stream.charts.pale_keys import pale_keys
from charge_stream.charts.palette import background, core_colours, covered, flat_colours, without_smears
from charge_stream.charts.reading import Box, ChartReading, Hints, declined
from charge_stream.charts.rectangles import rectangles
from charge_stream.charts.rules import rules
from charge_stream.charts.scene import Mark, Scene, Word, distance, median, saturation
from charge_stream.charts.swatches import swatches
from charge_stream.charts.traces import traces

MAX_SIDE = 1_800
GREY, THIN = 12, 4


def read(image: bytes, hints: Hints = Hints(), words: Callable[[Pixels], list[Word]] = recognise) -> ChartReading:
    """The table and the words of a chart in PNG, JPEG, WebP or GIF bytes. `words` finds the words in the decoded picture.

    Never raises for bad input: what cannot be decoded, is too large (over 40 megapixels), is no chart, or cannot be
    read honestly comes back declined, with the reason and the words found.
    """
    try:
        pixels = decode(image)
    except Unreadable as error:
        return declined(str(error), title=hints.title, subtitle=hints.subtitle, unit=hints.unit)
    factor = min(1.0, MAX_SIDE / max(pixels.shape[:2]))
    pixels = _shrunk(pixels, factor)
    scene, entries = see(pixels, written_alike(words(pixels)))

    def crop(box: Box, inside: list[Word]) -> Scene:
        x0, y0, x1, y1 = (round(edge) for edge in box)
        return see(np.ascontiguousarray(pixels[max(y0, 0) : y1, max(x0, 0) : x1]), inside)[0]

    reading = interpret(scene, entries, hints, "picture", crop)
    seen = looks_like(pixels, scene) if reading.abstained else None
    return replace(reading, reason=seen, chart_type="unknown") if seen else _in_pixels_of_the_original(reading, factor)


def _shrunk(pixels: Pixels, factor: float) -> Pixels:
    """Smaller by the factor: beyond a screen's width nothing is gained but time."""
    import cv2

    if factor == 1.0:
        return pixels
    return np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _in_pixels_of_the_original(reading: ChartReading, factor: float) -> ChartReading:
    if factor == 1.0:
        return reading
    cells = [replace(cell, box=_enlarged(cell.box, 1 / factor)) for cell in reading.cells]
    ticks = [box for tick in reading.ticks if (box := _enlarged(tick, 1 / factor)) is not None]
    return replace(reading, cells=cells, ticks=ticks)


def _enlarged(box: Box | None, factor: float) -> Box | None:
    return None if box is None else (box[0] * factor, box[1] * factor, box[2] * factor, box[3] * factor)


def see(pixels: Pixels, words: list[Word]) -> tuple[Scene, list[Entry]]:
    """The scene of a decoded picture, and its legend."""
    height, width = pixels.shape[:2]
    text_height = median(word.height for word in words) or 12.0
    ground = background(pixels)
    pixels = levelled(pixels, ground)
    colours = without_smears(flat_colours(pixels, ground, [word.box for word in words]), pixels, ground)
    marks = tuple(rectangles(pixels, colours, ground, words))
    strokes = without_smears(core_colours(pixels, ground, np.ones(pixels.shape[:2], dtype=bool)), pixels, ground)
    extra = [colour for colour in strokes if all(distance(colour, other) > 16 for other in colours)]
    keys = swatches(pixels, colours + extra, ground, text_height)
    named = [entry.swatch for entry in legend(Scene(width, height, tuple(words), background=ground, text_height=text_height), keys)]
    keys += pale_keys(pixels, ground, named, keys)
    level, upright = rules(pixels, ground, covered(pixels.shape[:2], [word.box for word in words]))
    marks, keys = (tuple(mark for mark in found if not _of_rule(mark, level, upright)) for found in (marks, keys))
    scene = Scene(width, height, tuple(words), marks, discs(pixels, colours, ground), (), 1.0, ground, text_height, level, upright)
    scene = replace(scene, dots=dots(pixels, colours, ground, words, marks, text_height), areas=areas(pixels, colours, ground))
    entries = legend(scene, keys)
    lines = traces(pixels, ground, words, [(entry.colour, entry.swatch.box) for entry in entries])
    if len(entries) == 1 and not legend_of_lines(lines, entries):
        # What was taken for a key is the end of a line beside its name.
        lines = traces(pixels, ground, words, [])
    return replace(scene, traces=lines), entries


def _of_rule(mark: Mark, level: tuple[float, ...], upright: tuple[float, ...]) -> bool:
    """A thin grey piece along a grid line or an axis, as bars leave it between them."""
    if saturation(mark.colour) >= GREY or min(mark.width, mark.height) > THIN:
        return False
    lying = mark.height <= mark.width
    low, high = (mark.box[1], mark.box[3]) if lying else (mark.box[0], mark.box[2])
    return any(low - 1 <= rule <= high + 1 for rule in (level if lying else upright))
