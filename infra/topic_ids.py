"""The id a broker gave a topic. A topic deleted and made anew has another, and its offsets start again.

aiokafka stops at version 5 of the metadata request; ids came with version 10 (KIP-516), so that version is spelt out here.
"""

from __future__ import annotations

import asyncio
import uuid
from io import BytesIO
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import IncompatibleBrokerVersion
from aiokafka.protocol.abstract import AbstractType
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.types import Boolean, CompactArray, CompactString, Int16, Int32, Schema, TaggedFields

KNOWN_SECONDS = 10.0


class Uuid(AbstractType[bytes]):  # type: ignore[misc]
    """16 bytes as they are."""

    @classmethod
    def decode(cls, data: BytesIO) -> bytes:
        return data.read(16)

    @classmethod
    def encode(cls, value: bytes) -> bytes:
        return value


_BROKER = Schema(("node_id", Int32), ("host", CompactString()), ("port", Int32), ("rack", CompactString()), ("tags", TaggedFields))
_PARTITION = Schema(
    ("error_code", Int16),
    ("partition", Int32),
    ("leader", Int32),
    ("leader_epoch", Int32),
    ("replicas", CompactArray(Int32)),
    ("isr", CompactArray(Int32)),
    ("offline_replicas", CompactArray(Int32)),
    ("tags", TaggedFields),
)
_TOPIC = Schema(
    ("error_code", Int16),
    ("topic", CompactString()),
    ("topic_id", Uuid),
    ("is_internal", Boolean),
    ("partitions", CompactArray(_PARTITION)),
    ("authorized_operations", Int32),
    ("tags", TaggedFields),
)


class MetadataResponse_v10(Response):  # type: ignore[misc]
    API_KEY = 3
    API_VERSION = 10
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        ("brokers", CompactArray(_BROKER)),
        ("cluster_id", CompactString()),
        ("controller_id", Int32),
        ("topics", CompactArray(_TOPIC)),
        ("authorized_operations", Int32),
        ("tags", TaggedFields),
    )


class MetadataRequest_v10(RequestStruct):  # type: ignore[misc]
    FLEXIBLE_VERSION = True
    API_KEY = 3
    API_VERSION = 10
    RESPONSE_TYPE = MetadataResponse_v10
    SCHEMA = Schema(
        ("topics", CompactArray(Schema(("topic_id", Uuid), ("name", CompactString()), ("tags", TaggedFields)))),
        ("allow_auto_topic_creation", Boolean),
        ("include_cluster_authorized_operations", Boolean),
        ("include_topic_authorized_operations", Boolean),
        ("tags", TaggedFields),
    )


class TopicIdRequest(Request[MetadataRequest_v10]):  # type: ignore[misc]
    API_KEY = 3

    def __init__(self, topic: str) -> None:
        self._topic = topic

    def build(self, request_struct_class: type[MetadataRequest_v10]) -> MetadataRequest_v10:
        return request_struct_class([(bytes(16), self._topic, {})], False, False, False, {})


async def topic_id(client: AIOKafkaAdminClient, topic: str) -> str | None:
    """The id of ``topic`` in hexadecimal; None where the broker gives topics no ids.

    Raises:
        TimeoutError: there is no such topic, though one just made is waited for.
    """
    async with asyncio.timeout(KNOWN_SECONDS):
        while True:
            try:
                answer: Any = await client._send_request(TopicIdRequest(topic))
            except (IncompatibleBrokerVersion, NotImplementedError):
                return None
            error, _, found, *_ = answer.topics[0]
            if not error:
                number = uuid.UUID(bytes=found)
                return number.hex if number.int else None
            await asyncio.sleep(0.1)
