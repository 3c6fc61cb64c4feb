"""Sending records from the command line, with confirmed delivery."""

from __future__ import annotations

from typing import Any

from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError

from charge_stream.infra.brokers import Broker, locate
from charge_stream.infra.emitter import Emitter, Headers
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Emission
from charge_stream.models.base import Record
from charge_stream.models.errors import DependencyDown
from charge_stream.topics.catalogue import Topic


class Announcer:
    """A producer outside of any stage. Use as ``async with Announcer(settings) as announcer``.

    Raises:
        DependencyDown: the broker does not answer.
    """

    def __init__(self, settings: Settings, broker: Broker | None = None) -> None:
        self._broker = locate(settings, broker)
        self._producer = AIOKafkaProducer(
            bootstrap_servers=self._broker.address,
            acks="all",
            enable_idempotence=not self._broker.embedded,
            request_timeout_ms=int(settings.call_timeout_s * 1000),
        )
        self._emitter = Emitter(settings.prefix, self._send, settings.call_timeout_s)

    async def announce(self, topic: Topic, record: Record, headers: dict[str, str] | None = None) -> None:
        """Send one record; returns when the broker has confirmed it."""
        await self._emitter.emit([Emission(topic, record)], headers or {})

    async def raw(self, topic: Topic, key: bytes | None, value: bytes | None, headers: Headers) -> None:
        """Send bytes as they are; returns when the broker has confirmed them."""
        await self._emitter.raw(topic, key, value, headers)

    async def _send(self, topic: str, key: bytes | None, value: bytes | None, headers: Headers) -> Any:
        return await self._producer.send(topic, value, key=key, headers=headers)

    async def __aenter__(self) -> Announcer:
        try:
            await self._producer.start()
        except (KafkaError, OSError) as error:
            await self._producer.stop()
            raise DependencyDown("kafka", f"No Kafka broker answers at {self._broker.address} ({type(error).__name__}).") from error
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._producer.stop()
