"""Small blobs of a flat colour in a picture: squares, dots or short dashes that a legend may be made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import mask
from charge_stream.charts.scene import Mark

MAX_BLOBS = 800
"""A colour with more key-sized blobs is texture."""


def swatches(pixels: Pixels, colours: list[RGB], ground: RGB, text_height: float) -> tuple[Mark, ...]:
    """Blobs no larger than a legend's key: about as high as the text, at most four times as wide."""
    import cv2

    found: list[Mark] = []
    for colour in colours:
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask(pixels, colour, ground, 22).astype(np.uint8), connectivity=8)
        keys = stats[1:count][_like_keys(stats[1:count], text_height)].tolist()
        if len(keys) <= MAX_BLOBS:
            found.extend(Mark((float(x), float(y), float(x + width), float(y + height)), colour) for x, y, width, height, _ in keys)
    return tuple(found)


def _like_keys(stats: NDArray[Any], text_height: float) -> NDArray[np.bool_]:
    """True for components (left, top, width, height, area) of a key's size that fill their box as a key does."""
    width, height = stats[:, 2] / text_height, stats[:, 3] / text_height
    fill = stats[:, 4] / np.maximum(stats[:, 2] * stats[:, 3], 1)
    blob = (height >= 0.3) & (height <= 1.7) & (width >= 0.3) & (width <= 4)
    dash = (height <= 0.35) & (width >= 0.8) & (width <= 4)
    # A dash with a marker on it fills its box badly.
    beaded = blob & (width >= 1.8 * height)
    result: NDArray[np.bool_] = (blob & (fill >= 0.45)) | (dash & (fill >= 0.6)) | (beaded & (fill >= 0.25))
    return result
