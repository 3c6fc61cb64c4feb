"""A small content store, filled as the stages fill it: two reports about power and school, with a chart each."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from PIL import Image, ImageDraw

from charge_stream.documents.manifest import Manifest, ManifestEntry
from charge_stream.evaluation.contents import Contents, read
from charge_stream.infra import decisions, results
from charge_stream.infra.admissions import Admission
from charge_stream.infra.decisions import Decision
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Emission
from charge_stream.infra.store import ContentStore
from charge_stream.models import (
    QA,
    Candidate,
    Chart,
    Chunk,
    Context,
    Evaluation,
    Keypoint,
    Pair,
    ReadCell,
    Reading,
    Reference,
    Rejected,
    Verified,
)
from charge_stream.models.base import Record, fields_of
from charge_stream.topics import codec
from charge_stream.topics.catalogue import BY_NAME

POWER = Context(
    title="Power from <script>alert(1)</script> wind",
    uri="https://example.org/power",
    publisher="Example",
    language="en",
    licence="CC BY 4.0",
)
SCHOOL = Context(title="School & work", uri="javascript:alert(2)", published="2024-05-01", language="en")


def png(width: int = 400, height: int = 200) -> bytes:
    """A picture with two bars."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 60, 100, height), fill="steelblue")
    draw.rectangle((160, 100, 220, height), fill="steelblue")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def chunk(name: str, document: str, context: Context, sentences: list[str], paired: list[str], position: int = 0) -> Chunk:
    return Chunk(
        id=name,
        document_id=document,
        position=position,
        text=" ".join(sentences),
        sentences=sentences,
        headings=["Findings"],
        paired=paired,
        context=context,
        page=3,
    )


def keypoint(name: str, source: Chunk | Chart, statement: str, **place: Any) -> Keypoint:
    modality = "text" if isinstance(source, Chunk) else "chart"
    return Keypoint(
        id=name,
        document_id=source.document_id,
        source_id=source.id,
        modality=modality,
        statement=statement,
        context=source.context,
        engine="rules",
        classified=f"{modality}-only",
        **place,
    )


def verified(of: Keypoint, paired: list[str], status: str = "retain", reason: str | None = None) -> Verified:
    return Verified(id=f"v-{of.id}", keypoint=of, paired=paired, status=status, question="?", reason=reason)


def candidate(name: str, qa_type: str, hops: Sequence[Verified], query: str, answer: str, reason: str | None = None) -> Candidate:
    pair = Pair(id=f"p-{name}", type=qa_type, hops=list(hops), similarity=None if len(hops) == 1 else 0.75)
    return Candidate(id=name, pair=pair, query=query, gt_answer=answer, engine="rules", form="value", prompts={"write": 1}, reason=reason)


def question(of: Candidate, places: dict[str, Chunk | Chart]) -> QA:
    hops = [hop.keypoint for hop in of.pair.hops]
    return QA(
        id=of.id,
        type=of.pair.type,
        query=of.query,
        gt_answer=of.gt_answer,
        gt_keypoints={hop.source_id: hop.statement for hop in hops},
        gt_text=[f"{hop.source_id}#{n}" for hop in hops if hop.modality == "text" for n in hop.sentences],
        gt_chart=[hop.source_id for hop in hops if hop.modality == "chart"],
        references=[_reference(hop, places[hop.source_id]) for hop in hops],
        gates={"grounded": True, "not_given_away": True},
        engine="rules",
        form="value",
        prompts={"write": 1},
    )


def _reference(hop: Keypoint, place: Chunk | Chart) -> Reference:
    return Reference(
        source_id=hop.source_id,
        document_id=hop.document_id,
        revision="r1",
        uri=hop.context.uri,
        modality=hop.modality,
        text="words",
        page=place.page,
        image=place.image if isinstance(place, Chart) else None,
        sentences=hop.sentences,
        cells=hop.cells,
    )


