"""What the content store holds now: everything made from sources that are still current, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from charge_stream.infra import admissions
from charge_stream.models import QA, Candidate, Chart, Chunk, Evaluation, Keypoint, Reading, Rejected, Verified
from charge_stream.models.base import Record
from charge_stream.topics import codec

if TYPE_CHECKING:
    from charge_stream.documents.manifest import Manifest
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

R = TypeVar("R", bound=Record)

EXTRACTION = ("extract_text", "extract_chart")
AT_ONCE = 64
"""Files asked for at the same time."""


@dataclass(frozen=True)
class Proposal:
    """A pair as the counts need it: ``hops`` are the ids of its verified keypoints."""

    id: str
    type: str
    hops: tuple[str, ...]


@dataclass(frozen=True)
class Failure:
    """A document that could not be parsed: ``record_id`` names document and revision."""

    record_id: str
    name: str
    reason: str


@dataclass(frozen=True)
class Contents:
    """Records by ascending id; sources in reading order by document id. ``withdrawn`` counts published questions on vanished sources."""

    manifests: list[Manifest] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    readings: dict[str, Reading] = field(default_factory=dict)
    keypoints: list[Keypoint] = field(default_factory=list)
    verified: list[Verified] = field(default_factory=list)
    pairs: list[Proposal] = field(default_factory=list)
    selected: list[Proposal] = field(default_factory=list)
    candidates: dict[str, Candidate] = field(default_factory=dict)
    qa: list[QA] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    withdrawn: int = 0
    evaluations: list[Evaluation] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)
    silent: dict[str, list[str]] = field(default_factory=dict)
    """By stage, why the engine gave nothing for a current source."""


@dataclass(frozen=True)
class Evidence:
    """One hop of a question: the keypoint's statement and the place that gives it."""

    source_id: str
    modality: str
    statement: str
    sentences: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]


def evidence_of(qa: QA, candidates: dict[str, Candidate]) -> list[Evidence]:
    """The hops of a question, in order; from the question's own references where its candidate is not at hand."""
    candidate = candidates.get(qa.id)
    if candidate is None:
        placed = [(place, qa.gt_keypoints.get(place.source_id, place.text)) for place in qa.references]
    else:
        placed = [(hop.keypoint, hop.keypoint.statement) for hop in candidate.pair.hops]
    return [
        Evidence(place.source_id, place.modality, statement, tuple(place.sentences), tuple((row, column) for row, column in place.cells))
        for place, statement in placed
    ]


async def read(store: ContentStore, sources: Sources, corpus: str | None = None) -> Contents:
    """Reads manifests, stored results and decisions.

    Args:
        corpus: fingerprint; evaluations asked over another corpus are left out. None: all are kept.
    """
    manifests = [manifest for document_id in sorted(await sources.documents()) if (manifest := await sources.current(document_id))]
    present = [source for manifest in manifests for source in await sources.all_of(manifest.document_id)]
    paired = {entry.source_id: frozenset(entry.paired) for manifest in manifests for entry in manifest.entries}
    readings = [reading for reading in await _records(store, "read_chart", "readings", Reading) if reading.chart.id in paired]
    keypoints = [item for stage in EXTRACTION for item in await _records(store, stage, "keypoints", Keypoint) if item.source_id in paired]
    verified = [item for item in await _records(store, "verify", "verified", Verified) if _stands([item], paired)]
    known = {item.id for item in verified}
    written = {item.id: item for item in await _records(store, "generate", "candidates", Candidate)}
    published, refused = await _decisions(store)
    qa = [item for item in published if _is_valid(item, written, paired)]
    valid = {item.id for item in qa}
    pairs = await _proposals(store, known)
    admitted = await admissions.admitted(store)
    evaluations = [item for item in await _records(store, "evaluate", "evaluations", Evaluation) if item.qa_id in valid]
    return Contents(
        manifests=manifests,
        chunks=[source for source in present if isinstance(source, Chunk)],
        charts=[source for source in present if isinstance(source, Chart)],
        readings={reading.chart.id: reading for reading in _by_id(readings)},
        keypoints=_by_id(keypoints),
        verified=_by_id(verified),
        pairs=pairs,
        selected=[pair for pair in pairs if pair.id in admitted],
        candidates={key: item for key, item in sorted(written.items()) if _stands(item.pair.hops, paired)},
        qa=_by_id(qa),
        rejected=_by_id(item for item in refused if set(item.sources) <= paired.keys()),
        withdrawn=len(published) - len(qa),
        evaluations=_by_id(item for item in evaluations if corpus is None or item.corpus == corpus),
        failed=await _failed(store),
        silent=await _silent(store, {*paired, *(reading.id for reading in readings)}),
    )


