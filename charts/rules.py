"""Grid lines and axis lines of a picture: long, thin, level or upright, often so faint that they count as no colour."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB

FAINT = 5
SPAN = 0.4
"""A rule is painted along at least this share of the picture's side; dotted ones just about are."""
ALONE = 0.6
"""Beside a rule, at most this share of its paint."""


def rules(pixels: Pixels, ground: RGB) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Heights of level rules and places of upright ones, at their middle."""
    painted = np.abs(pixels.astype(np.int16) - np.array(ground, dtype=np.int16)).max(axis=2) > FAINT
    return _peaks(painted.mean(axis=1)), _peaks(painted.mean(axis=0))


def _peaks(shares: NDArray[np.float64]) -> tuple[float, ...]:
    found: list[float] = []
    start: int | None = None
    for at, share in enumerate([*shares.tolist(), 0.0]):
        high = share >= SPAN
        if high and start is None:
            start = at
        elif not high and start is not None:
            if at - start <= 3 and _stands_alone(shares, start, at):
                found.append((start + at) / 2)
            start = None
    return tuple(found)


def _stands_alone(shares: NDArray[np.float64], start: int, stop: int) -> bool:
    peak = float(shares[start:stop].max())
    sides = [shares[max(start - 3, 0) : max(start - 1, 0)], shares[stop + 1 : stop + 3]]
    return all(len(side) == 0 or float(side.min()) <= ALONE * peak for side in sides)
