"""The middle of a stroke, column by column, to a fraction of a pixel: rows count by how much of the stroke's colour they show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB, Point
from charge_stream.charts.palette import Mask
from charge_stream.charts.scene import Trace

STRANGE = 40
"""A pixel farther than this from every blend of the stroke and the ground belongs to something else."""
SMOOTHED = 2
USUAL = 15
DOUBTED = 0.15
FRINGE = 0.4
"""Less than this share of the stroke is the smoothed edge of something else, or a stroke under another one."""


def centred(trace: Trace, pixels: Pixels, ground: RGB, hidden: Mask) -> Trace:
    """The trace with its points moved onto the middle of the stroke, or the edge of an area, weighed by how usual the stroke looks."""
    shares = coverage(pixels, trace.colour, ground)
    if trace.area:
        return _edged(trace, shares)
    shares[hidden] = 0.0
    points, widths = [], []
    for x, y in trace.points:
        middle, width = _middle(shares[:, int(x)], y)
        points.append((x, middle))
        widths.append(width)
    trust = _trust(np.array([y for _, y in points]), np.array(widths))
    kept = [i for i, value in enumerate(trust) if value > 0] if trace.marker == 0 else list(range(len(points)))
    if len(kept) < 0.3 * len(points):
        return trace
    return replace(
        trace,
        points=tuple(points[i] for i in kept),
        trust=tuple(float(max(trust[i], DOUBTED)) for i in kept),
        stroke=float(np.percentile(widths, 30)),
    )


def _trust(heights: NDArray[np.float64], widths: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 where the stroke is as thick as its slope makes it, little where it is not, 0 where only a fringe is seen."""
    slope = (
        np.abs(heights[np.minimum(np.arange(len(heights)) + 2, len(heights) - 1)] - heights[np.maximum(np.arange(len(heights)) - 2, 0)]) / 4
    )
    expected = float(np.percentile(widths, 50)) * np.sqrt(1 + np.minimum(slope, 8.0) ** 2) / np.sqrt(1 + np.median(slope) ** 2)
    share = widths / np.maximum(expected, 1e-9)
    usual = np.abs(widths - _usual(widths)) <= 0.3 * _usual(widths) + 0.35
    result: NDArray[np.float64] = np.where(share < FRINGE, 0.0, np.where((share > 0.6) & usual, 1.0, DOUBTED))
    return result


def coverage(pixels: Pixels, colour: RGB, ground: RGB) -> NDArray[np.float32]:
    """How much of each pixel, 0..1, shows the colour on the ground; 0 where it shows something else."""
    away = np.array(colour, dtype=np.float32) - np.array(ground, dtype=np.float32)
    here = pixels.astype(np.float32) - np.array(ground, dtype=np.float32)
    part = here @ away / max(float(away @ away), 1.0)
    rest = np.abs(here - part[:, :, None] * away).max(axis=2)
    result: NDArray[np.float32] = np.where(rest <= STRANGE, np.clip(part, 0.0, 1.0), 0.0).astype(np.float32)
    return result


def _middle(column: NDArray[np.float32], y: float) -> tuple[float, float]:
    """The middle of the run of paint around y, and its height; rows smoothed at its ends count by their share."""
    at = min(max(int(y), 0), len(column) - 1)
    low = high = at
    while low > 0 and column[low - 1] > 0.5:
        low -= 1
    while high + 1 < len(column) and column[high + 1] > 0.5:
        high += 1
    low, high = max(low - SMOOTHED, 0), min(high + SMOOTHED, len(column) - 1)
    shares = column[low : high + 1]
    total = float(shares.sum())
    if total < 0.3:
        return y, 0.0
    return float((shares * (np.arange(low, high + 1) + 0.5)).sum() / total), total


def _usual(widths: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of the widths around each column."""
    padded = np.pad(widths, USUAL, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * USUAL + 1)
    result: NDArray[np.float64] = np.median(windows, axis=1)
    return result


def _edged(trace: Trace, shares: NDArray[np.float32]) -> Trace:
    """Where an area begins: the part of the first row that it does not fill belongs to the ground above."""
    points: list[Point] = []
    for x, y in trace.points:
        top = int(y)
        above = float(shares[top - 1, int(x)]) if top > 0 else 0.0
        first = float(shares[top, int(x)])
        points.append((x, top + (1 - first) - (above if above < 0.9 else 0.0)))
    return replace(trace, points=tuple(points))
