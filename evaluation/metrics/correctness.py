"""Correctness of a response (CHARGE eq. 3): ``1[K^r ≡ K^gt]``, complete matching of the keypoints and equal numbers."""

from __future__ import annotations

from collections.abc import Iterable

from charge_stream.evaluation.metrics.matching import largest_matching


def correctness(matches: Iterable[tuple[int, int]] | None, n_ground_truth: int, n_response: int) -> float | None:
    """1 when the keypoints of the response match the ground truth one to one and in equal number, else 0.

    Args:
        matches: (ground-truth keypoint, response keypoint) of the same meaning, as indices; null when nothing judged them.
        n_ground_truth: keypoints of the ground truth.
        n_response: keypoints of the response; 0 for a missing response, which scores 0.

    Returns:
        null without a judge or without ground truth. Pairs that point outside the two lists name no keypoint and are passed over.
    """
    if n_ground_truth == 0:
        return None
    if n_response == 0:
        return 0.0
    if matches is None:
        return None
    inside = [(left, right) for left, right in matches if 0 <= left < n_ground_truth and 0 <= right < n_response]
    return float(n_ground_truth == n_response and largest_matching(inside) == n_ground_truth)
