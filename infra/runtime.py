"""The stage runtime: the only place that knows offsets, acknowledgements, retries and dead letters.

A record is delivered → waits in its partition's lane → is attempted (``handling``) until it is done or has become a dead letter →
and is acknowledged when everything before it on its partition is finished too. Nothing else acknowledges: not a failure, not a
cancellation, not the end of the worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Hashable, Iterable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from charge_stream.infra import deadletters, metrics
from charge_stream.infra.emitter import Emitter
from charge_stream.infra.handling import Handling, trace_of
from charge_stream.infra.lanes import Delivery, Entry, Lane, State, order_key
from charge_stream.infra.retries import Pause, Tries, Verdict, backoff
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Stage
from charge_stream.models.errors import BrokenDocument, DependencyDown, Undecodable
from charge_stream.topics.catalogue import DEAD_LETTERS, Topic

log = logging.getLogger(__name__)

Partition = tuple[str, int]

OUTCOMES: dict[Verdict, metrics.Outcome] = {Verdict.RETRY: "retried", Verdict.WAIT: "paused", Verdict.BURY: "dead_lettered"}


class Feed(Protocol):
    """Where the records come from, as far as a runner must steer it."""

    def finish(self, stage: str, topic: str, partition: int, offset: int) -> None: ...
    def hold(self, stage: str, topic: str, partition: int) -> None: ...
    def resume(self, stage: str, topic: str, partition: int) -> None: ...


@dataclass(frozen=True)
class StageStats:
    """Counts since the start. ``failed``: dead letters. ``in_work``: started and not finished. ``paused``: the sentence it waits for."""

    received: int = 0
    done: int = 0
    emitted: int = 0
    failed: int = 0
    in_work: int = 0
    waiting: int = 0
    paused: str | None = None


class StageRunner:
    """Runs one stage over the partitions it is given.

    ``gated`` (batch mode): what arrives is collected, and handled by ascending identity at each ``release``, as many at once as the order
    allows.
    """

    def __init__(
        self, stage: Stage, deps: Deps, emitter: Emitter, feed: Feed, names: dict[str, Topic], epoch: int, *, gated: bool = False
    ) -> None:
        self.stage = stage
        self.gated = gated
        self._settings: Settings = deps.settings
        self._store = deps.store
        self._emitter = emitter
        self._feed = feed
        self._names = names
        self._handling = Handling(stage, deps, emitter, names, epoch)
        self._lanes: dict[Partition, Lane] = {}
        self._pause = Pause()
        self._draining = False
        self._batch: asyncio.Task[None] | None = None
        self._received = self._done = self._failed = 0

    # -- what comes in

    def take(self, delivery: Delivery) -> None:
        """A record was delivered. Returns at once; a partition that brings too much is held back."""
        where = (delivery.topic, delivery.partition)
        lane = self._lanes.get(where)
        if lane is None:
            lane = self._lanes[where] = Lane(self.stage.order, self._settings.in_flight, self.gated)
        if lane.add(delivery) is None:
            return
        self._received += 1
        if lane.full:
            self._feed.hold(self.stage.name, *where)
        self._start_what_may(lane)

    def _start_what_may(self, lane: Lane) -> None:
        if self._draining or self._pause.reason is not None:
            return
        for entry in lane.startable():
            self._start(lane, entry)

    def _start(self, lane: Lane, entry: Entry) -> asyncio.Task[None]:
        entry.state = State.WORKING
        entry.task = asyncio.create_task(self._work(lane, entry), name=f"{self.stage.name} {entry.delivery.offset}")
        return entry.task

    # -- one record

    async def _work(self, lane: Lane, entry: Entry) -> None:
        try:
            await self._carry(entry)
        finally:
            ended_pause = self._pause.leave(entry)
        self._done += 1
        self._acknowledge(lane, entry)
        for other in list(self._lanes.values()) if ended_pause else [lane]:
            self._start_what_may(other)

    async def _carry(self, entry: Entry) -> None:
        """Attempt the record until it is done or buried."""
        trace = trace_of(entry.delivery)
        tries = Tries(self._settings.retry_deadline_s)
        while True:
            started = monotonic()
            try:
                await self._handling.attempt(entry.delivery, trace)
                metrics.handled(self.stage.name, "done", monotonic() - started)
                return None
            except Exception as error:
                verdict = tries.verdict(error)
                metrics.handled(self.stage.name, OUTCOMES[verdict], monotonic() - started)
                log.info("%s: %s-%d@%d: %r: %s", self.stage.name, *_where(entry), error, verdict.value)
                if verdict is Verdict.BURY:
                    return await self._bury(entry, error, tries.failures, trace)
                if isinstance(error, DependencyDown):
                    await self._rest(entry, self._pause.wait(entry, error))
                else:
                    await self._rest(entry, asyncio.sleep(tries.delay()))

    async def _bury(self, entry: Entry, error: Exception, attempts: int, trace: str) -> None:
        """Send the dead letter until the broker has confirmed it."""
        level = logging.INFO if isinstance(error, BrokenDocument) else logging.WARNING  # its owner reads why in the summary
        log.log(level, "%s: %s-%d@%d becomes a dead letter: %r", self.stage.name, *_where(entry), error)
        letter = deadletters.of(
            entry.delivery, self._names[entry.delivery.topic].name, self.stage.name, error, attempts, self._order(entry)
        )
        failures = 0
        while True:
            try:
                if deadletters.needs_blob(letter) and letter.blob is None:
                    letter = replace(letter, blob=await self._store.put_blob(letter.value or b"", deadletters.OCTETS))
                await self._emitter.raw(DEAD_LETTERS, letter.key, *deadletters.to_wire(letter, trace))
                self._failed += 1
                return
            except DependencyDown as down:
                await self._rest(entry, self._pause.wait(entry, down))
            except Exception:
                failures += 1
                log.exception("%s: a dead letter was not taken; trying again", self.stage.name)
                await self._rest(entry, asyncio.sleep(backoff(failures)))

    def _order(self, entry: Entry) -> str | None:
        try:
            order = self._handling.order_of(entry.delivery)
        except Undecodable:
            return None
        return None if order is None else f"{order[0]}.{order[1]}"

    async def _rest(self, entry: Entry, sleep: Coroutine[Any, Any, Any]) -> None:
        entry.resting = True
        try:
            if self._draining:
                sleep.close()
                raise asyncio.CancelledError
            await sleep
        finally:
            entry.resting = False

    def _acknowledge(self, lane: Lane, entry: Entry) -> None:
        """Acknowledge the finished prefix, if the partition is still ours."""
        where = (entry.delivery.topic, entry.delivery.partition)
        if self._lanes.get(where) is not lane:
            return
        for finished in lane.finish(entry):
            self._feed.finish(self.stage.name, *where, finished.delivery.offset)
            if finished.delivery.event is not None:
                finished.delivery.event.ack()
        if lane.low:
            self._feed.resume(self.stage.name, *where)

    # -- batches

    def release(self) -> None:
        """Handle what has been collected, by ascending identity; what arrives from now on waits for the next release."""
        held = [(lane, entry) for lane in self._lanes.values() for entry in lane.entries if entry.state is State.WAITING]
        self._batch = asyncio.create_task(self._go_through(held, self._batch), name=f"{self.stage.name} batch")

    @property
    def settled(self) -> bool:
        """Whether nothing that was released is left to do."""
        return self._batch is None or self._batch.done()

    async def _go_through(self, held: list[tuple[Lane, Entry]], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        ranked = [(await self._rank(entry), lane, entry) for lane, entry in held]
        chains: dict[Hashable, list[tuple[Lane, Entry]]] = {}
        for _, lane, entry in sorted(ranked, key=lambda row: row[0]):
            chains.setdefault(order_key(self.stage.order, entry.delivery), []).append((lane, entry))
        working: set[asyncio.Task[None]] = set()
        for chain in chains.values():
            working.add(asyncio.create_task(self._follow(chain)))
            if len(working) >= self._settings.in_flight:
                _, working = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        if working:
            await asyncio.wait(working)

    async def _follow(self, chain: list[tuple[Lane, Entry]]) -> None:
        """Records that must not be in work at once, one after another."""
        for lane, entry in chain:
            ours = self._lanes.get((entry.delivery.topic, entry.delivery.partition)) is lane
            if ours and not self._draining and entry.state is State.WAITING:
                await asyncio.wait([self._start(lane, entry)])

    async def _rank(self, entry: Entry) -> tuple[str, str, int, int]:
        try:
            while True:
                try:
                    return await self._handling.identity(entry.delivery), *_where(entry)
                except DependencyDown as down:
                    await self._pause.wait(entry, down)
                except Exception as error:
                    log.warning("%s: %s-%d@%d has no identity: %r", self.stage.name, *_where(entry), error)
                    return "", *_where(entry)
        finally:
            self._pause.leave(entry)

    # -- the end

    async def drain(self, deadline_s: float) -> None:
        """Start nothing more, let what is in work finish within ``deadline_s`` seconds, and give the partitions up.

        What sleeps between attempts or has not finished by then is cut short and stays unacknowledged.
        """
        self._draining = True
        working = [entry for entry in self._entries() if entry.task is not None and not entry.task.done()]
        for entry in working:
            if entry.resting and entry.task is not None:
                entry.task.cancel()
        tasks = [entry.task for entry in working if entry.task is not None]
        if self._batch is not None:
            tasks.append(self._batch)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=deadline_s)
            for task in late:
                task.cancel()
            if late:
                log.warning(
                    "%s: %d records were not finished within %.0f s and will be handled again", self.stage.name, len(late), deadline_s
                )
                await asyncio.wait(late, timeout=1)

    def forget(self) -> None:
        """The partitions are gone, and what was not acknowledged with them; go on with the ones to come."""
        self._lanes.clear()
        self._draining = False

    def _entries(self) -> Iterable[Entry]:
        return [entry for lane in self._lanes.values() for entry in lane.entries]

    # -- what it shows

    @property
    def positions(self) -> dict[Partition, int]:
        """After the last record delivered, by partition; what has delivered nothing yet is left out."""
        return {where: lane.position for where, lane in self._lanes.items() if lane.position is not None}

    @property
    def busy(self) -> bool:
        """Whether something that was delivered is not done."""
        return any(lane.entries for lane in self._lanes.values())

    @property
    def paused(self) -> str | None:
        """The sentence of the service that is waited for."""
        return self._pause.reason

    def busy_with(self, where: Partition) -> bool:
        """Whether something of the partition is in work or waits, for its turn or for a service."""
        lane = self._lanes.get(where)
        return self._pause.reason is not None or (lane is not None and bool(lane.entries))

    def stats(self) -> StageStats:
        """Counts as of now."""
        states = [entry.state for entry in self._entries()]
        return StageStats(
            received=self._received,
            done=self._done,
            emitted=self._handling.emitted,
            failed=self._failed,
            in_work=states.count(State.WORKING),
            waiting=states.count(State.WAITING),
            paused=self.paused,
        )


def _where(entry: Entry) -> tuple[str, int, int]:
    return entry.delivery.topic, entry.delivery.partition, entry.delivery.offset
