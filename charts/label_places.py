"""Where values can be written over a picture without hiding what is printed there, or each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import meet

Size = tuple[float, float]

GAP = 2.0
"""Pixels between a box and its label."""
CONTRAST = 60
"""A pixel further than this from its ground, in any channel, is ink."""
INK = 0.01
"""More ink than this share is print; less is noise."""
THIN = 2
"""Pixels across the lines of a grid, which a label may cover."""


def label_places(pixels: Pixels, boxes: Sequence[Box], sizes: Sequence[Size | None]) -> list[Box | None]:
    """For each box the place of its label (`sizes`: width and height), inside the picture; None where none is free, or no label wanted.

    Earlier labels choose first. A place is free where it meets no earlier label and no print, and lies within its own box or clear of all
    boxes, since a label on a neighbour reads as the neighbour's value.
    """
    taken: list[Box] = []
    places: list[Box | None] = []
    for box, size in zip(boxes, sizes, strict=True):
        place = None if size is None else _place(pixels, box, size, taken, boxes)
        places.append(place)
        taken += [] if place is None else [place]
    return places


def _place(pixels: Pixels, box: Box, size: Size, taken: Sequence[Box], boxes: Sequence[Box]) -> Box | None:
    height, width = pixels.shape[:2]
    if size[0] > width or size[1] > height:
        return None
    choice = ((_beside, boxes), (_within, ()), (_over_and_under, boxes))
    for (x, y), avoided in ((corner, avoided) for corners, avoided in choice for corner in corners(box, size)):
        x, y = min(max(x, 0.0), width - size[0]), min(max(y, 0.0), height - size[1])
        place = (x, y, x + size[0], y + size[1])
        if not any(meet(place, other) for other in chain(taken, avoided)) and _unprinted(pixels, place):
            return place
    return None


def _beside(box: Box, size: Size) -> Iterator[tuple[float, float]]:
    """Top left corners of labels at the upper corners of a box, right and left of it."""
    yield box[2] + GAP, box[1] - GAP
    yield box[0] - GAP - size[0], box[1] - GAP


def _within(box: Box, size: Size) -> Iterator[tuple[float, float]]:
    """The middle and the four ends of a box that is wide and high enough."""
    (x0, y0, x1, y1), (width, height) = box, size
    if x1 - x0 >= width + 2 * GAP and y1 - y0 >= height + 2 * GAP:
        x, y = (x0 + x1 - width) / 2, (y0 + y1 - height) / 2
        yield from ((x, y), (x0 + GAP, y), (x1 - GAP - width, y), (x, y0 + GAP), (x, y1 - GAP - height))


def _over_and_under(box: Box, size: Size) -> Iterator[tuple[float, float]]:
    x = (box[0] + box[2] - size[0]) / 2
    yield x, box[1] - GAP - size[1]
    yield x, box[3] + GAP


def _unprinted(pixels: Pixels, place: Box) -> bool:
    """Whether even ground stands there and a pixel around it; thin lines that run right through, as a grid's do, may be covered."""
    x0, y0, x1, y1 = (int(edge) for edge in place)
    part = pixels[max(y0 - 1, 0) : y1 + 2, max(x0 - 1, 0) : x1 + 2].astype(np.int16)
    ink = np.abs(part - np.median(part, axis=(0, 1))).max(axis=2) > CONTRAST
    rows, columns = ink.all(axis=1), ink.all(axis=0)
    for through in (rows, columns):
        through &= through.sum() <= THIN
    return bool((ink & ~rows[:, None] & ~columns[None, :]).mean() <= INK)
