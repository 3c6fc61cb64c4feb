"""A partition that was forgotten ends the worker with a sentence; one whose records take long, or whose stage waits, does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from faust.types import TP
from stream_parts import chunk, passing, send, stage, until

from charge_stream.infra import hosting, stalls
from charge_stream.infra.brokers import Broker
from charge_stream.infra.hosting import Host
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission
from charge_stream.models import Chunk
from charge_stream.models.errors import DependencyDown

pytestmark = pytest.mark.kafka

Make = Callable[..., Settings]
Given = Callable[[Settings], Deps]


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """To be called when the first records have come, for which a busy machine may take longer than this."""
    monkeypatch.setattr(hosting, "LOOK_SECONDS", 0.2)
    return lambda: monkeypatch.setattr(stalls, "STALL_SECONDS", 1.5)


async def test_a_forgotten_partition_ends_the_worker(kafka: Broker, settings_for: Make, deps_for: Given, hurry: Callable[[], None]) -> None:
    settings = settings_for(kafka, partitions=1)
    async with Host(settings, [stage(passing)], deps_for(settings)) as host:
        await send(settings, kafka, [chunk(0)])
        await until(host.drained)
        hurry()
        host._apps[0].consumer.pause_partitions({TP(f"{settings.prefix}.chunks", 0)})
        await asyncio.sleep(2.5)
        assert host.failure() is None
        await send(settings, kafka, [chunk(1)])
        await until(host.failure, 15)
        assert host.failure() == (
            f"Consumer group {settings.prefix}.copy gets nothing of {settings.prefix}.chunks-0 though records wait there: "
            "this worker ends, to be started again."
        )


async def test_what_takes_long_or_waits_for_a_service_is_no_stall(
    kafka: Broker, settings_for: Make, deps_for: Given, hurry: Callable[[], None]
) -> None:
    settings = settings_for(kafka, partitions=1, in_flight=1)
    go = asyncio.Event()

    async def slow(record: Chunk, deps: Deps) -> list[Emission]:
        await go.wait()
        return []

    async def waiting(record: Chunk, deps: Deps) -> list[Emission]:
        if not go.is_set():
            raise DependencyDown("index", "The index is away.")
        return []

    stages = [stage(slow, "slow"), stage(waiting, "waiting")]
    async with Host(settings, stages, deps_for(settings)) as host:
        await send(settings, kafka, [chunk(number) for number in range(20)])
        await until(lambda: host.stats()["slow"].in_work and host.stats()["waiting"].paused)
        hurry()
        await asyncio.sleep(4)
        assert host.failure() is None
        go.set()
        await until(host.drained)
        assert host.failure() is None
