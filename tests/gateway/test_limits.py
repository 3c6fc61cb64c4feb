"""Turns, places and pace: first each by itself with a clock of its own, then all together against an endpoint that limits."""

from __future__ import annotations

import asyncio
import heapq
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway.caller import caller, calls_of
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.pace import Pace, Period
from charge_stream.infra.gateway.quota_headers import Left, duration, left
from charge_stream.infra.gateway.request import Request
from charge_stream.infra.gateway.room import Room
from charge_stream.infra.gateway.spacing import Spacing
from charge_stream.infra.gateway.turns import Turns, Waiting

Make = Callable[..., Gateway]
Ask = Callable[..., Request]
LATENCY_S = 0.3


class Bucket:
    """An endpoint that lets ``per_second`` calls through, ten in one go."""

    def __init__(self, per_second: float) -> None:
        self._per_second, self._level, self._at = per_second, 10.0, 0.0

    def limits(self, now: float) -> bool:
        self._level, self._at = min(10.0, self._level + self._per_second * (now - self._at)), now
        if self._level < 1:
            return True
        self._level -= 1
        return False


def paced(limits: Callable[[float], bool], seconds: float, workers: int = 64, seed: int = 0) -> Iterator[tuple[float, bool]]:
    """(time, whether limited) of the calls of ``workers`` that never rest, but for half a second after a 429; by a clock of its own."""
    drawn, order = random.Random(seed), count()
    pace, spacing = Pace(0.0), Spacing(None)
    ready, events = workers, [(0.0, next(order), None, False)]
    while events:
        now, _, period, limited = heapq.heappop(events)
        if now > seconds:
            return
        if isinstance(period, Period):
            pace.answered(period, limited, now)
            spacing.rate = pace.rate
            yield now, limited
            if limited:
                heapq.heappush(events, (now + drawn.uniform(0.25, 0.5), next(order), "rested", False))
            else:
                ready += 1
        elif period == "rested":
            ready += 1
        while ready:
            if wait := spacing.wait(now):
                heapq.heappush(events, (now + max(wait, 1e-4), next(order), None, False))
                break
            spacing.start(now)
            ready -= 1
            refused = limits(now)
            took = 0.005 if refused else LATENCY_S * drawn.uniform(0.8, 1.2)
            heapq.heappush(events, (now + took, next(order), pace.sent(now), refused))


@pytest.mark.parametrize("seed", range(2))
def test_a_limit_that_nobody_told_is_found_and_used(seed: int) -> None:
    calls = [limited for at, limited in paced(Bucket(10).limits, 80, seed=seed) if at > 20]
    assert calls.count(False) / 60 >= 9.5
    assert calls.count(True) / len(calls) <= 0.01


def test_a_limit_that_is_lifted_is_found_out() -> None:
    strict = Bucket(10)
    calls = [at for at, limited in paced(lambda now: now < 30 and strict.limits(now), 130) if not limited]
    assert sum(at > 120 for at in calls) / 10 > 60


