"""What a worker leaves behind when an endpoint refuses its key, and says it aloud: dead letters, log, metrics and store without it."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import prometheus_client
import pytest
from stream_parts import chunk, everything, send, until

from charge_stream.agents import extract_text
from charge_stream.engines.fake_conditions import Accepts
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.infra import metrics
from charge_stream.infra.brokers import Broker
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.hosting import Host
from charge_stream.infra.logging import configure
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps
from charge_stream.topics.catalogue import DEAD_LETTERS

KEY = "planted-without-a-prefix-that-gives-it-away-0123456789"
TENANT = "planted-tenant-0123456789"


@pytest.fixture
def log(embedded: Broker, settings_for: Callable[..., Settings]) -> io.StringIO:
    """Everything that is logged, libraries' debugging included."""
    shown = io.StringIO()
    configure(settings_for(embedded, log_level="debug"), shown)
    return shown


async def test_dead_letters_log_metrics_and_store_hold_no_key(
    embedded: Broker,
    settings_for: Callable[..., Settings],
    deps_for: Callable[[Settings], Deps],
    fake: FakeEndpoint,
    log: io.StringIO,
    tmp_path: Path,
) -> None:
    fake.accepts = Accepts(key="another")
    settings = settings_for(embedded, partitions=1)
    deps = deps_for(settings)
    engine = OpenAIEngine(OpenAISettings(base_url=fake.base_url, api_key=KEY, headers={"X-Tenant": TENANT}), deps.store)
    async with Host(settings, [extract_text.STAGE], replace(deps, engine=engine), broker=embedded) as host:
        await send(settings, embedded, [chunk(0)])
        await until(host.drained)
        letters = await everything(settings, embedded, DEAD_LETTERS)
    await engine.close()
    logging.getLogger().setLevel(logging.WARNING)
    assert len(letters) == 1
    assert ("error", b"KeyRefused") in [(name, value) for name, value in letters[0][1]], letters
    left = [repr(letters), log.getvalue(), prometheus_client.generate_latest(metrics.REGISTRY).decode()]
    left += [path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()]
    assert fake.counts["401"] and "refuses the key" in "".join(left)
    assert [secret for secret in (KEY, TENANT) if secret in "".join(left)] == []
