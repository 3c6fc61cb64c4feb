"""Engines that point at the fake endpoint. Test modules here can import ``hand_made`` and ``hand_made_facts``."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.infra.gateway import patience
from charge_stream.infra.gateway.settings import OpenAISettings

sys.path.append(str(Path(__file__).parent))

KEY = "sk-planted-key-0123456789"


@pytest.fixture
async def engine_at(fake: FakeEndpoint, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., OpenAIEngine]]:
    """Makes engines that point at the fake endpoint, with short waits; closes them afterwards."""
    monkeypatch.setattr(patience, "FIRST_REST_S", 0.01)
    engines: list[OpenAIEngine] = []

    def make(**settings: Any) -> OpenAIEngine:
        given = {"base_url": fake.base_url, "api_key": KEY, "timeout_s": 5, "deadline_s": 3, **settings}
        engines.append(OpenAIEngine(OpenAISettings(**given)))
        return engines[-1]

    yield make
    for engine in engines:
        await engine.close()
