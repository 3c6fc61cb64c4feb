"""CHARGE eq. 3 and 4 on the same judgements."""

import pytest

from charge_stream.evaluation.metrics.correctness import correctness
from charge_stream.evaluation.metrics.coverage import coverage

CASES = {
    "both keypoints given": ([(0, 1), (1, 0)], 2, 2, 1.0, 1.0),
    "one of two given": ([(0, 0)], 2, 1, 0.0, 0.5),
    "both given, and one more said": ([(0, 0), (1, 1)], 2, 3, 0.0, 1.0),
    "one says both: covered, not one to one": ([(0, 0), (1, 0)], 2, 2, 0.0, 1.0),
    "ambiguous pairs that still match one to one": ([(0, 0), (0, 1), (1, 0)], 2, 2, 1.0, 1.0),
    "nothing in common": ([], 1, 1, 0.0, 0.0),
    "no response": ([], 2, 0, 0.0, 0.0),
    "no response, so nothing to judge": (None, 2, 0, 0.0, 0.0),
    "no judge": (None, 2, 2, None, None),
    "no ground truth": ([], 0, 2, None, None),
    "a pair outside the lists": ([(0, 0), (5, 0), (0, 7), (-1, 0)], 1, 1, 1.0, 1.0),
}


@pytest.mark.parametrize("matches, n_gt, n_response, correct, covered", CASES.values(), ids=CASES.keys())
def test_correctness_and_coverage(
    matches: list[tuple[int, int]] | None, n_gt: int, n_response: int, correct: float | None, covered: float | None
) -> None:
    assert correctness(matches, n_gt, n_response) == correct
    assert coverage(matches, n_gt, n_response) == covered
