"""Lag as operators see it: also of groups that are down, and never 0 for what is unknown."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from aiokafka.admin.records_to_delete import RecordsToDelete
from aiokafka.structs import TopicPartition
from stream_parts import chunk, passing, send, stage, until

from charge_stream.infra import admin, lag
from charge_stream.infra.brokers import Broker
from charge_stream.infra.hosting import Host
from charge_stream.infra.lag import GroupLag, PartitionLag
from charge_stream.infra.lag_export import prometheus_text
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Stage
from charge_stream.topics.catalogue import SOURCE_CHANGES


@pytest.mark.kafka
async def test_lag_of_a_group_that_is_up_down_and_behind(
    kafka: Broker, settings_for: Callable[..., Settings], deps_for: Callable[[Settings], Deps]
) -> None:
    settings = settings_for(kafka, partitions=1)
    later = Stage("later", (SOURCE_CHANGES,), (), passing)
    async with Host(settings, [stage()], deps_for(settings)) as host:
        await send(settings, kafka, [chunk(number) for number in range(5)])
        await until(host.drained)
        up, never = await lag.read(settings, [stage(), later])
    assert (up.group, up.stages, up.members, up.lag, up.seconds, up.never) == (f"{settings.prefix}.copy", ("copy",), 1, 0, 0.0, False)
    assert (never.members, never.lag, never.never, never.partitions[0].committed) == (0, 5, True, None)
    assert never.seconds is not None
    assert 0 < never.seconds < 60
    await send(settings, kafka, [chunk(number) for number in range(5, 8)])
    down, _ = await lag.read(settings, [stage(), later])
    assert (down.members, down.lag, down.never, down.lost) == (0, 3, False, 0)
    topic = f"{settings.prefix}.chunks"
    async with admin.connect(kafka) as client:
        await client.delete_records({TopicPartition(topic, 0): RecordsToDelete(7)})
    lost, _ = await lag.read(settings, [stage(), later])
    assert lost.partitions[0] == PartitionLag(topic, 0, 7, 8, 5, False, 1, 2, lost.partitions[0].seconds)
    assert json.loads(json.dumps([lost.to_data()]))[0]["lost"] == 2


def test_what_is_unknown_is_neither_zero_nor_exported() -> None:
    known = PartitionLag("t.a", 0, 0, 10, 4, False, 6, 0, 2.5)
    unknown = PartitionLag("t.a", 1, 0, 10, None, False, None, 0, None)
    group = GroupLag("t.copy", ("copy",), None, (known, unknown))
    assert (group.lag, group.seconds, group.never) == (None, None, False)
    text = prometheus_text([group])
    assert 'kafka_consumergroup_lag{consumergroup="t.copy",partition="0",topic="t.a"} 6.0' in text
    assert 'partition="1",topic="t.a"} 10.0' in text
    assert not any(line.startswith(("kafka_consumergroup_lag_sum{", "kafka_consumergroup_members{")) for line in text.splitlines())
    assert sum(line.startswith("kafka_consumergroup_lag{") for line in text.splitlines()) == 1


def test_names_that_dashboards_expect() -> None:
    row = PartitionLag("t.a", 0, 2, 10, 1, False, 8, 1, 2.5)
    text = prometheus_text([GroupLag("t.copy", ("copy",), 3, (row,))])
    samples = {line.split("{")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if not line.startswith("#")}
    assert samples == {
        "kafka_consumergroup_lag": 8,
        "kafka_consumergroup_lag_sum": 8,
        "kafka_consumergroup_current_offset": 1,
        "kafka_consumergroup_members": 3,
        "kafka_consumergroup_group_lag_seconds": 2.5,
        "kafka_topic_partition_current_offset": 10,
        "kafka_topic_partition_oldest_offset": 2,
        "charge_consumergroup_never_committed": 0,
        "charge_consumergroup_lost_records": 1,
    }


async def test_lag_on_the_embedded_broker(embedded: Broker, settings_for: Callable[..., Settings]) -> None:
    settings = settings_for(embedded, partitions=1)
    await admin.create_topics(settings, embedded)
    await send(settings, embedded, [chunk(number) for number in range(4)])
    (group,) = await lag.read(settings, [stage()], embedded)
    assert (group.group, group.lag, group.never) == (settings.prefix, 4, True)
