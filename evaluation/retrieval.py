"""Retrieval from separate stores, merged with a text-to-chart ratio of 3:2 (CHARGE appendix E.1, method 3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from charge_stream.infra.encoders import Encoder, Vectors
    from charge_stream.infra.index import Index
    from charge_stream.infra.index_rows import Hit


class Ranked(Protocol):
    """What a store found: scores of one store compare with each other, not with those of another."""

    @property
    def id(self) -> str: ...

    @property
    def score(self) -> float: ...


H = TypeVar("H", bound=Ranked)

THREE_TO_TWO = "TCTCT"
"""k = 5: 3 texts and 2 charts; k = 10: 6 and 4."""
EVEN = "TC"
"""The paper's study of k (section 5.4): split evenly, an odd one goes to text."""


def merge(texts: Sequence[H], charts: Sequence[H], k: int, pattern: str = THREE_TO_TWO) -> list[H]:
    """The first ``k`` of both rankings, interleaved as ``pattern`` says (T: text, C: chart), over and over.

    The result for k is a prefix of that for k + 1. When one store runs out, the other fills its places. Within a store the order is
    descending score, then id; an id found twice stands once, at its better place.
    """
    waiting = {"T": _ranking(texts), "C": _ranking(charts)}
    merged: list[H] = []
    for store in cycle(pattern):
        if len(merged) >= k or not (waiting["T"] or waiting["C"]):
            return merged
        other = "C" if store == "T" else "T"
        merged.append((waiting[store] or waiting[other]).pop(0))
    return merged


def _ranking(hits: Sequence[H]) -> list[H]:
    unique: dict[str, H] = {}
    for hit in sorted(hits, key=lambda hit: (-hit.score, hit.id)):
        unique.setdefault(hit.id, hit)
    return list(unique.values())


Keep = Callable[["Hit"], Awaitable[bool]]


async def retrieve(
    index: Index, encoder: Encoder, question: str, k: int, documents: Sequence[str] | None = None, keep: Keep | None = None
) -> list[Hit]:
    """The ``k`` references (sentences and charts) that the system finds for a question, best first.

    Args:
        documents: only these are searched; None: the whole corpus.
        keep: tells which references count (those of earlier revisions stay in the index); None: all.
    """
    if k < 1:
        return []
    vector = (await encoder.encode([question], "query"))[0]
    texts = await _kept(index, vector, "text", k, documents, keep)
    charts = await _kept(index, vector, "chart", k, documents, keep)
    return merge(texts, charts, k)


async def _kept(index: Index, vector: Vectors, modality: str, k: int, documents: Sequence[str] | None, keep: Keep | None) -> list[Hit]:
    """The ``k`` best of a store that count; more are asked for until there are so many, or no more."""
    limit = k
    while True:
        hits = await index.search_references(vector, modality=modality, limit=limit, documents=documents)
        kept = [hit for hit in hits if keep is None or await keep(hit)]
        if len(kept) >= k or len(hits) < limit:
            return kept[:k]
        limit *= 2
