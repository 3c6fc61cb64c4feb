"""The index made anew from what the content store holds: retained keypoints, published questions, sentences and charts."""

from __future__ import annotations

from charge_stream.infra import decisions, results
from charge_stream.infra.corpus import reference_rows
from charge_stream.infra.encoders import Encoder
from charge_stream.infra.index import Index
from charge_stream.infra.questions import question_vector
from charge_stream.infra.sources import Sources
from charge_stream.infra.store import ContentStore
from charge_stream.models import QA_TYPES, Checked, Chunk, Reading, Verified


async def rebuild(store: ContentStore, sources: Sources, index: Index, encoder: Encoder) -> dict[str, int]:
    """Drop all collections, then upsert everything that is current; how many of each."""
    await index.drop()
    return {
        "keypoints": await _keypoints(store, index, encoder),
        "questions": await _questions(store, index, encoder),
        "references": await _references(store, sources, index, encoder),
    }


async def _stored(store: ContentStore, stage: str) -> list[object]:
    """The records that a stage stored, by path."""
    identities = [path.rpartition("/")[2].removesuffix(".json") for path in await store.list(f"results/{stage}")]
    loaded = [await results.load(store, stage, identity) for identity in identities]
    return [emission.record for emissions in loaded for emission in emissions or []]


async def _keypoints(store: ContentStore, index: Index, encoder: Encoder) -> int:
    retained = [record for record in await _stored(store, "verify") if isinstance(record, Verified) and record.status == "retain"]
    for verified in retained:
        keypoint = verified.keypoint
        vector = (await encoder.encode([keypoint.statement], "passage"))[0]
        await index.upsert_keypoint(verified.id, keypoint.source_id, keypoint.document_id, keypoint.modality, vector)
    return len(retained)


async def _questions(store: ContentStore, index: Index, encoder: Encoder) -> int:
    count = 0
    for qa_type in QA_TYPES:
        for qa_id in await decisions.live(store, qa_type):
            stored = await results.load(store, "check", qa_id)
            if stored and isinstance(stored[0].record, Checked):
                await index.upsert_question(qa_id, qa_type, await question_vector(stored[0].record, encoder))
                count += 1
    return count


async def _references(store: ContentStore, sources: Sources, index: Index, encoder: Encoder) -> int:
    readings = {record.chart.id: record for record in await _stored(store, "read_chart") if isinstance(record, Reading)}
    count = 0
    for document_id in await sources.documents():
        for source in await sources.all_of(document_id):
            seen = source if isinstance(source, Chunk) else readings.get(source.id)
            if seen is not None:
                rows = await reference_rows(seen, encoder, store)
                await index.upsert_references(rows)
                count += len(rows)
    return count
