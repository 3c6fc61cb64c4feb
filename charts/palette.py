"""The flat colours of a picture: its background, and the few colours that marks are painted with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.reading import Box

Mask = NDArray[np.bool_]
BUCKET = 8
MERGE = 20
NEAR = 14
FLAT = 7
MAX_COLOURS = 16
MOSTLY = 0.6
"""The least share of a colour in a pixel that is said to be of it."""
PALE, STRONGER = 70, 2.5
"""A colour so near to the ground may be what compression smears around ink that is so many times farther from it."""
SMEARED, ALL, SOLID = 6, 0.85, 4
"""The smear reaches so many pixels, lies there in nearly all places where the colour is seen, and nowhere fills so large a square."""


def background(pixels: Pixels) -> RGB:
    """The most frequent colour."""
    codes = _codes(pixels.reshape(-1, 3))
    values, counts = np.unique(codes, return_counts=True)
    chosen = pixels.reshape(-1, 3)[codes == values[counts.argmax()]]
    return _rgb(np.median(chosen, axis=0))


def flat_colours(pixels: Pixels, ground: RGB, lettered: Sequence[Box], least: float = 0.0002) -> list[RGB]:
    """Colours that fill at least the share `least` of the picture in flat patches outside the `lettered` boxes, most frequent first."""
    values = pixels.astype(np.int16)
    flat = np.ones(pixels.shape[:2], dtype=bool)
    flat[:-1] &= np.abs(np.diff(values, axis=0)).max(axis=2) < FLAT
    flat[:, :-1] &= np.abs(np.diff(values, axis=1)).max(axis=2) < FLAT
    flat &= np.abs(values - np.array(ground)).max(axis=2) > NEAR
    for x0, y0, x1, y1 in lettered:
        flat[max(round(y0), 0) : round(y1), max(round(x0), 0) : round(x1)] = False
    chosen = pixels[flat]
    if len(chosen) == 0:
        return []
    codes = _codes(chosen)
    keys, counts = np.unique(codes, return_counts=True)
    merged: list[tuple[NDArray[np.float64], int]] = []
    for position in np.argsort(-counts)[:80]:
        colour = np.median(chosen[codes == keys[position]], axis=0)
        home = next((i for i, (other, _) in enumerate(merged) if np.abs(other - colour).max() < MERGE), None)
        if home is None:
            merged.append((colour, int(counts[position])))
        else:
            merged[home] = (merged[home][0], merged[home][1] + int(counts[position]))
    wanted = least * pixels.shape[0] * pixels.shape[1]
    merged.sort(key=lambda entry: -entry[1])
    return [_rgb(colour) for colour, count in merged if count >= wanted][:MAX_COLOURS]


def mask(pixels: Pixels, colour: RGB, ground: RGB, tolerance: int = 16) -> Mask:
    """True where a pixel is within `tolerance` of the colour in every channel, and nearer to it than to the ground."""
    import cv2

    tolerance = min(tolerance, max(abs(a - b) for a, b in zip(colour, ground, strict=True)) // 2)
    low, high = [max(value - tolerance, 0) for value in colour], [min(value + tolerance, 255) for value in colour]
    result: Mask = cv2.inRange(pixels, np.array(low, dtype=np.uint8), np.array(high, dtype=np.uint8)) > 0
    return result


def covered(shape: tuple[int, int], boxes: Iterable[Box], margin: int = 0) -> Mask:
    """True inside the boxes, each widened by `margin` pixels."""
    hidden = np.zeros(shape, dtype=bool)
    for box in boxes:
        x0, y0, x1, y1 = (round(edge) for edge in box)
        hidden[max(y0 - margin, 0) : max(y1 + 1 + margin, 0), max(x0 - margin, 0) : max(x1 + 1 + margin, 0)] = True
    return hidden


def _codes(colours: NDArray[np.uint8]) -> NDArray[np.int32]:
    buckets = (colours // BUCKET).astype(np.int32)
    result: NDArray[np.int32] = buckets[:, 0] * 1024 + buckets[:, 1] * 32 + buckets[:, 2]
    return result


def _rgb(values: NDArray[np.float64]) -> RGB:
    red, green, blue = (int(value) for value in values)
    return (red, green, blue)


def core_colours(pixels: Pixels, ground: RGB, visible: Mask, least: float = 0.00025) -> list[RGB]:
    """Colours of strokes: those frequent among `visible` pixels, also where the strokes are too thin to be flat anywhere."""
    values = pixels.astype(np.int16)
    far = (np.abs(values - np.array(ground)).max(axis=2) > 40) & visible
    chosen = pixels[far]
    if len(chosen) == 0:
        return []
    codes = _codes(chosen)
    keys, counts = np.unique(codes, return_counts=True)
    found: list[tuple[RGB, int]] = []
    for position in np.argsort(-counts)[:120]:
        colour = _rgb(np.median(chosen[codes == keys[position]], axis=0))
        home = next((i for i, (other, _) in enumerate(found) if is_shade(colour, other, ground)), None)
        if home is None:
            found.append((colour, int(counts[position])))
        else:
            found[home] = (found[home][0], found[home][1] + int(counts[position]))
    wanted = least * pixels.shape[0] * pixels.shape[1]
    return [colour for colour, count in found if count >= wanted][:MAX_COLOURS]


def without_smears(colours: Sequence[RGB], pixels: Pixels, ground: RGB) -> list[RGB]:
    """Those of the colours that are more than what compression leaves around letters and strokes of other colours."""
    import cv2

    kept: list[RGB] = []
    away = np.abs(pixels.astype(np.int16) - np.array(ground)).max(axis=2)
    for colour in colours:
        strength = max(abs(a - b) for a, b in zip(colour, ground, strict=True))
        if strength < PALE:
            ink = (away > STRONGER * strength).astype(np.uint8)
            near = cv2.dilate(ink, np.ones((2 * SMEARED + 1, 2 * SMEARED + 1), dtype=np.uint8)) > 0
            shown = mask(pixels, colour, ground)
            solid = cv2.erode(shown.astype(np.uint8), np.ones((SOLID, SOLID), dtype=np.uint8)).any()
            if near[shown].mean() > ALL and not solid:
                continue
        kept.append(colour)
    return kept


def tinted(pixels: Pixels, core: RGB, ground: RGB) -> Mask:
    """True where a pixel is mostly of the core colour, the rest being ground: a stroke between two rows of pixels is nowhere whole."""
    part, off = _blend(pixels.astype(np.float32), core, ground)
    result: Mask = (part >= MOSTLY) & (part <= 1.15) & (off < BUCKET)
    return result


def is_shade(colour: RGB, core: RGB, ground: RGB) -> bool:
    """A blend of a core colour and the ground, as smoothing leaves at the edges of a stroke."""
    part, off = _blend(np.array(colour, dtype=float), core, ground)
    return bool(0 <= part <= 1.15 and off < 16)


def _blend(colours: NDArray[Any], core: RGB, ground: RGB) -> tuple[NDArray[Any], NDArray[Any]]:
    """How much of the core colour is in each of the colours, and how far each is from that blend of core and ground."""
    away = np.array(core, dtype=colours.dtype) - np.array(ground, dtype=colours.dtype)
    here = colours - np.array(ground, dtype=colours.dtype)
    part = here @ away / max(float(away @ away), 1.0)
    return part, np.abs(here - part[..., None] * away).max(axis=-1)
