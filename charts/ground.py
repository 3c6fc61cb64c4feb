"""Plots whose ground has another colour than the page are painted as if they stood on the page."""

from __future__ import annotations

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import Mask, flat_colours, mask
from charge_stream.charts.scene import distance

PALE = 64
"""The ground of a plot differs from the page by at most this."""
LEAST, LARGE, SIDE = 0.04, 0.2, 0.6
"""The plot's ground is seen on this share of the picture, spans this share, and fills this share of three of its sides."""
SMOOTH = 5
"""Patches smaller than this many pixels are the edges of letters."""


def levelled(pixels: Pixels, ground: RGB) -> Pixels:
    """The picture with page and plot both in the colour of the `ground`, the most frequent of the two.

    Lines in the colour of the page, which a grid on a tinted plot often has, stay visible.
    """
    for colour in flat_colours(pixels, ground, (), LEAST):
        if distance(colour, ground) > PALE:
            continue
        around = _framed(mask(pixels, colour, ground))
        box = _panel(mask(pixels, ground if around else colour, colour if around else ground))
        if box is not None:
            top, bottom, left, right = box
            inside = np.zeros(pixels.shape[:2], dtype=bool)
            inside[top:bottom, left:right] = True
            pixels = _exchanged(pixels, colour, ground, ~inside if around else inside)
    return pixels


def _exchanged(pixels: Pixels, colour: RGB, ground: RGB, where: Mask) -> Pixels:
    """Colour and ground exchanged, whatever else is there left alone."""
    shift = np.array(ground, dtype=np.int16) - np.array(colour, dtype=np.int16)
    moved = pixels.astype(np.int16)
    moved[mask(pixels, colour, ground) & where] += shift
    moved[mask(pixels, ground, colour) & where] -= shift
    return np.clip(moved, 0, 255).astype(np.uint8)


def _framed(painted: Mask) -> bool:
    """The colour runs around the whole picture."""
    edges = (painted[:SMOOTH], painted[-SMOOTH:], painted[:, :SMOOTH], painted[:, -SMOOTH:])
    return all(bool(edge.mean() >= SIDE) for edge in edges)


def _panel(painted: Mask) -> tuple[int, int, int, int] | None:
    """Top, bottom, left and right of the rectangle that a colour spans, if it is painted along at least three sides."""
    import cv2

    whole = cv2.morphologyEx(painted.astype(np.uint8), cv2.MORPH_OPEN, np.ones((SMOOTH, SMOOTH), np.uint8))
    rows, columns = np.flatnonzero(whole.any(axis=1)), np.flatnonzero(whole.any(axis=0))
    if not len(rows):
        return None
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    if (bottom - top) * (right - left) < LARGE * painted.size:
        return None
    box = whole[top:bottom, left:right]
    sides = (box[:SMOOTH].mean(), box[-SMOOTH:].mean(), box[:, :SMOOTH].mean(), box[:, -SMOOTH:].mean())
    return (top, bottom, left, right) if sum(side >= SIDE for side in sides) >= 3 else None
