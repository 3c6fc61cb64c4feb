"""Grid lines, axis lines and rows of dots in a picture: long, thin, level or upright, often so faint that they count as no colour."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import Mask

FAINT = 4
"""Differences below this are noise of the compression."""
SPAN = 0.06
"""A rule shows along at least this share of the side: dotted ones paint a quarter of their length, and bars cover much of that."""
THICK = 3
TICK, ALL = 2, 0.99
"""The length of a tick mark that must be painted, in pixels beside the axis, and how much of it."""
COLOURED = 60
"""Grid and axes are grey, or nearly; what is not belongs to the data."""


def rules(pixels: Pixels, ground: RGB, hidden: Mask) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Heights of level rules and places of upright ones, at their middle, to a fraction of a pixel. `hidden` covers the letters."""
    away = np.abs(pixels.astype(np.int16) - np.array(ground, dtype=np.int16)).max(axis=2)
    away[hidden] = 0
    away[np.ptp(pixels, axis=2) > COLOURED] = 0
    level, upright = _ridges(away), _ridges(away.T)
    return _with_ticks(level, away, upright[:1] + upright[-1:]), _with_ticks(upright, away.T, level[-2:])


def _with_ticks(found: tuple[float, ...], away: NDArray[np.int16], axes: tuple[float, ...]) -> tuple[float, ...]:
    """Rules and, where these have none, the short marks that stand out from an axis on either side."""
    ticks: set[float] = set()
    for axis in axes:
        for start in (round(axis) - THICK - TICK, round(axis) + THICK):
            strip = away[:, max(start, 0) : start + TICK]
            if strip.shape[1] == TICK:
                ticks |= {row for row in _ridges(strip, ALL) if all(abs(row - other) > THICK for other in found)}
    return tuple(sorted({*found, *ticks}))


def _ridges(away: NDArray[np.int16], span: float = SPAN) -> tuple[float, ...]:
    """Rows in which many columns are painted while the rows a little above and below are not."""
    painted = away > FAINT
    clear_above = np.ones_like(painted)
    clear_above[THICK:] = ~painted[:-THICK]
    clear_below = np.ones_like(painted)
    clear_below[:-THICK] = ~painted[THICK:]
    ridge = painted & clear_above & clear_below
    shares = ridge.mean(axis=1)
    weights = _even(away, ridge)
    found: list[float] = []
    start: int | None = None
    for row, high in enumerate([*(shares >= span).tolist(), False]):
        if high and start is None:
            start = row
        elif not high and start is not None:
            if row - start <= THICK:
                found.append(float((weights[start:row] * (np.arange(start, row) + 0.5)).sum() / weights[start:row].sum()))
            start = None
    return tuple(found)


def _even(away: NDArray[np.int16], ridge: Mask) -> NDArray[np.float64]:
    """How much paint each row of the ridges holds, strong pieces that cross them left out."""
    counts = ridge.sum(axis=1)
    usual = np.where(counts > 0, (away * ridge).sum(axis=1) / np.maximum(counts, 1), 0)
    around = np.maximum.reduce([usual, np.roll(usual, 1), np.roll(usual, -1)])
    result: NDArray[np.float64] = np.where(ridge & (away <= 1.6 * around[:, None]), away, 0).sum(axis=1).astype(float) + 1e-9
    return result
