"""The index of keypoints, questions and references in Milvus: exact (FLAT) search, read-your-writes (Strong), upserts by id.

Nothing here is a source of truth; ``index rebuild`` makes it anew from the content store.
"""

from __future__ import annotations

import asyncio
import errno
import functools
import logging
import operator
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from cachetools import LRUCache

from charge_stream.infra import milvus
from charge_stream.infra.batcher import Batcher
from charge_stream.infra.encoders import Encoder, Vectors
from charge_stream.infra.index_rows import (
    DECIMALS,
    FIELDS,
    ID_BYTES,
    TEXT_BYTES,
    Hit,
    ReferenceRow,
    Row,
    cosines,
    cut,
    hit,
    is_modality,
    owner_fields,
    row,
)
from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.models.errors import DependencyDown, UserError
from charge_stream.models.ids import make_id

log = logging.getLogger(__name__)

T = TypeVar("T")

SERVER_THREADS = 8
GRACE_SECONDS = 2.0
"""pymilvus has the same limit for each attempt; ours is for when it tries again or waits for something else."""
SPARE = 3
MOST_HITS = 16384
MOST_ROWS = 500
MOST_SEARCHES = 64
REMEMBERED = 20_000


@dataclass(frozen=True, eq=False)
class Search:
    """A vector to be searched for. ``where``: collection, filter, and how many rows are wanted; those that agree in it go together."""

    where: tuple[str, str, int]
    query: Vectors


