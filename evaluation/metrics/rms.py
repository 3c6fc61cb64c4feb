"""Relative Mapping Similarity of a chart reading (DePlot, Liu et al. 2023, section 3.2), on (row header, column header, value) entries.

``1 − NL_τ`` of the keys times ``1 − D_θ`` of the values, summed over the one-to-one matching of minimal total ``NL_τ``; divided by the
number of predicted entries it is the precision, by the number of gold entries the recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from rapidfuzz.distance import Levenshtein

from charge_stream.evaluation.metrics.difference import relative_difference
from charge_stream.evaluation.metrics.matching import cheapest_matching

Entry = tuple[str, str, float | str | None]
"""Row header, column header, value; null or blank is an empty cell and no entry."""

TAU = 0.5
TIE = 1e-8
"""Weight of the similarity among equally cheap matchings: below any difference of keys, above the noise of sums."""


@dataclass(frozen=True, slots=True)
class RMSScore:
    """``f1`` is the harmonic mean of ``precision`` and ``recall``; ``absent``: there was no reading, which scores 0 and is counted."""

    precision: float
    recall: float
    f1: float
    transposed: bool = False
    absent: bool = False


def rms(predicted: Sequence[Entry] | None, gold: Sequence[Entry], theta: float = 0.1) -> RMSScore | None:
    """The better (by F1) of the table and its transpose.

    Keys are ``row column``, trimmed and case-folded; ``NL_τ`` is their normalised edit distance, 1 from τ = 0.5 on; ``D_θ`` is the relative
    difference of numbers, 1 from ``theta`` on; texts are equal (trimmed, case-folded) or not.

    Returns:
        null without gold entries; 0/0/0 for an absent reading or one without entries.
    """
    right = _entries(gold)
    if not right:
        return None
    ours = _entries(predicted or ())
    if not ours:
        return RMSScore(0.0, 0.0, 0.0, absent=True)
    turned = [(column, row, value) for row, column, value in ours]
    upright, transposed = _score(ours, right, theta), replace(_score(turned, right, theta), transposed=True)
    return transposed if transposed.f1 > upright.f1 else upright


def _entries(table: Sequence[Entry]) -> list[tuple[str, str, float | str]]:
    return [(row, column, value) for row, column, value in table if value is not None and str(value).strip()]


def _score(predicted: list[tuple[str, str, float | str]], gold: list[tuple[str, str, float | str]], theta: float) -> RMSScore:
    cost = np.ones((len(predicted), len(gold)))
    similarity = np.zeros_like(cost)
    gold_keys = [_key(row, column) for row, column, _ in gold]
    for i, (row, column, value) in enumerate(predicted):
        key = _key(row, column)
        for j, (gold_key, (_, _, gold_value)) in enumerate(zip(gold_keys, gold, strict=True)):
            cost[i, j] = _key_distance(key, gold_key)
            if cost[i, j] < 1:
                similarity[i, j] = (1 - cost[i, j]) * (1 - _value_distance(value, gold_value, theta))
    total = sum(float(similarity[pair]) for pair in cheapest_matching(cost - TIE * similarity))
    precision, recall = total / len(predicted), total / len(gold)
    return RMSScore(precision, recall, 2 * precision * recall / (precision + recall) if total else 0.0)


def _key(row: str, column: str) -> str:
    return f"{row} {column}".strip().casefold()


def _key_distance(predicted: str, gold: str) -> float:
    distance = Levenshtein.normalized_distance(predicted, gold)
    return 1.0 if distance >= TAU else distance


def _value_distance(predicted: float | str, gold: float | str, theta: float) -> float:
    if isinstance(predicted, str) or isinstance(gold, str):
        return float(str(predicted).strip().casefold() != str(gold).strip().casefold())
    difference = relative_difference(predicted, gold)
    return 1.0 if difference >= Fraction(str(theta)) else float(difference)
