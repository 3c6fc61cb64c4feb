"""Relative Mapping Similarity and Relative Number Set Similarity, worked by hand."""

import pytest

from charge_stream.evaluation.metrics.rms import RMSScore, rms
from charge_stream.evaluation.metrics.rnss import rnss

GOLD = [("Germany", "2019", 41.0), ("Germany", "2021", 44.0), ("France", "2019", 50.0), ("France", "2021", 52.0)]


def test_the_same_table_in_another_order_is_perfect() -> None:
    assert rms(GOLD[::-1], GOLD) == RMSScore(1.0, 1.0, 1.0)


def test_a_transposed_table_is_the_same_table() -> None:
    score = rms([(column, row, value) for row, column, value in GOLD], GOLD)
    assert score == RMSScore(1.0, 1.0, 1.0, transposed=True)


def test_entries_left_out_cost_recall_and_entries_too_many_cost_precision() -> None:
    fewer = rms(GOLD[:2], GOLD)
    assert fewer is not None
    assert (fewer.precision, fewer.recall) == (1.0, 0.5)
    assert fewer.f1 == pytest.approx(2 / 3)
    more = rms([*GOLD, ("Unheard-of", "1900", 1.0)], GOLD)
    assert more is not None
    assert (more.precision, more.recall) == (0.8, 1.0)


def test_key_and_value_multiply() -> None:
    # key "germny 2019": one deletion in 12 characters; value 40 for 41: 1/41 off.
    score = rms([("Germny", "2019", 40.0)], [("Germany", "2019", 41.0)])
    assert score is not None
    assert score.f1 == pytest.approx((1 - 1 / 12) * (1 - 1 / 41))


def test_theta_cuts_at_and_above() -> None:
    gold = [("a", "", 1.40)]
    for value, at_five, at_ten in [(1.47, 0.0, 0.95), (1.54, 0.0, 0.0), (1.46, 1 - 3 / 70, 1 - 3 / 70)]:
        for theta, expected in [(0.05, at_five), (0.1, at_ten)]:
            score = rms([("a", "", value)], gold, theta=theta)
            assert score is not None
            assert score.f1 == pytest.approx(expected), (value, theta)


def test_tau_cuts_at_and_above() -> None:
    assert rms([("ab", "", 1.0)], [("ax", "", 1.0)]) == RMSScore(0.0, 0.0, 0.0)  # half of the characters differ
    score = rms([("abc", "", 1.0)], [("abx", "", 1.0)])
    assert score is not None
    assert score.f1 == pytest.approx(2 / 3)


def test_keys_are_trimmed_and_case_folded() -> None:
    assert rms([(" GERMANY ", "", 41.0)], [("Germany", "", 41.0)]) == RMSScore(1.0, 1.0, 1.0)


def test_of_equally_cheap_matchings_the_most_similar_one_counts() -> None:
    # two entries of the same key: only the values tell them apart.
    assert rms([("a", "", 2.0), ("a", "", 1.0)], [("a", "", 1.0), ("a", "", 2.0)]) == RMSScore(1.0, 1.0, 1.0)


def test_zero_needs_zero_and_text_needs_the_same_text() -> None:
    assert rms([("a", "", 0.0)], [("a", "", 0.0)]) == RMSScore(1.0, 1.0, 1.0)
    assert rms([("a", "", 0.01)], [("a", "", 0.0)]) == RMSScore(0.0, 0.0, 0.0)
    assert rms([("a", "", "<1 ")], [("a", "", "<1")]) == RMSScore(1.0, 1.0, 1.0)
    assert rms([("a", "", 1.0)], [("a", "", "<1")]) == RMSScore(0.0, 0.0, 0.0)


def test_empty_cells_are_no_entries() -> None:
    assert rms([("a", "", 1.0), ("b", "", None), ("c", "", " ")], [("a", "", 1.0)]) == RMSScore(1.0, 1.0, 1.0)


def test_an_absent_reading_scores_zero_and_a_missing_gold_has_no_score() -> None:
    assert rms(None, GOLD) == rms([], GOLD) == RMSScore(0.0, 0.0, 0.0, absent=True)
    assert rms(GOLD, []) is None
    assert rms(GOLD, [("a", "", None)]) is None


def test_rnss_by_hand() -> None:
    assert rnss([44.0, 41.0], [41.0, 44.0]) == 1.0
    # 40 goes with 41 (1/41 off), 90 with 44 (more than its own size off: 1); nothing is cut at theta.
    assert rnss([40.0, 90.0], [41.0, 44.0]) == pytest.approx((40 / 41 + 0) / 2)
    assert rnss([30.0], [40.0]) == 0.75
    assert rnss([41.0], [41.0, 44.0]) == 0.5
    assert rnss([0.0, 1.0], [0.0]) == 0.5


def test_rnss_with_nothing_there() -> None:
    assert rnss(None, [1.0]) == rnss([], [1.0]) == 0.0
    assert rnss([1.0], []) is None
