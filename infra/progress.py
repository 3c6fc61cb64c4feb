"""How far groups have come, asked of the broker: committed offsets first, end offsets then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import GroupCoordinatorNotAvailableError, GroupLoadInProgressError, KafkaError, NotCoordinatorForGroupError

from charge_stream.infra.brokers import Broker
from charge_stream.models.errors import DependencyDown

PATIENCE_SECONDS = 2.0
READ_SECONDS = 10.0
POLL_MS = 20
COORDINATOR_SECONDS = 0.2
NEVER = -1
"""The broker's answer for a partition that a group has never committed."""


class Progress:
    """An open line to the broker. Every question raises ``DependencyDown`` when it does not answer."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._admin = AIOKafkaAdminClient(bootstrap_servers=broker.address)
        self._reader = AIOKafkaConsumer(
            bootstrap_servers=broker.address, enable_auto_commit=False, group_id=None, fetch_max_wait_ms=POLL_MS if broker.embedded else 500
        )
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        """Connect."""
        try:
            await self._admin.start()
            await self._reader.start()
            await asyncio.sleep(0)  # aiokafka cannot be stopped before its tasks have begun
        except (KafkaError, OSError) as error:
            await self.stop()
            raise self._down(error) from error

    async def stop(self) -> None:
        """Disconnect."""
        await self._reader.stop()
        await self._admin.close()

    async def partitions(self, topics: Iterable[str]) -> list[TopicPartition]:
        """The partitions of those topics that exist."""
        try:
            found = {topic["topic"]: topic["partitions"] for topic in await self._admin.describe_topics()}
        except (KafkaError, OSError) as error:
            raise self._down(error) from error
        return [TopicPartition(topic, part["partition"]) for topic in sorted(set(topics)) for part in found.get(topic, [])]

    async def committed(self, group: str, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        """Committed offsets, ``NEVER`` where there are none; a partition the broker does not answer for is left out, for that is unknown.

        Partitions are always named: without them the embedded broker closes the connection.
        """
        if not partitions:
            return {}
        answer = await self._of_group(lambda: self._admin.list_consumer_group_offsets(group, partitions=list(partitions)))
        return {TopicPartition(*tp): where.offset for tp, where in answer.items()}

    async def _of_group(self, question: Callable[[], Awaitable[Any]]) -> Any:
        """The answer of a group's coordinator, which a young or busy cluster may have to appoint first."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                while True:
                    try:
                        return await question()
                    except (GroupCoordinatorNotAvailableError, GroupLoadInProgressError, NotCoordinatorForGroupError):
                        await asyncio.sleep(COORDINATOR_SECONDS)
        except (KafkaError, OSError) as error:
            raise self._down(error) from error

    async def begins(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        """The offset of the oldest record kept."""
        return await self._offsets(self._reader.beginning_offsets, partitions)

    async def ends(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        """The offset the next record will get."""
        ends = await self._offsets(self._reader.end_offsets, partitions)
        return await self._high_waters(ends) if self._broker.embedded and ends else ends

    async def _high_waters(self, ends: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """The ends as they come along with fetched records: asked for an end, the embedded broker tells where its last batch begins."""
        async with self._assigned(ends), asyncio.timeout(READ_SECONDS):
            while None in (found := {tp: self._reader.highwater(tp) for tp in ends}).values():
                await self._reader.getmany(timeout_ms=POLL_MS)
        return found

    async def _offsets(self, question: Callable[..., Awaitable[Any]], partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        if not partitions:
            return {}
        try:
            async with self._lock:
                return dict(await question(list(partitions)))
        except (KafkaError, OSError) as error:
            raise self._down(error) from error

    async def members(self, group: str) -> int | None:
        """How many consumers are in the group; None when the broker does not say."""
        answers = await self._of_group(lambda: self._admin.describe_consumer_groups([group]))
        described = [found for answer in answers for found in answer.groups if found[1] == group]
        return None if not described or described[0][0] else len(described[0][5])

    async def written_at(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, float]:
        """When the first record from each offset on was written (Unix seconds); left out when none came within a moment."""
        written: dict[TopicPartition, float] = {}
        async for record in self._records(offsets, PATIENCE_SECONDS):
            tp = TopicPartition(record.topic, record.partition)
            if tp not in written:
                written[tp] = record.timestamp / 1000
                self._reader.pause(tp)
            if len(written) == len(offsets):
                break
        return written

    async def everything(self, topic: str) -> list[tuple[int, bytes | None, tuple[tuple[str, bytes], ...]]]:
        """(timestamp in ms, value, headers) of every record on a topic, by partition and offset."""
        partitions = await self.partitions([topic])
        begins, ends = await self.begins(partitions), await self.ends(partitions)
        left = {tp: ends[tp] for tp in partitions if begins[tp] < ends[tp]}
        found = []
        async for record in self._records({tp: begins[tp] for tp in left}, READ_SECONDS):
            tp = TopicPartition(record.topic, record.partition)
            if record.offset < ends[tp]:
                found.append((tp.partition, record.offset, record.timestamp, record.value, tuple(record.headers)))
            if record.offset >= ends[tp] - 1:
                left.pop(tp, None)
            if not left:
                break
        return [row[2:] for row in sorted(found, key=lambda row: row[:2])]

    async def _records(self, offsets: Mapping[TopicPartition, int], idle_s: float) -> AsyncIterator[Any]:
        """Records from these offsets on, until none comes for ``idle_s`` seconds."""
        if not offsets:
            return
        async with self._assigned(offsets):
            while batch := await self._reader.getmany(timeout_ms=int(idle_s * 1000)):
                for record in (record for records in batch.values() for record in records):
                    yield record

    @asynccontextmanager
    async def _assigned(self, offsets: Mapping[TopicPartition, int]) -> AsyncIterator[None]:
        """The reader, for one question at a time, at these offsets."""
        async with self._lock:
            self._reader.assign(list(offsets))
            try:
                for tp, offset in offsets.items():
                    self._reader.seek(tp, offset)
                yield
            except (KafkaError, OSError) as error:
                raise self._down(error) from error
            finally:
                self._reader.unsubscribe()

    async def drained(self, pairs: Sequence[tuple[str, Sequence[str]]]) -> bool:
        """Whether every (group, topics) has committed up to the end. Never committed counts as the beginning."""
        where = {group: await self.partitions(topics) for group, topics in _merged(pairs).items()}
        committed = {group: await self.committed(group, partitions) for group, partitions in where.items()}
        everything = sorted({tp for partitions in where.values() for tp in partitions})
        ends = await self.ends(everything)
        begins = await self.begins(everything)
        return all(
            tp in committed[group] and _reached(committed[group][tp], begins[tp]) >= ends[tp]
            for group, partitions in where.items()
            for tp in partitions
        )

    async def delivered(self, group: str, topics: Sequence[str], positions: Mapping[tuple[str, int], int]) -> bool:
        """Whether a consumer that has been delivered everything below ``positions`` has got everything there is."""
        partitions = await self.partitions(topics)
        committed = await self.committed(group, partitions)
        ends = await self.ends(partitions)
        begins = await self.begins(partitions)
        return all(positions.get((tp.topic, tp.partition), _reached(committed.get(tp, NEVER), begins[tp])) >= ends[tp] for tp in partitions)

    def _down(self, error: Exception) -> DependencyDown:
        return DependencyDown("kafka", f"No Kafka broker answers at {self._broker.address} ({type(error).__name__}).")


def _reached(committed: int, begin: int) -> int:
    return max(committed, begin)


def _merged(pairs: Sequence[tuple[str, Sequence[str]]]) -> dict[str, list[str]]:
    merged: dict[str, list[str]] = {}
    for group, topics in pairs:
        merged.setdefault(group, []).extend(topics)
    return merged
