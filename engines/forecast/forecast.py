"""The forecast: every stage's calls, in the order of the flow, about what the documents hold and models are expected to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.engines.forecast.bill import Bill, Case, Line, evenly
from charge_stream.engines.forecast.expected import Expected
from charge_stream.engines.forecast.material import Material, Source, extracted, keypoints
from charge_stream.engines.forecast.proposals import Selected, selected
from charge_stream.evaluation.retrieval import THREE_TO_TWO
from charge_stream.infra.encoders import Encoder
from charge_stream.infra.settings import Settings
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts import catalogue as prompts
from charge_stream.prompts import outputs

Hops = tuple[Keypoint, ...]


@dataclass(frozen=True)
class Forecast:
    """``lines`` in the order of the flow; beside them what is expected to come about."""

    lines: list[Line]
    keypoints: int
    retained: int
    selected: float
    published: float


async def forecast(material: Material, expected: Expected, settings: Settings, encoder: Encoder) -> Forecast:
    """What the models would be asked, and what comes of it."""
    bill, made = Bill(settings.openai), keypoints(material, expected)
    if settings.openai.role("reader").vision:
        _reading(bill, material)
    _extraction(bill, material, made)
    new = [item for source_id, items in made.items() if source_id not in material.known for item in items]
    every = [item for items in made.values() for item in items]
    _verification(bill, material, expected, evenly(new, expected.verified * len(new)))
    retained = evenly(every, expected.retained * len(every))
    chosen = await selected(retained, settings, encoder)
    published = _questions(bill, material, expected, chosen, settings)
    return Forecast(bill.lines, len(every), len(retained), sum(chosen.count.values()), published)


def _reading(bill: Bill, material: Material) -> None:
    """A model looks at the pictures of charts that came without data."""

    def case(reading: Reading) -> Case:
        rows = [outputs.ChartRow(name=str(row[0]), values=[0.5] * (len(row) - 1)) for row in reading.rows if row]
        return Case({"titles": reading.chart.titles}, outputs.ChartTable(columns=list(reading.columns), rows=rows), material.shown(reading))

    seen = [one for one in material.readings if one.chart.id in material.pictures and one.origin != "data"]
    bill.add("read_chart", prompts.READ_CHART, [one for one in seen if one.chart.id not in material.known], case)


def _extraction(bill: Bill, material: Material, made: dict[str, list[Keypoint]]) -> None:
    sources = material.sources

    def of_text(chunk: Chunk) -> Case:
        before = [other.text for other in by_document[chunk.document_id] if other.position < chunk.position]
        return Case({"chunk": chunk, "preceding": before[-1] if before else ""}, found(chunk.id))

    def of_chart(reading: Reading) -> Case:
        return Case({"reading": reading}, found(reading.chart.id), material.shown(reading))

    def found(source_id: str) -> outputs.ExtractedKeypoints:
        return outputs.ExtractedKeypoints(keypoints=extracted(made[source_id]))

    def classified(keypoint: Keypoint) -> Case:
        source = sources[keypoint.source_id]
        chunk, reading = (source, None) if isinstance(source, Chunk) else (None, source)
        inputs = {"statement": keypoint.statement, "modality": keypoint.modality, "chunk": chunk, "reading": reading}
        return Case(inputs, outputs.Classification(modality="text-only"))

    by_document: dict[str, list[Chunk]] = {}
    for chunk in material.chunks:
        by_document.setdefault(chunk.document_id, []).append(chunk)
    chunks = [chunk for chunk in material.chunks if chunk.id not in material.known]
    readings = [reading for reading in material.readings if reading.chart.id not in material.known]
    bill.add("extract_text", prompts.EXTRACT_TEXT, chunks, of_text)
    bill.add("extract_text", prompts.CLASSIFY_KEYPOINT, [item for chunk in chunks for item in made[chunk.id]], classified)
    bill.add("extract_chart", prompts.EXTRACT_CHART, readings, of_chart)
    bill.add("extract_chart", prompts.CLASSIFY_KEYPOINT, [item for one in readings for item in made[one.chart.id]], classified)


def _verification(bill: Bill, material: Material, expected: Expected, asked: Sequence[Keypoint]) -> None:
    sources = material.sources

    def question(keypoint: Keypoint) -> Case:
        return Case({"keypoint": keypoint}, outputs.Question(question=keypoint.statement))

    def own(keypoint: Keypoint) -> Case:
        return answer(keypoint, [sources[keypoint.source_id]])

    def other(keypoint: Keypoint) -> Case:
        return answer(keypoint, paired(keypoint))

    def answer(keypoint: Keypoint, shown: Sequence[Source]) -> Case:
        kind = "chunks" if isinstance(shown[0], Chunk) else "readings"
        inputs = {"question": keypoint.statement, "keypoint": keypoint, kind: list(shown)}
        return Case(inputs, outputs.ModalityAnswer(answer=keypoint.statement), material.shown(*shown))

    def judged(keypoint: Keypoint) -> Case:
        inputs = {"keypoint": keypoint, "question": keypoint.statement, "answer": keypoint.statement}
        return Case(inputs, outputs.Judgement(verdict="different"))

    def paired(keypoint: Keypoint) -> list[Source]:
        source = sources[keypoint.source_id]
        return [sources[one] for one in (source.paired if isinstance(source, Chunk) else source.chart.paired) if one in sources]

    def of(modality: str, some: Sequence[Keypoint]) -> list[Keypoint]:
        return [keypoint for keypoint in some if keypoint.modality == modality]

    held = [keypoint for keypoint in asked if paired(keypoint)]
    bill.add("verify", prompts.QUESTION_FROM_KEYPOINT, asked, question)
    bill.add("verify", prompts.ANSWER_FROM_TEXT, of("text", asked), own)
    bill.add("verify", prompts.ANSWER_FROM_TEXT, of("chart", held), other)
    bill.add("verify", prompts.ANSWER_FROM_CHART, of("chart", asked), own)
    bill.add("verify", prompts.ANSWER_FROM_CHART, of("text", held), other)
    bill.add("verify", prompts.JUDGE, asked, judged, expected.own_answered * len(asked) + expected.other_judged * len(held))


def _questions(bill: Bill, material: Material, expected: Expected, chosen: Selected, settings: Settings) -> float:
    """What is written, checked and evaluated; how many are published."""
    sources = material.sources

    def written(hops: Hops) -> Case:
        shown = [sources[hop.source_id] for hop in hops]
        reply = outputs.WrittenQA(query=_told(hops), answer=_told(hops), form="comparison")
        return Case({"hops": list(hops), "sources": shown}, reply, material.shown(*shown))

    def gated(hops: Hops) -> Case:
        inputs = written(hops).inputs
        known = {"query": _told(hops), "answer": _told(hops), "form": "comparison", "type": "", "neighbours": []}
        return Case({**inputs, **known}, outputs.GateVerdict(passed=True, reason="It stands there."))

    published: dict[str, float] = {}
    for kind, prompt in prompts.WRITE_QA.items():
        bill.add("generate", prompt, chosen.hops[kind], written, chosen.count[kind])
        published[kind] = chosen.count[kind] * expected.written
    every = [hops for kind in prompts.WRITE_QA for hops in chosen.hops[kind]]
    for name, gate in prompts.GATES.items():
        bill.add("check", gate, every, gated, sum(published.values()))
        published = {kind: count * expected.gates[name] for kind, count in published.items()}
    total = sum(min(count * expected.unique, settings.quota[kind]) for kind, count in published.items())
    _evaluation(bill, material, expected, evenly(every, total), total, settings)
    return total


def _evaluation(bill: Bill, material: Material, expected: Expected, asked: Sequence[Hops], count: float, settings: Settings) -> None:
    sentences = [(chunk, number) for chunk in material.chunks for number in range(len(chunk.sentences))]

    def split(hops: Hops) -> Case:
        reply = outputs.ResponseKeypoints(keypoints=[hop.statement for hop in hops])
        return Case({"question": _told(hops), "response": _told(hops)}, reply)

    def matched(hops: Hops) -> Case:
        statements = [hop.statement for hop in hops]
        return Case({"ground_truth": statements, "response": statements}, outputs.KeypointMatches(matches=[(0, 0)]))

    for k in settings.top_k:
        charts = min(k * THREE_TO_TWO.count("C") // len(THREE_TO_TWO), len(material.readings))
        shown = evenly(material.readings, charts)
        chunks = [chunk.cut_to([number]) for chunk, number in evenly(sentences, k - charts)]

        def answered(hops: Hops, shown: Sequence[Reading] = shown, chunks: Sequence[Chunk] = chunks) -> Case:
            inputs = {"question": _told(hops), "chunks": list(chunks), "readings": list(shown)}
            return Case(inputs, outputs.Response(answer=_told(hops)), material.shown(*shown))

        bill.add("evaluate", prompts.ANSWER_QUESTION, asked, answered, count)
        bill.add("evaluate", prompts.KEYPOINTS_OF_RESPONSE, asked, split, count * expected.answered)
        bill.add("evaluate", prompts.MATCH_KEYPOINTS, asked, matched, count * expected.answered)


def _told(hops: Hops) -> str:
    """What stands for a question, its answer and a response to it."""
    return " ".join(hop.statement for hop in hops)
