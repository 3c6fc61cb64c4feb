"""Relative Number Set Similarity of a chart reading (Masry et al. 2022, ChartQA): the numbers alone, whatever they are called."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charge_stream.evaluation.metrics.difference import relative_difference
from charge_stream.evaluation.metrics.matching import cheapest_matching


def rnss(predicted: Sequence[float] | None, gold: Sequence[float]) -> float | None:
    """``Σ matched (1 − D) / max(N, M)`` over the one-to-one matching of minimal total ``D = min(1, |p − t| / |t|)``.

    Returns:
        0..1; null without gold numbers, 0 for an absent reading or one without numbers.
    """
    if not gold:
        return None
    if not predicted:
        return 0.0
    distance = np.array([[float(relative_difference(p, t)) for t in gold] for p in predicted])
    similarity = sum(1 - float(distance[pair]) for pair in cheapest_matching(distance))
    return similarity / max(len(predicted), len(gold))
