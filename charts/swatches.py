"""Small blobs of a flat colour in a picture: squares, dots or short dashes that a legend may be made of."""

from __future__ import annotations

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import mask
from charge_stream.charts.scene import Mark

MAX_BLOBS = 20_000


def swatches(pixels: Pixels, colours: list[RGB], ground: RGB, text_height: float) -> tuple[Mark, ...]:
    """Blobs no larger than a legend's key: about as high as the text, at most four times as wide."""
    import cv2

    found: list[Mark] = []
    for colour in colours:
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask(pixels, colour, ground, 22).astype(np.uint8), connectivity=8)
        for x, y, width, height, area in stats[1 : min(count, MAX_BLOBS)]:
            square = 0.3 * text_height <= height <= 1.7 * text_height and 0.3 * text_height <= width <= 4 * text_height
            dash = height <= 0.35 * text_height and 0.8 * text_height <= width <= 4 * text_height
            # A dash with a marker on it fills its box badly.
            beaded = square and width >= 1.8 * height and area >= 0.25 * width * height
            if beaded or (square and area >= 0.45 * width * height) or (dash and area >= 0.6 * width * height):
                found.append(Mark((float(x), float(y), float(x + width), float(y + height)), colour))
    return tuple(found)
