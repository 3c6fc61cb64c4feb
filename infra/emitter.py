"""Sending records with confirmed delivery, and what the broker's refusals mean."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiokafka.errors import KafkaError, MessageSizeTooLargeError
from faust.exceptions import ProducerSendError

from charge_stream.infra.stage import Emission
from charge_stream.models.errors import DependencyDown, Permanent
from charge_stream.topics.catalogue import Topic

Headers = list[tuple[str, bytes]]
Message = tuple[str, bytes | None, bytes | None, Headers]
Send = Callable[[str, bytes | None, bytes | None, Headers], Awaitable[Awaitable[Any]]]
"""Topic (with prefix), key, value and headers; awaiting once enqueues, awaiting the outcome confirms the delivery."""

TOGETHER = 500
"""Most records on their way before the next are sent."""


def topic_name(prefix: str, topic: Topic) -> str:
    """The topic's name on the broker."""
    return f"{prefix}.{topic.name}"


def wire_headers(headers: dict[str, str]) -> Headers:
    """Headers as they travel."""
    return [(name, value.encode()) for name, value in headers.items()]


class Emitter:
    """Sends on behalf of a stage. Records of one partition arrive in the order given."""

    def __init__(self, prefix: str, send: Send, patience_s: float) -> None:
        """``patience_s``: seconds until a delivery that nobody confirmed counts as failed."""
        self._prefix = prefix
        self._send = send
        self._patience_s = patience_s

    async def emit(self, emissions: Sequence[Emission], headers: dict[str, str]) -> None:
        """Send all, with ``headers`` besides their own; returns when the broker has confirmed every one.

        Raises:
            DependencyDown: the broker does not answer.
            Permanent: the broker will never take one of them.
        """
        for start in range(0, len(emissions), TOGETHER):
            await self._confirm([self._wire(emission, headers) for emission in emissions[start : start + TOGETHER]])

    async def raw(self, topic: Topic, key: bytes | None, value: bytes | None, headers: Headers) -> None:
        """Send bytes as they are; errors as in ``emit``."""
        await self._confirm([(topic_name(self._prefix, topic), key, value, headers)])

    def _wire(self, emission: Emission, headers: dict[str, str]) -> Message:
        own = dict(headers)
        if emission.record is not None:
            own["schema"] = emission.record.NAMESPACE
        return (
            topic_name(self._prefix, emission.topic),
            emission.wire_key().encode(),
            emission.value,
            wire_headers({**own, **emission.headers}),
        )

    async def _confirm(self, messages: Sequence[Message]) -> None:
        try:
            async with asyncio.timeout(self._patience_s):
                reports = [asyncio.ensure_future(await self._send(*message)) for message in messages]
                await asyncio.wait(reports)  # which, unlike a gathering, leaves the reports alone when the time is up
            for report in reports:
                report.result()
        except MessageSizeTooLargeError as error:
            raise Permanent(f"a record is larger than the broker takes: {error}") from error
        except TimeoutError as error:
            raise DependencyDown("kafka", f"The broker has not confirmed records within {self._patience_s:.0f} s.") from error
        except (KafkaError, ProducerSendError) as error:
            if isinstance(error.__cause__, MessageSizeTooLargeError):
                raise Permanent(f"a record is larger than the broker takes: {error.__cause__}") from error
            raise DependencyDown("kafka", f"The broker does not take records ({type(error).__name__}: {error}).") from error
