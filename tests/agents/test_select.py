"""Admission by quota: what is counted, what is marked in the store, what is sent, and what another process finds."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from charge_stream.agents import select
from charge_stream.infra import admissions
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps, Emission
from charge_stream.infra.store import ContentStore
from charge_stream.models import Context, Keypoint, Pair, Verified
from charge_stream.models.errors import DependencyDown

TYPE = "Intra-Document_Text-only"


def hop(name: str, document: str) -> Verified:
    keypoint = Keypoint(
        id=name,
        document_id=document,
        source_id=f"source of {name}",
        modality="text",
        statement=f"{name}.",
        context=Context(title="T"),
        engine="rules",
        classified="text-only",
    )
    return Verified(id=f"v{name}", keypoint=keypoint, paired=[], status="retain", question="?")


def pair(number: int, *keypoints: str, document: str = "doc") -> Pair:
    return Pair(id=f"{number:032x}", type=TYPE, hops=[hop(name, document) for name in keypoints], similarity=0.9)


@dataclass
class Process:
    """One process that selects: a store object of its own on the shared place, and what it sent."""

    url: str
    settings: Settings
    sent: list[str] = field(default_factory=list)
    gate: asyncio.Event | None = None
    fail: bool = False

    def __post_init__(self) -> None:
        self.store = ContentStore(self.url)

    async def take(self, proposal: Pair) -> None:
        unused: Any = None
        deps = Deps(self.settings, self.store, Sources(self.store), unused, unused, unused, unused, emit=self._emit)
        assert await select.handle(proposal, deps) == []

    async def _emit(self, emission: Emission) -> None:
        if self.gate is not None:
            await self.gate.wait()
        if self.fail:
            raise DependencyDown("kafka", "The broker does not take records.")
        assert emission.record is not None
        self.sent.append(emission.record.pair.id)  # type: ignore[attr-defined]


@pytest.fixture
def start() -> Callable[..., Process]:
    url = f"memory://{uuid.uuid4().hex}"

    def process(**changes: Any) -> Process:
        values: dict[str, Any] = {"quota": 1, "margin": 2, "per_keypoint": 100, "per_document": 100, **changes}
        return Process(url, Settings(**values))

    return process


async def test_admits_quota_times_margin_in_the_order_of_delivery(start: Callable[..., Process]) -> None:
    process = start(quota=2, margin=2)
    await asyncio.gather(*(process.take(pair(number, f"a{number}", f"b{number}")) for number in range(7)))
    assert sorted(process.sent) == [f"{number:032x}" for number in range(4)]
    assert await admissions.admitted(process.store) == set(process.sent)


async def test_no_keypoint_and_no_document_crowds_out_the_others(start: Callable[..., Process]) -> None:
    process = start(quota=10, per_keypoint=1, per_document=2)
    await process.take(pair(1, "a", "b"))
    await process.take(pair(2, "a", "c"))  # a is taken
    await process.take(pair(3, "d", "e"))
    await process.take(pair(4, "f", "g"))  # the document is full
    await process.take(pair(5, "h", "i", document="another"))
    assert process.sent == [f"{number:032x}" for number in (1, 3, 5)]


async def test_a_pair_proposed_from_both_ends_is_sent_once_and_later_again(start: Callable[..., Process]) -> None:
    """Proposals that meet are one; one that comes when the first is through is a new announcement of the pair, and is sent."""
    process = start()
    process.gate = asyncio.Event()
    both = [asyncio.create_task(process.take(pair(1, "a", "b"))) for _ in range(2)]
    await asyncio.sleep(0.05)
    process.gate.set()
    await asyncio.gather(*both)
    assert process.sent == [f"{1:032x}"]
    await process.take(pair(1, "a", "b"))
    assert process.sent == [f"{1:032x}"] * 2


async def test_what_could_not_be_sent_is_sent_by_the_next_attempt_and_counted_once(start: Callable[..., Process]) -> None:
    process = start(quota=1, margin=1)
    process.fail = True
    with pytest.raises(DependencyDown):
        await process.take(pair(1, "a", "b"))
    process.fail = False
    await process.take(pair(2, "c", "d"))  # the place is taken
    await process.take(pair(1, "a", "b"))
    assert process.sent == [f"{1:032x}"]


async def test_another_process_goes_on_with_what_is_marked(start: Callable[..., Process]) -> None:
    first = start(quota=1, margin=2)
    await first.take(pair(1, "a", "b"))
    second = start(quota=1, margin=2)
    for number in (1, 2, 3):
        await second.take(pair(number, f"a{number}", f"b{number}"))
    assert second.sent == [f"{number:032x}" for number in (1, 2)]


async def test_an_admission_not_yet_marked_survives_a_new_listing(start: Callable[..., Process], monkeypatch: pytest.MonkeyPatch) -> None:
    process = start(quota=1, margin=1)
    held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store_it = process.store.put_if_absent

    async def slow(path: str, data: bytes) -> bytes:
        await held
        return await store_it(path, data)

    monkeypatch.setattr(process.store, "put_if_absent", slow)
    monkeypatch.setattr(admissions, "FRESH_SECONDS", 0.0)
    first = asyncio.create_task(process.take(pair(1, "a", "b")))
    await asyncio.sleep(0.05)
    await process.take(pair(2, "c", "d"))  # listed anew: nothing is marked, and the place is taken all the same
    held.set_result(None)
    await first
    assert process.sent == [f"{1:032x}"]
