"""What can be found later (CHARGE 3.3): retained keypoints as partners; all sentences and charts as the corpus retrieval is scored on."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.corpus import reference_rows
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.models import Chunk, Indexed, Reading, Verified
from charge_stream.topics import catalogue as topics


async def handle(record: Verified | Chunk | Reading, deps: Deps) -> Sequence[Emission]:
    if not isinstance(record, Verified):
        await deps.index.upsert_references(await reference_rows(record, deps.encoder, deps.store))
        return []
    if record.status != "retain":
        return []
    keypoint = record.keypoint
    vector = (await deps.encoder.encode([keypoint.statement], "passage"))[0]
    await deps.index.upsert_keypoint(record.id, keypoint.source_id, keypoint.document_id, keypoint.modality, vector)
    return [Emission(topics.INDEXED, Indexed(verified=record))]


STAGE = Stage(
    "index",
    consumes=(topics.VERIFIED, topics.CHUNKS, topics.READINGS),
    emits=(topics.INDEXED,),
    handle=handle,
    needs_index=True,
    about="make keypoints, sentences and charts findable",
)
