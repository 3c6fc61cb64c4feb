"""The protocol's contract, the same for both engines: every prompt is served with its own type of answer, or declined with a reason."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from hand_made import ABSTAINED, CHART_KEYPOINT, INPUTS, READING, picture

from charge_stream.engines import make_engine
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Abstained, Engine
from charge_stream.models.errors import UserError
from charge_stream.prompts import catalogue
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.render import load

PROMPTS = {prompt.id: prompt for prompt in catalogue.PROMPTS}


@pytest.fixture(params=["rules", "openai"])
async def engine(request: pytest.FixtureRequest, fake: FakeEndpoint) -> AsyncIterator[Engine]:
    """Each engine, as the settings make it."""
    made = make_engine(Settings(engine=request.param, openai=OpenAISettings(base_url=fake.base_url)))
    yield made
    await made.close()


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=list(PROMPTS))
async def test_every_prompt_is_served_or_declined_with_a_reason(engine: Engine, prompt: Prompt[Any]) -> None:
    answer = await engine.ask(prompt, INPUTS[prompt.id])
    if isinstance(answer, Abstained):
        assert answer.reason.strip()
    else:
        assert type(answer) is prompt.output
        assert prompt.output.model_validate_json(answer.model_dump_json()) == answer


async def test_every_prompt_about_charts_takes_their_pictures(engine: Engine) -> None:
    for prompt in PROMPTS.values():
        if load(prompt.id).front.pictures:
            assert isinstance(await engine.ask(prompt, INPUTS[prompt.id], [picture()]), prompt.output | Abstained)


async def test_the_same_question_has_the_same_answer(engine: Engine) -> None:
    for prompt in PROMPTS.values():
        assert await engine.ask(prompt, INPUTS[prompt.id]) == await engine.ask(prompt, INPUTS[prompt.id]), prompt.id


async def test_a_sample_has_its_own_answer_and_keeps_it(engine: Engine) -> None:
    for prompt in (catalogue.ANSWER_FROM_TEXT, catalogue.WRITE_QA["Single-Point_Text-only"]):
        first, second = [[await engine.ask(prompt, INPUTS[prompt.id], sample=number) for _ in range(2)] for number in (0, 1)]
        assert first[0] == first[1] and second[0] == second[1]
        assert first[0] == await engine.ask(prompt, INPUTS[prompt.id]), "without a number it is the first"


async def test_each_explainer_explains_and_votes_or_there_are_none(engine: Engine) -> None:
    assert bool(engine.explainers) == (engine.name == "openai")
    for explainer in (None, *engine.explainers):
        for prompt in (catalogue.EXPLAIN_ANSWER, catalogue.VOTE_EXPLANATION):
            answer = await engine.ask(prompt, INPUTS[prompt.id], [picture()], explainer=explainer)
            assert isinstance(answer, prompt.output if engine.explainers else Abstained)


async def test_partners_are_suited_or_not_one_by_one(engine: Engine) -> None:
    suited = await engine.suits(CHART_KEYPOINT, [CHART_KEYPOINT, CHART_KEYPOINT])
    assert suited == [engine.name == "openai"] * 2, "the rules ask nothing of one fact twice; a model is asked later"
    assert await engine.suits(CHART_KEYPOINT, []) == []


async def test_inputs_are_left_as_they_were(engine: Engine) -> None:
    before = repr(INPUTS)
    for prompt in PROMPTS.values():
        await engine.ask(prompt, INPUTS[prompt.id])
    assert repr(INPUTS) == before


async def test_extracted_evidence_exists(engine: Engine) -> None:
    """Only the first sentence holds a figure."""
    from_text = await engine.ask(catalogue.EXTRACT_TEXT, INPUTS["extract_text"])
    assert not isinstance(from_text, Abstained) and from_text.keypoints
    assert all(keypoint.sentences == [0] and not keypoint.cells for keypoint in from_text.keypoints)
    from_chart = await engine.ask(catalogue.EXTRACT_CHART, INPUTS["extract_chart"])
    for keypoint in [] if isinstance(from_chart, Abstained) else from_chart.keypoints:
        assert keypoint.cells and not keypoint.sentences
        assert all(0 <= row < len(READING.rows) and 1 <= column < len(READING.columns) for row, column in keypoint.cells)


async def test_nothing_is_made_up_where_there_is_nothing(engine: Engine) -> None:
    """No paragraph, no table, no references: no keypoint and no answer."""
    question = "What share of Martians said in 2024 that they use carrier pigeons?"
    from_chart = await engine.ask(catalogue.EXTRACT_CHART, {"reading": ABSTAINED})
    assert isinstance(from_chart, Abstained) or from_chart.keypoints == []
    for prompt, inputs in (
        (catalogue.ANSWER_FROM_TEXT, {"question": question, "chunks": [], "keypoint": CHART_KEYPOINT}),
        (catalogue.ANSWER_FROM_CHART, {"question": question, "readings": [], "keypoint": CHART_KEYPOINT}),
        (catalogue.ANSWER_QUESTION, {"question": question, "chunks": [], "readings": []}),
    ):
        answer = await engine.ask(prompt, inputs)
        assert isinstance(answer, Abstained) or answer.answer is None


async def test_keypoints_match_by_their_numbers_not_their_places(engine: Engine) -> None:
    matched = await engine.ask(catalogue.MATCH_KEYPOINTS, INPUTS["match_keypoints"])
    assert isinstance(matched, Abstained) or sorted(matched.matches) == [(0, 1), (1, 0)]


async def test_every_answer_can_be_traced_to_a_version(engine: Engine) -> None:
    for prompt in PROMPTS.values():
        assert engine.version(prompt) >= 1


def test_an_engine_that_is_not_there_is_refused() -> None:
    settings = Settings().model_copy(update={"engine": "oracle"})
    with pytest.raises(UserError, match="choose one of rules, openai"):
        make_engine(settings)
