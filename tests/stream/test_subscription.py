"""Following a topic without a group, on both brokers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from stream_parts import chunk, send

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker
from charge_stream.infra.settings import Settings
from charge_stream.infra.subscription import follow
from charge_stream.models.errors import UserError


async def test_from_the_start_to_the_end_and_from_now_on(broker: Broker, settings_for: Callable[..., Settings]) -> None:
    settings = settings_for(broker)
    await admin.create_topics(settings, broker)
    topic = f"{settings.prefix}.chunks"
    await send(settings, broker, [chunk(number, f"d{number}") for number in range(7)])
    read = [record.key async for record in follow(broker, topic, from_start=True, until_end=True)]
    assert sorted(read) == [f"d{number}".encode() for number in range(7)]
    assert [record async for record in follow(broker, topic, from_start=False, until_end=True)] == []


async def test_a_topic_that_is_not_there(embedded: Broker) -> None:
    with pytest.raises(UserError, match="no topic charge"):
        async for _ in follow(embedded, "charge.nothing", from_start=True, until_end=True):
            pass
