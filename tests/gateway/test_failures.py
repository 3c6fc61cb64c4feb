"""Each kind of failure by what goes over the wire: its own class, tried again or not, and without the key in any of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import pytest

from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway import patience
from charge_stream.infra.gateway.failures import wait_asked
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.patience import Patience
from charge_stream.infra.gateway.request import Request
from charge_stream.models import errors

Make = Callable[..., Gateway]
Ask = Callable[..., Request]
KEY = "sk-planted-key-0123456789"
TENANT = "tenant-secret-9876"
ANSWER = '{"passed":true,"reason":""}'

PASSING = {
    "rate_limited": errors.RateLimited,
    "server_error": errors.ServerFailed,
    "dropped": errors.ConnectionBroken,
    "broken": errors.ConnectionBroken,
}


@pytest.mark.parametrize("fault", PASSING)
async def test_what_may_pass_is_tried_again(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, fault: str) -> None:
    fake.script.extend([fault, fault, ""])
    gateway = gateway_at()
    assert (await gateway.complete(request_of())).text == ANSWER
    assert (fake.counts["requests"], gateway.counts["calls"], gateway.counts["retries"]) == (3, 3, 2)


@pytest.mark.parametrize("fault", PASSING)
async def test_what_does_not_pass_is_told_by_its_own_class(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, fault: str) -> None:
    fake.faults = Faults(**{fault: 1.0})
    with pytest.raises(PASSING[fault]):
        await gateway_at(deadline_s=0.1).complete(request_of())
    assert fake.counts["requests"] >= 2


async def test_a_late_reply_is_given_up(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.faults = Faults(latency_s=2.0)
    with pytest.raises(errors.NoReplyInTime):
        await gateway_at(deadline_s=0.1).complete(request_of(timeout_s=0.1))


REFUSED = {
    "400": (Accepts(formats=frozenset()), errors.FormatRefused),
    "401": (Accepts(key="another"), errors.KeyRefused),
    "404": (Accepts(models=frozenset({"other"})), errors.ModelUnknown),
    "too long": (Accepts(characters=10), errors.RequestTooLong),
}


@pytest.mark.parametrize("kind", REFUSED)
async def test_what_is_refused_is_told_at_once(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, kind: str) -> None:
    fake.accepts, error = REFUSED[kind]
    with pytest.raises(error):
        await gateway_at().complete(request_of())
    assert fake.counts["requests"] == 1


STATUSES = [
    (400, {"code": "content_filter"}, errors.ContentRefused),
    (400, {"message": "the prompt is 9000 tokens, the maximum context length is 8192"}, errors.RequestTooLong),
    (400, {"message": "n must be 1"}, errors.CallRefused),
    (403, {}, errors.AccessRefused),
    (408, {}, errors.ServerFailed),
    (409, {}, errors.ServerFailed),
    (413, {}, errors.RequestTooLong),
    (429, {"code": "insufficient_quota"}, errors.EndpointDown),
    (429, {}, errors.RateLimited),
    (529, {}, errors.ServerFailed),
]


@pytest.mark.parametrize(("status", "body", "error"), STATUSES)
async def test_every_status_has_its_class(
    gateway_at: Make, request_of: Ask, fake: FakeEndpoint, status: int, body: dict[str, str], error: type[Exception]
) -> None:
    fake.refuse(status, **body)
    with pytest.raises(error) as caught:
        await gateway_at(deadline_s=0.01).complete(request_of())
    assert type(caught.value) is error


async def test_a_wait_that_is_asked_for_holds_the_call(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.faults = Faults(retry_after_s=0.4)
    fake.script.extend(["rate_limited", ""])
    started = time.monotonic()
    await gateway_at().complete(request_of())
    assert time.monotonic() - started >= 0.4


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after": "3"}, 3.0), ({"retry-after-ms": "250", "retry-after": "3"}, 0.25), ({}, None), ({"retry-after": "nan"}, None)],
)
def test_waits_are_read(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_asked(headers) == seconds
    assert wait_asked({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}) == 0.0


async def test_a_model_gets_no_parameter_that_it_does_not_take(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    """What it refuses is found out once."""
    fake.accepts = Accepts(parameters=frozenset({"max_tokens", "temperature"}))
    gateway = gateway_at()
    await gateway.complete(request_of(1))
    await gateway.complete(request_of(2))
    body = fake.recent[-1]
    assert (body["max_completion_tokens"], "max_tokens" in body, "temperature" in body) == (100, False, False)
    assert fake.counts["requests"] == 4


async def test_a_reasoning_model_is_asked_its_way(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    await gateway_at().complete(request_of(reasoning=True))
    body = fake.recent[-1]
    assert (body["max_completion_tokens"], "max_tokens" in body, "temperature" in body) == (100, False, False)
    assert fake.counts["requests"] == 1


def test_rests_double_and_end_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience.random, "uniform", lambda low, high: high)
    now = 100.0
    tries = Patience(4.0, lambda: now)
    error = errors.ServerFailed("again")
    assert [tries.rest(error) for _ in range(3)] == [0.5, 1.0, 2.0]
    now = 103.0
    with pytest.raises(errors.ServerFailed):  # 4 s more would end after the deadline
        tries.rest(error)


async def test_the_key_stands_nowhere(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, caplog: pytest.LogCaptureFixture) -> None:
    """The fake endpoint echoes the key it refuses, as real ones do; a proxy's and a header's secrets are blanked likewise."""
    caplog.set_level(logging.DEBUG)
    fake.accepts = Accepts(key="another")
    gateway = gateway_at(headers={"X-Tenant": TENANT})
    with pytest.raises(errors.KeyRefused) as caught:
        await gateway.complete(request_of())
    fake.refuse(400, message=f"bad request by {KEY} of {TENANT}")
    with pytest.raises(errors.CallRefused) as also:
        await gateway.complete(request_of(1))
    shown = "".join(str(error.getrepr(chain=True, style="long", showlocals=False)) for error in (caught, also))
    shown += repr(caught.value) + repr(also.value) + repr(vars(gateway)) + caplog.text
    assert KEY not in shown and TENANT not in shown
    assert "***" in str(also.value)


async def test_a_cancelled_call_gives_its_place_back(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.faults = Faults(latency_s=0.3)
    gateway = gateway_at(in_flight=1)
    task = asyncio.create_task(gateway.complete(request_of(1)))
    waiting = asyncio.create_task(gateway.complete(request_of(2)))
    await asyncio.sleep(0.1)
    waiting.cancel()
    task.cancel()
    await asyncio.wait([task, waiting])
    assert (await gateway.complete(request_of(3))).text == ANSWER
    assert gateway.route(request_of()).limiter.in_flight == 0
