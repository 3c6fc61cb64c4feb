"""Following a topic without a group: nothing is committed, everyone sees everything."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError

from charge_stream.infra.brokers import Broker
from charge_stream.models.errors import DependencyDown, UserError

POLL_MS = 500


async def follow(broker: Broker, topic: str, *, from_start: bool, until_end: bool) -> AsyncGenerator[Any]:
    """The records of ``topic`` (aiokafka's ``ConsumerRecord``), from the oldest or from now, for ever or up to the present end.

    Raises:
        UserError: there is no such topic.
        DependencyDown: the broker does not answer.
    """
    async with _consumer(broker) as consumer:
        partitions = [TopicPartition(topic, number) for number in sorted(consumer.partitions_for_topic(topic) or ())]
        if not partitions:
            raise UserError(f"The broker has no topic {topic}; create it with: charge-stream topics create")
        consumer.assign(partitions)
        ends = await consumer.end_offsets(partitions)
        starts = await consumer.beginning_offsets(partitions) if from_start else ends
        for partition, offset in starts.items():
            consumer.seek(partition, offset)
        while not until_end or any([await consumer.position(partition) < ends[partition] for partition in partitions]):
            batch = await consumer.getmany(timeout_ms=POLL_MS)
            for records in batch.values():
                for record in records:
                    if not until_end or record.offset < ends[TopicPartition(topic, record.partition)]:
                        yield record


@asynccontextmanager
async def _consumer(broker: Broker) -> AsyncIterator[AIOKafkaConsumer]:
    consumer = AIOKafkaConsumer(bootstrap_servers=broker.address, enable_auto_commit=False, group_id=None)
    try:
        await consumer.start()
        await consumer.topics()
        yield consumer
    except (KafkaError, OSError) as error:
        raise DependencyDown("kafka", f"No Kafka broker answers at {broker.address}; is it running, and CHARGE_BROKER right?") from error
    finally:
        await consumer.stop()
