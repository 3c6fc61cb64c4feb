"""An encoder behind an endpoint, by what goes over the wire: what is sent together, what is paid, and what an endpoint may answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from charge_stream.engines.fake_answers import DIMENSIONS
from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.encoders import Encoder, load_encoder
from charge_stream.infra.gateway import patience
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import BudgetReached, EndpointDown, RequestTooLong

Make = Callable[..., tuple[Encoder, Gateway]]
SHARE, PARAPHRASE, WHALES = "41% of adults in Germany agree", "of adults in Germany 41% agree", "Whales are mammals"


@pytest.fixture
async def encoder_at(fake: FakeEndpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Make]:
    """Makes encoders that point at the fake endpoint and keep what they paid for; their gateways are closed afterwards."""
    monkeypatch.setattr(patience, "FIRST_REST_S", 0.01)
    gateways = []

    def make(openai: dict[str, Any] | None = None, **settings: Any) -> tuple[Encoder, Gateway]:
        given = Settings(encoder="openai:small", openai={"base_url": fake.base_url, "deadline_s": 3, **(openai or {})}, **settings)
        gateways.append(Gateway(given.openai, ContentStore(str(tmp_path / "store"))))
        return load_encoder(given, gateways[-1]), gateways[-1]

    yield make
    for gateway in gateways:
        await gateway.close()


async def test_vectors_are_unit_length_and_as_the_endpoint_gave_them(encoder_at: Make) -> None:
    encoder, _ = encoder_at()
    vectors = await encoder.encode([SHARE, PARAPHRASE, WHALES, ""], "passage")
    assert (encoder.name, encoder.dimension, vectors.shape, vectors.dtype) == ("openai-small", DIMENSIONS, (4, DIMENSIONS), np.float32)
    np.testing.assert_allclose(np.linalg.norm(vectors[:3], axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(vectors[0], vectors[1], atol=1e-6)  # the fake counts words
    assert abs(vectors[0] @ vectors[2]) < 0.6
    assert (await encoder.encode([], "query")).shape == (0, DIMENSIONS)


async def test_texts_of_many_records_go_together(encoder_at: Make, fake: FakeEndpoint) -> None:
    """As many as there are meanwhile, sixteen at most."""
    fake.faults = Faults(latency_s=0.05)
    encoder, _ = encoder_at(encoder_batch=16)
    await encoder.ready()
    vectors = await asyncio.gather(*(encoder.encode([f"text {number}"], "query") for number in range(72)))
    sent = [len(body["input"]) for body in fake.recent]
    assert sent[0] == 1 and sum(sent) == 1 + 72 and max(sent) == 16 and len(sent) <= 1 + 8 + 5
    assert all(body.keys() == {"model", "input"} and body["model"] == "small" for body in fake.recent)
    alone = await encoder_at(encoder_batch=1)[0].encode(["text 71"], "query")
    assert vectors[71].tobytes() == alone.tobytes()


async def test_each_text_is_paid_once_whoever_asks_with_whatever_else(encoder_at: Make, fake: FakeEndpoint) -> None:
    await encoder_at()[0].encode([SHARE, WHALES], "query")
    served = fake.counts["served"]
    again, gateway = encoder_at()
    await asyncio.gather(again.encode([WHALES], "passage"), again.encode([SHARE], "query"))
    assert (fake.counts["served"], gateway.counts["calls"], gateway.counts["kept"]) == (served, 0, 3)


async def test_what_passes_is_tried_again_and_what_is_down_is_told(encoder_at: Make, fake: FakeEndpoint) -> None:
    fake.script.extend(["rate_limited", "server_error", "dropped", "broken", ""])
    encoder, gateway = encoder_at()
    await encoder.encode([SHARE], "query")
    assert gateway.counts["retries"] == 4
    await fake.stop()
    with pytest.raises(EndpointDown, match="cannot be reached"):
        await encoder.encode([WHALES], "query")


async def test_a_text_that_is_refused_fails_alone(encoder_at: Make, fake: FakeEndpoint) -> None:
    fake.accepts = Accepts(characters=40)
    fake.faults = Faults(latency_s=0.05)
    encoder, _ = encoder_at()
    await encoder.ready()
    asked = [*(f"text {number}" for number in range(20)), "far too long " * 10]
    found = await asyncio.gather(*(encoder.encode([text], "query") for text in asked), return_exceptions=True)
    assert [type(outcome) for outcome in found] == [np.ndarray] * 20 + [RequestTooLong]


async def test_the_budget_bounds_it_and_tokens_are_counted(encoder_at: Make) -> None:
    """10 USD for a million tokens: a text of 40 characters is 10 tokens, and costs a hundredth of a cent."""
    openai = {
        "prices": {"small": {"prompt": 10, "completion": 0}, "gpt-4o-mini": {"prompt": 0, "completion": 0}},
        "budget_run_usd": 0.00025,
    }
    encoder, gateway = encoder_at(openai)
    await encoder.encode(["a" * 40], "query")
    assert (gateway.ledger.run.prompt, gateway.ledger.run.calls) == (1 + 10, 2)  # "ready" is one token
    await encoder.encode(["b" * 40], "query")
    with pytest.raises(BudgetReached):
        await encoder.encode(["c" * 40], "query")


async def test_what_stands_before_texts_is_sent_and_part_of_the_name(encoder_at: Make, fake: FakeEndpoint) -> None:
    encoder, _ = encoder_at(encoder_query="query: ", encoder_passage="passage: ")
    await encoder.encode([SHARE], "query")
    await encoder.encode([SHARE], "passage")
    assert [body["input"] for body in fake.recent] == [["ready"], [f"query: {SHARE}"], [f"passage: {SHARE}"]]
    assert encoder.name.startswith("openai-small-")


async def test_it_may_have_an_endpoint_of_its_own(fake: FakeEndpoint, encoder_at: Make) -> None:
    elsewhere = {"base_url": "http://127.0.0.1:9/v1", "endpoints": {"local": {"base_url": fake.base_url}}}
    encoder, _ = encoder_at(elsewhere, encoder_endpoint="local")
    assert (await encoder.encode([SHARE], "query")).shape == (1, DIMENSIONS)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"encoder": "openai:small"}, "needs CHARGE_OPENAI__API_KEY"),
        ({"encoder": "openai:small", "encoder_endpoint": "local", "openai": {"api_key": "k"}}, "there is no endpoint local"),
        (
            {
                "encoder": "openai:small",
                "openai": {"api_key": "k", "budget_run_usd": 1, "prices": {"gpt-4o-mini": {"prompt": 1, "completion": 1}}},
            },
            "CHARGE_OPENAI__PRICES has none of model small",
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Settings(**settings)
