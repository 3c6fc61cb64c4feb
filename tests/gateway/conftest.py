"""Gateways that point at the fake endpoint, and requests that it answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway import patience
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.request import Request
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.store import ContentStore

KEY = "sk-planted-key-0123456789"
ASKED = 'Reply by this JSON schema:\n{"properties": {"passed": 0, "reason": 0}}\n'


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(str(tmp_path / "store"))


@pytest.fixture
async def gateway_at(fake: FakeEndpoint, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Gateway]]:
    """Makes gateways that point at the fake endpoint, with short waits; closes them afterwards."""
    monkeypatch.setattr(patience, "FIRST_REST_S", 0.02)
    gateways: list[Gateway] = []

    def make(store: ContentStore | None = None, **settings: Any) -> Gateway:
        given = {"base_url": fake.base_url, "api_key": KEY, "timeout_s": 5, "deadline_s": 3, **settings}
        gateways.append(Gateway(OpenAISettings(**given), store))
        return gateways[-1]

    yield make
    for gateway in gateways:
        await gateway.close()


@pytest.fixture
def request_of() -> Callable[..., Request]:
    """Makes the request of that number; its role by keywords."""

    def make(number: int = 0, sample: int = 0, **role: Any) -> Request:
        message = {"role": "user", "content": f"{ASKED}{number}"}
        return Request(RoleSettings(**{"model": "m", "max_tokens": 100, **role}), (message,), sample=sample)

    return make
