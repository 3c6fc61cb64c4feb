from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from charge_stream.evaluation.retrieval import EVEN, merge, retrieve


@dataclass(frozen=True)
class Found:
    id: str
    score: float


TEXTS = [Found(f"t{n}", 1 - n / 100) for n in range(10)]
CHARTS = [Found(f"c{n}", 0.1 - n / 100) for n in range(10)]


def names(hits: list[Found]) -> str:
    return " ".join(hit.id for hit in hits)


def test_three_texts_to_two_charts_whatever_their_scores() -> None:
    assert names(merge(TEXTS, CHARTS, 5)) == "t0 c0 t1 c1 t2"
    assert names(merge(TEXTS, CHARTS, 10)) == "t0 c0 t1 c1 t2 t3 c2 t4 c3 t5"


def test_fewer_are_the_beginning_of_more() -> None:
    longest = merge(TEXTS, CHARTS, 20)
    assert all(merge(TEXTS, CHARTS, k) == longest[:k] for k in range(21))


def test_the_other_store_fills_the_places_of_one_that_ran_out() -> None:
    assert names(merge(TEXTS, CHARTS[:1], 5)) == "t0 c0 t1 t2 t3"
    assert names(merge(TEXTS[:1], CHARTS, 4)) == "t0 c0 c1 c2"
    assert names(merge(TEXTS[:1], CHARTS[:1], 5)) == "t0 c0"
    assert merge([], [], 5) == []


def test_ties_go_by_id_and_an_id_stands_once() -> None:
    texts = [Found("b", 0.5), Found("a", 0.5), Found("c", 0.9), Found("b", 0.7)]
    assert names(merge(texts, [], 4)) == "c b a"


def test_the_even_split_gives_the_odd_one_to_text() -> None:
    assert names(merge(TEXTS, CHARTS, 5, EVEN)) == "t0 c0 t1 c1 t2"
    assert names(merge(TEXTS, CHARTS, 10, EVEN)) == "t0 c0 t1 c1 t2 c2 t3 c3 t4 c4"


class Stores:
    """Two rankings that answer as the index does."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    async def search_references(self, vector: np.ndarray, **asked: Any) -> list[Found]:
        self.asked.append(asked)
        return (TEXTS if asked["modality"] == "text" else CHARTS)[: asked["limit"]]


class Encoded:
    async def encode(self, texts: list[str], kind: str) -> np.ndarray:
        assert kind == "query"
        return np.ones((len(texts), 2), np.float32)


async def test_retrieve_asks_both_stores_for_k() -> None:
    stores = Stores()
    found: Any = await retrieve(stores, Encoded(), "How much?", 5, documents=["d"])  # type: ignore[arg-type]
    assert names(found) == "t0 c0 t1 c1 t2"
    assert stores.asked == [{"modality": modality, "limit": 5, "documents": ["d"]} for modality in ("text", "chart")]
    assert await retrieve(stores, Encoded(), "How much?", 0) == []  # type: ignore[arg-type]
