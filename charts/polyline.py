"""A drawn line as straight pieces between known places: the heights there, by least squares over all that is visible of the line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.drawing import Point

ROUNDS = 8
STIFFNESS = 1e-3
"""Keeps heights finite where nothing is seen; too weak to bend what is."""
LEAST_SCALE = 0.15
LARGEST_ERROR = 4.0
STRAY = 1.2


@dataclass(frozen=True, slots=True)
class Height:
    """The height of a line at a place and its expected error, both in the scene's units. `seen`: points of the line within half a step."""

    y: float
    error: float
    seen: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A height for each place, None where the line does not say; `residual` is the median distance of the points from the pieces.

    `strayed` is the share of the points that lie clearly off the pieces: the line bends elsewhere too.
    """

    heights: tuple[Height | None, ...]
    residual: float
    strayed: float = 0.0


def fit_heights(points: Sequence[Point], trust: Sequence[float], places: Sequence[float], grain: float = 1.0) -> Fit:
    """The heights at the `places` (ascending) of the piecewise straight line through the points.

    Every point counts in both pieces' ends by its nearness (hat functions); outliers, as crossings and letters leave, lose their weight
    (Tukey's biweight, iterated). `trust` weighs the points, 0..1.
    """
    x = np.array([point[0] for point in points])
    y = np.array([point[1] for point in points])
    knots = np.array(places, dtype=float)
    weights = np.array(trust, dtype=float) if trust else np.ones_like(x)
    inside = (x >= knots[0] - grain) & (x <= knots[-1] + grain)
    x, y, weights = x[inside], y[inside], weights[inside]
    if len(x) < 2 or len(knots) < 2:
        return Fit(tuple(None for _ in places), math.inf)
    basis = _hats(x, knots)
    heights, robust, scale = _solved(basis, y, weights, grain)
    residuals = np.abs(y - basis @ heights)
    spread = np.linalg.inv((basis * robust[:, None]).T @ basis + STIFFNESS * np.eye(len(knots)))
    found: list[Height | None] = []
    for i, knot in enumerate(knots):
        near = basis[:, i] > 0
        seen = int((near & (basis[:, i] > 0.5) & (robust > 0)).sum())
        error = float(spread[i, i] ** 0.5)
        local = float(np.sqrt(np.average(residuals[near] ** 2, weights=robust[near] + 1e-9))) if near.any() else math.inf
        reach = min((abs(x - knot)).min(), 1e9)
        known = seen > 0 and error < LARGEST_ERROR and _held(x, robust, knots, i, reach, grain)
        found.append(Height(float(heights[i]), max(scale, local, 0.1 * grain) * error, seen) if known else None)
    slopes = np.diff(heights) / np.diff(knots)
    across = residuals / np.sqrt(1 + slopes[np.clip(np.searchsorted(knots, x), 1, len(knots) - 1) - 1] ** 2)
    strayed = float(np.average(across > STRAY * grain, weights=weights)) if weights.sum() else 0.0
    return Fit(tuple(found), float(np.median(residuals)), strayed)


def _solved(
    basis: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64], grain: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    robust: NDArray[np.float64] = weights
    scale = grain
    heights: NDArray[np.float64] = np.zeros(basis.shape[1])
    for _ in range(ROUNDS):
        weighted = basis * robust[:, None]
        heights = _solve(weighted.T @ basis + STIFFNESS * np.eye(basis.shape[1]), weighted.T @ y + STIFFNESS * np.median(y))
        gaps = np.abs(y - basis @ heights)
        scale = max(1.5 * float(np.median(gaps)), LEAST_SCALE * grain)
        robust = weights * np.clip(1 - (gaps / (6 * scale)) ** 2, 0, 1) ** 2
    return heights, robust, scale


def _solve(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    solved: NDArray[np.float64] = np.linalg.solve(left, right).astype(np.float64)
    return solved


def _hats(x: NDArray[np.float64], knots: NDArray[np.float64]) -> NDArray[np.float64]:
    """One row a point: how much each place counts for it; the two around it share 1."""
    after = np.clip(np.searchsorted(knots, x), 1, len(knots) - 1)
    part = (x - knots[after - 1]) / (knots[after] - knots[after - 1])
    basis = np.zeros((len(x), len(knots)))
    rows = np.arange(len(x))
    basis[rows, after - 1] = 1 - part
    basis[rows, after] = part
    return basis


def _held(x: NDArray[np.float64], robust: NDArray[np.float64], knots: NDArray[np.float64], i: int, reach: float, grain: float) -> bool:
    """The line reaches the place: at least one of the pieces beside it is seen over a good part, up to near the place."""
    for other in (i - 1, i + 1):
        if not 0 <= other < len(knots):
            continue
        low, high = sorted((knots[i], knots[other]))
        part = x[(x >= low) & (x <= high) & (robust > 0)]
        if len(part) == 0:
            continue
        span, near = float(np.ptp(part)), float(np.abs(part - knots[i]).min())
        if span >= min(0.35 * (high - low), 12 * grain) and near <= max(0.3 * (high - low), 2.5 * grain):
            return True
    return reach <= 0.5 * grain
