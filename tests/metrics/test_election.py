"""The vote of ChartQA-X, by hand: six explainers, five votes each, three of which are a majority."""

from __future__ import annotations

import pytest

from charge_stream.evaluation.metrics.election import approved, by_score, elected

SIX = ["a", "b", "c", "d", "e", "f"]


def test_the_best_scored_comes_first_ties_by_name_and_unscored_ones_not_at_all() -> None:
    assert by_score({"b": 0.8, "a": 0.8, "c": 0.9, "d": None, "e": 0.0}) == ["c", "a", "b", "e"]


@pytest.mark.parametrize(("correct", "verdict"), [("", False), ("bc", False), ("bcd", True), ("bcdef", True)])
def test_three_of_five_are_a_majority(correct: str, verdict: bool) -> None:
    votes = {name: name in correct for name in SIX[1:]}
    assert approved("a", votes, SIX) is verdict


def test_a_missing_vote_is_no_correct_and_still_counts_among_the_five() -> None:
    assert not approved("a", {"b": True, "c": True}, SIX)
    assert not approved("a", {"b": True, "c": True, "d": None, "e": None, "f": None}, SIX)
    assert approved("a", {"b": True, "c": True, "d": True}, SIX)


def test_nobody_votes_on_their_own_and_half_is_no_majority() -> None:
    assert not approved("a", {"a": True, "b": True, "c": False}, ["a", "b", "c"])
    assert not approved("a", {"a": True}, ["a"])


def test_the_next_best_is_taken_where_the_best_is_not_approved() -> None:
    scores = {"a": 0.9, "b": 0.7, "c": 0.8}
    agree = {"a": True, "b": True, "c": True}
    assert elected(scores, {"a": agree, "b": agree, "c": agree}) == "a"
    assert elected(scores, {"a": {"b": True, "c": False}, "b": agree, "c": agree}) == "c"
    assert elected({**scores, "c": None}, {"a": {}, "b": agree, "c": agree}) == "b"
    assert elected(scores, {}) is None
    assert elected({}, {}) is None
