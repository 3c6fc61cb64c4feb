"""Consumer lag by stage, asked of the broker: also of groups that are down, and never 0 for what is unknown."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aiokafka import TopicPartition

from charge_stream.infra.brokers import Broker, locate
from charge_stream.infra.emitter import topic_name
from charge_stream.infra.progress import NEVER, Progress
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Stage


@dataclass(frozen=True)
class PartitionLag:
    """One partition of one group.

    ``committed`` is None when the group has never committed (``never``) or when the broker did not say (then ``lag`` is None too).
    ``lag`` counts what is still kept and not yet handled; ``lost`` what retention deleted before it was handled.
    ``seconds``: age of the oldest record not yet handled; 0 without lag, None when unknown.
    """

    topic: str
    partition: int
    begin: int
    end: int
    committed: int | None
    never: bool
    lag: int | None
    lost: int
    seconds: float | None


@dataclass(frozen=True)
class GroupLag:
    """One group. ``members``: consumers in it now, 0 when it is down, None when unknown."""

    group: str
    stages: tuple[str, ...]
    members: int | None
    partitions: tuple[PartitionLag, ...]

    @property
    def lag(self) -> int | None:
        """Over all partitions; None when one of them is unknown."""
        known = [partition.lag for partition in self.partitions if partition.lag is not None]
        return sum(known) if len(known) == len(self.partitions) else None

    @property
    def seconds(self) -> float | None:
        """Age of the oldest record not yet handled; None when unknown."""
        known = [partition.seconds for partition in self.partitions if partition.seconds is not None]
        return max(known, default=0.0) if len(known) == len(self.partitions) else None

    @property
    def lost(self) -> int:
        """Records deleted by retention before they were handled."""
        return sum(partition.lost for partition in self.partitions)

    @property
    def never(self) -> bool:
        """Whether the group has committed nowhere yet."""
        return bool(self.partitions) and all(partition.never for partition in self.partitions)

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data, sums included."""
        return {**asdict(self), "lag": self.lag, "seconds": self.seconds, "lost": self.lost, "never": self.never}


def groups_of(settings: Settings, stages: Sequence[Stage], broker: Broker) -> dict[str, list[Stage]]:
    """The stages by the consumer group they read in: one each on a cluster, one for all on the embedded broker."""
    groups: dict[str, list[Stage]] = {}
    for stage in stages:
        groups.setdefault(settings.prefix if broker.embedded else f"{settings.prefix}.{stage.name}", []).append(stage)
    return groups


async def read(settings: Settings, stages: Sequence[Stage], broker: Broker | None = None) -> list[GroupLag]:
    """Lag of every group these stages have, whether anyone runs them or not; the order is that of the stages.

    1. committed offsets of all groups  2. beginnings and ends  3. ages of what is waiting.

    Raises:
        DependencyDown: the broker does not answer.
    """
    broker = locate(settings, broker)
    progress = Progress(broker)
    await progress.start()
    try:
        groups = groups_of(settings, stages, broker)
        where = {group: await progress.partitions(_topics(settings, members)) for group, members in groups.items()}
        committed = {group: await progress.committed(group, partitions) for group, partitions in where.items()}
        every = sorted({tp for partitions in where.values() for tp in partitions})
        begins, ends = await progress.begins(every), await progress.ends(every)
        ages = {group: await _ages(progress, committed[group], where[group], begins, ends) for group in groups}
        return [
            GroupLag(
                group,
                tuple(stage.name for stage in members),
                await progress.members(group),
                tuple(_partition(tp, committed[group].get(tp), begins[tp], ends[tp], ages[group].get(tp)) for tp in where[group]),
            )
            for group, members in groups.items()
        ]
    finally:
        await progress.stop()


def _topics(settings: Settings, stages: Sequence[Stage]) -> list[str]:
    return [topic_name(settings.prefix, topic) for stage in stages for topic in stage.consumes]


async def _ages(
    progress: Progress,
    committed: Mapping[TopicPartition, int],
    partitions: Sequence[TopicPartition],
    begins: Mapping[TopicPartition, int],
    ends: Mapping[TopicPartition, int],
) -> dict[TopicPartition, float]:
    """Seconds since the first uncommitted record was written, by partition with lag."""
    first = {tp: max(committed[tp], begins[tp]) for tp in partitions if tp in committed and max(committed[tp], begins[tp]) < ends[tp]}
    written = await progress.written_at(first)
    now = time.time()
    return {tp: max(0.0, now - at) for tp, at in written.items()}


def _partition(tp: TopicPartition, committed: int | None, begin: int, end: int, age: float | None) -> PartitionLag:
    never = committed == NEVER
    lag = None if committed is None else max(0, end - max(committed, begin))
    return PartitionLag(
        topic=tp.topic,
        partition=tp.partition,
        begin=begin,
        end=end,
        committed=None if never else committed,
        never=never,
        lag=lag,
        lost=0 if committed is None or never else max(0, begin - committed),
        seconds=0.0 if lag == 0 else age,
    )