class Filled:
    """A store and what is in it."""

    def __init__(self, folder: Path) -> None:
        self.store = ContentStore(str(folder))
        self.sources = Sources(self.store)

    async def manifest(self, document: str, offset: int, context: Context, sources: Sequence[Chunk | Chart]) -> None:
        entries = []
        for source in sources:
            blob = await self.store.put_blob(codec.encode(source), "application/json")
            entries.append(ManifestEntry(source.id, "text" if isinstance(source, Chunk) else "chart", blob.sha256, list(source.paired)))
        await self.sources.write_manifest(Manifest(document, f"r{offset}", (1, offset), fields_of(context), entries))

    async def result(self, stage: str, identity: str, topic: str, *records: Record) -> None:
        await results.save(self.store, stage, identity, [Emission(BY_NAME[topic], record) for record in records])

    async def decide(self, record: QA | Rejected) -> None:
        await decisions.save(self.store, Decision(record))


@dataclass(frozen=True)
class Places:
    """The paragraphs and charts of the two reports."""

    power_text: Chunk
    power_chart: Chart
    school_text: Chunk
    bare_chart: Chart


@pytest.fixture
async def filled(tmp_path: Path) -> Filled:
    filled = Filled(tmp_path / "store")
    places = await _ingest(filled)
    await _read_charts(filled, places)
    keypoints = await _extract(filled, places)
    hops = await _verify(filled, keypoints)
    candidates = await _generate(filled, hops)
    await _decide(filled, candidates, places)
    await _evaluate(filled, candidates)
    await _note_failures(filled)
    return filled


async def _ingest(filled: Filled) -> Places:
    image = await filled.store.put_blob(png(), "image/png")
    power_chart = Chart(
        id="cp", document_id="power", position=1, paired=["tp"], headings=[], context=POWER, image=image, title="Wind, % of power", page=4
    )
    bare_chart = Chart(id="cs", document_id="school", position=1, paired=["ts"], headings=[], context=SCHOOL, data=[["", "x"]])
    texts = ["One.", "Two.", "Three.", "Wind gave 41% in 2021.", "Five.", "Six.", "Seven."]
    power_text = chunk("tp", "power", POWER, texts, ["cp"])
    school_text = chunk("ts", "school", SCHOOL, ["In school until 16.", "Then <b>work</b>."], ["cs"])
    await filled.manifest("power", 0, POWER, [power_text, power_chart])
    await filled.manifest("school", 1, SCHOOL, [school_text, bare_chart])
    return Places(power_text, power_chart, school_text, bare_chart)


async def _read_charts(filled: Filled, places: Places) -> None:
    reading = Reading(
        id="rp",
        chart=places.power_chart,
        chart_type="bar",
        columns=["", "2019", "2021"],
        rows=[["Germany", 41.0, 44.0]],
        cells=[
            ReadCell(row=0, column=1, value=41.0, confidence=0.9, text="41%", box=[40.0, 60.0, 100.0, 80.0]),
            ReadCell(row=0, column=2, value=44.0, confidence=0.9),
        ],
        confidence=0.9,
        abstained=False,
        words=[],
        notes=[],
        origin="picture",
        reader="test",
    )
    declined = reading.derive(id="rs", chart=places.bare_chart, rows=[], cells=[], abstained=True, reason="no numbers")
    await filled.result("read_chart", "cp", "readings", reading)
    await filled.result("read_chart", "cs", "readings", declined)


async def _extract(filled: Filled, places: Places) -> dict[str, Keypoint]:
    in_text = keypoint("kt", places.power_text, "Wind gave 41% in 2021.", sentences=[3])
    in_chart = keypoint("kc", places.power_chart, "Germany had 41% wind in 2019.", cells=[[0, 1]])
    in_school = keypoint("ks", places.school_text, "Then work.", sentences=[1])
    doubtful = keypoint("kd", places.school_text, "In school until 16.", sentences=[0])
    gone = keypoint("kg", places.power_text.derive(id="gone"), "Nobody says this any more.", sentences=[0])
    await filled.result("extract_text", "tp", "keypoints", in_text, gone)
    await filled.result("extract_text", "ts", "keypoints", in_school, doubtful)
    await filled.result("extract_chart", "rp", "keypoints", in_chart)
    return {"text": in_text, "chart": in_chart, "school": in_school, "doubtful": doubtful}


