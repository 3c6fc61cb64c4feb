"""The mean that stands beside its denominator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mean:
    """``value`` is Σ scores / ``n`` over the ``n`` samples that were measured; ``unmeasured`` samples (score null) stand apart.

    The empty case: with nothing measured (``n`` = 0) ``value`` is null, neither 0 nor nan.
    """

    value: float | None
    n: int
    unmeasured: int


def mean(scores: Iterable[float | None]) -> Mean:
    """The mean of per-sample scores; a null is a sample that could not be measured, and is counted, never taken for 0."""
    total, n, unmeasured = 0.0, 0, 0
    for score in scores:
        if score is None:
            unmeasured += 1
        else:
            total, n = total + score, n + 1
    return Mean(total / n if n else None, n, unmeasured)
