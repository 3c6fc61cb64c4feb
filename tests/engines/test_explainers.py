"""Several explainers of one answer, and several answers of one model, by what goes over the wire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hand_made import INPUTS
from pydantic import ValidationError

from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.evaluation.metrics.election import elected
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.prompts import catalogue
from charge_stream.prompts.outputs import Explained, Vote

Make = Callable[..., OpenAIEngine]
EXPLAIN = (catalogue.EXPLAIN_ANSWER, INPUTS["explain_answer"])
THREE = (RoleSettings(model="a", temperature=0.7), RoleSettings(model="b", reasoning=True), RoleSettings(model="c", max_tokens=99))


async def test_each_explainer_is_asked_as_it_is_set(engine_at: Make, fake: FakeEndpoint) -> None:
    engine = engine_at(explainers=THREE)
    assert engine.explainers == ("a", "b", "c")
    for name in engine.explainers:
        await engine.ask(*EXPLAIN, explainer=name)
    sent = [{key: body.get(key) for key in ("model", "temperature", "max_tokens", "max_completion_tokens")} for body in fake.recent]
    assert sent == [
        {"model": "a", "temperature": 0.7, "max_tokens": 1024, "max_completion_tokens": None},
        {"model": "b", "temperature": None, "max_tokens": None, "max_completion_tokens": 1024},
        {"model": "c", "temperature": 0.0, "max_tokens": 99, "max_completion_tokens": None},
    ]
    with pytest.raises(ValueError, match="no explainer d"):
        await engine.ask(*EXPLAIN, explainer="d")


async def test_all_explain_the_others_vote_and_the_best_approved_is_accepted(engine_at: Make) -> None:
    """The way of ChartQA-X, with scores given. One explanation is planted with a value that the chart does not show."""
    engine = engine_at(explainers=THREE)
    told = {}
    for name in engine.explainers:
        explained = await engine.ask(*EXPLAIN, explainer=name)
        assert isinstance(explained, Explained)
        told[name] = explained.explanation
    told["c"] = "YouTube stands at 47%."
    votes: dict[str, dict[str, bool | None]] = {}
    for name, explanation in told.items():
        votes[name] = {}
        for voter in engine.explainers:
            if voter != name:
                vote = await engine.ask(
                    catalogue.VOTE_EXPLANATION, {**INPUTS["explain_answer"], "explanation": explanation}, explainer=voter
                )
                votes[name][voter] = isinstance(vote, Vote) and vote.verdict == "Correct"
    assert votes == {"a": {"b": True, "c": True}, "b": {"a": True, "c": True}, "c": {"a": False, "b": False}}
    assert elected({"a": 0.7, "b": 0.8, "c": 0.9}, votes) == "b"


async def test_samples_of_one_model_have_seeds_of_their_own_and_each_is_paid_once(fake: FakeEndpoint, tmp_path: Path) -> None:
    engine = OpenAIEngine(OpenAISettings(base_url=fake.base_url, explainers=THREE[:1]), ContentStore(str(tmp_path)))
    for _ in range(2):
        for number in range(3):
            await engine.ask(*EXPLAIN, sample=number)
    assert [body["seed"] for body in fake.recent] == [0, 1, 2]
    await engine.close()


def test_without_any_the_common_model_explains() -> None:
    settings = OpenAISettings(model="common", vision=False)
    assert settings.explainer_names == ("common",)
    assert settings.asked("explainer").vision is False


@pytest.mark.parametrize(
    ("explainers", "problem"),
    [
        ('[{"model": "a"}, {"model": "a", "endpoint": "local"}]', "told apart by their models"),
        ('[{}, {"model": "gpt-4o-mini"}]', "told apart by their models"),
        ('[{"model": "a", "endpoint": "nowhere"}]', "there is no endpoint nowhere"),
    ],
)
def test_explainers_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch, explainers: str, problem: str) -> None:
    monkeypatch.setenv("CHARGE_OPENAI__ENDPOINTS", '{"local": {"base_url": "http://127.0.0.1:9/v1"}}')
    monkeypatch.setenv("CHARGE_OPENAI__EXPLAINERS", explainers)
    with pytest.raises(ValidationError, match=problem):
        Settings()


def test_explainers_are_set_by_the_environment_and_need_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARGE_OPENAI__EXPLAINERS", '[{"model": "a"}, {"model": "b"}]')
    assert Settings().openai.explainer_names == ("a", "b")
    monkeypatch.setenv("CHARGE_OPENAI__BUDGET_RUN_USD", "1")
    monkeypatch.setenv("CHARGE_OPENAI__PRICES", '{"gpt-4o-mini": {"prompt": 1, "completion": 1}, "a": {"prompt": 1, "completion": 1}}')
    with pytest.raises(ValidationError, match="has none of model b"):
        Settings()
