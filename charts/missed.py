"""Places at which a word must stand that was not found: paint in line with words that were, as high as they are and apart from them.

The detector passes over short words, a lone figure above all; the recogniser reads them when it is shown the place.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.in_line import in_line
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Word, median
from charge_stream.charts.turned_text import UPRIGHT

INKED, RULE = 60, 0.7
"""Paint differs from the ground of its line by more than this; what is painted along more than this share of the line is a rule."""
EDGE = 0.5
"""Words are in line up to this share of their height."""
LEAST, MOST = 0.4, 1.15
"""Letters are so high at least, and at most, as shares of the height of a found word's box."""
REACH = 2.5
"""A line of words may go on at both ends by so many of its steps."""
GAP = 0.5
"""Letters of a word, and words of a label, are at most this share of their height apart."""
MAX_PLACES = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word is missing; `turned` where its line runs up the page, `figures` where only a number can stand."""

    box: Box
    turned: bool
    figures: bool


def missed(words: Sequence[Word], pixels: Pixels) -> list[Place]:
    """The places in columns of numbers or names and in rows of level or turned labels, at most `MAX_PLACES`."""
    level, turned = [word for word in words if word.level], [word for word in words if abs(word.angle) >= UPRIGHT]
    numbers = [word for word in level if word.number is not None]
    found: dict[Box, Place] = {}
    for kind in (numbers, [word for word in level if word.number is None]):
        for group in (*_lines(kind, lambda word: word.box[2]), *_lines(kind, lambda word: word.box[0])):
            for box in _in_column(group, pixels, words):
                found.setdefault(box, Place(box, turned=False, figures=kind is numbers))
    for group in (*_lines(level, lambda word: word.y), *_lines(turned, lambda word: word.box[1])):
        figures = all(word.number is not None for word in group)
        for box in _in_row(group, pixels, words):
            found.setdefault(box, Place(box, turned=not group[0].level, figures=figures))
    return list(found.values())[:MAX_PLACES]


def _lines(words: Sequence[Word], edge: Callable[[Word], float]) -> Iterable[list[Word]]:
    """Groups of at least two words that have an edge in line."""
    size = median(word.height for word in words)
    return (group for group in in_line(words, edge, EDGE * size) if len(group) > 1)


def _in_column(group: Sequence[Word], pixels: Pixels, words: Sequence[Word]) -> list[Box]:
    """Paint over, under and between the words."""
    order = sorted(group, key=lambda word: word.y)
    step = max(after.y - before.y for before, after in itertools.pairwise(order))
    left, right = min(word.box[0] for word in group), max(word.box[2] for word in group)
    strip = _Strip.cut(pixels, (left, order[0].y - REACH * step, right, order[-1].y + REACH * step), down=True)
    return strip.runs(median(word.height for word in group), words)


def _in_row(group: Sequence[Word], pixels: Pixels, words: Sequence[Word]) -> list[Box]:
    """Paint before, behind and between the words."""
    order = sorted(group, key=lambda word: word.x)
    step = max(after.x - before.x for before, after in itertools.pairwise(order))
    top, bottom = median(word.box[1] for word in group), max(word.box[3] for word in group)
    strip = _Strip.cut(pixels, (order[0].x - REACH * step, top, order[-1].x + REACH * step, bottom), down=False)
    return strip.runs(median(word.height for word in group), words)


@dataclass(frozen=True, slots=True)
class _Strip:
    """A part of the picture: what is painted in it, where it lies, and whether its words follow one another down the page."""

    painted: NDArray[np.bool_]
    left: int
    top: int
    down: bool

    @classmethod
    def cut(cls, pixels: Pixels, box: Box, down: bool) -> _Strip:
        """The part in the box, without rules along it."""
        height, width = pixels.shape[:2]
        x0, y0, x1, y1 = max(round(box[0]), 0), max(round(box[1]), 0), min(round(box[2]), width), min(round(box[3]), height)
        part = pixels[y0:y1, x0:x1].astype(np.int16)
        ground = np.median(part.reshape(-1, 3), axis=0) if part.size else np.zeros(3)
        painted = np.abs(part - ground).max(axis=2) > INKED
        rules = painted.mean(axis=0 if down else 1, keepdims=True) > RULE if painted.size else painted
        return cls(painted & ~rules, x0, y0, down)

    def runs(self, size: float, words: Sequence[Word]) -> list[Box]:
        """Boxes of the paint between blank rows, or columns, that no word has and that may be a word of this size."""
        painted = self.painted if self.down else self.painted.T
        along = np.flatnonzero(painted.any(axis=1))
        cuts = np.flatnonzero(np.diff(along) > (1 if self.down else GAP * size)) + 1
        boxes = []
        for run in np.split(along, cuts) if len(along) else []:
            first, last = int(run[0]), int(run[-1]) + 1
            across = np.flatnonzero(painted[first:last].any(axis=0))
            low, high = int(across[0]), int(across[-1]) + 1
            x0, y0, x1, y1 = (low, first, high, last) if self.down else (first, low, last, high)
            box = (float(self.left + x0), float(self.top + y0), float(self.left + x1), float(self.top + y1))
            if _fits(box, size) and not any(_meet(box, word.box) for word in words):
                boxes.append(box)
        return boxes


def _fits(box: Box, size: float) -> bool:
    """As large as a letter, one way at least, and no thin line."""
    width, height = box[2] - box[0], box[3] - box[1]
    return LEAST * size <= max(width, height) and min(width, height) <= MOST * size and min(width, height) >= 0.12 * size


def _meet(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
