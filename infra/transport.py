"""Faust's Kafka transport, with what it lacks.

- Offsets: Faust derives what to commit from single acks, and commits past an unfinished head in some orders, after skipped records, and
  after a failed commit. Here the stages say how far they have finished, and exactly that is committed.
- Waiting: Faust waits for unfinished records without a limit when partitions are taken away. Here the stages drain within a deadline.
- Fetching: when all partitions are held back Faust sleeps a second at a time. Here it looks again at once.
- Seeking: Faust throws away what it fetched while partitions changed hands, and fetches it again from the committed offset. A partition
  that was never committed it leaves behind those records, and commits past them later. Here such a partition starts from its beginning
  again, and nothing is fetched before all positions are known to be right.
- Producing: the idempotent producer can be switched on without transactions.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from aiokafka.errors import IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata, TopicPartition
from faust.transport.drivers import aiokafka as driver
from faust.types import TP
from mode import Service
from mode.utils.futures import notify

log = logging.getLogger(__name__)

HELD_POLL_SECONDS = 0.02
SEEK_SECONDS = 20.0
SEEK_AGAIN_SECONDS = 1.0
FETCH_WAIT_MS = 200


class Owner(Protocol):
    """What the transport asks of its app."""

    idempotent: bool

    def readers(self, topic: str) -> int:
        """How many stages of the app read the topic."""

    async def drain(self) -> None:
        """Finish what is in work, within a deadline."""


class ConsumerThread(driver.AIOKafkaConsumerThread):
    """The thread that speaks to the broker."""

    def _create_consumer(self, loop: asyncio.AbstractEventLoop) -> Any:
        """Faust asks the broker to wait 1.5 s for records, which the embedded one takes to mean half a second between looks."""
        consumer = super()._create_consumer(loop)
        consumer._fetch_max_wait_ms = FETCH_WAIT_MS
        return consumer

    async def _commit(self, offsets: Mapping[TP, int]) -> bool:
        """Commit; False when the broker did not take it (it is tried again), where Faust would end the app."""
        wanted = {TopicPartition(*tp): OffsetAndMetadata(offset, "") for tp, offset in offsets.items()}
        try:
            await self._ensure_consumer().commit(wanted)
        except KafkaError as error:
            log.warning("offsets of %s were not committed and will be tried again (%s)", self.app.conf.id, type(error).__name__)
            return False
        return True

    async def seek_to_committed(self) -> Mapping[TP, int]:
        """Every partition to its committed offset, or to its beginning when it has none; the committed offsets."""
        return cast(Mapping[TP, int], await self.call_thread(self._seek_to_committed))

    async def _seek_to_committed(self) -> Mapping[TopicPartition, int | None]:
        consumer = self._ensure_consumer()
        assigned = consumer.assignment()
        committed = await consumer.seek_to_committed(*assigned) if assigned else {}
        if never := [tp for tp, offset in committed.items() if not offset]:
            await consumer.seek_to_beginning(*never)
        return committed


class Consumer(driver.Consumer):
    """A consumer that commits what the stages have finished."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._finished: dict[TP, dict[str, int]] = defaultdict(dict)
        self._holders: dict[TP, set[str]] = defaultdict(set)
        self._sought: int | None = None
        self.assigned = asyncio.Event()

    def _new_consumer_thread(self) -> ConsumerThread:
        return ConsumerThread(self, loop=self.loop, beacon=self.beacon)

    def finish(self, stage: str, topic: str, partition: int, offset: int) -> None:
        """``stage`` has finished everything on the partition up to and including ``offset``."""
        self._finished[TP(topic, partition)][stage] = offset + 1

    def hold(self, stage: str, topic: str, partition: int) -> None:
        """Fetch no more of the partition until ``stage`` resumes it."""
        tp = TP(topic, partition)
        self._holders[tp].add(stage)
        self.on_buffer_full(tp)

    def resume(self, stage: str, topic: str, partition: int) -> None:
        """Fetch the partition again, unless another stage holds it."""
        tp = TP(topic, partition)
        self._holders[tp].discard(stage)
        self.on_buffer_drop(tp)

    def on_buffer_drop(self, tp: TP) -> None:
        if not self._holders[tp]:
            super().on_buffer_drop(tp)

    def ack(self, message: Any) -> bool:
        """Faust's own bookkeeping only: it also acks what it skipped."""
        message.acked = True
        self._unacked_messages.discard(message)
        notify(self._waiting_for_ack)
        return True

    def _filter_tps_with_pending_acks(self, topics: Any = None) -> Iterator[TP]:
        return (tp for tp in list(self._finished) if topics is None or tp in topics or tp.topic in topics)

    def _new_offset(self, tp: TP) -> int | None:
        """The offset that every stage reading ``tp`` has reached."""
        reached = self._finished[tp]
        return min(reached.values()) if len(reached) == cast(Owner, self.app).readers(tp.topic) else None

    async def _commit_offsets(self, offsets: Mapping[TP, int], start_new_transaction: bool = True) -> bool:
        held = self.assignment()
        mine = {tp: offset for tp, offset in offsets.items() if tp in held}
        if not mine or not await self._thread.commit(mine):
            return False
        self._committed_offset.update(mine)
        return True

    async def _add_gap(self, tp: TP, offset_from: int, offset_to: int) -> None:
        """Gaps do not matter to a finished prefix."""

    async def wait_empty(self) -> None:
        """Called before partitions are given up, and at the stop."""
        await cast(Owner, self.app).drain()
        await self.commit(start_new_transaction=False)

    async def on_partitions_revoked(self, revoked: set[TP]) -> None:
        await super().on_partitions_revoked(revoked)
        for tp in revoked:
            self._finished.pop(tp, None)
            self._holders.pop(tp, None)
            self._buffered_partitions.discard(tp)

    def resume_flow(self) -> None:
        """Called when this consumer knows its share of the partitions, be it none."""
        super().resume_flow()
        self.assigned.set()

    async def on_partitions_assigned(self, assigned: set[TP], generation_id: int = 0) -> None:
        """Faust stops the flow only when partitions were held before."""
        self.stop_flow()
        await super().on_partitions_assigned(assigned, generation_id)

    async def perform_seek(self) -> None:
        """Until it has succeeded for this generation of the group nothing is fetched. (When it fails Faust stalls.)"""
        generation = self.app.consumer_generation_id
        try:
            async with asyncio.timeout(SEEK_SECONDS):
                await super().perform_seek()
        except IllegalStateError:
            log.info("partitions of %s are changing hands again", self.app.conf.id)
        except (KafkaError, TimeoutError) as error:
            log.warning("positions of %s are not known and will be asked for again (%s)", self.app.conf.id, type(error).__name__)
        else:
            self._sought = generation

    async def _wait_next_records(self, timeout: float) -> tuple[Any, Any]:  # noqa: ASYNC109 (Faust's signature)
        if not self.flow_active:
            await self.wait(self.can_resume_flow)  # type: ignore[arg-type]
        if self._sought != self.app.consumer_generation_id:
            await self._seek_again()
            return {}, set()
        if not self._buffered_partitions:
            return await super()._wait_next_records(timeout)
        if self.flow_active and not self._get_active_partitions():
            await asyncio.sleep(HELD_POLL_SECONDS)
            return {}, set()
        return await super()._wait_next_records(HELD_POLL_SECONDS)

    async def _seek_again(self) -> None:
        if not self.should_stop:
            await self.perform_seek()
        if self._sought != self.app.consumer_generation_id:
            await self.sleep(SEEK_AGAIN_SECONDS)

    @Service.task
    async def _commit_handler(self) -> None:
        """Commit at intervals; Faust's own loop also complains when a busy broker makes one late."""
        while not self.should_stop:
            await self.sleep(self.commit_interval)
            await self.commit()

    @Service.task
    async def _commit_livelock_detector(self) -> None:
        """Stalls are judged by lag and progress, where a pause is no stall."""


class Producer(driver.Producer):
    """Idempotent where the broker can do that."""

    def _settings_extra(self) -> Mapping[str, Any]:
        return {"enable_idempotence": True, "acks": "all"} if cast(Owner, self.app).idempotent else {"acks": "all"}


class Transport(driver.Transport):
    Consumer = Consumer
    Producer = Producer
