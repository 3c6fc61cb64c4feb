"""The forecast by hand: two documents, two paragraphs and a chart, every call counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hand_made import CHART_KEYPOINT, CHUNK, INPUTS, OTHER_CHUNK, READING, TEXT_KEYPOINT, picture

from charge_stream.engines.forecast.bill import Bill, Case, evenly
from charge_stream.engines.forecast.expected import Expected, measured, most_told
from charge_stream.engines.forecast.forecast import Forecast, forecast
from charge_stream.engines.forecast.material import Material
from charge_stream.engines.pictures import tokens_of
from charge_stream.engines.requests import request_of
from charge_stream.evaluation.contents import Contents
from charge_stream.infra.encoders.minilm import MiniLM
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.settings import Settings
from charge_stream.models import Candidate, Pair, Rejected, Verified
from charge_stream.prompts import catalogue
from charge_stream.prompts.outputs import GateVerdict, ModalityAnswer

MATERIAL = Material([CHUNK, OTHER_CHUNK], [READING], {"chart1": 100})
EXPECTED = Expected(
    per_figure_sentence=1, per_plain_sentence=0, per_table=2, verified=1, own_answered=1, other_answered=1, other_judged=1 / 3, retained=1,
    gates={"grounded": 0.5, "numbers": 1, "not_given_away": 1, "hops_needed": 1, "self_contained": 1}, unique=1, answered=0.8,
)  # fmt: skip
"""Of the two paragraphs a keypoint each; of the chart's four values two."""


def settings(**models: Any) -> Settings:
    """Quotas of one of each type, and everything near enough to be a pair."""
    return Settings(quota=1, margin=1, quota_mode="total", relatedness_intra=-1, relatedness_inter=-1, openai=OpenAISettings(**models))


async def told(**models: Any) -> Forecast:
    return await forecast(MATERIAL, EXPECTED, settings(**models), MiniLM())


async def test_every_call_is_counted() -> None:
    """Pairs: a paragraph or the chart alone; the chart with its paragraph; the paragraphs of both documents; the chart with the other one.

    Two facts of one chart are no pair. All five are written and come to the first gate, half of them to the others.
    """
    made = await told()
    calls: Counter[str] = Counter()
    for line in made.lines:
        calls[line.prompt] += line.calls
    assert calls == {
        "read_chart": 1,
        "extract_text": 2,
        "extract_chart": 1,
        "classify_keypoint": 4,
        "question_from_keypoint": 4,
        "answer_from_text": 2 + 2,
        "answer_from_chart": 2 + 1,
        "judge": 4 + 1,
        "write_single_point_text_only": 1,
        "write_single_point_chart_only": 1,
        "write_intra_document_text_chart": 1,
        "write_inter_document_text_only": 1,
        "write_inter_document_text_chart": 1,
        "gate_grounded": 5,
        **dict.fromkeys(("gate_numbers", "gate_not_given_away", "gate_hops_needed", "gate_self_contained"), 2.5),
        "answer_question": 2 * 2.5,
        "keypoints_of_response": 2 * 2,
        "match_keypoints": 2 * 2,
    }
    assert (made.keypoints, made.retained, made.selected, made.published) == (4, 4, 5, 2.5)


async def test_tokens_are_those_of_what_would_be_sent() -> None:
    made = await told()
    lines = {line.prompt: line for line in made.lines}
    asked = [{"chunk": chunk, "preceding": ""} for chunk in (CHUNK, OTHER_CHUNK)]
    assert lines["extract_text"].prompt_tokens == sum(
        request_of(OpenAISettings(), catalogue.EXTRACT_TEXT, inputs).tokens.prompt for inputs in asked
    )
    blind = request_of(OpenAISettings(), catalogue.READ_CHART, {"titles": ["Use of platforms among U.S. adults"]}).tokens.prompt
    assert lines["read_chart"].prompt_tokens == blind + 100


async def test_without_vision_no_picture_is_paid_for() -> None:
    made = await told(vision=False)
    assert "read_chart" not in {line.prompt for line in made.lines}
    seen = {line.prompt: line.prompt_tokens for line in (await told()).lines}
    assert seen["extract_chart"] > {line.prompt: line.prompt_tokens for line in made.lines}["extract_chart"]


async def test_each_role_is_priced_by_its_own_model() -> None:
    prices = {"gpt-4o-mini": {"prompt": 1, "completion": 2}}
    made = await told(prices=prices, roles={"judge": RoleSettings(model="dear")})
    for line in made.lines:
        cost = (line.prompt_tokens + 2 * line.completion_tokens) / 1e6
        assert (line.model, line.usd) == (("dear", None) if line.role == "judge" else ("gpt-4o-mini", pytest.approx(cost)))


