"""Which failures are retried, waited out, or buried."""

from __future__ import annotations

import asyncio

import pytest

from charge_stream.infra.retries import LONGEST_DELAY_SECONDS, Pause, Tries, Verdict, backoff
from charge_stream.models.errors import BrokenDocument, DependencyDown, Transient, UnknownVersion


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("error", [Transient("busy"), TimeoutError(), ConnectionResetError()])
def test_what_may_pass_is_retried_until_the_deadline(error: Exception) -> None:
    clock = Clock()
    tries = Tries(10, clock)
    assert tries.verdict(error) is Verdict.RETRY
    clock.now = 9.9
    assert tries.verdict(error) is Verdict.RETRY
    clock.now = 10.0
    assert tries.verdict(error) is Verdict.BURY
    assert tries.failures == 3


@pytest.mark.parametrize("error", [BrokenDocument("no pages"), UnknownVersion("v9")])
def test_what_cannot_be_helped_is_buried_at_once(error: Exception) -> None:
    assert Tries(10, Clock()).verdict(error) is Verdict.BURY


def test_the_unexpected_is_tried_three_times() -> None:
    tries = Tries(10, Clock())
    assert [tries.verdict(KeyError("x")) for _ in range(3)] == [Verdict.RETRY, Verdict.RETRY, Verdict.BURY]


def test_a_service_that_is_down_burns_no_attempt_and_no_time() -> None:
    clock = Clock()
    tries = Tries(10, clock)
    tries.verdict(Transient("busy"))
    clock.now = 1000.0
    assert tries.verdict(DependencyDown("index", "The index is away.")) is Verdict.WAIT
    assert tries.failures == 1
    assert tries.verdict(Transient("busy")) is Verdict.RETRY


def test_backoff_doubles_with_jitter_up_to_its_bound() -> None:
    for failures, longest in ((1, 0.2), (2, 0.4), (5, 3.2), (9, LONGEST_DELAY_SECONDS), (1000, LONGEST_DELAY_SECONDS)):
        assert all(longest / 2 <= backoff(failures) <= longest for _ in range(50))


async def test_one_record_tries_while_the_others_wait_for_it() -> None:
    pause, down = Pause(), DependencyDown("index", "The index is away.")
    await asyncio.wait_for(pause.wait("first", down), 1)
    others = [asyncio.create_task(pause.wait(who, down)) for who in ("second", "third")]
    await asyncio.sleep(0.3)
    assert pause.reason == "The index is away."
    assert not any(task.done() for task in others)
    assert not pause.leave("second")
    assert pause.leave("first")
    await asyncio.wait_for(asyncio.gather(*others), 1)
    assert pause.reason is None


async def test_records_try_a_service_in_turn_so_that_one_it_fails_on_holds_nobody() -> None:
    pause, down = Pause(), DependencyDown("model", "The model endpoint is away.")
    poison, sound = object(), object()
    await pause.wait(poison, down)
    other = asyncio.create_task(pause.wait(sound, down))
    await asyncio.sleep(0)
    again = asyncio.create_task(pause.wait(poison, down))
    await asyncio.wait_for(other, 2)
    assert not again.done()
    assert pause.leave(sound)
    await asyncio.wait_for(again, 1)
    assert pause.reason is None
