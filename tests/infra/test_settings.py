"""Settings: where they come from, what is refused and in which words, and that the reference is in step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from charge_stream.infra import settings as module
from charge_stream.infra.settings import Settings
from charge_stream.models import QA_TYPES
from charge_stream.models.errors import UserError


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.upper().startswith(module.ENV_PREFIX)]:
        monkeypatch.delenv(name)


def test_the_defaults_need_nothing() -> None:
    settings = Settings.load()
    assert (settings.broker, settings.index, settings.engine) == ("embedded", "embedded", "rules")
    assert settings.quota == dict.fromkeys(QA_TYPES, 100)
    assert settings.top_k == (5, 10)


def test_options_win_over_the_environment_and_none_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARGE_IN_FLIGHT", "3")
    monkeypatch.setenv("CHARGE_STORE", "s3://bucket/from-environment")
    monkeypatch.setenv("CHARGE_BROKER", "")
    settings = Settings.load(store="./here", in_flight=None, broker=None)
    assert (settings.store, settings.in_flight, settings.broker) == ("./here", 3, "embedded")


def test_nested_settings_and_lists_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARGE_ENGINE", "openai")
    monkeypatch.setenv("CHARGE_OPENAI__API_KEY", "sk-very-secret")
    monkeypatch.setenv("CHARGE_OPENAI__ROLES__JUDGE__MODEL", "big")
    monkeypatch.setenv("CHARGE_OPENAI__ROLES__JUDGE__SEED", "none")
    monkeypatch.setenv("CHARGE_TOP_K", "[1, 3]")
    settings = Settings.load()
    assert settings.top_k == (1, 3)
    judge = settings.openai.role("judge")
    assert (judge.model, judge.seed, judge.max_tokens) == ("big", None, 1024)
    assert settings.openai.role("writer").model == settings.openai.model
    assert "very-secret" not in repr(settings) and "very-secret" not in settings.model_dump_json()


def test_a_quota_is_one_number_for_all_or_numbers_by_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARGE_QUOTA", "7")
    assert Settings.load().quota == dict.fromkeys(QA_TYPES, 7)
    monkeypatch.setenv("CHARGE_QUOTA", '{"Inter-Document_Text-Chart": 2}')
    assert Settings.load().quota == {**dict.fromkeys(QA_TYPES, 100), "Inter-Document_Text-Chart": 2}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"in_flight": 0}, "CHARGE_IN_FLIGHT is wrong: input should be greater than or equal to 1"),
        ({"broker": "localhost"}, "CHARGE_BROKER is wrong: give `embedded` or `host:port`"),
        ({"prefix": "A b"}, "CHARGE_PREFIX is wrong: give up to 40 small letters"),
        ({"quota": {"Nonsense": 1}}, "CHARGE_QUOTA is wrong: Nonsense is no type"),
        ({"quota": -1}, "CHARGE_QUOTA is wrong: a quota is 0 or more"),
        ({"top_k": (10, 5)}, "CHARGE_TOP_K is wrong: give different numbers"),
        ({"engine": "magic"}, "CHARGE_ENGINE is wrong: input should be 'rules' or 'openai'"),
        ({"engine": "openai"}, "needs CHARGE_OPENAI__API_KEY"),
        ({"replication": 3}, "the embedded broker keeps one replica"),
        ({"openai": {"api_key": "sk-very-secret", "timeout_s": "soon"}}, "CHARGE_OPENAI__TIMEOUT_S is wrong"),
        ({"nonsense": 1}, "CHARGE_NONSENSE is wrong"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        Settings.load(**given)
    message = str(caught.value)
    assert sentence in message
    assert "\n" not in message and "very-secret" not in message
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("CHARGE_BROKR", "x:1", "CHARGE_BROKR is no setting; did you mean CHARGE_BROKER?"),
        ("CHARGE_TOP_K", "5,", "CHARGE_TOP_K cannot be read: give it as JSON"),
        ("CHARGE_OPENAI__ROLES__JUDGE__SEED", "x", "CHARGE_OPENAI__ROLES__JUDGE__SEED is wrong"),
        ("CHARGE_METRICS_PORT", "99999", "CHARGE_METRICS_PORT is wrong"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(UserError, match=sentence.replace("?", r"\?")):
        Settings.load()


def test_a_variable_of_somebody_else_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    without = Settings.load()
    monkeypatch.setenv("CHARGE_POINT_COUNT", "8")
    assert Settings.load() == without


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError):
        Settings.load().broker = "other:1"  # type: ignore[misc]


def test_every_setting_is_documented_and_the_page_is_in_step() -> None:
    assert all(field.description for field in Settings.model_fields.values())
    page = Path(__file__).parents[2] / "docs" / "configuration.md"
    assert page.read_text() == module.page(), "run: python -m charge_stream.infra.settings > docs/configuration.md"
