"""What only a cluster shows: workers that die, join and leave, a broker that falls silent, what operators see and do."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from kafka_broker import Kafka
from stream_parts import asking, change, chunk, committed, passing, positions, send, stage, until

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker
from charge_stream.infra.hosting import Host
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Stage, Tombstone
from charge_stream.models import QA, Chunk, SourceChange
from charge_stream.models.errors import UserError
from charge_stream.topics.catalogue import QA as QA_TOPIC
from charge_stream.topics.catalogue import SOURCE_CHANGES

pytestmark = pytest.mark.kafka

Make = Callable[..., Settings]
Given = Callable[[Settings], Deps]


async def test_killed_in_the_middle_nothing_is_lost_and_nothing_committed_past_the_unfinished_head(
    kafka: Broker, settings_for: Make, deps_for: Given
) -> None:
    settings = settings_for(kafka, partitions=1)
    await admin.create_topics(settings)
    await send(settings, kafka, [chunk(100), chunk(101)])
    await send(settings, kafka, [chunk(0)])  # offset 2 never finishes
    await send(settings, kafka, [chunk(number) for number in range(1, 9)])
    script = str(Path(__file__).parent / "worker_process.py")
    command = [sys.executable, script, kafka.address, settings.prefix, settings.store]
    worker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        await asyncio.wait_for(_read_until(worker, b"10"), 40)
        await asyncio.sleep(0.7)  # two commits
    finally:
        worker.kill()
        await worker.wait()
    assert await committed(kafka, f"{settings.prefix}.copy", f"{settings.prefix}.chunks", 0) == 2
    async with Host(settings, [stage()], deps_for(settings)) as host:
        await until(host.drained, 40)
        assert host.stats()["copy"].received == 9
    out = Counter(await positions(settings, kafka))
    assert set(out) == {0, 100, 101, *range(1, 9)}
    assert out[0] == out[100] == out[101] == 1


async def _read_until(worker: asyncio.subprocess.Process, line: bytes) -> None:
    assert worker.stdout is not None
    while (read := await worker.stdout.readline()).strip() != line:
        assert read, "the worker ended"


async def test_a_second_worker_takes_its_share_and_gives_it_back(kafka: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(kafka, partitions=4, in_flight=4)
    by: dict[str, list[int]] = {"first": [], "second": []}

    def handler(name: str) -> Stage:
        async def handle(record: Chunk, deps: Deps) -> list[Emission]:
            await asyncio.sleep(0.01)
            by[name].append(record.position)
            return [change(record)]

        return stage(handle)

    async with Host(settings, [handler("first")], deps_for(settings)) as host:
        enough = asyncio.Event()
        sending = asyncio.create_task(_send_until(settings, kafka, enough))
        await until(lambda: len(by["first"]) > 20)
        async with Host(settings, [handler("second")], deps_for(settings)):
            await until(lambda: len(by["second"]) > 20)
        enough.set()
        sent = await sending
        await until(host.drained)
    out = Counter(await positions(settings, kafka))
    assert set(out) == set(range(sent))
    assert max(out.values()) <= 2  # handing over may repeat what was in work, and that comes from the stored result
    assert sum(out.values()) < sent + 100
    assert max(Counter(by["first"] + by["second"]).values()) <= 2


async def _send_until(settings: Settings, broker: Broker, enough: asyncio.Event) -> int:
    """How many records were sent."""
    sent = 0
    while not enough.is_set():
        await send(settings, broker, [chunk(number, f"d{number % 11}") for number in range(sent, sent + 10)])
        sent += 10
        await asyncio.sleep(0.1)
    return sent


async def test_a_silent_broker_pauses_the_stages_and_loses_nothing(
    apache_kafka: Kafka, kafka: Broker, settings_for: Make, deps_for: Given
) -> None:
    settings = settings_for(kafka, call_timeout_s=1, retry_deadline_s=0.1)
    go = asyncio.Event()

    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        await go.wait()
        return [change(record)]

    async with Host(settings, [stage(handle)], deps_for(settings)) as host:
        await send(settings, kafka, [chunk(number) for number in range(10)])
        await until(lambda: host.stats()["copy"].in_work == 10)
        apache_kafka.freeze()
        try:
            go.set()
            await until(lambda: "has not confirmed" in (host.stats()["copy"].paused or ""))
        finally:
            apache_kafka.thaw()
        await until(host.drained)
        assert host.stats()["copy"].failed == 0
        assert host.stats()["copy"].paused is None
        assert host.failure() is None
    assert set(await positions(settings, kafka)) == set(range(10))


async def test_two_stages_in_one_process_are_two_groups_and_one_may_be_hosted_alone(
    kafka: Broker, settings_for: Make, deps_for: Given
) -> None:
    settings = settings_for(kafka)
    arrived: list[int] = []

    async def collect(record: SourceChange, deps: Deps) -> list[Emission]:
        arrived.append(record.order[1])
        return []

    last = Stage("last", (SOURCE_CHANGES,), (), collect, stored=False)
    async with Host(settings, [stage()], deps_for(settings)) as host:
        await send(settings, kafka, [chunk(number) for number in range(5)])
        await until(host.drained)
    async with Host(settings, [stage(), last], deps_for(settings)) as host:
        assert sorted(app.group for app in host._apps) == [f"{settings.prefix}.copy", f"{settings.prefix}.last"]
        await until(host.drained)
    assert sorted(arrived) == list(range(5))


async def test_a_tombstone_comes_through_and_the_producer_is_idempotent(kafka: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(kafka)
    came: list[str | None] = []

    async def handle(record: QA | Tombstone, deps: Deps) -> list[Emission]:
        came.append(record.key if isinstance(record, Tombstone) else None)
        assert deps.origin is not None
        came.append(deps.origin.headers.get("reason"))
        return []

    async with Host(settings, [Stage("watch", (QA_TOPIC,), (), handle)], deps_for(settings)) as host:
        async with Announcer(settings, kafka) as announcer:
            await announcer.raw(QA_TOPIC, b"q1", None, [("reason", b"source changed")])
        await until(host.drained)
        assert host._apps[0].producer._producer._txn_manager.has_pid()
    assert came == ["q1", "source changed"]


async def test_topics_as_they_must_be(kafka: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(kafka, partitions=2)
    assert len(await admin.check_topics(settings)) == 17
    made = await admin.create_topics(settings)
    assert len(made) == 17
    assert await admin.create_topics(settings) == []
    assert await admin.check_topics(settings) == []
    states = {state.topic.name: state for state in await admin.describe_topics(settings)}
    assert (states["documents"].partitions, states["documents"].policy) == (2, "delete")
    assert (states["checked"].partitions, states["qa"].policy) == (1, "compact")
    more = settings.model_copy(update={"partitions": 3})
    assert any("has 2 partitions instead of 3" in problem for problem in await admin.check_topics(more))
    with pytest.raises(UserError, match="instead of 3"):
        await Host(more, [stage(passing)], deps_for(more)).start()


async def test_the_epoch_of_documents_changes_when_the_topic_is_made_anew(kafka: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(kafka)
    sources = deps_for(settings).sources
    await admin.create_topics(settings)
    before = await admin.documents_id(settings)
    assert await admin.documents_id(settings) == before
    async with admin.connect(kafka) as client:
        await client.delete_topics([f"{settings.prefix}.documents"])
    async with asking(kafka) as progress:
        await until(lambda: _gone(progress, f"{settings.prefix}.documents"))
    await admin.create_topics(settings)
    after = await admin.documents_id(settings)
    assert (after[0], after[1] != before[1]) == (before[0], True)
    assert [await sources.epoch(*before), await sources.epoch(*after), await sources.epoch(*before)] == [1, 2, 1]


async def _gone(progress: object, topic: str) -> bool:
    return not await progress.partitions([topic])  # type: ignore[attr-defined]
