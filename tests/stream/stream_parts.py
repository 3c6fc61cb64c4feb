"""Records, stages and questions to the broker that several stream tests share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiokafka import TopicPartition

from charge_stream.infra.brokers import Broker
from charge_stream.infra.producer import Announcer
from charge_stream.infra.progress import Progress
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.models import Chunk, Context, SourceChange
from charge_stream.topics import codec
from charge_stream.topics.catalogue import CHUNKS, SOURCE_CHANGES, Topic

Headers = tuple[tuple[str, bytes], ...]
Handle = Callable[[Any, Deps], Awaitable[Sequence[Emission]]]


def chunk(number: int, document: str = "d0") -> Chunk:
    """A chunk of which only the numbers matter."""
    return Chunk(
        id=f"c{number:04d}", document_id=document, position=number, text="t", sentences=["t"], headings=[], paired=[], context=Context()
    )


def change(of: Chunk) -> Emission:
    """What the stages here emit for a chunk: a record that carries its position."""
    record = SourceChange(document_id=of.document_id, revision=of.id, order=[0, of.position], vanished=[], returned=[])
    return Emission(SOURCE_CHANGES, record)


async def passing(record: Chunk, deps: Deps) -> list[Emission]:
    return [change(record)]


def stage(handle: Handle = passing, name: str = "copy", **options: Any) -> Stage:
    """Chunks in, a change each out."""
    return Stage(name, (CHUNKS,), (SOURCE_CHANGES,), handle, **options)


async def send(settings: Settings, broker: Broker, records: Sequence[Chunk]) -> None:
    async with Announcer(settings, broker) as announcer:
        await asyncio.gather(*(announcer.announce(CHUNKS, record) for record in records))


async def positions(settings: Settings, broker: Broker) -> list[int]:
    """The positions that have come out, in the order of the topic."""
    return [codec.decode(value, SourceChange).order[1] for value, _ in await everything(settings, broker, SOURCE_CHANGES)]


async def everything(settings: Settings, broker: Broker, topic: Topic) -> list[tuple[bytes | None, Headers]]:
    """Value and headers of all records on a topic."""
    async with asking(broker) as progress:
        return [(value, headers) for _, value, headers in await progress.everything(f"{settings.prefix}.{topic.name}")]


async def committed(broker: Broker, group: str, topic: str, partition: int) -> int:
    """The committed offset, -1 when there is none."""
    where = TopicPartition(topic, partition)
    async with asking(broker) as progress:
        return (await progress.committed(group, [where]))[where]


@asynccontextmanager
async def asking(broker: Broker) -> AsyncIterator[Progress]:
    progress = Progress(broker)
    await progress.start()
    try:
        yield progress
    finally:
        await progress.stop()


async def until(condition: Callable[[], Any], seconds: float = 90.0) -> None:
    """Wait for a condition, which may be a coroutine function."""
    deadline = time.monotonic() + seconds
    while True:
        outcome = condition()
        if await outcome if asyncio.iscoroutine(outcome) else outcome:
            return
        assert time.monotonic() < deadline, "it did not come to pass in time"
        await asyncio.sleep(0.02)
