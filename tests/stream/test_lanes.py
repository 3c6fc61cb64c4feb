"""The finished prefix, and what may start."""

from __future__ import annotations

import random

from charge_stream.infra.lanes import Delivery, Entry, Lane, State
from charge_stream.infra.stage import Order


def delivery(offset: int, key: bytes | None = b"k") -> Delivery:
    return Delivery("t", 0, offset, key, b"", ())


def filled(order: Order, window: int, offsets: list[int], keys: str = "") -> tuple[Lane, list[Entry]]:
    lane = Lane(order, window)
    entries = [lane.add(delivery(offset, keys[index].encode() if keys else b"k")) for index, offset in enumerate(offsets)]
    return lane, [entry for entry in entries if entry is not None]


def offsets(entries: list[Entry]) -> list[int]:
    return [entry.delivery.offset for entry in entries]


def start(lane: Lane) -> list[int]:
    ready = lane.startable()
    for entry in ready:
        entry.state = State.WORKING
    return offsets(ready)


def test_only_the_finished_prefix_leaves_in_delivery_order_whatever_the_gaps() -> None:
    lane, entries = filled(Order.FREE, 10, [5, 6, 9, 12])
    start(lane)
    assert offsets(lane.finish(entries[1])) == []
    assert offsets(lane.finish(entries[3])) == []
    assert offsets(lane.finish(entries[0])) == [5, 6]
    assert offsets(lane.finish(entries[2])) == [9, 12]


def test_any_order_of_finishing_acknowledges_every_record_once_and_never_past_an_unfinished_one() -> None:
    for seed in range(50):
        shuffle = random.Random(seed)
        lane, entries = filled(Order.FREE, 20, sorted(shuffle.sample(range(100), 20)))
        start(lane)
        finished, left = [], list(entries)
        shuffle.shuffle(left)
        while left:
            finished += lane.finish(left.pop())
            assert all(entry.delivery.offset < min((open_.delivery.offset for open_ in left), default=100) for entry in finished)
        assert finished == entries


def test_a_slow_head_bounds_what_is_started() -> None:
    lane, entries = filled(Order.FREE, 3, [0, 1, 2, 3, 4])
    assert start(lane) == [0, 1, 2]
    lane.finish(entries[1])
    lane.finish(entries[2])
    assert start(lane) == []
    lane.finish(entries[0])
    assert start(lane) == [3, 4]


def test_by_key_one_of_each_key_in_delivery_order() -> None:
    lane, entries = filled(Order.BY_KEY, 10, [0, 1, 2, 3, 4], keys="aabab")
    assert start(lane) == [0, 2]
    lane.finish(entries[2])
    assert start(lane) == [4]
    lane.finish(entries[0])
    assert start(lane) == [1]
    assert start(lane) == []
    lane.finish(entries[1])
    assert start(lane) == [3]


def test_one_at_a_time() -> None:
    lane, entries = filled(Order.ONE, 10, [0, 1], keys="ab")
    assert start(lane) == [0]
    assert start(lane) == []
    lane.finish(entries[0])
    assert start(lane) == [1]


def test_a_record_delivered_twice_is_taken_once() -> None:
    lane, _ = filled(Order.FREE, 10, [3, 4])
    assert lane.add(delivery(3)) is None
    assert lane.add(delivery(4)) is None
    assert lane.add(delivery(5)) is not None


def test_fetching_stops_at_twice_the_window_and_goes_on_at_the_window() -> None:
    lane, entries = filled(Order.FREE, 2, [0, 1, 2])
    assert not lane.full
    lane.add(delivery(3))
    assert lane.full
    assert not lane.low
    start(lane)
    lane.finish(entries[0])
    lane.finish(entries[1])
    assert lane.low


def test_a_gated_lane_starts_nothing_and_never_stops_the_fetching() -> None:
    lane = Lane(Order.FREE, 2, gated=True)
    for offset in range(100):
        lane.add(delivery(offset))
    assert lane.startable() == []
    assert not lane.full
