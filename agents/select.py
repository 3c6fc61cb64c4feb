"""Admission by quota over the eight types (CHARGE table 5), before anything expensive: none crowds out the others."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.admissions import Admission, Ledger, admits, ledger_of
from charge_stream.infra.once import once
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
        if not admits(admission, ledger.counts, deps.settings):
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
