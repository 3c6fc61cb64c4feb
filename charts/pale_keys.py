"""Keys of a legend that are hardly darker than the paper: found beside stronger ones, which give their row and their size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.scene import Mark, meet

FAINT, ALIKE = 6, 10
"""A pale key differs from the paper by at least so much, and its pixels from one another by at most so much."""
OFF = 1.5
"""It stands level with the others, and is as large, up to so many pixels."""
LEAST = 3
"""Smaller keys cannot be told from the dust of compression."""


def pale_keys(pixels: Pixels, ground: RGB, keys: Sequence[Mark], seen: Sequence[Mark]) -> tuple[Mark, ...]:
    """Evenly coloured patches in the rows of `keys` and of their size, where none of `seen` is. Two keys make a row."""
    found: list[Mark] = []
    for key in keys:
        row = [other for other in keys if abs(other.box[1] - key.box[1]) <= OFF and _as_large(other, key)]
        if len(row) > 1 and key is row[0] and min(key.width, key.height) >= LEAST:
            found += [mark for mark in _in_row(pixels, ground, key) if not any(meet(mark.box, other.box) for other in seen)]
    return tuple(found)


def _in_row(pixels: Pixels, ground: RGB, key: Mark) -> list[Mark]:
    """Patches as high as the key and level with it: seen with a margin, so that what goes on beyond it is none."""
    import cv2

    margin = 3
    top, bottom = max(int(key.box[1]) - margin, 0), int(key.box[3]) + margin
    band = pixels[top:bottom].astype(np.int16)
    painted = (np.abs(band - np.array(ground)).max(axis=2) >= FAINT).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(painted, connectivity=8)
    marks: list[Mark] = []
    for x, y, width, height, area in stats[1:count].tolist():
        mark = Mark((float(x), float(top + y), float(x + width), float(top + y + height)), ground)
        level = abs(mark.box[1] - key.box[1]) <= OFF + 1 and abs(mark.box[3] - key.box[3]) <= OFF + 1
        if level and min(width, height) >= LEAST and _as_large(mark, key, OFF + 1) and area >= 0.9 * width * height:
            inner = band[y + 1 : y + height - 1, x + 1 : x + width - 1].reshape(-1, 3)
            red, green, blue = (int(value) for value in np.median(inner, axis=0))
            if (np.abs(inner - np.array((red, green, blue))).max(axis=1) <= ALIKE).mean() >= 0.7:
                marks.append(Mark(mark.box, (red, green, blue)))
    return marks


def _as_large(mark: Mark, key: Mark, slack: float = OFF) -> bool:
    return abs(mark.width - key.width) <= slack and abs(mark.height - key.height) <= slack