def test_what_a_reasoning_model_thinks_is_counted_at_its_limit() -> None:
    bill = Bill(OpenAISettings(roles={"verifier": RoleSettings(reasoning=True, max_tokens=5000)}))
    bill.add("verify", catalogue.ANSWER_FROM_TEXT, [1, 2], lambda _: Case(INPUTS["answer_from_text"], ModalityAnswer(answer=None)))
    assert bill.lines[0].completion_tokens == 2 * 5000


def test_calls_count_by_the_sample_that_is_rendered() -> None:
    """{"passed":true,"reason":"1234567"} has 33 characters: 8 tokens."""
    bill = Bill(OpenAISettings())
    case = Case(INPUTS["gate_numbers"], GateVerdict(passed=True, reason="1234567"))
    bill.add("check", catalogue.GATES["numbers"], range(1000), lambda _: case)
    one = request_of(OpenAISettings(), catalogue.GATES["numbers"], INPUTS["gate_numbers"]).tokens.prompt
    assert (bill.lines[0].calls, bill.lines[0].prompt_tokens, bill.lines[0].completion_tokens) == (1000, 1000 * one, 8000)


async def test_what_was_extracted_before_is_not_counted_again() -> None:
    made = await forecast(replace(MATERIAL, known=frozenset({"chunk1", "chart1"})), EXPECTED, settings(), MiniLM())
    calls = {(line.stage, line.prompt): line.calls for line in made.lines}
    assert calls["extract_text", "extract_text"] == 1 and calls["verify", "question_from_keypoint"] == 1
    assert not any(stage in ("read_chart", "extract_chart") for stage, _ in calls)
    assert made.keypoints == 4


def test_things_are_taken_evenly() -> None:
    assert evenly(range(10), 4) == [0, 2, 5, 7]
    assert evenly(range(3), 9.6) == [0, 1, 2]
    assert evenly([], 3) == []


@pytest.mark.parametrize(("size", "tokens"), [((750, 10), 10), ((1500, 1000), 1600), ((3136, 1000), 1046)])
def test_a_picture_counts_by_its_size_as_it_is_sent(size: tuple[int, int], tokens: int) -> None:
    """3136 by 1000 is sent as 1568 by 500; nothing counts more than 1600."""
    assert tokens_of(picture(*size)) == tokens


def verdicts(statuses: str) -> list[Verified]:
    """One a letter: retained, dropped though its own source told it, not asked at all."""
    made = {"r": ("retain", "?", "33%."), "d": ("drop", "?", "33%."), "n": ("drop", "", None)}
    return [
        Verified(id=f"{place}", keypoint=TEXT_KEYPOINT, paired=["chart1"], status=status, question=question, from_own=own)
        for place, (status, question, own) in enumerate(made[letter] for letter in statuses)
    ]


def test_what_a_store_has_enough_of_is_measured() -> None:
    """Ten questions were written: two fell at the second gate, one at the fourth, one was a duplicate."""
    pair = Pair(id="p", type="Single-Point_Text-only", hops=[])
    common = {"query": "q", "gt_answer": "a"}
    written = [Candidate(id=str(number), pair=pair, engine="openai", form="f", prompts={}, **common) for number in range(10)]
    gates = ["numbers", "numbers", "hops_needed", "duplicate", *["quota"] * 6]
    rejected = [Rejected(id=str(number), type=pair.type, gate=gate, reason="r", sources=[], **common) for number, gate in enumerate(gates)]
    contents = Contents(
        chunks=[CHUNK, CHUNK, CHUNK],
        readings={"chart1": READING},
        keypoints=[TEXT_KEYPOINT, TEXT_KEYPOINT, CHART_KEYPOINT],
        verified=verdicts("rrrdn"),
        candidates={candidate.id: candidate for candidate in written},
        rejected=rejected,
    )
    found = measured(contents)
    assert (found.per_figure_sentence, found.per_plain_sentence) == (2 / 3, 0)
    assert (found.verified, found.retained, found.own_answered, found.other_answered) == (4 / 5, 3 / 5, 1, 0)
    assert found.gates == {"grounded": 1, "numbers": 8 / 10, "not_given_away": 1, "hops_needed": 7 / 8, "self_contained": 1}
    assert found.unique == 6 / 7
    assert (found.per_table, found.answered) == (Expected().per_table, Expected().answered), "there were too few of these"
    assert "answered" not in found.measured and "unique" in found.measured


@pytest.mark.parametrize(("keypoints", "sizes", "most"), [(14, [2, 10, 10], 6), (6, [4, 4, 4], 2), (22, [2, 10, 10], 12), (0, [3, 3], 0)])
def test_what_a_table_gives_is_told_from_those_that_had_more(keypoints: int, sizes: list[int], most: float) -> None:
    """A table of two values that gave two says nothing of how many one of ten gives; all told: as many as the prompt allows."""
    assert most_told(keypoints, sizes) == most
