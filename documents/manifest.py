"""What a revision of a document consists of, and what a new one changed (``design``: revisions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import orjson

Modality = Literal["text", "chart"]


@dataclass(frozen=True)
class ManifestEntry:
    """A chunk or chart of the revision. ``blob`` is the sha256 of its encoded record; ``paired`` the sources it is verified against."""

    source_id: str
    modality: Modality
    blob: str
    paired: list[str]


@dataclass(frozen=True)
class Manifest:
    """One revision, immutable: ``order`` is (epoch, offset) of its announcement, ``entries`` stand in reading order.

    A retracted document has a manifest without entries.
    """

    document_id: str
    revision: str
    order: tuple[int, int]
    context: dict[str, Any]
    entries: list[ManifestEntry]

    def entry(self, source_id: str) -> ManifestEntry | None:
        """The entry of a source, None when the revision does not have it."""
        return next((entry for entry in self.entries if entry.source_id == source_id), None)

    def has(self, source_id: str, paired: Sequence[str] | None = None) -> bool:
        """Whether the revision has the source; with ``paired``, whether it also pairs it with exactly these (in any order)."""
        entry = self.entry(source_id)
        return entry is not None and (paired is None or set(entry.paired) == set(paired))

    def ids(self) -> set[str]:
        """The ids of all sources of the revision."""
        return {entry.source_id for entry in self.entries}

    def to_json(self) -> bytes:
        """The manifest as JSON, keys sorted."""
        return orjson.dumps(asdict(self), option=orjson.OPT_SORT_KEYS)

    @classmethod
    def from_data(cls, raw: dict[str, Any]) -> Manifest:
        """The inverse of ``to_json``, parsed."""
        epoch, offset = raw["order"]
        entries = [ManifestEntry(**entry) for entry in raw["entries"]]
        return cls(raw["document_id"], raw["revision"], (epoch, offset), raw["context"], entries)


@dataclass(frozen=True)
class Change:
    """What a revision changed: ``emit`` in reading order, ``vanished`` and ``returned`` by id."""

    emit: list[str] = field(default_factory=list)
    vanished: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)


def changed_sources(new: Manifest, earlier: Sequence[Manifest]) -> Change:
    """Which sources of ``new`` to emit, and which ones vanished or returned.

    A source is emitted when it is new, or differs from the directly preceding revision (in itself or in what it is paired with),
    or when a source paired with it is emitted for such a reason. ``vanished`` are the sources of any earlier revision that this one
    lacks; ``returned`` those of some earlier revision that the directly preceding one lacked. Manifests of a higher order than
    ``new`` are no predecessors and are ignored, so a replay gives the same answer.
    """
    before = sorted((manifest for manifest in earlier if manifest.order < new.order), key=lambda manifest: manifest.order)
    known = {entry.source_id: entry for entry in before[-1].entries} if before else {}
    changed = {entry.source_id for entry in new.entries if _differs(entry, known.get(entry.source_id))}
    emit = [entry.source_id for entry in new.entries if entry.source_id in changed or not changed.isdisjoint(entry.paired)]
    ever = set().union(*(manifest.ids() for manifest in before))
    present = new.ids()
    return Change(emit, sorted(ever - present), sorted((ever & present) - known.keys()))


def _differs(entry: ManifestEntry, known: ManifestEntry | None) -> bool:
    return known is None or entry.blob != known.blob or set(entry.paired) != set(known.paired)
