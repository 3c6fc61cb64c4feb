"""Documents to chunks and charts (CHARGE 3.1): the manifest says what a revision consists of; what it changed is emitted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson

from charge_stream import documents
from charge_stream.documents.manifest import Manifest, ManifestEntry, changed_sources
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Order, Stage
from charge_stream.models import BlobRef, Chart, Chunk, Context, Document, SourceChange
from charge_stream.models.base import Record, fields_of
from charge_stream.models.errors import BrokenDocument
from charge_stream.topics import catalogue as topics
from charge_stream.topics import codec


async def handle(document: Document, deps: Deps) -> Sequence[Emission]:
    """Write the revision's manifest, then emit what it changed.

    1. the manifest is written at the announcement's order, before anything is emitted: whoever sees a change finds it in force;
    2. a revision that is not the current one (it came late) emits nothing;
    3. sources that are new or changed since the revision before are emitted; all of them where that revision came through another broker;
    4. sources that vanished, returned or were paired anew are named, so that questions resting on them are decided again.
    """
    assert deps.origin is not None and deps.origin.order is not None
    manifest = await _manifest(document, deps.origin.order, deps)
    await deps.sources.write_manifest(manifest)  # 1
    known = await deps.sources.manifests(document.document_id)
    if known[-1].order != manifest.order:  # 2
        return []
    earlier = known[:-1]
    change = changed_sources(manifest, earlier)
    same_broker = bool(earlier) and earlier[-1].order[0] == manifest.order[0]
    wanted = set(change.emit) if same_broker else manifest.ids()  # 3
    emissions = [await _emission(entry, deps) for entry in manifest.entries if entry.source_id in wanted]
    repaired = _repaired(manifest, earlier)
    if change.vanished or change.returned or repaired:  # 4
        changes = SourceChange(
            document_id=document.document_id,
            revision=document.revision,
            order=list(manifest.order),
            vanished=sorted(change.vanished),
            returned=sorted(change.returned),
            repaired=repaired,
        )
        emissions.append(Emission(topics.SOURCE_CHANGES, changes))
    return emissions


STAGE = Stage(
    "ingest",
    consumes=(topics.DOCUMENTS,),
    emits=(topics.CHUNKS, topics.CHARTS, topics.SOURCE_CHANGES),
    handle=handle,
    order=Order.BY_KEY,
    stored=False,
    about="parse, split, cut charts out; tell what changed",
)


def _repaired(manifest: Manifest, earlier: Sequence[Manifest]) -> list[str]:
    before = {(entry.source_id, frozenset(entry.paired)) for old in earlier for entry in old.entries}
    known = {source_id for source_id, _ in before}
    return sorted(entry.source_id for entry in manifest.entries if entry.source_id in known and _was_paired_otherwise(entry, before))


def _was_paired_otherwise(entry: ManifestEntry, before: set[tuple[str, frozenset[str]]]) -> bool:
    return any(source_id == entry.source_id and paired != frozenset(entry.paired) for source_id, paired in before)


async def _manifest(document: Document, order: tuple[int, int], deps: Deps) -> Manifest:
    if document.content is None:
        return Manifest(document.document_id, document.revision, order, {}, [])
    path = f"results/ingest/{document.record_id}.json"
    stored = await deps.store.get(path)
    if stored is None:
        stored = await deps.store.put_if_absent(path, orjson.dumps(await _parse(document, document.content, deps), default=fields_of))
    parsed = deps.store.parsed(path, stored)
    entries = [ManifestEntry(**entry) for entry in parsed["entries"]]
    return Manifest(document.document_id, document.revision, order, parsed["context"], entries)


async def _parse(document: Document, content: BlobRef, deps: Deps) -> dict[str, object]:
    try:
        parsed = await deps.pool.run(
            f"ingest/{document.record_id}",
            parse_document,
            await deps.store.get_blob(content),
            document.media_type,
            document.document_id,
            document.uri,
            {name: await deps.store.get_blob(blob) for name, blob in sorted(document.attachments.items())},
            document.context,
            limits_of(deps.settings),
            timeout_s=deps.settings.document_seconds,
        )
    except BrokenDocument as error:
        note = {"document_id": document.document_id, "uri": document.uri, "reason": str(error)}
        await deps.store.put_if_absent(f"failed/{document.record_id}.json", orjson.dumps(note))
        raise
    sources: list[Chunk | Chart] = [*parsed.chunks, *[await _stored(chart, deps) for chart in parsed.charts]]
    sources.sort(key=lambda source: (source.position, source.id))
    return {
        "context": parsed.context,
        "warnings": parsed.warnings,
        "entries": [await _entry(source, deps) for source in sources],
    }


def limits_of(settings: Settings) -> documents.Limits:
    """What the settings bound a document by."""
    return documents.Limits(
        max_document_mb=settings.max_document_mb, max_pages=settings.max_pages, max_image_megapixels=settings.max_image_megapixels
    )


def parse_document(
    content: bytes,
    media_type: str,
    document_id: str,
    uri: str,
    attachments: Mapping[str, bytes],
    context: Context | None,
    limits: documents.Limits,
) -> documents.ParsedDocument:
    """``documents.parse`` with positional arguments, for a worker process."""
    return documents.parse(content, media_type, document_id=document_id, uri=uri, attachments=attachments, context=context, limits=limits)


async def _stored(parsed: documents.ParsedChart, deps: Deps) -> Chart:
    """The chart with its picture and its drawing put into the store."""
    changes: dict[str, BlobRef] = {}
    if parsed.image is not None:
        changes["image"] = await deps.store.put_blob(parsed.image, parsed.image_mime or "image/png")
    if parsed.drawing is not None:
        changes["drawing"] = await deps.store.put_blob(orjson.dumps(parsed.drawing.to_dict()), "application/json")
    return parsed.chart.derive(**changes)


async def _entry(source: Chunk | Chart, deps: Deps) -> Mapping[str, object]:
    blob = await deps.store.put_blob(codec.encode(source), "application/json")
    modality = "text" if isinstance(source, Chunk) else "chart"
    return {"source_id": source.id, "modality": modality, "blob": blob.sha256, "paired": list(source.paired)}


async def _emission(entry: ManifestEntry, deps: Deps) -> Emission:
    record: Record = codec.decode(await deps.store.get_blob(entry.blob), Chunk, Chart)
    return Emission(topics.CHUNKS if isinstance(record, Chunk) else topics.CHARTS, record)
