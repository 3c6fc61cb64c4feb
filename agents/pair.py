"""Proposals for questions (CHARGE 3.3, algorithms 1 and 4–11): a keypoint alone, and with each of its most similar partners.

A keypoint proposes when it is processed, with partners already in the index: of two, whichever comes later finds the other, and when
both find each other the proposal has the same id. Pairs of one modality are ordered by id (their questions treat both hops alike);
a Text-Chart pair starts from the chart keypoint, whichever came last (algorithms 1, 8, 11).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charge_stream.infra import results
from charge_stream.infra.index_rows import Hit
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.infra.together import together
from charge_stream.models import Indexed, Pair, Verified
from charge_stream.models.ids import make_id
from charge_stream.models.pair import MODALITIES, type_of
from charge_stream.topics import catalogue as topics

SPARE = 2
"""Hits asked for per partner wanted: some belong to the same source, or to sources that are no longer current."""

LOOKED_AT = 16
"""Hits of other sources looked at per partner wanted, for those that the engine has a question for."""


async def handle(indexed: Indexed, deps: Deps) -> Sequence[Emission]:
    selected = indexed.verified
    pairs = [Pair(id=_pair_id("Single-Point", [selected]), type=_type("Single-Point", [selected]), hops=[selected])]
    vector = (await deps.encoder.encode([selected.keypoint.statement], "passage"))[0]
    settings = deps.settings
    scopes = (("Intra-Document", True, settings.relatedness_intra), ("Inter-Document", False, settings.relatedness_inter))
    asked = [(scope, _partners(selected, vector, modality, same, floor, deps)) for scope, same, floor in scopes for modality in MODALITIES]
    for (scope, _), partners in zip(asked, await together(*(search for _, search in asked)), strict=True):
        pairs += [_paired(scope, selected, partner, similarity) for partner, similarity in partners]
    return [Emission(topics.PAIRS, pair) for pair in pairs]


STAGE = Stage(
    "pair",
    consumes=(topics.INDEXED,),
    emits=(topics.PAIRS,),
    handle=handle,
    batched=True,
    needs_index=True,
    about="propose single keypoints and related pairs",
)


async def _partners(
    selected: Verified, vector: np.ndarray, modality: str, same_document: bool, floor: float, deps: Deps
) -> list[tuple[Verified, float]]:
    """The keypoints of ``modality`` from other sources, all current, most similar by cosine: ``settings.partners`` from ``floor`` up.

    Two facts of one chart or paragraph are no two hops: it may have many, all alike, so that the first hits are all its own. What the
    engine has no question for is passed over, up to ``LOOKED_AT`` hits for each partner.
    """
    wanted = deps.settings.partners
    asked, seen, most = wanted * SPARE + 1, 0, wanted * LOOKED_AT
    found: list[tuple[Verified, float]] = []
    while True:
        hits = await deps.index.partners(
            vector, modality=modality, document_id=selected.document_id, same_document=same_document, limit=asked
        )
        others = [hit for hit in hits if hit.source_id != selected.keypoint.source_id and hit.score >= floor]
        while seen < min(len(others), most) and len(found) < wanted:
            found += await _suited(selected, others[seen : seen + wanted], deps)
            seen += wanted
        if len(found) >= wanted or seen >= most or len(hits) < asked or hits[-1].score < floor:
            return found[:wanted]
        asked *= 4


async def _suited(selected: Verified, hits: Sequence[Hit], deps: Deps) -> list[tuple[Verified, float]]:
    """Those of the hits that are current and that the engine may have a question for."""
    current = [(partner, hit.score) for hit in hits if (partner := await _current(hit, deps)) is not None]
    suited = await deps.engine.suits(selected.keypoint, [partner.keypoint for partner, _ in current])
    return [found for found, suits in zip(current, suited, strict=True) if suits]


async def _current(hit: Hit, deps: Deps) -> Verified | None:
    """The keypoint found, if its sources are current."""
    stored = await results.load(deps.store, "verify", hit.id)
    if not stored or not isinstance(stored[0].record, Verified):
        return None
    verified = stored[0].record
    return verified if await deps.sources.is_current(hit.document_id, hit.source_id, verified.paired) else None


def _paired(scope: str, selected: Verified, partner: Verified, similarity: float) -> Pair:
    hops = sorted([selected, partner], key=lambda hop: (hop.keypoint.modality != "chart", hop.id))
    return Pair(id=_pair_id(scope, hops), type=_type(scope, hops), hops=hops, similarity=similarity)


def _type(scope: str, hops: Sequence[Verified]) -> str:
    return type_of(scope, {hop.keypoint.modality for hop in hops})


def _pair_id(scope: str, hops: Sequence[Verified]) -> str:
    return make_id("pair", _type(scope, hops), *(hop.id for hop in hops))
