"""Rectangles of one flat colour in a picture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import mask
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Mark, Word, distance

MIN_FILL = 0.84
MIN_AREA = 16
MAX_JOINED = 300
CORE_FILL = 0.7
HOLLOW = 0.45
"""A patch that paints less of its box than this is the frame around something."""
AXIS = 7
"""Lines thinner than this many pixels may join bars of their colour."""
UNDER_LETTERS = 0.35


def rectangles(pixels: Pixels, colours: list[RGB], ground: RGB, words: list[Word]) -> list[Mark]:
    """Connected patches that fill their bounding box, pieces that a printed label cut apart joined again."""
    marks: list[Mark] = []
    for colour in colours:
        found = [mark for box in _patches(pixels, colour, ground, words) if not _is_letter(mark := Mark(box, colour), words)]
        marks.extend(_joined(found, words) if len(found) <= MAX_JOINED else found)
    height, width = pixels.shape[:2]
    return [mark for mark in marks if not (mark.width > 0.93 * width and mark.height > 0.5 * height)]


def _patches(pixels: Pixels, colour: RGB, ground: RGB, words: list[Word]) -> list[Box]:
    import cv2

    painted = _through_letters(mask(pixels, colour, ground).astype(np.uint8), words)
    closed = cv2.morphologyEx(painted, cv2.MORPH_CLOSE, np.ones((3, 1), np.uint8))
    closed = cv2.morphologyEx(closed, cv2.MORPH_CLOSE, np.ones((1, 3), np.uint8))
    # Long thin kernels keep slivers of two pixels, which small values are drawn as, and lose letters.
    wide = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((2, 7), np.uint8))
    tall = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 2), np.uint8))
    square = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    solid = np.asarray(cv2.bitwise_or(cv2.bitwise_or(wide, tall), square), dtype=np.uint8)
    return sorted(box for x, y, patch, filled in _connected(solid, painted) for box in _boxes(x, y, patch, filled))


def _connected(solid: NDArray[np.uint8], painted: NDArray[np.uint8]) -> Iterator[tuple[int, int, NDArray[np.uint8], bool]]:
    """Left, top and paint of each connected patch, and whether its outline fills its bounding box."""
    import cv2

    for contour in cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, width, height = cv2.boundingRect(contour)
        if width * height >= MIN_AREA:
            filled = cv2.contourArea(contour) + (width + height) >= MIN_FILL * width * height
            yield x, y, painted[y : y + height, x : x + width], filled


def _boxes(x: int, y: int, patch: NDArray[np.uint8], filled: bool) -> list[Box]:
    """The rectangle that a patch is; else the rectangles that only thin lines join; else the one that letters hang on to."""
    height, width = patch.shape
    if filled:
        return [_box(x, y, width, height)] if patch.mean() >= HOLLOW else []
    parts = _parted(patch) if min(height, width) > AXIS else []
    if len(parts) > 1:
        return [_box(x + left, y + top, right - left, bottom - top) for left, top, right, bottom in parts]
    core = _core(patch)
    return [_box(x + core[0], y + core[1], core[2] - core[0], core[3] - core[1])] if core is not None else []


def _box(x: int, y: int, width: int, height: int) -> Box:
    return (float(x), float(y), float(x + width), float(y + height))


def _parted(patch: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """The filled rectangles left of a patch without its thin lines; none where other shapes are left too."""
    import cv2

    thick = cv2.morphologyEx(cv2.copyMakeBorder(patch, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.MORPH_OPEN, np.ones((AXIS, AXIS), np.uint8))
    found = list(_connected(np.asarray(thick[1:-1, 1:-1], dtype=np.uint8), patch))
    if not all(filled and part.mean() >= HOLLOW for _, _, part, filled in found):
        return []
    return [(x, y, x + part.shape[1], y + part.shape[0]) for x, y, part, _ in found]


def _through_letters(painted: NDArray[np.uint8], words: list[Word]) -> NDArray[np.uint8]:
    """The mask with the letters of printed values filled in where they stand on the colour."""
    for word in words:
        if word.number is None:
            continue
        x0, y0, x1, y1 = (max(round(edge), 0) for edge in word.box)
        box = painted[y0 : y1 + 1, max(x0 - 3, 0) : x1 + 4]
        if box.size == 0 or box.mean() < UNDER_LETTERS:
            continue
        for row in box:
            filled = np.flatnonzero(row)
            if len(filled) > 1:
                row[filled[0] : filled[-1] + 1] = 1
    return painted


def _core(patch: NDArray[np.uint8]) -> tuple[int, int, int, int] | None:
    """The rectangle inside a patch that letters of the same colour hang on to: the longest run of well filled rows or columns."""
    for axis in (1, 0):
        start, stop = _longest_run(patch.mean(axis=axis) >= CORE_FILL)
        band = patch[start:stop] if axis == 1 else patch[:, start:stop]
        if stop - start < 2 or band.size < MIN_AREA or band.mean() < MIN_FILL:
            continue
        return (0, start, patch.shape[1], stop) if axis == 1 else (start, 0, stop, patch.shape[0])
    return None


def _longest_run(flags: NDArray[np.bool_]) -> tuple[int, int]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    runs = [(int(stop - start), int(start), int(stop)) for start, stop in zip(edges[::2], edges[1::2], strict=True)]
    return max(runs)[1:] if runs else (0, 0)


def _joined(marks: list[Mark], words: list[Word]) -> list[Mark]:
    """Pieces of equal cross extent whose gap is covered by a word are one bar."""
    changed = True
    while changed:
        changed = False
        for i, first in enumerate(marks):
            partner = next((other for other in marks[i + 1 :] if _cut_by_word(first, other, words)), None)
            if partner is not None:
                a, b = first.box, partner.box
                whole = Mark((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])), first.colour)
                marks = [mark for mark in marks if mark is not first and mark is not partner] + [whole]
                changed = True
                break
    return marks


def _is_letter(mark: Mark, words: list[Word]) -> bool:
    """A small patch inside a word, in the colour of its ink."""
    x0, y0, x1, y1 = mark.box
    return any(
        word.box[0] - 1 <= x0 and x1 <= word.box[2] + 1 and word.box[1] - 1 <= y0 and y1 <= word.box[3] + 1
        for word in words
        if distance(word.colour, mark.colour) < 60
    )


def _cut_by_word(first: Mark, second: Mark, words: list[Word]) -> bool:
    a, b = first.box, second.box
    for low, high in ((0, 2), (1, 3)):
        across = 1 - low
        same = abs(a[across] - b[across]) <= 2 and abs(a[across + 2] - b[across + 2]) <= 2
        start, end = min(a[high], b[high]), max(a[low], b[low])
        if same and end - start > 0:
            middle = (a[across] + a[across + 2]) / 2
            return any(
                word.box[low] <= start + 3
                and word.box[high] >= end - 3
                and word.box[across] - 2 <= middle <= word.box[across + 2] + 2
                and word.box[high] - word.box[low] >= 0.7 * (end - start)
                for word in words
            )
    return False
