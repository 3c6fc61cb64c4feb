"""Money: what calls cost, and that no ceiling is ever passed, by many at once or by several workers of a store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from charge_stream.engines.fake_conditions import Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway import ledger
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.ledger import Ledger, Spent
from charge_stream.infra.gateway.request import Reply, Request
from charge_stream.infra.gateway.settings import OpenAISettings, Price
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import BudgetReached

Make = Callable[..., Gateway]
Ask = Callable[..., Request]

PRICES = {"m": {"prompt": 1_000_000, "completion": 1_000_000}, "gpt-4o-mini": {"prompt": 1, "completion": 1}}
"""A dollar a token: figures that can be followed by hand."""
PROMPT = 71 // 4
REPLY = len('{"passed":true,"reason":""}') // 4


def test_a_price_is_per_million_tokens() -> None:
    assert Price(prompt=0.15, completion=0.6).of(2_000_000, 500_000) == pytest.approx(0.6)


async def test_what_the_endpoint_counts_is_what_is_paid(gateway_at: Make, request_of: Ask) -> None:
    gateway = gateway_at(prices=PRICES)
    await gateway.complete(request_of(1))
    assert gateway.ledger.run == Spent(PROMPT + REPLY, 1, PROMPT, REPLY, 0)


async def test_where_it_counts_nothing_we_estimate_and_say_so(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    fake.faults = Faults(uncounted=True)
    gateway = gateway_at(prices=PRICES)
    assert (await gateway.complete(request_of(1))).tokens.estimated
    assert gateway.ledger.run == Spent(PROMPT + REPLY, 1, PROMPT, REPLY, PROMPT + REPLY)


async def test_no_ceiling_is_passed_by_many_at_once(gateway_at: Make, request_of: Ask, fake: FakeEndpoint) -> None:
    """Each call may take 17 + 10 tokens, and takes 23: of a hundred dollars three may be under way at once, and four fit."""
    fake.faults = Faults(latency_s=0.05)
    gateway = gateway_at(prices=PRICES, budget_run_usd=100)
    bought = 0
    for _ in range(4):
        outcomes = await asyncio.gather(
            *(gateway.complete(request_of(number, max_tokens=10)) for number in range(10)), return_exceptions=True
        )
        bought += sum(isinstance(outcome, Reply) for outcome in outcomes)
        assert all(isinstance(outcome, Reply | BudgetReached) for outcome in outcomes)
    assert bought == 4
    assert gateway.ledger.run.usd == 4 * (PROMPT + REPLY)


async def test_a_raised_ceiling_goes_on_and_pays_nothing_twice(
    gateway_at: Make, request_of: Ask, fake: FakeEndpoint, store: ContentStore
) -> None:
    small = gateway_at(store, prices=PRICES, budget_day_usd=60)
    await small.complete(request_of(1, max_tokens=10))
    await small.complete(request_of(2, max_tokens=10))
    with pytest.raises(BudgetReached, match=r"budget of today, 60 USD.*CHARGE_OPENAI__BUDGET_DAY_USD.*nothing is lost"):
        await small.complete(request_of(3, max_tokens=10))
    await small.close()
    larger = gateway_at(store, prices=PRICES, budget_day_usd=100)
    for number in (1, 2, 3):
        await larger.complete(request_of(number, max_tokens=10))
    assert fake.counts["requests"] == 3
    assert larger.ledger.today == 3 * (PROMPT + REPLY)


async def test_workers_of_a_store_share_the_day(
    gateway_at: Make, request_of: Ask, store: ContentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "READ_S", 0.0)
    monkeypatch.setattr(ledger, "WRITE_S", 0.01)
    one, other = (gateway_at(store, prices=PRICES, budget_day_usd=60) for _ in range(2))
    await one.complete(request_of(1, max_tokens=10))
    await other.complete(request_of(2, max_tokens=10))
    await asyncio.sleep(0.2)
    for gateway in (one, other):
        with pytest.raises(BudgetReached):
            await gateway.complete(request_of(3, max_tokens=10))
    assert (await ledger.spent_on(store, ledger.today())).calls == 2


async def test_a_new_day_begins_with_nothing_spent(store: ContentStore) -> None:
    days = ["2024-01-01"]
    book = Ledger(store, lambda: days[-1])
    book.add(Spent(5.0, 1))
    assert book.today == 5.0
    await book.close()
    days.append("2024-01-02")
    assert (book.today, book.run.usd) == (0.0, 5.0)
    assert (await ledger.spent_on(store, "2024-01-01")).usd == 5.0


def test_a_budget_needs_prices() -> None:
    with pytest.raises(ValidationError, match="CHARGE_OPENAI__PRICES has none of model gpt-4o-mini"):
        OpenAISettings(budget_run_usd=1)