async def _verify(filled: Filled, keypoints: dict[str, Keypoint]) -> dict[str, Verified]:
    """By the keypoint's name; what was paired otherwise before is ``older``."""
    found = {
        "text": verified(keypoints["text"], ["cp"]),
        "chart": verified(keypoints["chart"], ["tp"]),
        "school": verified(keypoints["school"], ["cs"]),
        "doubtful": verified(keypoints["doubtful"], ["cs"], "drop", "the other modality gives the fact too"),
        "older": verified(keypoints["text"], ["cp", "older"]).derive(id="v-older"),
    }
    for item in found.values():
        await filled.result("verify", item.id, "verified", item)
    return found


async def _generate(filled: Filled, hops: dict[str, Verified]) -> dict[str, Candidate]:
    """By id."""
    single = candidate("q1", "Single-Point_Text-only", [hops["text"]], "How much did wind give in 2021?", "41%")
    crossing = candidate("q2", "Intra-Document_Text-Chart", [hops["chart"], hops["text"]], "Wind in 2019, and <i>2021</i>?", "41% & 41%")
    between = candidate("q3", "Inter-Document_Text-only", [hops["school"], hops["text"]], "What then, and how much?", "Work; 41%.")
    stale = candidate("q4", "Single-Point_Text-only", [hops["older"]], "Stale?", "Yes")
    unwritten = candidate("q5", "Single-Point_Chart-only", [hops["chart"]], "", "", reason="no form fits")
    for item in (single, crossing, between, stale, unwritten):
        await filled.result("generate", item.pair.id, "candidates", item)
        admission = Admission(item.pair.type, item.pair.id, tuple(hop.keypoint.id for hop in item.pair.hops), ("d",))
        await filled.store.put_if_absent(admission.path, b"")
    await filled.result("pair", "v-kt", "pairs", single.pair, crossing.pair, between.pair)
    await filled.result(
        "pair", "v-kc", "pairs", crossing.pair, unwritten.pair, candidate("q9", "Single-Point_Chart-only", [hops["chart"]], "", "").pair
    )
    return {item.id: item for item in (single, crossing, between, stale, unwritten)}


async def _decide(filled: Filled, candidates: dict[str, Candidate], places: Places) -> None:
    by_id: dict[str, Chunk | Chart] = {"tp": places.power_text, "cp": places.power_chart, "ts": places.school_text}
    for published in ("q1", "q2", "q4"):
        await filled.decide(question(candidates[published], by_id))
    twin = "a1" * 16
    await filled.decide(
        Rejected(
            id="q3", type=candidates["q3"].pair.type, query="?", gt_answer="", gate="duplicate", reason=f"as {twin}", sources=["tp", "ts"]
        )
    )
    await filled.decide(
        Rejected(id="q5", type="Single-Point_Chart-only", query="", gt_answer="", gate="write", reason="no form fits", sources=["cp"])
    )
    await filled.decide(Rejected(id="q6", type="x", query="", gt_answer="", gate="write", reason="old", sources=["gone"]))


async def _evaluate(filled: Filled, candidates: dict[str, Candidate]) -> None:
    scores = {"q1": (1.0, 1.0, 1.0, 1.0), "q2": (0.5, 0.0, None, None)}
    for qa_id, (recall, found_all, correct, covered) in scores.items():
        evaluation = Evaluation(
            id=f"e-{qa_id}",
            qa_id=qa_id,
            type=candidates[qa_id].pair.type,
            system="separate stores",
            k=5,
            corpus="c0ffee",
            retrieved=["tp#3"],
            response="41%",
            response_keypoints=["41%"],
            recall=recall,
            recall_all=found_all,
            correctness=correct,
            coverage=covered,
        )
        await filled.result("evaluate", qa_id, "evaluations", evaluation, evaluation.derive(id=f"old-{qa_id}", corpus="older"))


async def _note_failures(filled: Filled) -> None:
    await filled.store.put("failed/broken-r1.json", orjson.dumps({"document_id": "broken", "uri": "broken.pdf", "reason": "It is empty."}))
    await filled.store.put("abstentions/extract_chart/rs.json", orjson.dumps({"reason": "no table was read"}))
    await filled.store.put("abstentions/extract_text/gone.json", orjson.dumps({"reason": "nothing there"}))


@pytest.fixture
async def contents(filled: Filled) -> Contents:
    return await read(filled.store, filled.sources, corpus="c0ffee")
