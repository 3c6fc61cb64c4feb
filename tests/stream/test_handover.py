"""Partitions change hands while the broker is slow to tell where they were committed: nothing is skipped, nothing committed past."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from aiokafka.errors import KafkaError
from stream_parts import chunk, committed, passing, positions, send, stage, until

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker
from charge_stream.infra.hosting import Host
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission
from charge_stream.infra.transport import ConsumerThread
from charge_stream.models import Chunk

pytestmark = pytest.mark.kafka

Make = Callable[..., Settings]
Given = Callable[[Settings], Deps]

SLOW_SECONDS = 0.5


async def never(record: Chunk, deps: Deps) -> list[Emission]:
    await asyncio.Event().wait()
    return []


async def slowly(thread: ConsumerThread) -> Mapping[Any, int]:
    """Long enough for the records of the new partitions to be fetched meanwhile."""
    await asyncio.sleep(SLOW_SECONDS)
    return await seek(thread)


seek = ConsumerThread.seek_to_committed


async def test_a_partition_nobody_has_committed_is_taken_over_from_its_beginning(
    kafka: Broker, settings_for: Make, deps_for: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(kafka, drain_deadline_s=0.3)
    async with Host(settings, [stage(passing)], deps_for(settings)) as survivor:
        async with Host(settings, [stage(never)], deps_for(settings)) as leaving:
            await send(settings, kafka, [chunk(number, f"d{number}") for number in range(20)])
            await until(lambda: 0 < leaving.stats()["copy"].in_work == leaving.stats()["copy"].received)
            monkeypatch.setattr(ConsumerThread, "seek_to_committed", slowly)
        await asyncio.sleep(4 * SLOW_SECONDS)
        await send(settings, kafka, [chunk(number, f"d{number}") for number in range(20, 30)])
        await until(survivor.drained)
    assert sorted(set(await positions(settings, kafka))) == list(range(30))


async def test_nothing_is_fetched_until_the_broker_tells_where_the_partitions_were_committed(
    kafka: Broker, settings_for: Make, deps_for: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(kafka, partitions=1)
    await admin.create_topics(settings)
    await send(settings, kafka, [chunk(number) for number in range(5)])
    async with Host(settings, [stage(passing)], deps_for(settings)) as host:
        await until(host.drained)
    await send(settings, kafka, [chunk(number) for number in range(5, 10)])
    answers = asyncio.Event()

    async def failing(thread: ConsumerThread) -> Mapping[Any, int]:
        if not answers.is_set():
            raise KafkaError("no answer")
        return await seek(thread)

    monkeypatch.setattr(ConsumerThread, "seek_to_committed", failing)
    async with Host(settings, [stage(passing)], deps_for(settings)) as host:
        await asyncio.sleep(2)
        assert host.failure() is None
        assert host.stats()["copy"].received == 0
        answers.set()
        await until(host.drained)
        assert host.stats()["copy"].received == 5
    assert sorted(await positions(settings, kafka)) == list(range(10))
    assert await committed(kafka, f"{settings.prefix}.copy", f"{settings.prefix}.chunks", 0) == 10
