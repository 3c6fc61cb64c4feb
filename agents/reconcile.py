"""When sources vanish, return or are paired anew, every question that rests on them is put before ``publish`` again."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.decisions import recheck
from charge_stream.infra.stage import Deps, Emission, Order, Stage
from charge_stream.models import SourceChange
from charge_stream.topics import catalogue as topics


async def handle(change: SourceChange, deps: Deps) -> Sequence[Emission]:
    touched = {
        qa_id for source_id in [*change.vanished, *change.returned, *change.repaired] for qa_id in await deps.sources.lineage(source_id)
    }
    rechecks = [await recheck(deps.store, qa_id, f"revision {change.revision[:12]}") for qa_id in sorted(touched)]
    return [Emission(topics.CHECKED, checked) for checked in rechecks if checked is not None]


STAGE = Stage(
    "reconcile",
    consumes=(topics.SOURCE_CHANGES,),
    emits=(topics.CHECKED,),
    handle=handle,
    order=Order.BY_KEY,
    stored=False,
    about="recheck what rests on a changed source",
)