def test_a_quota_for_the_minute_is_used_and_not_run_against() -> None:
    """300 calls from one full minute to the next: all are used in each of the last two, and few are tried beyond."""
    used: Counter[int] = Counter()

    def limits(now: float) -> bool:
        used[int(now // 60)] += 1
        return used[int(now // 60)] > 300

    calls = [limited for at, limited in paced(limits, 240) if at > 120]
    assert calls.count(False) >= 0.9 * 600
    assert calls.count(True) / len(calls) <= 0.06


def test_429s_at_random_are_no_limit() -> None:
    """Of 64 at once, 300 ms each, 203 a second would get through of 213."""
    drawn = random.Random(1)
    calls = [limited for at, limited in paced(lambda now: drawn.random() < 0.05, 30)]
    assert calls.count(False) / 30 >= 0.9 * 0.95 * 64 / LATENCY_S


def test_places_double_while_all_are_used_and_nothing_gets_slower() -> None:
    room, now = Room(500, 0.0), 0.0
    for _ in range(3):
        for _ in range(int(room.size)):
            now += 0.01
            room.answered(room.sent(int(room.size)), "stage", 0.3, now)
    assert room.size == 256


def test_places_that_are_not_used_are_not_made_more() -> None:
    room = Room(500, 0.0)
    for number in range(100):
        room.answered(room.sent(3), "stage", 0.3, number * 0.1)
    assert room.size == 32


def served(room: Room, now: float, rounds: int, latency: Callable[[float], float]) -> float:
    """All places in use for so many rounds; the latency depends on how many there are."""
    for _ in range(rounds):
        size = int(room.size)
        sent = [room.sent(size) for _ in range(size)]
        for round_ in sent:
            now += latency(size) / size
            room.answered(round_, "stage", latency(size), now)
    return now


def test_places_that_only_slow_the_endpoint_down_are_given_up() -> None:
    """An endpoint that works at 40 calls at once: with more, each takes longer, and no more get done."""
    room = Room(500, 0.0)
    served(room, 0.0, 60, lambda size: 0.3 * max(1.0, size / 40) ** 1.2)
    assert 32 <= room.size <= 120


def test_slowness_that_is_not_about_us_costs_no_places() -> None:
    room = Room(64, 0.0)
    now = served(room, 0.0, 3, lambda size: 0.3)
    served(room, now, 10, lambda size: 1.5)
    assert room.size >= 60


def turns_of(*stages: str) -> Turns:
    turns = Turns()
    for stage in stages:
        turns.add(Waiting(stage, 0, asyncio.get_running_loop().create_future()))
    return turns


async def test_the_stage_with_fewest_under_way_goes_first() -> None:
    turns = turns_of(*["slow"] * 6, *["quick"] * 6)
    started = []
    for now in range(6):
        first = turns.next(8, None, float(now))
        assert first is not None
        turns.start(first, float(now))
        started.append(first.stage)
        if first.stage == "quick":
            turns.end("quick")  # done at once, the slow ones stay
    assert Counter(started) == {"quick": 5, "slow": 1}


async def test_a_pace_is_shared_by_what_was_lately_started() -> None:
    """Nothing stays under way, so only the pace is scarce: both stages get the same of it."""
    turns = turns_of(*["many"] * 40, *["few"] * 20)
    started = []
    for tenth in range(30):
        first = turns.next(64, 10.0, tenth / 10)
        assert first is not None
        turns.start(first, tenth / 10)
        turns.end(first.stage)
        started.append(first.stage)
    assert Counter(started) == {"many": 15, "few": 15}


async def test_a_stage_of_slow_calls_starves_no_other(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    """Thirty calls of one stage wait for four places when one of another comes: it is the next."""
    fake.faults = Faults(latency_s=0.2)
    gateway = gateway_at(in_flight=4)

    async def call(stage: str, number: int) -> str:
        with calls_of(stage):
            await gateway.complete(request_of(number))
            return caller()

    first = [asyncio.create_task(call("slow", number)) for number in range(30)]
    await asyncio.sleep(0.1)
    assert await call("quick", 100) == "quick"
    assert sum(task.done() for task in first) <= 8
    await asyncio.gather(*first)


@pytest.mark.parametrize(("limits", "least_s"), [({"requests_per_minute": 600}, 0.8), ({"tokens_per_minute": 6000}, 0.8)])
async def test_fixed_limits_are_kept(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, limits: dict[str, int], least_s: float) -> None:
    """Ten calls: at ten a second, the first at once; or of 23 tokens each (27 set aside), at a hundred tokens a second."""
    gateway = gateway_at(**limits)
    started = time.monotonic()
    await asyncio.gather(*(gateway.complete(request_of(number, max_tokens=10)) for number in range(10)))
    assert time.monotonic() - started >= least_s


async def test_what_the_endpoint_tells_of_its_limit_is_heeded(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    """It lets two through in one go and ten a second, and says when nothing is left."""
    fake.accepts = Accepts(per_second=10, at_once=2, tells=True)
    gateway = gateway_at(in_flight=1)
    await asyncio.gather(*(gateway.complete(request_of(number)) for number in range(12)))
    assert fake.counts["429"] <= 2


async def test_an_endpoint_that_takes_few_at_once_gets_no_flood(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.accepts, fake.faults = Accepts(together=4), Faults(latency_s=0.05)
    gateway = gateway_at(deadline_s=20)
    await asyncio.gather(*(gateway.complete(request_of(number)) for number in range(120)))
    assert fake.counts["served"] == 120
    assert gateway.route(request_of()).limiter.pace.rate is not None


def test_headers_are_read() -> None:
    told = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m30s", "x-ratelimit-remaining-tokens": "12000"}
    assert left(told) == Left(0, 12000, 90.0)
    assert left(told).nothing and not left({}).nothing
    assert [duration(text) for text in ("120ms", "6m0s", "2", "-1", "soon", None)] == [0.12, 360.0, 2.0, None, None, None]
