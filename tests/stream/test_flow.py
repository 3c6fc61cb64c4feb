"""Stages on both brokers: records through two stages, poison, batches, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stream_parts import change, chunk, everything, positions, send, stage, until

from charge_stream.infra.brokers import Broker
from charge_stream.infra.deadletters import from_wire
from charge_stream.infra.hosting import Host
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Order, Stage
from charge_stream.models import Chunk, SourceChange
from charge_stream.topics.catalogue import CHUNKS, DEAD_LETTERS, SOURCE_CHANGES

Make = Callable[..., Settings]
Given = Callable[[Settings], Deps]


async def test_stages_a_poisonous_record_and_a_restart(broker: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(broker)
    arrived: list[int] = []
    also: list[int] = []

    async def collect(record: SourceChange, deps: Deps) -> list[Emission]:
        arrived.append(record.order[1])
        return []

    async def read_too(record: Chunk, deps: Deps) -> list[Emission]:
        also.append(record.position)
        return []

    stages = [stage(), Stage("collect", (SOURCE_CHANGES,), (), collect, stored=False), Stage("too", (CHUNKS,), (), read_too, stored=False)]
    async with Host(settings, stages, deps_for(settings), broker=broker) as host:
        assert await host.drained()
        await send(settings, broker, [chunk(number, f"d{number % 5}") for number in range(40)])
        async with Announcer(settings, broker) as announcer:
            await announcer.raw(CHUNKS, b"d1", b"{poison", [("who", b"crawler")])
        await send(settings, broker, [chunk(number, f"d{number % 5}") for number in range(40, 60)])
        await until(host.drained)
        assert sorted(arrived) == sorted(also) == list(range(60))
        stats = host.stats()
        assert (stats["copy"].received, stats["copy"].done, stats["copy"].emitted, stats["copy"].failed) == (61, 61, 60, 1)
        assert stats["too"].failed == 1
    letters = [from_wire(value, headers) for value, headers in await everything(settings, broker, DEAD_LETTERS)]
    assert sorted((letter.stage, letter.value, letter.error) for letter in letters) == [
        ("copy", b"{poison", "Undecodable"),
        ("too", b"{poison", "Undecodable"),
    ]
    if broker.embedded:
        return  # it lives no longer than its host
    # what was committed at the stop is not handled again
    async with Host(settings, stages, deps_for(settings), broker=broker) as host:
        assert await host.drained()
        await send(settings, broker, [chunk(60)])
        await until(lambda: 60 in arrived)
    assert sorted(arrived) == list(range(61))


async def test_a_batched_stage_collects_and_goes_by_identity_when_released(broker: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(broker, in_flight=2, partitions=3)
    handled: list[int] = []

    async def collect(record: SourceChange, deps: Deps) -> list[Emission]:
        handled.append(record.order[1])
        await asyncio.sleep(0)
        return []

    async def identity(record: SourceChange, deps: Deps) -> str:
        return record.revision

    last = Stage("last", (SOURCE_CHANGES,), (), collect, order=Order.ONE, stored=False, batched=True, identity=identity)
    async with Host(settings, [stage(), last], deps_for(settings), batch=True, broker=broker) as host:
        await send(settings, broker, [chunk(number, f"d{number % 7}") for number in range(99, 49, -1)])
        await until(lambda: host.drained(["copy"]))
        await until(lambda: host.collected("last"))
        assert handled == []
        assert not await host.drained()
        host.release("last")
        await until(lambda: host.settled("last"))
        assert handled == list(range(50, 100))
        await send(settings, broker, [chunk(7), chunk(3)])
        await until(lambda: host.drained(["copy"]))
        await until(lambda: host.collected("last"))
        assert handled == list(range(50, 100))
        host.release("last")
        await until(host.drained)
        assert handled[50:] == [3, 7]


async def test_a_stop_lets_what_is_in_work_finish_and_keeps_the_rest(kafka: Broker, settings_for: Make, deps_for: Given) -> None:
    settings = settings_for(kafka, partitions=1)
    working = asyncio.Event()

    async def slow(record: Chunk, deps: Deps) -> list[Emission]:
        working.set()
        await asyncio.sleep(0.5)
        return [change(record)]

    one = stage(slow, order=Order.ONE)
    async with Host(settings, [one], deps_for(settings)) as host:
        await send(settings, kafka, [chunk(number) for number in range(3)])
        await asyncio.wait_for(working.wait(), 20)
        stats = host.stats
    assert stats()["copy"].done == 1
    async with Host(settings, [one], deps_for(settings)) as host:
        await until(host.drained)
        assert host.stats()["copy"].received == 2
    assert await positions(settings, kafka) == [0, 1, 2]
