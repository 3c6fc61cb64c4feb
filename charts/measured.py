"""How far a measured value may be trusted, and to which decimal place the data behind a chart was rounded."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

TOLERANCE = 0.01
"""A measured value is right when it is within this share of the range of values."""
DECADES = range(12, -7, -1)
SAFE = 2.2
"""Rounding to a step is safe where the step is this many times the expected error."""
CHANCE = 0.0002
"""How likely free values may seem to be multiples of a step: the steps and the shifts tried are counted in."""
HARMLESS = 0.02
"""The same for steps so small that rounding to them stays within the tolerance."""
LEAST_SHARP = 0.35
EXACT, EXACT_SHARE = 4.0, 0.01
"""How far exact values may be from the multiples, on average: of the expected error, or of a step."""
TRIES = 13
REFUTED, APART = 0.25, 4.0
"""Neighbours whose difference is off the multiples by more than so many errors speak against a step; this share of them refutes it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The data seems to consist of multiples of `step`; value + `lift` + `tilt` · (value − `low`) is where they are met best.

    `error` is how far from them the values then still are.
    """

    step: float
    lift: float
    tilt: float
    low: float
    error: float

    def nearest(self, value: float) -> tuple[float, float]:
        """The multiple, and the chance that it, rather than the next nearest, is the true one."""
        moved = value + self.lift + self.tilt * (value - self.low)
        return round(round(moved / self.step) * self.step, 9), self._certainty(moved / self.step)

    def _certainty(self, steps: float) -> float:
        off = abs(steps - round(steps))
        spread = max(self.error / self.step, 0.08)
        return 1 / (1 + math.exp(-min((1 - 2 * off) / (2 * spread**2), 50.0)))


def likelihood(error: float, tolerance: float) -> float:
    """The chance that a normal error of this size stays within the tolerance, both ways."""
    return math.erf(tolerance / (error * math.sqrt(2))) if error > 0 else 1.0


def spread(values: Iterable[float]) -> float:
    """The range of the values, zero included: what an axis must at least span, and often less than it does."""
    known = [0.0, *values]
    return max(known) - min(known)


def data_steps(values: Sequence[Sequence[float]], error: float, reach: float, exact: bool = False) -> Steps | None:
    """The largest power of ten of which all values seem to be multiples, if that is no chance and rounding to it is safe.

    `values` are those of each line in order, `error` is the expected error of one. The axis itself may be off by up to `reach` at either
    end of the values: it is moved to where the multiples are met best. The mean cosine of the distances (in turns of a step) tells how
    well; of n free values it exceeds r with probability exp(−n r²). Values that crowd around a multiple are not free: where they were
    measured `exact`ly, as in a drawing, what is left between them and the multiples must be as small as the expected error.
    """
    apart = np.array(_apart(values, error))
    if len(apart) < 5 or error <= 0:
        return None
    extent = spread(value for line in values for value in line)
    low, span = float(apart.min()), max(float(np.ptp(apart)), 1e-12)
    for decade in DECADES:
        step = 10.0**decade
        if step > span / 2 or step < SAFE * error or _refuted(values, step, error):
            continue
        ends = np.linspace(-1, 1, TRIES) * min(reach, 0.4 * step)
        best, lift, tilt = max(
            (_sharpness(apart + a + (b - a) / span * (apart - low), step) - 0.02 * (abs(a) + abs(b)) / step, a, (b - a) / span)
            for a, b in itertools.product(ends, ends)
        )
        chance = HARMLESS if step <= 2 * TOLERANCE * extent else CHANCE
        if best >= max(LEAST_SHARP, math.sqrt(-math.log(chance) / len(apart))):
            left = step * math.sqrt(-math.log(min(best, 0.999))) / (math.sqrt(2) * math.pi)
            if exact and left > max(EXACT * error, EXACT_SHARE * step):
                continue
            return Steps(step, float(lift), float(tilt), low, left)
    return None


def _refuted(values: Sequence[Sequence[float]], step: float, error: float) -> bool:
    """Values that change by less than a step are no multiples of it, however near one they all are."""
    changes = [abs(b - a) for line in values for a, b in itertools.pairwise(line) if abs(b - a) > error]
    off = sum(abs(change - round(change / step) * step) > APART * error for change in changes)
    return off > REFUTED * len(changes)


def _sharpness(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], step: float) -> float:
    return float(np.cos(2 * math.pi * values / step).mean())


def _apart(values: Sequence[Sequence[float]], error: float) -> list[float]:
    """All values but those that a line only keeps: they prove nothing twice."""
    kept: list[float] = []
    for line in values:
        kept += [value for i, value in enumerate(line) if i == 0 or abs(value - line[i - 1]) > error]
    return kept
