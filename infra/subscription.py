"""Following a topic without a group: nothing is committed, everyone sees everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError

from charge_stream.infra.brokers import Broker
from charge_stream.infra.progress import Progress
from charge_stream.models.errors import DependencyDown, UserError

POLL_MS = 500


async def follow(broker: Broker, topic: str, *, from_start: bool, until_end: bool) -> AsyncGenerator[Any]:
    """The records of ``topic`` (aiokafka's ``ConsumerRecord``), from the oldest or from now, for ever or up to the present end.

    Raises:
        UserError: there is no such topic.
        DependencyDown: the broker does not answer.
    """
    starts, ends = await _bounds(broker, topic)
    if not ends:
        raise UserError(f"The broker has no topic {topic}; create it with: charge-stream topics create")
    async with _consumer(broker) as consumer:
        consumer.assign(list(ends))
        for partition, offset in (starts if from_start else ends).items():
            consumer.seek(partition, offset)
        while not until_end or any([await consumer.position(partition) < ends[partition] for partition in ends]):
            batch = await consumer.getmany(timeout_ms=POLL_MS)
            for records in batch.values():
                for record in records:
                    if not until_end or record.offset < ends[TopicPartition(topic, record.partition)]:
                        yield record


async def _bounds(broker: Broker, topic: str) -> tuple[dict[TopicPartition, int], dict[TopicPartition, int]]:
    """Where the topic begins and ends, by partition; both empty when there is no such topic."""
    progress = Progress(broker)
    await progress.start()
    try:
        partitions = await progress.partitions([topic])
        return await progress.begins(partitions), await progress.ends(partitions)
    finally:
        await progress.stop()


@asynccontextmanager
async def _consumer(broker: Broker) -> AsyncIterator[AIOKafkaConsumer]:
    consumer = AIOKafkaConsumer(bootstrap_servers=broker.address, enable_auto_commit=False, group_id=None)
    try:
        await consumer.start()
        await asyncio.sleep(0)  # aiokafka cannot be stopped before its tasks have begun
        yield consumer
    except (KafkaError, OSError) as error:
        raise DependencyDown("kafka", f"No Kafka broker answers at {broker.address}; is it running, and CHARGE_BROKER right?") from error
    finally:
        await consumer.stop()
