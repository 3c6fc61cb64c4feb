"""Ends and records as they are, on both brokers, however the records were batched."""

from __future__ import annotations

from collections.abc import Callable

from aiokafka import TopicPartition
from stream_parts import asking, chunk, everything, send

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker
from charge_stream.infra.progress import NEVER
from charge_stream.infra.settings import Settings
from charge_stream.topics.catalogue import CHUNKS


async def test_the_end_lies_behind_the_last_record_of_a_batch(broker: Broker, settings_for: Callable[..., Settings]) -> None:
    settings = settings_for(broker, partitions=1)
    await admin.create_topics(settings, broker)
    where = TopicPartition(f"{settings.prefix}.chunks", 0)
    total = 0
    async with asking(broker) as progress:
        for together in (1, 5, 1, 3):
            await send(settings, broker, [chunk(number) for number in range(together)])
            total += together
            assert await progress.ends([where]) == {where: total}
        assert await progress.begins([where]) == {where: 0}
        assert await progress.committed("nobody", [where]) == {where: NEVER}
        assert await progress.committed("nobody", []) == {}
    assert len(await everything(settings, broker, CHUNKS)) == total


async def test_a_group_is_drained_when_it_has_committed_to_the_end(broker: Broker, settings_for: Callable[..., Settings]) -> None:
    settings = settings_for(broker, partitions=2)
    await admin.create_topics(settings, broker)
    topic = f"{settings.prefix}.chunks"
    async with asking(broker) as progress:
        assert await progress.drained([("g", [topic])])
        assert await progress.drained([])
        await send(settings, broker, [chunk(number) for number in range(4)])
        assert not await progress.drained([("g", [topic])])
        assert not await progress.delivered("g", [topic], {})
        ends = await progress.ends(await progress.partitions([topic]))
        assert await progress.delivered("g", [topic], {(tp.topic, tp.partition): end for tp, end in ends.items()})