class Index:
    """Connects when it is first asked something, or at once when made by ``open``.

    A write is visible to every later search of this process when its call returns.
    Every method raises ``DependencyDown`` ("index", one sentence) when Milvus does not answer: a search or write within
    ``settings.index_timeout_s``, what concerns a whole collection within ``settings.call_timeout_s``. Waiting for a free thread does not
    count.
    """

    def __init__(self, settings: Settings, encoder: Encoder, *, reset: bool = False) -> None:
        self._settings = settings
        self._path: Path | None = None
        self._reset = reset
        self._client: Any = None
        self._doubtful = False
        self._preparing: asyncio.Task[None] | None = None
        # Milvus Lite swaps its memory table without a lock: a search beside a write may miss rows. One thread keeps them apart.
        threads = 1 if settings.index == EMBEDDED else SERVER_THREADS
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="index")
        self._free = asyncio.Semaphore(threads)
        self._encoder = encoder
        self._names: dict[str, str] = {}
        self._recent: LRUCache[tuple[str, str], Vectors] = LRUCache(REMEMBERED)
        self._writers = {collection: Batcher[Row, None](functools.partial(self._upsert, collection), MOST_ROWS) for collection in FIELDS}
        self._searches = Batcher[Search, list[Row]](self._nearest, MOST_SEARCHES, at_once=threads, group=operator.attrgetter("where"))

    @classmethod
    async def open(cls, settings: Settings, encoder: Encoder, *, reset: bool = False) -> Index:
        """Connects, and makes the collections that are not there. With ``reset`` those of another encoder are emptied, not refused.

        Raises:
            UserError: the embedded index is in use or not possible, or a collection belongs to another encoder.
            DependencyDown: Milvus does not answer.
        """
        index = cls(settings, encoder, reset=reset)
        try:
            await index._ready()
        except BaseException:
            await index.close()
            raise
        return index

    async def _ready(self) -> None:
        """Connect, or after a failure see to the collections again: a server that was started anew may not have loaded them.

        Whoever waits for such an attempt shares its outcome, or many calls to a server that hangs would try one after another.
        """
        if self._client is not None and not self._doubtful:
            return
        if self._preparing is None or self._preparing.done():
            self._preparing = asyncio.create_task(self._prepare_all())
            self._preparing.add_done_callback(lambda task: task.cancelled() or task.exception())  # should nobody wait any more
        await asyncio.shield(self._preparing)

    async def _prepare_all(self) -> None:
        await self._encoder.ready()
        self._names = _names(self._settings.prefix, self._encoder.name)
        self._path = milvus.embedded_path(self._settings)
        client = self._client or await self._call(milvus.connect, self._settings)
        self._doubtful = False
        try:
            for collection in FIELDS:
                await self._call(self._prepare, client, collection)
        except BaseException:
            if self._client is None:
                await self._call(milvus.disconnect, client, self._path)
            raise
        self._client = client

    @property
    def _vector_field(self) -> str:
        """Named by the encoder, so that a collection tells whose vectors it holds."""
        return f"vector_{_word(self._encoder.name)}"

    async def upsert_keypoint(self, id: str, source_id: str, document_id: str, modality: str, vector: Vectors) -> None:
        """Puts a retained keypoint where ``partners`` finds it."""
        await self._put("keypoints", id, vector, **owner_fields(source_id, document_id, modality))

    async def partners(self, vector: Vectors, *, modality: str, document_id: str, same_document: bool, limit: int) -> list[Hit]:
        """The ``limit`` keypoints of ``modality`` closest to ``vector``, within the document or outside it; best first, ties by id."""
        comparison = "==" if same_document else "!="
        where = f'{is_modality(modality)} and document_key {comparison} "{make_id(document_id)}"'
        return await self._search("keypoints", vector, where, limit)

    async def upsert_question(self, id: str, type: str, vector: Vectors) -> None:
        """Puts a published question where ``similar_questions`` finds it."""
        await self._put("questions", id, vector, type=type)

    async def delete_question(self, id: str) -> None:
        """Removes a question; nothing happens when it is not there."""
        await self._do(lambda: self._client.delete(self._names["questions"], ids=[id], timeout=self._settings.index_timeout_s))

    async def similar_questions(self, vector: Vectors, limit: int) -> list[Hit]:
        """The ``limit`` published questions closest to ``vector``; best first, ties by id."""
        return await self._search("questions", vector, "", limit)

    async def upsert_references(self, rows: Sequence[ReferenceRow]) -> None:
        """Puts sentences and charts into the corpus. A longer text is cut at 65,535 bytes."""
        await asyncio.gather(*map(self._put_reference, rows))

    async def search_references(self, vector: Vectors, *, modality: str, limit: int, documents: Sequence[str] | None = None) -> list[Hit]:
        """The ``limit`` references of ``modality`` closest to ``vector``, among ``documents`` if given; best first, ties by id."""
        where = is_modality(modality)
        if documents is not None:
            if not documents:
                return []
            keys = ", ".join(f'"{make_id(document)}"' for document in sorted(set(documents)))
            where += f" and document_key in [{keys}]"
        return await self._search("references", vector, where, limit)

    async def count(self, collection: str) -> int:
        """How many rows ``keypoints``, ``questions`` or ``references`` has."""
        rows = await self._do(
            lambda: self._client.query(
                self._names[collection],
                output_fields=["count(*)"],
                consistency_level="Strong",
                timeout=self._settings.index_timeout_s,
            )
        )
        return int(rows[0]["count(*)"])

    async def drop(self) -> None:
        """Empties the index: the collections are made anew."""
        self._recent.clear()
        for collection in FIELDS:
            await self._do(functools.partial(self._renew, collection), self._settings.call_timeout_s)

    async def settle(self) -> None:
        """Let Milvus bring in order what was written; searches are much faster afterwards."""
        for collection in FIELDS:
            await self._do(functools.partial(self._flush, collection), self._settings.call_timeout_s)

    async def ping(self) -> None:
        """Returns when Milvus answers."""
        await self._do(lambda: self._client.list_collections(timeout=self._settings.index_timeout_s))

    async def close(self) -> None:
        """Lets the connection go."""
        if self._preparing is not None:
            await asyncio.wait([self._preparing])
        if self._client is not None:
            await self._call(milvus.disconnect, self._client, self._path)
        self._threads.shutdown(wait=False)

    async def _put_reference(self, row: ReferenceRow) -> None:
        owner = owner_fields(row.source_id, row.document_id, row.modality)
        await self._put("references", row.id, row.vector, text=cut(row.text, TEXT_BYTES), **owner)

    async def _put(self, collection: str, id: str, vector: Vectors, **fields: str) -> None:
        await self._encoder.ready()
        made = row(collection, id, self._vector_field, vector, self._encoder.dimension, fields)
        self._remember(collection, id, made[self._vector_field])
        await self._writers[collection].ask(made)

    async def _upsert(self, collection: str, rows: list[Row]) -> list[None]:
        """Of two rows with one id the later one counts: Milvus takes an id only once a call."""
        unique = list({row["id"]: row for row in rows}.values())
        await self._do(lambda: self._client.upsert(self._names[collection], unique, timeout=self._settings.index_timeout_s))
        return [None] * len(rows)

    async def _search(self, collection: str, vector: Vectors, where: str, limit: int) -> list[Hit]:
        """Exact to the last tie: Milvus orders by scores whose last bits depend on how rows lie in its segments, so more rows than
        asked for are fetched, scored again in double precision, rounded, and sorted by score and id."""
        query = np.asarray(vector, np.float32)
        wanted = limit + SPARE
        while True:
            rows = await self._searches.ask(Search((collection, where, min(wanted, MOST_HITS)), query))
            scores = [row["distance"] for row in rows]
            cut_in_a_tie = len(rows) == wanted > limit and scores[limit - 1] - scores[-1] <= 2 * 10**-DECIMALS
            if not cut_in_a_tie or wanted >= MOST_HITS:
                break
            wanted *= 4
        vectors = await self._vectors_of(collection, [row["id"] for row in rows])
        there = [row for row in rows if row["id"] in vectors]
        scores = cosines(query, [vectors[row["id"]] for row in there])
        hits = [hit(found, score) for found, score in zip(there, scores, strict=True)]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:limit]

    async def _vectors_of(self, collection: str, ids: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of these rows: those written here lately are remembered (a row's id fixes its vector), the others are asked for.

        A row deleted since it was found has none.
        """
        known = {id: self._recent[collection, id] for id in ids if (collection, id) in self._recent}
        missing = [id for id in ids if id not in known]
        if missing:
            found = await self._do(functools.partial(self._stored_vectors, collection, missing))
            for id, vector in found.items():
                self._remember(collection, id, vector)
            known |= found
        return known

    def _stored_vectors(self, collection: str, ids: list[str]) -> dict[str, Vectors]:
        rows = self._client.query(
            self._names[collection],
            ids=ids,
            output_fields=["id", self._vector_field],
            consistency_level="Strong",
            timeout=self._settings.index_timeout_s,
        )
        return {row["id"]: np.asarray(row[self._vector_field], np.float32) for row in rows}

    def _remember(self, collection: str, id: str, vector: Vectors) -> None:
        self._recent[collection, id] = vector

    async def _nearest(self, searches: list[Search]) -> list[list[Row]]:
        """The rows that Milvus finds for searches of equal ``where``, in its order."""
        collection, where, limit = searches[0].where
        found = await self._do(
            lambda: self._client.search(
                self._names[collection],
                [search.query for search in searches],
                filter=where,
                limit=limit,
                output_fields=[field for field in FIELDS[collection] if field != "document_key"],
                search_params={"metric_type": "COSINE"},
                consistency_level="Strong",
                timeout=self._settings.index_timeout_s,
            )
        )
        return [list(rows) for rows in found]

    def _prepare(self, client: Any, collection: str) -> None:
        name = self._names[collection]
        there = client.has_collection(name, timeout=self._settings.index_timeout_s)
        if not there and self._client is not None:
            log.warning("The index has lost the collection %s, which is made anew: fill it with `charge-stream index rebuild`.", name)
        stranger = self._stranger(client, name) if there else None
        if stranger and not self._reset:
            raise UserError(
                f"The collection {name} was made by another encoder ({stranger}, not {self._vector_field} of {self._encoder.dimension}): "
                "set CHARGE_ENCODER back, or make the index anew with `charge-stream index rebuild`."
            )
        if stranger:
            client.drop_collection(name, timeout=self._settings.call_timeout_s)
        self._create(client, collection)

    def _stranger(self, client: Any, name: str) -> str | None:
        """What another encoder named the vectors of the collection; None when they are ours."""
        described = client.describe_collection(name, timeout=self._settings.index_timeout_s)
        fields = {field["name"]: field for field in described["fields"]}
        vector = fields.get(self._vector_field)
        if vector is not None and int(vector["params"]["dim"]) == self._encoder.dimension:
            return None
        return ", ".join(f"{field} of {fields[field]['params'].get('dim')}" for field in sorted(fields) if field.startswith("vector"))

    def _renew(self, collection: str) -> None:
        self._client.drop_collection(self._names[collection], timeout=self._settings.call_timeout_s)
        self._create(self._client, collection)

    def _flush(self, collection: str) -> None:
        self._client.flush(self._names[collection], timeout=self._settings.call_timeout_s)

    def _create(self, client: Any, collection: str) -> None:
        """Each step unless it is done: another process may be at it too, or may have died halfway."""
        from pymilvus import DataType, MilvusClient

        name, timeout = self._names[collection], self._settings.call_timeout_s
        schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=ID_BYTES)
        for field, length in FIELDS[collection].items():
            schema.add_field(field, DataType.VARCHAR, max_length=length)
        schema.add_field(self._vector_field, DataType.FLOAT_VECTOR, dim=self._encoder.dimension)
        exact = MilvusClient.prepare_index_params()
        exact.add_index(self._vector_field, index_type="FLAT", metric_type="COSINE")
        _unless_there(
            lambda: client.has_collection(name, timeout=timeout),
            lambda: client.create_collection(name, schema=schema, consistency_level="Strong", timeout=timeout),
        )
        _unless_there(lambda: client.list_indexes(name, timeout=timeout), lambda: client.create_index(name, exact, timeout=timeout))
        client.load_collection(name, timeout=timeout)

    async def _do(self, call: Callable[[], T], limit_s: float | None = None) -> T:
        await self._ready()
        return await self._call(call, limit_s=limit_s or self._settings.index_timeout_s)

    async def _call(self, call: Callable[..., T], *arguments: Any, limit_s: float | None = None) -> T:
        place, limit = self._path or self._settings.index, limit_s or self._settings.call_timeout_s
        try:
            async with self._free, asyncio.timeout(limit + GRACE_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)
        except TimeoutError as error:
            self._doubtful = True
            raise DependencyDown("index", f"The index {place} does not answer in {limit:g} s.") from error
        except Exception as error:
            if not any(kind.__module__.startswith(("pymilvus", "grpc")) for kind in type(error).__mro__):
                raise
            self._doubtful = True
            told = _brief(error)
            what = "has no space left; free some" if os.strerror(errno.ENOSPC) in told else f"does not answer ({told})"
            raise DependencyDown("index", f"The index {place} {what}.") from error


def _unless_there(there: Callable[[], object], make: Callable[[], object]) -> None:
    """Make it, unless it is there by then or was made by another process in that moment."""
    from pymilvus.exceptions import MilvusException

    if not there():
        try:
            make()
        except MilvusException:
            if not there():
                raise


def _names(prefix: str, encoder: str) -> dict[str, str]:
    """What the collections are called in Milvus."""
    beside = {"references": f"_{_word(encoder)}"}
    return {collection: f"{_word(prefix)}_{collection}{beside.get(collection, '')}" for collection in FIELDS}


def _word(name: str) -> str:
    """Milvus allows letters, digits and underscores."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def _brief(error: Any) -> str:
    told = error.details() if callable(getattr(error, "details", None)) else getattr(error, "message", "")
    return str(told or error or type(error).__name__).splitlines()[0][:300]
