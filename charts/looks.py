"""What a picture that could not be read looks like: a photograph, a map, a treemap. Asked only after every reader has declined."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.palette import flat_colours, mask
from charge_stream.charts.scene import Scene, union

FLAT, EDGE = 7, 30
SOFT = 0.25
"""In photographs so many neighbouring pixels differ a little; in drawings they are alike, or differ much at edges."""
PATCHES, LEAST, COVERED = 8, 0.0004, 0.03
"""So many jagged patches of flat colours, of at least this share of the picture each, and all of them together."""
JAGGED, ANGULAR = 0.95, 0.8
"""A jagged patch fills less than these shares of its hull and of its box."""
BOXED = 0.4
"""Where more of its outline runs along its box it is a panel, or a cell of a table, that something is drawn or written over."""
TILES, TILED = 5, 0.85
MAX_COLOURS = 10


def looks_like(pixels: Pixels, scene: Scene) -> str | None:
    """The kind that is seen, as the reason of a declined picture; None where nothing tells."""
    if _softness(pixels) > SOFT:
        return "a photograph, or a picture with shading like one"
    if _tiled(scene):
        return "looks like a treemap"
    if _jagged(pixels, scene):
        return "looks like a map, or a drawing of things"
    return None


def _softness(pixels: Pixels) -> float:
    values = pixels.astype(np.int16)
    across, down = np.abs(np.diff(values, axis=1)).max(axis=2)[:-1], np.abs(np.diff(values, axis=0)).max(axis=2)[:, :-1]
    change = np.maximum(across, down)
    return float(((change >= FLAT) & (change < EDGE)).mean())


def _tiled(scene: Scene) -> bool:
    """Rectangles of many sizes, both ways, that fill the box around them."""
    marks = [mark for mark in scene.marks if min(mark.width, mark.height) > scene.text_height]
    if len(marks) < TILES:
        return False
    x0, y0, x1, y1 = union(mark.box for mark in marks)
    sizes = ({round(mark.width / scene.text_height) for mark in marks}, {round(mark.height / scene.text_height) for mark in marks})
    return min(map(len, sizes)) >= 3 and sum(mark.area for mark in marks) >= TILED * (x1 - x0) * (y1 - y0)


def _jagged(pixels: Pixels, scene: Scene) -> bool:
    """Many patches that are neither straight nor round."""
    import cv2

    whole = float(pixels.shape[0] * pixels.shape[1])
    number, covered = 0, 0.0
    for colour in flat_colours(pixels, scene.background, [word.box for word in scene.words])[:MAX_COLOURS]:
        painted = cv2.morphologyEx(mask(pixels, colour, scene.background).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        contours, _ = cv2.findContours(painted, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            area = cv2.contourArea(contour)
            _, _, width, height = cv2.boundingRect(contour)
            if area < LEAST * whole or area >= ANGULAR * width * height or _boxed(contour) > BOXED:
                continue
            if area < JAGGED * cv2.contourArea(cv2.convexHull(contour)):
                number, covered = number + 1, covered + area
    return number >= PATCHES and covered >= COVERED * whole


def _boxed(contour: NDArray[Any]) -> float:
    """The share of an outline, all its pixels given, that runs along the sides of its box."""
    x, y = contour[:, 0, 0], contour[:, 0, 1]
    return float(((x == x.min()) | (x == x.max()) | (y == y.min()) | (y == y.max())).mean())
