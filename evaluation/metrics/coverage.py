"""Coverage of a response (CHARGE eq. 4): ``|K^m| / |K^gt|``, the share of the ground-truth keypoints that the response gives."""

from __future__ import annotations

from collections.abc import Iterable


def coverage(matches: Iterable[tuple[int, int]] | None, n_ground_truth: int, n_response: int) -> float | None:
    """Ground-truth keypoints with any match / ground-truth keypoints. Two of them may match the same keypoint of the response.

    Args:
        matches: (ground-truth keypoint, response keypoint) of the same meaning, as indices; null when nothing judged them.
        n_ground_truth: keypoints of the ground truth.
        n_response: keypoints of the response; 0 for a missing response, which scores 0.

    Returns:
        0..1; null without a judge or without ground truth. Pairs that point outside the two lists name no keypoint and are passed over.
    """
    if n_ground_truth == 0:
        return None
    if n_response == 0:
        return 0.0
    if matches is None:
        return None
    matched = {left for left, right in matches if 0 <= left < n_ground_truth and 0 <= right < n_response}
    return len(matched) / n_ground_truth
