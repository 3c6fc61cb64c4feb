"""What a record or a document offers the inputs of a prompt, by the names that prompts declare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from charge_stream import charts, documents
from charge_stream.cli.stored import Stored
from charge_stream.documents.hints import hints_of
from charge_stream.documents.parsed import ParsedChart
from charge_stream.infra.readings import as_record
from charge_stream.models import Candidate, Chart, Checked, Chunk, Evaluation, Keypoint, Pair, Reading, Selection, Verified
from charge_stream.models.base import Record
from charge_stream.models.chunk import sentences_named
from charge_stream.models.errors import BrokenDocument, UserError

Source = Chunk | Reading


@dataclass
class Offers:
    """Values by the name of the input they suit, the best first; pictures by the id of their chart."""

    values: dict[str, list[Any]] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def add(self, other: Offers) -> None:
        """What ``other`` offers too, after what stands here."""
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        self.pictures.update(other.pictures)

    def named(self, name: str) -> list[Any]:
        """What is offered under a name."""
        return self.values.get(name, [])


async def of_record(record: Record, stored: Stored) -> Offers:
    """What a stored record offers, with the sources it rests on.

    Raises:
        UserError: no prompt is shown such a record, or what it rests on is not in the store.
    """
    match record:
        case Chunk() | Reading() | Chart():
            seen = await stored.seen(record)
            assert isinstance(seen, Chunk | Reading)
            return await _sources([seen], stored, preceding=await stored.preceding(seen) if isinstance(seen, Chunk) else "")
        case Keypoint():
            return await _hops([record], stored)
        case Verified():
            return await _verified(record, stored)
        case Pair():
            return await _hops([hop.keypoint for hop in record.hops], stored, type=record.type)
        case Selection():
            return await of_record(record.pair, stored)
        case Checked():
            return await of_record(record.candidate, stored)
        case Candidate():
            return await _written(record, stored)
        case Evaluation():
            return await _evaluated(record, stored)
    kinds = "a chunk, a chart, a keypoint, a pair, a question or an evaluation"
    raise UserError(f"No prompt is shown a record of {record.NAMESPACE}: give {kinds}.")


async def of_document(path: Path, content: bytes, number: int) -> Offers:
    """What a document's paragraph or chart of that number offers (from 1, in reading order).

    Raises:
        UserError: it is no document, cannot be parsed, or has no such paragraph or chart.
    """
    parsed = _parsed(path, content)
    sources: list[Chunk | ParsedChart] = [*parsed.chunks, *parsed.charts]
    sources.sort(key=lambda source: source.position if isinstance(source, Chunk) else source.chart.position)
    if not 1 <= number <= len(sources):
        raise UserError(f"{path} has {len(sources)} paragraphs and charts: there is no number {number}.")
    source, before = sources[number - 1], [source.text for source in sources[: number - 1] if isinstance(source, Chunk)]
    if isinstance(source, Chunk):
        return _named([source], before[-1] if before else "")
    picture = source.pixels
    read = charts.read_chart(picture, source.drawing, source.chart.data, hints_of(source.chart))
    offers = _named([as_record(source.chart, read, generation="")])
    if picture is not None:
        offers.pictures[source.chart.id] = picture
    return offers


def _parsed(path: Path, content: bytes) -> documents.ParsedDocument:
    kind = documents.media_type_of(str(path), content[:4096])
    if kind is None:
        raise UserError(f"{path} is no document that can be read, and no JSON file.")
    beside = {name: beside.read_bytes() for name in documents.attachments_of(content, kind) if (beside := path.parent / name).is_file()}
    try:
        return documents.parse(
            content, kind, document_id=path.name, uri=path.name, attachments=beside, context=None, limits=documents.Limits()
        )
    except BrokenDocument as error:
        raise UserError(f"{path} cannot be parsed: {error}.") from error


async def _sources(sources: Sequence[Source], stored: Stored, preceding: str = "") -> Offers:
    offers = _named(sources, preceding)
    for source in sources:
        picture = await stored.picture(source.chart) if isinstance(source, Reading) else None
        if picture is not None and isinstance(source, Reading):
            offers.pictures[source.chart.id] = picture
    return offers


def _named(sources: Sequence[Source], preceding: str = "") -> Offers:
    """Chunks and readings under all names that prompts have for them."""
    chunks = [source for source in sources if isinstance(source, Chunk)]
    readings = [source for source in sources if isinstance(source, Reading)]
    values: dict[str, list[Any]] = {"sources": [list(sources)], "preceding": [preceding]}
    if chunks:
        values |= {"chunk": [*chunks], "chunks": [chunks]}
    if readings:
        values |= {"reading": [*readings], "readings": [readings], "titles": [reading.chart.titles for reading in readings]}
    return Offers(values)


async def _hops(keypoints: Sequence[Keypoint], stored: Stored, **more: Any) -> Offers:
    offers = await _sources([await stored.source_of(keypoint) for keypoint in keypoints], stored)
    values: dict[str, list[Any]] = {
        "keypoint": [*keypoints],
        "statement": [keypoint.statement for keypoint in keypoints],
        "modality": [keypoint.modality for keypoint in keypoints],
        "hops": [list(keypoints)],
    }
    offers.add(Offers(values | {name: [value] for name, value in more.items()}))
    return offers


async def _verified(verified: Verified, stored: Stored) -> Offers:
    """Its keypoint, the question asked for it, and both modalities to answer it from."""
    offers = await _hops([verified.keypoint], stored, question=verified.question, answer=verified.from_own or "")
    other = await _sources(await stored.paired(verified), stored)
    offers.add(Offers({name: other.named(name) for name in ("chunks", "readings")}, other.pictures))
    return offers


async def _written(candidate: Candidate, stored: Stored) -> Offers:
    hops = [hop.keypoint for hop in candidate.pair.hops]
    offers = await _hops(hops, stored, type=candidate.pair.type, query=candidate.query, answer=candidate.gt_answer, form=candidate.form)
    truth = [hop.statement for hop in hops]
    offers.add(Offers({"question": [candidate.query], "ground_truth": [truth], "response": [candidate.gt_answer, truth]}))
    for name in ("chunks", "readings"):
        offers.values.setdefault(name, [[]])
    return offers


async def _evaluated(evaluation: Evaluation, stored: Stored) -> Offers:
    """The question, what was retrieved for it, and what was answered."""
    checked = await of_record(await stored.record(evaluation.qa_id), stored)
    named = sentences_named(evaluation.retrieved)
    found = [(await stored.source(chunk_id), numbers) for chunk_id, numbers in named.items()]
    chunks = [chunk.cut_to(numbers) for chunk, numbers in found if isinstance(chunk, Chunk)]
    charts = [await stored.source(reference) for reference in evaluation.retrieved if "#" not in reference]
    seen = [await stored.seen(chart) for chart in charts if chart is not None]
    readings: list[Source] = [reading for reading in seen if isinstance(reading, Reading)]
    given = [evaluation.response or "", evaluation.response_keypoints]
    offers = Offers({"response": given, "chunks": [chunks], "readings": [readings]})
    offers.add(Offers({name: checked.named(name) for name in ("question", "ground_truth")}))
    offers.pictures = (await _sources(readings, stored)).pictures
    return offers
