"""The runner by itself: records handed in, acknowledgements and sends written down. The brokers come in the other files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

import orjson
import pytest
from stream_parts import change, chunk, until

from charge_stream.infra.brokers import Broker
from charge_stream.infra.deadletters import VALUE_LIMIT, from_wire
from charge_stream.infra.emitter import Emitter
from charge_stream.infra.lanes import Delivery
from charge_stream.infra.runtime import StageRunner
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Order, Stage, Tombstone
from charge_stream.infra.store import ContentStore
from charge_stream.models import QA, Chunk
from charge_stream.models.errors import BrokenDocument, DependencyDown, Transient
from charge_stream.topics import catalogue, codec

NAMES = {f"t.{topic.name}": topic for topic in catalogue.TOPICS}


class Bench:
    """A runner on a bench: what it acknowledges, holds and sends."""

    def __init__(self, stage: Stage, deps: Deps, gated: bool = False) -> None:
        self.acknowledged: list[int] = []
        self.held: list[str] = []
        self.sent: list[tuple[str, bytes | None, bytes | None, dict[str, bytes]]] = []
        self.refuse: Exception | None = None
        self.runner = StageRunner(stage, deps, Emitter("t", self.send, 5), self, NAMES, epoch=7, gated=gated)

    def finish(self, stage: str, topic: str, partition: int, offset: int) -> None:
        self.acknowledged.append(offset)

    def hold(self, stage: str, topic: str, partition: int) -> None:
        self.held.append("hold")

    def resume(self, stage: str, topic: str, partition: int) -> None:
        self.held.append("resume")

    async def send(self, topic: str, key: bytes | None, value: bytes | None, headers: Sequence[tuple[str, bytes]]) -> Any:
        if self.refuse is not None:
            raise self.refuse
        self.sent.append((topic, key, value, dict(headers)))
        report: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        report.set_result(None)
        return report

    def take(self, offset: int, value: bytes | None, **given: Any) -> None:
        self.runner.take(
            Delivery(**{"topic": "t.chunks", "partition": 0, "offset": offset, "key": b"d0", "headers": (), **given}, value=value)
        )

    def chunks(self, *numbers: int) -> None:
        for number in numbers:
            self.take(number, codec.encode(chunk(number)))

    async def acknowledges(self, *offsets: int) -> None:
        await until(lambda: self.acknowledged == list(offsets), 5)


@pytest.fixture
def bench(settings_for: Callable[..., Settings], deps_for: Callable[[Settings], Deps]) -> Callable[..., Bench]:
    def make(handle: Any, *, gated: bool = False, settings: dict[str, Any] | None = None, **options: Any) -> Bench:
        made = settings_for(Broker("nowhere:1"), **(settings or {}))
        emits = (catalogue.SOURCE_CHANGES, catalogue.EVALUATIONS)
        return Bench(Stage("s", options.pop("consumes", (catalogue.CHUNKS,)), emits, handle, **options), deps_for(made), gated)

    return make


class Steps:
    """A handler whose records finish when they are told to."""

    def __init__(self) -> None:
        self.started: list[int] = []
        self.now = 0
        self.most = 0
        self._gates: dict[int, asyncio.Event] = {}

    def gate(self, number: int) -> asyncio.Event:
        return self._gates.setdefault(number, asyncio.Event())

    def let(self, *numbers: int) -> None:
        for number in numbers:
            self.gate(number).set()

    async def __call__(self, record: Chunk, deps: Deps) -> list[Emission]:
        self.started.append(record.position)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.gate(record.position).wait()
        finally:
            self.now -= 1
        return [change(record)]


async def test_acknowledged_in_delivery_order_though_finished_out_of_order(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps)
    on.chunks(0, 1, 2)
    steps.let(2, 1)
    await until(lambda: len(on.sent) == 2)
    assert on.acknowledged == []
    steps.let(0)
    await on.acknowledges(0, 1, 2)
    assert on.runner.stats().done == 3


async def test_at_most_so_many_unacknowledged_and_fetching_is_held_meanwhile(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps, settings={"in_flight": 2})
    on.chunks(0, 1, 2, 3)
    await until(lambda: sorted(steps.started) == [0, 1])
    steps.let(1)
    await asyncio.sleep(0.1)
    assert sorted(steps.started) == [0, 1]
    assert on.held[-1] == "hold"
    steps.let(0, 2, 3)
    await on.acknowledges(0, 1, 2, 3)
    assert on.held[-1] == "resume"


@pytest.mark.parametrize(("order", "most"), [(Order.FREE, 4), (Order.BY_KEY, 2), (Order.ONE, 1)])
async def test_how_many_are_in_work_at_once(bench: Callable[..., Bench], order: Order, most: int) -> None:
    steps = Steps()
    on = bench(steps, order=order)
    for number, key in enumerate(b"aabb"):
        on.take(number, codec.encode(chunk(number)), key=bytes([key]))
    await until(lambda: steps.now == most)
    await asyncio.sleep(0.1)
    assert steps.now == most
    steps.let(0, 1, 2, 3)
    await on.acknowledges(0, 1, 2, 3)
    assert steps.most == most
    if order is not Order.FREE:
        assert [number for number in steps.started if number < 2] == [0, 1]


async def test_cut_short_a_record_is_not_acknowledged(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps)
    on.chunks(0, 1)
    steps.let(1)
    await until(lambda: len(on.sent) == 1)
    await on.runner.drain(0.05)
    assert on.acknowledged == []
    assert steps.now == 0


async def test_a_drain_waits_for_what_is_in_work_and_starts_nothing(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps, order=Order.ONE)
    on.chunks(0, 1)
    await until(lambda: steps.started == [0])
    draining = asyncio.create_task(on.runner.drain(5))
    await asyncio.sleep(0.05)
    steps.let(0, 1)
    await draining
    assert on.acknowledged == [0]
    assert steps.started == [0]


async def test_what_was_taken_away_is_never_acknowledged_and_may_come_again(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps)
    on.chunks(0, 1)
    await until(lambda: sorted(steps.started) == [0, 1])
    await on.runner.drain(0.01)
    on.runner.forget()
    steps.let(0, 1)
    on.chunks(0, 1)
    await on.acknowledges(0, 1)
    assert sorted(steps.started) == [0, 0, 1, 1]


async def test_a_failure_that_passes_is_retried_in_place(bench: Callable[..., Bench]) -> None:
    failures = [Transient("busy"), TimeoutError(), KeyError("odd")]

    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        if failures:
            raise failures.pop(0)
        return [change(record)]

    on = bench(handle)
    on.chunks(0)
    await on.acknowledges(0)
    assert on.runner.stats().failed == 0
    assert [topic for topic, *_ in on.sent] == ["t.source-changes"]


async def test_a_dead_letter_carries_the_bytes_unchanged_and_all_about_them(bench: Callable[..., Bench]) -> None:
    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        raise BrokenDocument(f"cannot parse, api_key=sk-0123456789abcdef, {'x' * 4000}")

    on = bench(handle)
    value = b" " + codec.encode(chunk(3))
    on.take(3, value, headers=(("traceparent", b"00-aa-bb-01"), ("odd", b"\xff\x00")), key=b"\xfe")
    on.take(4, b"no json at all")
    await on.acknowledges(3, 4)
    topic, key, sent, headers = next(row for row in on.sent if row[3]["offset"] == b"3")
    letter = from_wire(sent, tuple(headers.items()))
    assert (topic, key, sent) == ("t.dead-letters", b"\xfe", value)
    assert (letter.topic, letter.partition, letter.offset, letter.stage) == ("chunks", 0, 3, "s")
    assert (letter.error, letter.attempts, letter.key) == ("BrokenDocument", 1, b"\xfe")
    assert dict(letter.headers) == {"traceparent": b"00-aa-bb-01", "odd": b"\xff\x00"}
    assert headers["traceparent"] == b"00-aa-bb-01"
    assert len(letter.message.encode()) == 2048
    assert "sk-0123456789abcdef" not in letter.message
    assert next(row for row in on.sent if row[3]["offset"] == b"4")[3]["error"] == b"Undecodable"
    assert on.runner.stats().failed == 2


async def test_a_large_dead_letter_is_kept_as_a_blob(bench: Callable[..., Bench], tmp_path: Any) -> None:
    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        raise BrokenDocument("no")

    on = bench(handle)
    large = b"x" * (VALUE_LIMIT + 1)
    on.take(0, large)
    await on.acknowledges(0)
    _, _, sent, headers = on.sent[0]
    letter = from_wire(sent, tuple(headers.items()))
    assert letter.value is None
    assert letter.blob is not None
    assert len(sent or b"") < 1000
    assert await ContentStore(str(tmp_path / "store")).get_blob(letter.blob) == large


async def test_nothing_is_acknowledged_before_its_dead_letter_is_confirmed(bench: Callable[..., Bench]) -> None:
    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        raise BrokenDocument("no")

    on = bench(handle)
    on.refuse = DependencyDown("kafka", "The broker is away.")
    on.chunks(0)
    await until(lambda: on.runner.stats().paused == "The broker is away.")
    await asyncio.sleep(0.3)
    assert on.acknowledged == []
    on.refuse = None
    await on.acknowledges(0)
    assert on.runner.stats().failed == 1


async def test_a_service_that_is_down_pauses_the_stage_and_burns_nothing(bench: Callable[..., Bench]) -> None:
    up = False
    calls = []

    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        calls.append(record.position)
        if not up:
            raise DependencyDown("index", "The index is away.")
        return []

    on = bench(handle, settings={"in_flight": 3, "retry_deadline_s": 0.01})
    on.chunks(0, 1)
    await until(lambda: on.runner.stats().paused == "The index is away.")
    on.chunks(2)
    await asyncio.sleep(1)
    assert 2 not in calls
    assert on.acknowledged == []
    up = True
    await on.acknowledges(0, 1, 2)
    assert on.runner.stats().paused is None
    assert on.runner.stats().failed == 0


async def test_a_result_is_stored_before_it_is_sent_and_a_replay_sends_it_without_work(bench: Callable[..., Bench]) -> None:
    calls = []

    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        calls.append(record.position)
        return [change(record)]

    on = bench(handle)
    on.refuse = DependencyDown("kafka", "The broker is away.")
    on.chunks(0)
    await until(lambda: on.runner.stats().paused)
    on.refuse = None
    await on.acknowledges(0)
    on.runner.forget()
    on.chunks(0)
    await until(lambda: len(on.sent) == 2)
    assert calls == [0]
    assert on.sent[0][:3] == on.sent[1][:3]


async def test_headers_and_trace_of_what_is_sent(bench: Callable[..., Bench]) -> None:
    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        assert deps.emit is not None
        await deps.emit(Emission(catalogue.EVALUATIONS, None, "e1", {"reason": "gone"}))
        return [change(record)]

    on = bench(handle)
    on.take(0, codec.encode(chunk(0)), headers=(("traceparent", b"00-aa-bb-01"),))
    on.take(1, codec.encode(chunk(1)))
    await on.acknowledges(0, 1)
    given = [row for row in on.sent if row[3]["traceparent"] == b"00-aa-bb-01"]
    made = {row[3]["traceparent"].decode() for row in on.sent if row not in given}
    assert given[0][:3] == ("t.evaluations", b"e1", None)
    assert given[0][3]["reason"] == b"gone"
    assert given[1][3] == {"stage": b"s", "traceparent": b"00-aa-bb-01", "schema": b"charge.source-change.v1"}
    assert len(made) == 1
    assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-01", made.pop())


async def test_a_topic_that_the_stage_does_not_declare_is_a_dead_letter_not_a_send(bench: Callable[..., Bench]) -> None:
    async def handle(record: Chunk, deps: Deps) -> list[Emission]:
        return [Emission(catalogue.QA, None, "q1")]

    on = bench(handle)
    on.chunks(0)
    await on.acknowledges(0)
    assert [row[0] for row in on.sent] == ["t.dead-letters"]


async def test_a_null_value_is_a_tombstone_on_a_compacted_topic_and_poison_elsewhere(bench: Callable[..., Bench]) -> None:
    withdrawn = []

    async def handle(record: Tombstone | QA, deps: Deps) -> list[Emission]:
        assert isinstance(record, Tombstone)
        withdrawn.append(record.key)
        return [Emission(catalogue.EVALUATIONS, None, f"e-{record.key}")]

    on = bench(handle, consumes=(catalogue.QA, catalogue.CHUNKS))
    on.take(0, None, topic="t.qa", key=b"q1")
    on.take(1, None, topic="t.qa", key=b"q1")
    on.take(0, None)
    await until(lambda: len(on.sent) == 3)
    assert withdrawn == ["q1", "q1"]
    assert sorted(row[0] for row in on.sent) == ["t.dead-letters", "t.evaluations", "t.evaluations"]


async def test_the_order_of_an_announcement_is_its_epoch_and_offset_or_what_it_carries(bench: Callable[..., Bench]) -> None:
    orders = []

    async def handle(record: Any, deps: Deps) -> list[Emission]:
        assert deps.origin is not None
        orders.append(deps.origin.order)
        return []

    on = bench(handle, consumes=(catalogue.DOCUMENTS,), stored=False, order=Order.ONE)
    document = orjson.dumps({"schema": "charge.document.v1", "document_id": "d", "uri": "u", "media_type": "m", "revision": "r"})
    on.take(4, document, topic="t.documents")
    on.take(5, document, topic="t.documents", headers=(("order", b"2.31"),))
    on.take(6, document, topic="t.documents", headers=(("order", b"late"),))
    await on.acknowledges(4, 5, 6)
    assert orders == [(7, 4), (2, 31)]
    assert on.sent[0][3]["error"] == b"Undecodable"


async def test_a_batch_goes_by_identity_one_at_a_time_and_later_arrivals_wait_for_the_next_release(bench: Callable[..., Bench]) -> None:
    steps = Steps()
    on = bench(steps, gated=True, settings={"in_flight": 1})
    on.chunks(0, 1, 2)
    on.take(0, codec.encode(chunk(9)), partition=1)
    on.take(1, codec.encode(chunk(1)), partition=1)
    await asyncio.sleep(0.05)
    assert steps.started == []
    steps.let(0, 1, 2, 3, 9)
    on.runner.release()
    on.take(2, codec.encode(chunk(3)), partition=1)
    await until(lambda: on.runner.settled)
    assert steps.started == [0, 1, 2, 9]  # the second c0001 has a stored result
    assert steps.most == 1
    assert on.runner.stats().waiting == 1
    on.runner.release()
    await until(lambda: on.runner.settled)
    assert steps.started == [0, 1, 2, 9, 3]
    assert sorted(on.acknowledged) == [0, 0, 1, 1, 2, 2]
