"""Small blobs of a flat colour in a picture: squares, dots or short dashes that a legend may be made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import Mask, mask, tinted
from charge_stream.charts.scene import Mark, is_coloured

BREAK = 0.3
"""The dashes of a key are at most this many text heights apart."""
ALONE, CROSSED = 0.25, 0.4
MAX_BLOBS = 800
"""A colour with more key-sized blobs is texture."""
FLAT, CUT = 0.35, 2
"""Dashes are so flat, in text heights; more of one colour at one height are a rule."""
DASH, SHORT_DASH = 0.55, 0.4
"""A dash is at least so long; in the grey of letters, and in a colour."""
EDGE, SLIVER = 2, 0.4
"""A blob within so many pixels of another one, and smaller than this share of it, is its edge."""


def swatches(pixels: Pixels, colours: list[RGB], ground: RGB, text_height: float) -> tuple[Mark, ...]:
    """Blobs no larger than a legend's key: about as high as the text, at most four times as wide."""
    import cv2

    found: list[Mark] = []
    painted: list[int] = []
    inked = ~mask(pixels, ground, ground, 0)
    for colour in colours:
        shown = mask(pixels, colour, ground, 22).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(shown, connectivity=8)
        least = SHORT_DASH if is_coloured(colour) else DASH
        keys = stats[1:count][_like_keys(stats[1:count], text_height, least)].tolist()
        # Blends of grey and paper are the smoothed edges of letters.
        if is_coloured(colour):
            shown |= tinted(pixels, colour, ground)
        closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((1, 2 * max(round(BREAK * text_height / 2), 1) + 1), dtype=np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
        dashes = stats[1:count][_like_dashes(stats[1:count], text_height)].tolist()
        blobs = [key for key in keys if key[3] > FLAT * text_height]
        keys += [key for key in dashes if key not in keys and _alone(key, inked, text_height) and not _begins(key, blobs)]
        keys = _without_rules(keys, text_height)
        if len(keys) <= MAX_BLOBS:
            found.extend(Mark((float(x), float(y), float(x + width), float(y + height)), colour) for x, y, width, height, _ in keys)
            painted.extend(area for *_, area in keys)
    return _without_edges(found, painted)


def _without_rules(keys: list[list[int]], text_height: float) -> list[list[int]]:
    """A legend shows a colour once. Dashes of one colour that lie level are what a rule leaves where it is cut."""
    flat = [key for key in keys if key[3] <= FLAT * text_height]
    return [key for key in keys if key not in flat or sum(abs(key[1] - other[1]) <= 1 for other in flat) <= CUT]


def _without_edges(found: list[Mark], painted: list[int]) -> tuple[Mark, ...]:
    """Of blobs that lie on one another the one that paints most: frames and smoothed edges of a key are no keys."""
    kept: list[int] = []
    boxes = np.array([mark.box for mark in found]).reshape(-1, 4)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for i in sorted(range(len(found)), key=lambda i: (-painted[i], i)):
        wide, high = _shared(boxes[i], boxes[kept])
        meeting = (wide >= -EDGE) & (high >= -EDGE)
        shared = np.maximum(wide, 0) * np.maximum(high, 0)
        edge = (meeting & ((areas[i] < SLIVER * areas[kept]) | (shared > 0.5 * areas[kept]))).any()
        if not edge and not _frames(boxes[i], boxes):
            kept.append(i)
    return tuple(found[i] for i in sorted(kept))


def _shared(box: NDArray[Any], others: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Width and height that a box shares with others, negative where they are apart."""
    wide = np.minimum(others[:, 2], box[2]) - np.maximum(others[:, 0], box[0])
    return wide, np.minimum(others[:, 3], box[3]) - np.maximum(others[:, 1], box[1])


def _frames(box: NDArray[Any], others: NDArray[Any]) -> bool:
    """Another blob lies inside, in the middle, and leaves only a narrow edge."""
    low, high = others[:, :2] - box[:2], box[2:] - others[:, 2:]
    inside = (low > 0).all(axis=1) & (high > 0).all(axis=1) & (np.abs(low - high) <= EDGE).all(axis=1)
    size = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    return bool((inside & (size >= SLIVER * (box[2] - box[0]) * (box[3] - box[1]))).any())


def _begins(dash: list[int], blobs: list[list[int]]) -> bool:
    """A key stands off the middle of the dashes, as no marker does: what follows it are letters of nearly its colour."""
    middle, y = dash[0] + dash[2] / 2, dash[1] + dash[3] / 2
    x0, x1 = dash[0] - EDGE, dash[0] + dash[2] + EDGE
    inside = [blob for blob in blobs if x0 <= blob[0] and blob[0] + blob[2] <= x1 and blob[1] <= y <= blob[1] + blob[3]]
    return any(abs(blob[0] + blob[2] / 2 - middle) > 0.25 * dash[2] for blob in inside)


def _alone(key: list[int], inked: Mask, text_height: float) -> bool:
    """Little is painted over and under the piece, as would be were it a row of letters; a thin rule there does not count."""
    x, y, width, height, _ = key
    away = max(round(ALONE * text_height), 3)
    bands = (inked[max(y - away - 2, 0) : max(y - away + 1, 0), x : x + width], inked[y + height - 1 + away :, x : x + width][:3])
    return all(len(band) < 3 or band.mean(axis=1).min() <= CROSSED for band in bands)


def _like_dashes(stats: NDArray[Any], text_height: float) -> NDArray[np.bool_]:
    """True for components that are a dashed or dotted piece of a line, with a marker on it or without, once its breaks are closed."""
    width, height = stats[:, 2] / text_height, stats[:, 3] / text_height
    fill = stats[:, 4] / np.maximum(stats[:, 2] * stats[:, 3], 1)
    result: NDArray[np.bool_] = (height <= 0.45) & (width >= 1.2) & (width <= 4) & (fill >= 0.25)
    return result


def _like_keys(stats: NDArray[Any], text_height: float, least: float) -> NDArray[np.bool_]:
    """True for components (left, top, width, height, area) of a key's size that fill their box as a key does; dashes are at least so long,
    in text heights."""
    width, height = stats[:, 2] / text_height, stats[:, 3] / text_height
    fill = stats[:, 4] / np.maximum(stats[:, 2] * stats[:, 3], 1)
    blob = (height >= 0.3) & (height <= 1.7) & (width >= 0.3) & (width <= 4)
    dash = (height <= 0.35) & (width >= least) & (width <= 4)
    # A dash with a marker on it fills its box badly.
    beaded = blob & (width >= 1.8 * height)
    result: NDArray[np.bool_] = (blob & (fill >= 0.45)) | (dash & (fill >= 0.6)) | (beaded & (fill >= 0.25))
    return result
