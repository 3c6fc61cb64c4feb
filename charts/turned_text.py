"""Slanted and upright text is recognised badly as it stands: its regions are found, turned level, and mapped back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Word, median, union

SLANTED, UPRIGHT = 12.0, 75.0
USUAL = 45.0
LONG = 1.8
"""Upright text is so much higher than wide."""
ENLARGED = 2.0
MAX_AREA = 1_500_000
"""Of the turned region, in pixels, after it was enlarged."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a picture whose text runs at `angle` (degrees clockwise)."""

    box: Box
    angle: float

    def holds(self, word: Word) -> bool:
        """The middle of the word lies inside."""
        return word.on(self.box)


@dataclass(frozen=True, slots=True)
class Level:
    """A region turned so that its text is level, and the way back."""

    pixels: Pixels
    inverse: NDArray[np.float64]

    def back(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the turned region in coordinates of the picture."""
        result: NDArray[np.float64] = points @ self.inverse[:, :2].T + self.inverse[:, 2]
        return result


def turned_regions(words: Sequence[Word], shape: tuple[int, ...]) -> list[Region]:
    """Regions of slanted text (at least three words) and of upright text."""
    slanted = [word for word in words if SLANTED < abs(word.angle) < UPRIGHT]
    regions: list[Region] = []
    if len(slanted) >= 3:
        sure = [word.angle for word in slanted if len(word.text) >= 4]
        angle = median(sure) if len(sure) >= 3 else math.copysign(USUAL, median(word.angle for word in slanted))
        regions.append(Region(_widened(slanted, shape), angle))
    for group in _neighbours([word for word in words if abs(word.angle) >= UPRIGHT and _is_long(word)]):
        regions.append(Region(_widened(group, shape), -90.0))
    return regions


def _is_long(word: Word) -> bool:
    """As a line of letters is; a tick mark or a single figure is not."""
    return word.box[3] - word.box[1] >= LONG * (word.box[2] - word.box[0])


def _neighbours(words: list[Word]) -> list[list[Word]]:
    """Upright words side by side, as the labels under bars; one far away, as the title of an axis, stands alone."""
    groups: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.box[0]):
        last = groups[-1][-1] if groups else None
        if last is not None and word.box[0] - last.box[2] <= 5 * word.height and _beside(word, last):
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _beside(first: Word, second: Word) -> bool:
    return min(first.box[3], second.box[3]) > max(first.box[1], second.box[1])


def _widened(words: Sequence[Word], shape: tuple[int, ...]) -> Box:
    """Around the words with room for those that were not found at the ends."""
    size = median(word.height for word in words)
    x0, y0, x1, y1 = union(word.box for word in words)
    room = 3 * size if len(words) > 1 else 0.3 * size
    return (max(x0 - room, 0), max(y0 - 0.3 * size, 0), min(x1 + room, shape[1]), min(y1 + room, shape[0]))


def levelled(pixels: Pixels, region: Region) -> Level:
    """The region turned by its angle about its middle, enlarged, on its own background."""
    import cv2

    x0, y0, x1, y1 = (round(edge) for edge in region.box)
    width, height = max(x1 - x0, 1), max(y1 - y0, 1)
    turn = math.radians(abs(region.angle))
    wide, high = width * math.cos(turn) + height * math.sin(turn), width * math.sin(turn) + height * math.cos(turn)
    factor = min(ENLARGED, math.sqrt(MAX_AREA / (wide * high)))
    matrix: Any = cv2.getRotationMatrix2D(((x0 + x1) / 2, (y0 + y1) / 2), region.angle, factor)
    matrix[:, 2] += np.array([wide * factor / 2 - (x0 + x1) / 2, high * factor / 2 - (y0 + y1) / 2])
    ground = tuple(float(value) for value in np.median(pixels[y0 : y0 + height, x0 : x0 + width].reshape(-1, 3), axis=0))
    size = (max(round(wide * factor), 32), max(round(high * factor), 32))
    turned = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=ground)
    return Level(np.asarray(turned, dtype=np.uint8), np.asarray(cv2.invertAffineTransform(matrix), dtype=np.float64))
