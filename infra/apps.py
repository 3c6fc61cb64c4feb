"""A Faust app as a consumer group: the streams of one stage (or, on the embedded broker, of all) and a producer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Awaitable, Sequence
from typing import Any, cast

import faust
from aiokafka import TopicPartition

from charge_stream.infra.brokers import Broker
from charge_stream.infra.emitter import Headers, topic_name
from charge_stream.infra.lanes import Delivery
from charge_stream.infra.runtime import StageRunner
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Stage
from charge_stream.infra.transport import Consumer, Transport

HEARTBEATS = 5
"""So many in the time after which a silent worker counts as dead."""

COMMIT_SECONDS = 0.3
POLL_RECORDS = 64
BATCH_BYTES = 512 * 1024
"""A proposal has some 3 KB: of aiokafka's own 16 KB the ten that one keypoint makes would fill two."""
LONGEST_POLL_SECONDS = 24 * 3600.0
"""A pause may last: only the session, not slow progress, decides who is alive."""


def topics_of(prefix: str, stage: Stage) -> list[str]:
    """The names of the topics a stage reads."""
    return [topic_name(prefix, topic) for topic in stage.consumes]


class StageApp(faust.App):
    """One consumer group. Runners are attached before the start; the app feeds them, and commits what they have finished."""

    def __init__(self, group: str, broker: Broker, settings: Settings, stages: Sequence[Stage], folder: str) -> None:
        self.group = group
        self.idempotent = not broker.embedded
        self.runners: list[StageRunner] = []
        self._settings = settings
        self._topics = [name for stage in stages for name in topics_of(settings.prefix, stage)]
        super().__init__(group, **_options(broker, settings, folder))

    def attach(self, runner: StageRunner) -> None:
        """Feed ``runner`` from the topics of its stage."""
        self.runners.append(runner)
        source = self.topic(
            *topics_of(self._settings.prefix, runner.stage),
            key_type=bytes,
            value_type=bytes,
            key_serializer="raw",
            value_serializer="raw",
        )

        async def feed(stream: Any) -> None:
            events: AsyncIterable[Any] = stream.noack().events()
            async for event in events:
                runner.take(_delivery(event))

        self.agent(source, name=f"{self.group}.{runner.stage.name}")(feed)

    def readers(self, topic: str) -> int:
        """How many of this app's stages read the topic."""
        return self._topics.count(topic)

    async def drain(self) -> None:
        """Let the stages finish what is in work before the partitions go."""
        await asyncio.gather(*(runner.drain(self._settings.drain_deadline_s) for runner in self.runners))
        if not self.should_stop:
            for runner in self.runners:
                runner.forget()

    async def until_assigned(self) -> None:
        """Wait until this app knows its share of the partitions."""
        await self._consumed.assigned.wait()

    @property
    def hungry(self) -> list[TopicPartition]:
        """The partitions given to this app of which it has nothing in work, nothing waiting its turn, and which wait for no service."""
        given = [TopicPartition(*tp) for tp in sorted(self._consumed.assignment())]
        return [tp for tp in given if not any(runner.busy_with(tp) for runner in self.runners)]

    async def send(self, topic: str, key: bytes | None, value: bytes | None, headers: Headers) -> Awaitable[Any]:  # type: ignore[override]
        """Enqueue a record; the result, awaited, is its delivery report."""
        report: Awaitable[Any] = await self.producer.send(topic, key, value, None, None, headers)
        return report

    # what the runners steer

    def finish(self, stage: str, topic: str, partition: int, offset: int) -> None:
        self._consumed.finish(stage, topic, partition, offset)

    def hold(self, stage: str, topic: str, partition: int) -> None:
        self._consumed.hold(stage, topic, partition)

    def resume(self, stage: str, topic: str, partition: int) -> None:
        self._consumed.resume(stage, topic, partition)

    @property
    def _consumed(self) -> Consumer:
        return cast(Consumer, self.consumer)

    def _new_transport(self) -> Transport:
        return Transport(self.conf.broker_consumer, self)

    def _new_producer_transport(self) -> Transport:
        return Transport(self.conf.broker_producer, self)


def _delivery(event: Any) -> Delivery:
    message = event.message
    return Delivery(message.topic, message.partition, message.offset, event.key, event.value, tuple(message.headers or ()), event)


def _options(broker: Broker, settings: Settings, folder: str) -> dict[str, Any]:
    rebalance_s = settings.drain_deadline_s + 15
    return {
        "broker": broker.url,
        "datadir": folder,
        "autodiscover": False,
        "origin": None,
        "web_enabled": False,
        "topic_allow_declare": False,
        "topic_disable_leader": True,
        "consumer_auto_offset_reset": "earliest",
        "broker_commit_interval": COMMIT_SECONDS,
        "broker_session_timeout": settings.session_s,
        "broker_heartbeat_interval": settings.session_s / HEARTBEATS,
        "broker_rebalance_timeout": rebalance_s,
        "broker_request_timeout": max(rebalance_s, settings.session_s) + 15,
        "broker_max_poll_interval": LONGEST_POLL_SECONDS,
        "broker_max_poll_records": POLL_RECORDS,
        "producer_acks": -1,
        "producer_max_batch_size": BATCH_BYTES,
        "producer_request_timeout": settings.call_timeout_s,
        "stream_buffer_maxsize": max(2 * settings.in_flight, 2 * POLL_RECORDS),
        "stream_wait_empty": True,
        "stream_recovery_delay": 0.0,
        "worker_redirect_stdouts": False,
    }
