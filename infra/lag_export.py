"""Lag as Prometheus text, under the names that common dashboards expect. What is unknown is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from charge_stream.infra.lag import GroupLag, PartitionLag

Value = float | None
GROUP = ("consumergroup",)
PARTITION = ("consumergroup", "topic", "partition")
TOPIC = ("topic", "partition")

_OF_GROUPS: tuple[tuple[str, str, Callable[[GroupLag], Value]], ...] = (
    ("kafka_consumergroup_lag_sum", "Records not yet handled by a group.", lambda group: group.lag),
    ("kafka_consumergroup_members", "Consumers in a group.", lambda group: group.members),
    ("kafka_consumergroup_group_lag_seconds", "Age of the oldest record not yet handled by a group.", lambda group: group.seconds),
)
_OF_PARTITIONS: tuple[tuple[str, str, Callable[[PartitionLag], Value]], ...] = (
    ("kafka_consumergroup_lag", "Records not yet handled.", lambda row: row.lag),
    ("kafka_consumergroup_current_offset", "Committed offset; absent when never committed.", lambda row: row.committed),
    ("charge_consumergroup_never_committed", "1 when a group has never committed on the partition.", lambda row: float(row.never)),
    ("charge_consumergroup_lost_records", "Records deleted by retention before they were handled.", lambda row: row.lost),
)
_OF_TOPICS: tuple[tuple[str, str, Callable[[PartitionLag], Value]], ...] = (
    ("kafka_topic_partition_current_offset", "Offset of the next record.", lambda row: row.end),
    ("kafka_topic_partition_oldest_offset", "Offset of the oldest record kept.", lambda row: row.begin),
)


class _Lags(Collector):
    def __init__(self, groups: Sequence[GroupLag]) -> None:
        self._groups = groups

    def collect(self) -> Iterator[GaugeMetricFamily]:
        rows = [(group, row) for group in self._groups for row in group.partitions]
        topics = {(row.topic, str(row.partition)): row for _, row in rows}
        for name, about, value in _OF_GROUPS:
            yield _family(name, about, GROUP, (((group.group,), value(group)) for group in self._groups))
        for name, about, of in _OF_PARTITIONS:
            yield _family(name, about, PARTITION, (((group.group, row.topic, str(row.partition)), of(row)) for group, row in rows))
        for name, about, of in _OF_TOPICS:
            yield _family(name, about, TOPIC, ((where, of(row)) for where, row in topics.items()))


def _family(name: str, about: str, labels: Sequence[str], samples: Iterable[tuple[Sequence[str], Value]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=labels)
    for where, value in samples:
        if value is not None:
            family.add_metric(where, value)
    return family


def prometheus_text(groups: Sequence[GroupLag]) -> str:
    """The text exposition of these lags."""
    registry = CollectorRegistry()
    registry.register(_Lags(groups))
    return generate_latest(registry).decode()