async def _decisions(store: ContentStore) -> tuple[list[QA], list[Rejected]]:
    published, refused = [], []
    async for decision in _files(store, "decisions"):
        if decision["status"] == "published":
            published.append(codec.from_data(QA, decision["record"]))
        else:
            refused.append(codec.from_data(Rejected, decision["record"]))
    return published, refused


def _is_valid(qa: QA, written: dict[str, Candidate], paired: dict[str, frozenset[str]]) -> bool:
    """Whether all evidence is current, and paired as it was when verified."""
    if qa.id in written:
        return _stands(written[qa.id].pair.hops, paired)
    return all(reference.source_id in paired for reference in qa.references)


def _stands(hops: Sequence[Verified], paired: dict[str, frozenset[str]]) -> bool:
    return all(paired.get(hop.keypoint.source_id) == frozenset(hop.paired) for hop in hops)


def _by_id(records: Iterable[R]) -> list[R]:
    """Each id once, ascending."""
    unique = {str(record.record_id): record for record in records}
    return [unique[key] for key in sorted(unique)]


async def _files(store: ContentStore, folder: str) -> AsyncIterator[dict[str, Any]]:
    paths = await store.list(folder)
    for start in range(0, len(paths), AT_ONCE):
        for data in await asyncio.gather(*(store.get_json(path) for path in paths[start : start + AT_ONCE])):
            if data is not None:  # deleted since it was listed
                yield data


async def _emitted(store: ContentStore, stage: str, topic: str) -> list[dict[str, Any]]:
    """The plain data of all records that a stage emitted on a topic."""
    found: list[dict[str, Any]] = []
    async for result in _files(store, f"results/{stage}"):
        found += [item["record"] for item in result["emissions"] if item["topic"] == topic and item["record"] is not None]
    return found


async def _records(store: ContentStore, stage: str, topic: str, noun: type[R]) -> list[R]:
    return [codec.from_data(noun, record) for record in await _emitted(store, stage, topic)]


async def _proposals(store: ContentStore, known: set[str]) -> list[Proposal]:
    """Pairs of current keypoints. Validating them whole would cost seconds: they are many, and only ids and types are counted."""
    pairs = await _emitted(store, "pair", "pairs")
    proposals = (Proposal(pair["id"], pair["type"], tuple(hop["id"] for hop in pair["hops"])) for pair in pairs)
    unique = {proposal.id: proposal for proposal in proposals if known.issuperset(proposal.hops)}
    return [unique[key] for key in sorted(unique)]


async def _failed(store: ContentStore) -> list[Failure]:
    failures = []
    for path in await store.list("failed"):
        note = await store.get_json(path)
        if note is not None:
            record_id = path.rpartition("/")[2].removesuffix(".json")
            failures.append(Failure(record_id, note.get("uri") or note["document_id"], note["reason"]))
    return failures


async def _silent(store: ContentStore, current: set[str]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for path in await store.list("abstentions"):
        _, stage, name = path.split("/")
        silent = await store.get_json(path) if name.removesuffix(".json") in current else None
        if silent is not None:
            reasons.setdefault(stage, []).append(silent["reason"])
    return reasons
