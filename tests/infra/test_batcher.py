"""Writes that come while one is under way are joined into the next."""

from __future__ import annotations

import asyncio

import pytest

from charge_stream.infra.batcher import MOST_ROWS, Batcher, Row


class Target:
    """Keeps what was written, each write taking a turn of the loop or two."""

    def __init__(self) -> None:
        self.writes: list[list[str]] = []
        self.rows: dict[str, Row] = {}
        self.fail = False

    async def write(self, rows: list[Row]) -> None:
        await asyncio.sleep(0.01)
        if self.fail:
            raise ConnectionError("gone")
        self.writes.append([row["id"] for row in rows])
        self.rows.update((row["id"], row) for row in rows)


async def test_rows_that_wait_are_written_together_and_each_is_there_when_its_call_returns() -> None:
    target = Target()
    batcher = Batcher(target.write)

    async def add(name: str) -> None:
        await batcher.add({"id": name})
        assert name in target.rows

    first = asyncio.create_task(add("a"))
    await asyncio.sleep(0.005)
    await asyncio.gather(first, *(add(name) for name in "bcd"))
    assert target.writes == [["a"], ["b", "c", "d"]]


async def test_of_two_rows_with_one_id_the_later_is_written() -> None:
    target = Target()
    batcher = Batcher(target.write)
    await asyncio.gather(batcher.add({"id": "a", "n": 1}), batcher.add({"id": "b", "n": 2}), batcher.add({"id": "a", "n": 3}))
    assert target.writes == [["a", "b"]] and target.rows["a"]["n"] == 3


async def test_no_write_is_larger_than_the_limit() -> None:
    target = Target()
    batcher = Batcher(target.write)
    await asyncio.gather(
        batcher.add(*({"id": f"a{number}"} for number in range(MOST_ROWS + 1))), batcher.add(*({"id": f"b{number}"} for number in range(9)))
    )
    assert [len(write) for write in target.writes] == [MOST_ROWS, 1, 9]
    await batcher.add()
    assert len(target.writes) == 3


async def test_a_failed_write_is_told_to_those_in_it_and_later_ones_go_on() -> None:
    target = Target()
    batcher = Batcher(target.write)
    target.fail = True
    outcomes = await asyncio.gather(batcher.add({"id": "a"}), batcher.add({"id": "b"}), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ConnectionError, ConnectionError]
    target.fail = False
    await batcher.add({"id": "c"})
    assert target.writes == [["c"]]


async def test_a_cancelled_caller_does_not_hurt_the_others() -> None:
    target = Target()
    batcher = Batcher(target.write)
    calls = [asyncio.create_task(batcher.add({"id": name})) for name in "ab"]
    await asyncio.sleep(0.005)
    calls[0].cancel()
    await calls[1]
    with pytest.raises(asyncio.CancelledError):
        await calls[0]
    assert target.writes == [["a", "b"]]
