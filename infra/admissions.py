"""What ``select`` has admitted: a mark in the store for each pair, named by all that is counted, so that one listing tells the counts.

``select`` is one consumer of one partition. What it has listed it keeps for a minute: should another worker have had the partition in
between, quotas overshoot by what that one admitted, and ``publish`` holds the hard quota.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from charge_stream.infra.per_owner import PerOwner
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore

FRESH_SECONDS = 60.0
FOLDER = "selected"


@dataclass(frozen=True)
class Admission:
    """An admitted pair with what it counts for; all ids as hex, ``documents`` hashed."""

    type: str
    pair: str
    keypoints: tuple[str, ...]
    documents: tuple[str, ...]

    @property
    def path(self) -> str:
        """Where it is marked."""
        return f"{FOLDER}/{self.type}/{self.pair}.{'-'.join(self.keypoints)}.{'-'.join(self.documents)}"

    @property
    def counted(self) -> list[tuple[str, str]]:
        """What it counts for: its type, keypoints and documents within the type, and all."""
        return [*((self.type, name) for name in (*self.keypoints, *self.documents, "")), ("", "")]

    @classmethod
    def from_path(cls, path: str) -> Admission:
        """The inverse of ``path``."""
        _, kind, name = path.split("/")
        pair, keypoints, documents = name.split(".")
        return cls(kind, pair, tuple(keypoints.split("-")), tuple(documents.split("-")))


def admits(admission: Admission, counts: Mapping[tuple[str, str], int], settings: Settings) -> bool:
    """Whether there is room: for the type, and for each keypoint and each document within it. ``counts`` as in ``Admission.counted``."""
    kind = admission.type
    if any(counts.get((kind, keypoint), 0) >= settings.per_keypoint for keypoint in admission.keypoints):
        return False
    if any(counts.get((kind, document), 0) >= settings.per_document for document in admission.documents):
        return False
    admitted = counts.get((kind, ""), 0)
    if admitted < settings.quota[kind] * settings.margin:
        return True
    return settings.quota_mode == "share" and admitted * sum(settings.quota.values()) < 2 * settings.quota[kind] * counts.get(("", ""), 0)


class Ledger:
    """What is admitted, as known here.

    ``deciding`` is held while a pair is decided on. ``pairs``: ids admitted. ``counts``: by (type, keypoint), (type, document), (type, "")
    and ("", ""). An admission counts at once, so that the next pair need not wait until it is marked.
    """

    def __init__(self, store: ContentStore) -> None:
        self._store = store
        self._listed = float("-inf")
        self.deciding = asyncio.Lock()
        self.pairs: set[str] = set()
        self.counts: Counter[tuple[str, str]] = Counter()
        self._unmarked: dict[str, Admission] = {}

    async def refresh(self) -> None:
        """List the marks anew when what is known is no longer fresh."""
        if time.monotonic() - self._listed < FRESH_SECONDS:
            return
        marked = {admission.pair: admission for admission in map(Admission.from_path, await self._store.list(FOLDER))}
        self.pairs, self.counts = set(), Counter()
        for admission in (self._unmarked | marked).values():
            self._count(admission)
        self._listed = time.monotonic()

    def admit(self, admission: Admission) -> None:
        """Count it. Before the pair is sent it must be marked."""
        self._unmarked[admission.pair] = admission
        self._count(admission)

    async def mark(self, pair: str) -> None:
        """Mark an admitted pair in the store, unless it is."""
        if pair in self._unmarked:
            await self._store.put_if_absent(self._unmarked[pair].path, b"")
            self._unmarked.pop(pair, None)

    def _count(self, admission: Admission) -> None:
        self.pairs.add(admission.pair)
        self.counts.update(admission.counted)


_LEDGERS: PerOwner[ContentStore, Ledger] = PerOwner(Ledger)


def ledger_of(store: ContentStore) -> Ledger:
    """The ledger of a store; the same one for all who ask."""
    return _LEDGERS.of(store)


async def admitted(store: ContentStore) -> set[str]:
    """The ids of all pairs ever admitted."""
    return {Admission.from_path(path).pair for path in await store.list(FOLDER)}
