"""Which chunks and charts a document has now, had before, and which questions rest on them. All of it lies in the content store.

Manifests are immutable, one per announcement; the current one is that of greatest order. There is no pointer to move, so a late old
revision changes nothing and every reader sees the same.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable, Sequence

import orjson
from cachetools import LRUCache

from charge_stream.documents.manifest import Manifest, ManifestEntry
from charge_stream.infra.store import ContentStore, segment, unsegment
from charge_stream.models import Chart, Chunk
from charge_stream.models.errors import Permanent
from charge_stream.models.ids import make_id
from charge_stream.topics import codec

Source = Chunk | Chart

REMEMBERED_MANIFESTS = 256
REMEMBERED_RECORDS = 4096


class Sources:
    """Reads and writes manifests, lineage and epochs. Names in the store are listed anew for every question, or, in a view taken by
    ``as_of_now``, once; contents, which never change, are remembered."""

    def __init__(self, store: ContentStore) -> None:
        self._store = store
        self._manifests: LRUCache[str, Manifest] = LRUCache(REMEMBERED_MANIFESTS)
        self._records_by_blob: LRUCache[str, Source] = LRUCache(REMEMBERED_RECORDS)
        self._listed: dict[str, list[str]] | None = None

    def as_of_now(self) -> Sources:
        """A view for one piece of work: each document's manifests are listed once, when it is first asked about."""
        view = copy.copy(self)
        view._listed = {}
        return view

    async def write_manifest(self, manifest: Manifest) -> None:
        """Stores a manifest; the same announcement handled twice leaves the first one."""
        await self._store.put_if_absent(_manifest_path(manifest), manifest.to_json())
        if self._listed is not None:
            self._listed.pop(manifest.document_id, None)

    async def manifests(self, document_id: str) -> list[Manifest]:
        """All manifests of a document, by ascending order."""
        found = await asyncio.gather(*(self._manifest(path) for path in await self._paths(document_id)))
        return sorted((manifest for manifest in found if manifest is not None), key=lambda manifest: manifest.order)

    async def current(self, document_id: str) -> Manifest | None:
        """The manifest of greatest order; None when the document was never announced."""
        paths = await self._paths(document_id)
        return await self._manifest(paths[-1]) if paths else None

    async def is_current(self, document_id: str, source_id: str, paired: Sequence[str] | None = None) -> bool:
        """Whether the current manifest has the source; with ``paired``, whether it also pairs it with exactly these (in any order)."""
        manifest = await self.current(document_id)
        return manifest is not None and manifest.has(source_id, paired)

    async def source(self, document_id: str, source_id: str) -> Source | None:
        """The chunk or chart as the latest manifest that has it has it; None when none does."""
        placed = await self._placed(document_id, source_id)
        return await self._record(placed[1]) if placed else None

    async def paired(self, document_id: str, source_id: str) -> list[Source]:
        """What the source is held against in verification, in reading order, by the latest manifest that has it."""
        placed = await self._placed(document_id, source_id)
        if placed is None:
            return []
        manifest, entry = placed
        return await self._records(other for other in manifest.entries if other.source_id in entry.paired)

    async def all_of(self, document_id: str) -> list[Source]:
        """Everything the current manifest has, in reading order."""
        manifest = await self.current(document_id)
        return await self._records(manifest.entries) if manifest else []

    async def preceding(self, chunk: Chunk) -> str:
        """The paragraph before, which may tell what a pronoun stands for; empty for the first."""
        sources = await self.all_of(chunk.document_id)
        before = [source for source in sources if isinstance(source, Chunk) and source.position < chunk.position]
        return before[-1].text if before else ""

    async def documents(self) -> list[str]:
        """The ids of all documents ever announced, sorted."""
        return sorted({unsegment(path.split("/")[1]) for path in await self._store.list("manifests")})

    async def fingerprint(self) -> str:
        """Names the corpus as it is now: a hash of all documents with their current revisions, wherever they were announced."""
        latest: dict[str, str] = {}
        for path in await self._store.list("manifests"):
            _, document_id, name = path.split("/")
            latest[document_id] = name.partition("-")[2]
        return make_id("corpus", *(f"{document_id}:{revision}" for document_id, revision in sorted(latest.items())))

    async def add_lineage(self, source_id: str, qa_id: str) -> None:
        """Records that a question rests on, or was verified against, a source."""
        await self._store.put_if_absent(f"lineage/{segment(source_id)}/{segment(qa_id)}", b"")

    async def lineage(self, source_id: str) -> list[str]:
        """The ids of the questions recorded for a source, sorted."""
        return sorted(unsegment(path.split("/")[2]) for path in await self._store.list(f"lineage/{segment(source_id)}"))

    async def epoch(self, cluster_id: str, topic_id: str) -> int:
        """The number of this topic of this broker: the same whenever asked, one above the greatest when new, first 1.

        A store outlives its broker, whose offsets may start again from 0; (epoch, offset) keeps ascending.
        """
        mine = orjson.dumps({"cluster": cluster_id, "topic": topic_id}, option=orjson.OPT_SORT_KEYS)
        while True:
            paths = await self._store.list("epochs")
            for path in paths:
                if await self._store.get(path) == mine:
                    return _number(path)
            free = _number(paths[-1]) + 1 if paths else 1
            if await self._store.put_if_absent(f"epochs/{free:08d}", mine) == mine:
                return free

    async def _paths(self, document_id: str) -> list[str]:
        """Where its manifests lie, by ascending order: epoch and offset stand first in the name, padded."""
        if self._listed is not None and document_id in self._listed:
            return self._listed[document_id]
        paths = await self._store.list(f"manifests/{segment(document_id)}")
        if self._listed is not None:
            self._listed[document_id] = paths
        return paths

    async def _manifest(self, path: str) -> Manifest | None:
        known = self._manifests.get(path)
        if known is not None:
            return known
        raw = await self._store.get_json(path)
        if raw is None:  # purged since it was listed
            return None
        manifest = self._manifests[path] = Manifest.from_data(raw)
        return manifest

    async def _placed(self, document_id: str, source_id: str) -> tuple[Manifest, ManifestEntry] | None:
        for path in reversed(await self._paths(document_id)):
            manifest = await self._manifest(path)
            entry = manifest.entry(source_id) if manifest else None
            if manifest is not None and entry is not None:
                return manifest, entry
        return None

    async def _records(self, entries: Iterable[ManifestEntry]) -> list[Source]:
        return list(await asyncio.gather(*(self._record(entry) for entry in entries)))

    async def _record(self, entry: ManifestEntry) -> Source:
        known = self._records_by_blob.get(entry.blob)
        if known is not None:
            return known
        record = codec.decode(await self._store.get_blob(entry.blob), Chunk, Chart)
        if not isinstance(record, Chunk | Chart):
            raise Permanent(f"source {entry.source_id} is stored as {record.NAMESPACE}")
        self._records_by_blob[entry.blob] = record
        return record


def _manifest_path(manifest: Manifest) -> str:
    epoch, offset = manifest.order
    return f"manifests/{segment(manifest.document_id)}/{epoch:08d}.{offset:012d}-{segment(manifest.revision)}"


def _number(path: str) -> int:
    return int(path.rpartition("/")[2])
