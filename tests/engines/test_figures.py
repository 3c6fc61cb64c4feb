"""Figures that a model makes up, and questions that hold their answer, are refused with a reason it can act on."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import CHUNK, OTHER_CHUNK, OTHER_KEYPOINT, TEXT_KEYPOINT

from charge_stream.engines.evidence import objection
from charge_stream.engines.figures import figures, given_away, unfounded
from charge_stream.models import Keypoint
from charge_stream.prompts.outputs import ExtractedKeypoint, ExtractedKeypoints, WrittenQA

SHOWN = {2021.0, 41.0, 44.0, 2.5, 1234.5}
HOPS = {41.0, 44.0}


def test_figures_are_read_as_written() -> None:
    assert figures("In 2021, 1,234.5 of A4 pages, or 7%, up from 6.5.") == ["2021", "1,234.5", "7", "6.5"]


@pytest.mark.parametrize("text", ["41% in 2021", "1,234.5", "2,500 thousand", "3 points more", "of 10 countries", "85 in all", "7.3% more"])
def test_what_stands_there_or_follows_is_founded(text: str) -> None:
    """44 − 41, 41 + 44, (44 − 41) ÷ 41; 2.5 million is 2,500 thousand."""
    assert unfounded(text, SHOWN, HOPS) is None


@pytest.mark.parametrize(("text", "figure"), [("43% said so", "43"), ("41% in 2020", "2020"), ("7.4% more", "7.4"), ("1,234.6", "1,234.6")])
def test_what_is_made_up_is_named(text: str, figure: str) -> None:
    assert unfounded(text, SHOWN, HOPS) == figure


def test_a_keypoint_with_a_figure_of_its_own_is_refused() -> None:
    def extracted(statement: str) -> ExtractedKeypoints:
        return ExtractedKeypoints(keypoints=[ExtractedKeypoint(statement=statement, sentences=[0])])

    inputs = {"chunk": CHUNK, "preceding": ""}
    assert objection(extracted("In 2024, 33% of U.S. adults said they use TikTok."), inputs) is None
    assert objection(extracted("In 2024, 34% of U.S. adults said they use TikTok."), inputs) == (
        "keypoint 0: 34 stands nowhere in the paragraph"
    )


@pytest.mark.parametrize(
    ("query", "answer", "problem"),
    [
        ("By how many points do they differ?", "33% and 50%, so 17 points.", None),
        ("By how many points do they differ?", "33% and 50%, so 19 points.", "19 neither stands in the sources nor follows"),
        ("Do 33% or 50% of them use it?", "33% and 50%.", "it holds every figure of its answer"),
        ("Where is it more than 33%?", "Where it is 50%, not 33%.", None),
    ],
)
def test_a_written_question_is_checked(query: str, answer: str, problem: str | None) -> None:
    inputs: dict[str, Any] = {"hops": [TEXT_KEYPOINT, OTHER_KEYPOINT], "sources": [CHUNK, OTHER_CHUNK]}
    assert all(isinstance(hop, Keypoint) for hop in inputs["hops"])
    found = objection(WrittenQA(query=query, answer=answer), inputs)
    assert (found is None) if problem is None else (found is not None and problem in found)


def test_years_are_no_answer_that_is_given_away() -> None:
    assert not given_away("What was it in 2021?", "In 2021 it was 41%.")
    assert given_away("Was it 41% in 2021?", "41%")
    assert not given_away("Which country?", "Norway")
