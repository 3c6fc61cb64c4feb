"""Admission by quota over the eight types (CHARGE table 5), before anything expensive: no type, keypoint or document crowds out the others.

What was admitted is marked in the store; the counts are listings of the marks.
"""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.stage import Deps, Emission, Order, Stage
from charge_stream.models import Pair, Selection
from charge_stream.topics import catalogue as topics


async def handle(pair: Pair, deps: Deps) -> Sequence[Emission]:
    marks = _marks(pair)
    if not await deps.store.exists(marks[0]):
        if not await _admits(pair, deps):
            return []
        for mark in reversed(marks):
            await deps.store.put_if_absent(mark, b"")
    return [Emission(topics.SELECTIONS, Selection(pair=pair))]


STAGE = Stage(
    "select",
    consumes=(topics.PAIRS,),
    emits=(topics.SELECTIONS,),
    handle=handle,
    order=Order.ONE,
    batched=True,
    about="admit proposals by quota",
)


def _marks(pair: Pair) -> list[str]:
    """Where the admission is marked: by type first, then by each keypoint and by each document."""
    keypoints = sorted({hop.keypoint.id for hop in pair.hops})
    documents = sorted({hop.document_id for hop in pair.hops})
    return [
        f"selected/{pair.type}/{pair.id}",
        *(f"selected-by-keypoint/{keypoint}/{pair.type}/{pair.id}" for keypoint in keypoints),
        *(f"selected-by-document/{document}/{pair.type}/{pair.id}" for document in documents),
    ]


async def _admits(pair: Pair, deps: Deps) -> bool:
    settings = deps.settings
    by_type, *others = [mark.rpartition("/")[0] for mark in _marks(pair)]
    for place in others:
        limit = settings.per_keypoint if place.startswith("selected-by-keypoint") else settings.per_document
        if len(await deps.store.list(place)) >= limit:
            return False
    admitted = len(await deps.store.list(by_type))
    if admitted < settings.quota[pair.type] * settings.margin:
        return True
    return settings.quota_mode == "share" and await _below_its_share(pair, admitted, deps)


async def _below_its_share(pair: Pair, admitted: int, deps: Deps) -> bool:
    """On an endless stream quotas are shares: past its quota a type goes on while it has at most twice its share of all admissions."""
    total = len(await deps.store.list("selected"))
    return admitted * sum(deps.settings.quota.values()) < 2 * deps.settings.quota[pair.type] * total
