"""Admission by quota over the eight types (CHARGE table 5), before anything expensive: none crowds out the others."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.admissions import Admission, Ledger, ledger_of
from charge_stream.infra.once import once
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.models import Pair, Selection
from charge_stream.models.ids import make_id
from charge_stream.topics import catalogue as topics


async def handle(pair: Pair, deps: Deps) -> Sequence[Emission]:
    """Decisions are taken one at a time, in the order of delivery (the lock is fair); what was admitted is sent side by side.

    Both keypoints of a pair may propose it. In a batch one proposal follows the other, and the pair is sent once for both.
    """
    ledger = ledger_of(deps.store)
    async with ledger.deciding:
        admitted = await _admitted(pair, ledger, deps)
    if admitted:
        await once(ledger, pair.id, lambda: _send(pair, ledger, deps))
    return []


async def _send(pair: Pair, ledger: Ledger, deps: Deps) -> None:
    await ledger.mark(pair.id)
    await deps.send(Emission(topics.SELECTIONS, Selection(pair=pair)))


async def _admitted(pair: Pair, ledger: Ledger, deps: Deps) -> bool:
    await ledger.refresh()
    if pair.id not in ledger.pairs:
        admission = Admission(
            pair.type,
            pair.id,
            tuple(sorted({hop.keypoint.id for hop in pair.hops})),
            tuple(sorted({make_id(hop.document_id) for hop in pair.hops})),
        )
        if not _admits(admission, ledger.counts, deps.settings):
            return False
        ledger.admit(admission)
    return True


STAGE = Stage(
    "select",
    consumes=(topics.PAIRS,),
    emits=(topics.SELECTIONS,),
    handle=handle,
    stored=False,
    batched=True,
    about="admit proposals by quota",
)


def _admits(admission: Admission, counts: dict[tuple[str, str], int], settings: Settings) -> bool:
    """Whether there is room: for the type, and for each keypoint and each document within it."""
    kind = admission.type
    if any(counts.get((kind, keypoint), 0) >= settings.per_keypoint for keypoint in admission.keypoints):
        return False
    if any(counts.get((kind, document), 0) >= settings.per_document for document in admission.documents):
        return False
    admitted = counts.get((kind, ""), 0)
    if admitted < settings.quota[kind] * settings.margin:
        return True
    return settings.quota_mode == "share" and admitted * sum(settings.quota.values()) < 2 * settings.quota[kind] * counts.get(("", ""), 0)
