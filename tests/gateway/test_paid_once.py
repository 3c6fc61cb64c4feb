"""No call is paid for twice: replies are kept, equal calls at once are one, and a killed process loses only what was under way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from charge_stream.engines.fake_conditions import Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.memo import FOLDER
from charge_stream.infra.gateway.request import Request
from charge_stream.infra.gateway.settings import RoleSettings
from charge_stream.infra.store import ContentStore

Make = Callable[..., Gateway]
Ask = Callable[..., Request]

CALLER = """
import asyncio, sys
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.request import Request
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.store import ContentStore

async def main():
    gateway = Gateway(OpenAISettings(base_url=sys.argv[1], in_flight=4), ContentStore(sys.argv[2]))
    text = 'Reply by this JSON schema:\\n{"properties": {"passed": 0, "reason": 0}}\\n'
    role = RoleSettings(model="m", max_tokens=100)
    await asyncio.gather(*(gateway.complete(Request(role, ({"role": "user", "content": text + str(n)},))) for n in range(40)))
    await gateway.close()

asyncio.run(main())
"""


async def test_a_reply_is_kept_for_whoever_asks_again(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore) -> None:
    first = await gateway_at(store).complete(request_of(1))
    again = await gateway_at(store).complete(request_of(1))
    assert (first.kept, again.kept, again.text, again.tokens) == (False, True, first.text, first.tokens)
    assert fake.counts["requests"] == 1


async def test_equal_calls_at_once_are_one(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore) -> None:
    fake.faults = Faults(latency_s=0.1)
    gateway = gateway_at(store)
    replies = await asyncio.gather(*(gateway.complete(request_of(1)) for _ in range(5)))
    assert len(set(replies)) == 1
    assert fake.counts["requests"] == 1


@pytest.mark.parametrize("other", [{"number": 2}, {"sample": 1}, {"model": "n"}, {"temperature": 0.5}, {"max_tokens": 9}, {"seed": 3}])
async def test_whatever_the_reply_depends_on_makes_another_call(
    gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore, other: dict[str, float]
) -> None:
    gateway = gateway_at(store)
    await gateway.complete(request_of())
    await gateway.complete(request_of(**other))
    assert fake.counts["requests"] == 2


def test_pictures_and_schema_are_part_of_what_was_asked() -> None:
    def key(url: str, schema: str) -> str:
        message = {"role": "user", "content": [{"type": "text", "text": "t"}, {"type": "image_url", "image_url": {"url": url}}]}
        return Request(RoleSettings(model="m"), (message,), {"type": schema}).key("a")

    assert len({key("data:1", "x"), key("data:2", "x"), key("data:1", "y")}) == 3


async def test_each_sample_has_a_seed_of_its_own(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    gateway = gateway_at()
    for number in range(3):
        await gateway.complete(request_of(sample=number, seed=7))
    assert [body["seed"] for body in fake.recent] == [7, 8, 9]


async def test_without_the_cache_everything_is_asked_anew(
    gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore
) -> None:
    gateway = gateway_at(store, cache=False)
    await gateway.complete(request_of())
    await gateway.complete(request_of())
    assert fake.counts["requests"] == 2


async def test_what_led_to_nothing_is_forgotten(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore) -> None:
    gateway = gateway_at(store)
    await gateway.complete(request_of(1))
    await gateway.complete(request_of(2))
    await gateway.forget([request_of(1)])
    assert [(await gateway.complete(request_of(number))).kept for number in (1, 2)] == [False, True]


async def test_a_failure_is_not_kept(gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore) -> None:
    fake.refuse(400)
    gateway = gateway_at(store)
    for _ in range(2):
        with pytest.raises(Exception, match="refuses the request"):
            await gateway.complete(request_of())
    assert fake.counts["requests"] == 2


async def test_after_a_kill_only_what_was_under_way_is_paid_again(fake: FakeEndpoint, tmp_path: Path) -> None:
    fake.faults = Faults(latency_s=0.05)
    command = [sys.executable, "-c", CALLER, fake.base_url, str(tmp_path)]
    process = subprocess.Popen(command)  # noqa: ASYNC220
    ends = time.monotonic() + 60
    while fake.counts["served"] < 20 and time.monotonic() < ends:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    await asyncio.to_thread(process.wait)
    kept, asked = len([*(tmp_path / FOLDER).rglob("*.json")]), fake.counts["requests"]
    assert 10 <= kept <= asked < 40  # the others were with the endpoint or on their way to the store
    await asyncio.to_thread(subprocess.run, command, check=True)
    assert fake.counts["requests"] == asked + 40 - kept
