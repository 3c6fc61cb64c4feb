"""An endpoint that is down: calls are refused at once, no attempt is burnt, everyone can see it, and the first success ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway import figures
from charge_stream.infra.gateway.breaker import Breaker
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.request import Reply, Request
from charge_stream.infra.gateway.standing import downs
from charge_stream.infra.gateway.wire import Outcome
from charge_stream.infra.retries import Pause
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import ContentRefused, EndpointDown, KeyRefused, RateLimited, ServerFailed

Make = Callable[..., Gateway]
Ask = Callable[..., Request]
OUTAGE = Faults(outages=((0.0, 3600.0),))
SERVED = Outcome(Reply("yes"))
FAILED = Outcome(None, ServerFailed("it answers 503"))


def through(breaker: Breaker, call: str, outcome: Outcome) -> None:
    breaker.enter(call)
    breaker.left(call, outcome)


def test_four_different_calls_in_a_row_open_it_and_one_success_closes_it() -> None:
    breaker = Breaker()
    for call in "abc":
        through(breaker, call, FAILED)
    through(breaker, "d", SERVED)
    for call in "abc":
        through(breaker, call, FAILED)
    assert breaker.open is None
    through(breaker, "d", FAILED)
    assert breaker.open is not None and breaker.open.reason == "it answers 503"
    breaker.enter("e")
    with pytest.raises(EndpointDown, match="it answers 503"):
        breaker.enter("f")  # one trial at a time
    breaker.left("e", SERVED)
    breaker.enter("f")


def test_one_call_that_fails_again_and_again_says_nothing_about_the_others() -> None:
    breaker = Breaker()
    for _ in range(20):
        through(breaker, "a", FAILED)
    assert breaker.open is None


@pytest.mark.parametrize("outcome", [Outcome(None, RateLimited("429")), Outcome(None, ContentRefused("no"))])
def test_an_endpoint_that_limits_or_refuses_content_is_up(outcome: Outcome) -> None:
    breaker = Breaker()
    for call in "abcdefgh":
        through(breaker, call, outcome)
    assert breaker.open is None


def test_no_connection_opens_it_at_once_and_a_cancelled_trial_frees_the_next() -> None:
    breaker = Breaker()
    through(breaker, "a", Outcome(None, EndpointDown("cannot be reached")))
    assert breaker.open is not None and breaker.open.reason == "cannot be reached"
    breaker.enter("b")
    with pytest.raises(EndpointDown, match="cannot be reached"):
        breaker.enter("c")
    breaker.left("b", None)
    assert breaker.open is not None
    breaker.enter("c")
    with pytest.raises(EndpointDown, match="cannot be reached"):
        breaker.enter("d")


async def test_an_outage_burns_no_attempt_and_ends_by_itself(
    gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore
) -> None:
    """As stages do: who is told that the endpoint is down waits, and one of them tries."""
    fake.faults = OUTAGE
    gateway, pause = gateway_at(store), Pause()
    waits = 0

    async def record(number: int) -> str:
        nonlocal waits
        who = object()
        try:
            while True:
                try:
                    return (await gateway.complete(request_of(number))).text
                except EndpointDown as down:
                    waits += 1
                    await pause.wait(who, down)
        finally:
            pause.leave(who)

    records = asyncio.gather(*(record(number) for number in range(12)))
    breaker = gateway.route(request_of()).breaker
    while breaker.open is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert figures.DOWN.labels("common", "m")._value.get() == 1
    await gateway.route(request_of()).settled()
    (seen,) = await downs(store)
    assert (seen.endpoint, seen.model) == ("common", "m") and "503" in seen.reason
    before = fake.counts["requests"]
    await asyncio.sleep(0.5)
    assert fake.counts["requests"] - before <= 5  # trials, one at a time
    fake.faults = Faults()
    assert len(set(await asyncio.wait_for(records, 10))) == 1
    assert waits >= 12
    assert breaker.open is None
    await gateway.route(request_of()).settled()
    assert await downs(store) == []
    assert figures.DOWN.labels("common", "m")._value.get() == 0


async def test_a_key_that_is_refused_costs_few_records_and_holds_the_rest(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.accepts = Accepts(key="another")
    gateway = gateway_at()
    errors = []
    for number in range(10):
        with pytest.raises((KeyRefused, EndpointDown)) as caught:
            await gateway.complete(request_of(number))
        errors.append(type(caught.value))
    assert errors == [KeyRefused] * 3 + [EndpointDown] * 7


async def test_who_waits_for_a_turn_is_told_too(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.faults = OUTAGE
    gateway = gateway_at(in_flight=4)
    outcomes = await asyncio.gather(*(gateway.complete(request_of(number)) for number in range(20)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {EndpointDown}
    assert fake.counts["requests"] <= 12  # four at once, until four different ones have failed
