"""Sums up what came in, what was read, kept, rejected and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from charge_stream.evaluation import contents as store_contents
from charge_stream.evaluation.contents import Contents, Proposal
from charge_stream.evaluation.figures import (
    DocumentRow,
    Documents,
    EvaluationRow,
    FailedDocument,
    Gate,
    Keypoints,
    Questions,
    Readings,
    Reasons,
    Summary,
    Timing,
    TypeRow,
)
from charge_stream.evaluation.metrics.mean import mean
from charge_stream.models import QA_TYPES, Evaluation

if TYPE_CHECKING:
    from charge_stream.documents.manifest import Manifest
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

REASONS_SHOWN = 12
ALL = "all"
_ID = re.compile(r"\b[0-9a-f]{32,64}\b")


@dataclass(frozen=True)
class RunFacts:
    """What a run knows and the store does not.

    ``announced`` maps the documents handed in (``<document_id>-<revision>``) to the names people know them by; None: unknown, all that
    the store has count. ``failed`` maps a name to the reason of a failure before or beside parsing. ``corpus`` fingerprints what
    evaluation asked over.
    """

    announced: Mapping[str, str] | None = None
    failed: Mapping[str, str] = field(default_factory=dict)
    quota: Mapping[str, int] = field(default_factory=dict)
    corpus: str | None = None
    dead_letters: Mapping[str, int] = field(default_factory=dict)
    engine: str = ""
    engine_calls: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    timing: Timing | None = None


async def collect(store: ContentStore, sources: Sources, facts: RunFacts) -> Summary:
    """Reads the store and sums it up."""
    return summarise(await store_contents.read(store, sources, facts.corpus), facts)


def summarise(contents: Contents, facts: RunFacts) -> Summary:
    """The summary of what was read from the store."""
    return Summary(
        documents=_documents(contents, facts),
        chunks=len(contents.chunks),
        sentences=sum(len(chunk.sentences) for chunk in contents.chunks),
        readings=_readings(contents),
        keypoints=_keypoints(contents),
        questions=_questions(contents, facts.quota),
        evaluations=evaluation_rows(contents.evaluations),
        dead_letters=dict(facts.dead_letters),
        engine=facts.engine,
        engine_calls={prompt: dict(calls) for prompt, calls in sorted(facts.engine_calls.items())},
        settings=dict(facts.settings),
        versions=dict(facts.versions),
        timing=facts.timing,
    )


def tally(reasons: Iterable[str | None], shown: int = REASONS_SHOWN) -> Reasons:
    """Reasons by descending frequency, then name; ids in them are left out so that equal ones count together, and rare ones are summed."""
    counts = Counter(_ID.sub("…", reason or "").strip() or "no reason given" for reason in reasons)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if len(ranked) <= shown:
        return dict(ranked)
    rest = ranked[shown - 1 :]
    return dict(ranked[: shown - 1]) | {f"{len(rest)} other reasons": sum(count for _, count in rest)}


def _documents(contents: Contents, facts: RunFacts) -> Documents:
    announced = facts.announced
    noted = {
        (announced or {}).get(failure.record_id, failure.name): failure.reason
        for failure in contents.failed
        if announced is None or failure.record_id in announced
    }
    failed = _lost(contents, announced or {}) | noted | dict(facts.failed)
    filled = [manifest for manifest in contents.manifests if manifest.entries]
    parsed = len(filled) if announced is None else sum(name not in failed for name in announced.values())
    return Documents(
        announced=parsed + len(failed),
        parsed=parsed,
        failed=[FailedDocument(name=name, reason=reason) for name, reason in sorted(failed.items())],
        retracted=len(contents.manifests) - len(filled),
        read=_rows(filled, contents),
    )


def _lost(contents: Contents, announced: Mapping[str, str]) -> dict[str, str]:
    """Documents without a manifest: what handling them met was no fault of theirs that the parser could name."""
    there = {f"{manifest.document_id}-{manifest.revision}" for manifest in contents.manifests}
    return {
        name: f"{name} could not be read: `charge-stream dlq list` or the log tells why"
        for record_id, name in announced.items()
        if record_id not in there
    }


def _rows(manifests: Sequence[Manifest], contents: Contents) -> list[DocumentRow]:
    chunks = Counter(chunk.document_id for chunk in contents.chunks)
    charts = Counter(chart.document_id for chart in contents.charts)
    sentences: Counter[str] = Counter()
    for chunk in contents.chunks:
        sentences[chunk.document_id] += len(chunk.sentences)
    read = Counter(reading.document_id for reading in contents.readings.values() if not reading.abstained)
    retained = Counter(verified.document_id for verified in contents.verified if verified.status == "retain")
    asked = Counter(document for qa in contents.qa for document in {reference.document_id for reference in qa.references})
    rows = []
    for manifest in manifests:
        key, about = manifest.document_id, manifest.context
        rows.append(
            DocumentRow(
                document_id=key,
                title=about.get("title") or "",
                uri=about.get("uri") or "",
                **{name: about.get(name) for name in ("publisher", "published", "country", "licence")},
                chunks=chunks[key],
                sentences=sentences[key],
                charts=charts[key],
                charts_read=read[key],
                keypoints=retained[key],
                qa=asked[key],
            )
        )
    return sorted(rows, key=lambda row: (row.title, row.document_id))


def _readings(contents: Contents) -> Readings:
    outcomes = [contents.readings[chart.id] for chart in contents.charts if chart.id in contents.readings]
    read = [reading for reading in outcomes if not reading.abstained]
    return Readings(
        found=len(contents.charts),
        read=len(read),
        abstained=tally(reading.reason for reading in outcomes if reading.abstained),
        missing=len(contents.charts) - len(outcomes),
        cells=sum(len(reading.cells) for reading in read),
        types=tally(reading.chart_type for reading in read),
        origins=tally(reading.origin for reading in read),
    )


def _keypoints(contents: Contents) -> Keypoints:
    by_status = {status: [item for item in contents.verified if item.status == status] for status in ("retain", "drop", "unverifiable")}
    decided = {item.keypoint.id for item in contents.verified}
    return Keypoints(
        extracted=_by_modality(keypoint.modality for keypoint in contents.keypoints),
        retained=_by_modality(item.keypoint.modality for item in by_status["retain"]),
        dropped=tally(item.reason for item in by_status["drop"]),
        unverifiable=tally(item.reason for item in by_status["unverifiable"]),
        undecided=sum(keypoint.id not in decided for keypoint in contents.keypoints),
        silent={stage: tally(reasons) for stage, reasons in sorted(contents.silent.items())},
    )


def _by_modality(modalities: Iterable[str]) -> dict[str, int]:
    counts = Counter(modalities)
    return {modality: counts[modality] for modality in ("text", "chart")}


def _questions(contents: Contents, quota: Mapping[str, int]) -> Questions:
    gates: dict[str, list[str]] = {}
    for rejected in contents.rejected:
        gates.setdefault(rejected.gate, []).append(rejected.reason)
    ranked = sorted(gates.items(), key=lambda item: (-len(item[1]), item[0]))
    return Questions(
        proposed=len(contents.pairs),
        selected=len(contents.selected),
        candidates=len(contents.candidates),
        published=len(contents.qa),
        rejected=[Gate(name=name, rejected=len(reasons), reasons=tally(reasons)) for name, reasons in ranked],
        withdrawn=contents.withdrawn,
        types=_types(contents, quota),
    )


def _types(contents: Contents, quota: Mapping[str, int]) -> list[TypeRow]:
    proposed, selected = _type_counts(contents.pairs), _type_counts(contents.selected)
    written = Counter(candidate.pair.type for candidate in contents.candidates.values() if candidate.reason is None)
    published = Counter(qa.type for qa in contents.qa)
    return [
        TypeRow(
            type=name,
            proposed=proposed[name],
            selected=selected[name],
            written=written[name],
            published=published[name],
            quota=quota.get(name, 0),
            short=max(0, quota.get(name, 0) - published[name]),
        )
        for name in QA_TYPES
    ]


def _type_counts(proposals: Iterable[Proposal]) -> Counter[str]:
    return Counter(proposal.type for proposal in proposals)


def evaluation_rows(evaluations: Iterable[Evaluation]) -> list[EvaluationRow]:
    """A row for each system, k and corpus over all types, followed by one for each type that was asked, in the paper's order."""
    groups: dict[tuple[str, int, str], list[Evaluation]] = {}
    for evaluation in evaluations:
        groups.setdefault((evaluation.system, evaluation.k, evaluation.corpus), []).append(evaluation)
    rows = []
    for key, group in sorted(groups.items()):
        for name in (ALL, *QA_TYPES):
            members = [evaluation for evaluation in group if name in (ALL, evaluation.type)]
            if members:
                rows.append(_evaluation_row(key, name, members))
    return rows


def _evaluation_row(key: tuple[str, int, str], name: str, members: Sequence[Evaluation]) -> EvaluationRow:
    system, k, corpus = key
    return EvaluationRow(
        system=system,
        k=k,
        corpus=corpus,
        type=name,
        questions=len(members),
        recall=mean(member.recall for member in members),
        recall_all=mean(member.recall_all for member in members),
        correctness=mean(member.correctness for member in members),
        coverage=mean(member.coverage for member in members),
    )
