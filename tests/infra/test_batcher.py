"""What is asked for while a call is under way is joined into the next."""

from __future__ import annotations

import asyncio

import pytest

from charge_stream.infra.batcher import Batcher


class Target:
    """Gives the capitals of what it is asked, each call taking a turn of the loop or two."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.fail = False
        self.under_way = self.most_under_way = 0

    async def work(self, items: list[str]) -> list[str]:
        self.under_way += 1
        self.most_under_way = max(self.under_way, self.most_under_way)
        await asyncio.sleep(0.01)
        self.under_way -= 1
        if self.fail:
            raise ConnectionError("gone")
        self.calls.append("".join(items))
        return [item.upper() for item in items]


async def test_what_waits_goes_together_and_each_gets_its_own_result() -> None:
    target = Target()
    batcher = Batcher(target.work, 10)
    first = batcher.ask("a")
    await asyncio.sleep(0.005)
    assert await asyncio.gather(first, *map(batcher.ask, "bcd")) == ["A", "B", "C", "D"]
    assert target.calls == ["a", "bcd"]


async def test_no_call_is_larger_than_the_limit() -> None:
    target = Target()
    batcher = Batcher(target.work, 3)
    assert "".join(await asyncio.gather(*map(batcher.ask, "abcdefgh"))) == "ABCDEFGH"
    assert target.calls == ["abc", "def", "gh"]


async def test_groups_go_apart_the_longest_waiting_first() -> None:
    target = Target()
    batcher = Batcher(target.work, 10, group=str.isdigit)
    await asyncio.gather(*map(batcher.ask, "1a2b3"))
    assert target.calls == ["123", "ab"]


async def test_as_many_calls_as_allowed_are_under_way() -> None:
    target = Target()
    batcher = Batcher(target.work, 1, at_once=2)
    await asyncio.gather(*map(batcher.ask, "abcde"))
    assert (target.most_under_way, sorted(target.calls)) == (2, list("abcde"))


async def test_a_failed_call_is_told_to_those_in_it_and_later_ones_go_on() -> None:
    target = Target()
    batcher = Batcher(target.work, 10)
    target.fail = True
    outcomes = await asyncio.gather(batcher.ask("a"), batcher.ask("b"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ConnectionError, ConnectionError]
    target.fail = False
    assert await batcher.ask("c") == "C"


async def test_a_cancelled_caller_does_not_hurt_the_others() -> None:
    target = Target()
    batcher = Batcher(target.work, 10)
    calls = [batcher.ask(item) for item in "ab"]
    await asyncio.sleep(0.005)
    calls[0].cancel()
    assert await calls[1] == "B"
    with pytest.raises(asyncio.CancelledError):
        await calls[0]
    assert target.calls == ["ab"]


async def test_what_is_asked_the_moment_the_last_call_ends_is_not_forgotten() -> None:
    target = Target()
    batcher = Batcher(target.work, 10)
    async with asyncio.timeout(5):
        for item in "abcd":
            assert await batcher.ask(item) == item.upper()
