"""A question as the report shows it: answer, keypoints, the sentences and chart values that give them, and where these stand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import orjson

from charge_stream.charts import Mark, marks_of
from charge_stream.evaluation.contents import Contents, Evidence, evidence_of
from charge_stream.evaluation.pictures import Picture, fitted
from charge_stream.models import QA, QA_TYPES, Chart, Chunk, Context, ReadCell, Reading

if TYPE_CHECKING:
    from charge_stream.infra.store import ContentStore

AROUND = 2
"""Sentences shown before and after those that give the evidence."""

Box = tuple[float, float, float, float]
Size = tuple[float, float]


@dataclass(frozen=True)
class Sentence:
    """``given``: it is evidence."""

    text: str
    given: bool


@dataclass(frozen=True)
class ReadValue:
    """A cell of the reading as text; ``box`` is where it stands in the picture, as fractions (left, top, right, bottom)."""

    row: str
    column: str
    value: str
    box: Box | None = None


@dataclass(frozen=True)
class Overlay:
    """All that was read from a chart: marks in the picture's pixels, the series with their colours, and how it was read."""

    key: str
    marks: tuple[Mark, ...]
    series: tuple[tuple[str, str], ...]
    confidence: float
    origin: str
    disputed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """One hop's evidence. ``cut_before`` and ``cut_after`` tell that the paragraph goes on; ``title`` is the chart's."""

    modality: str
    keypoint: str
    context: Context
    page: int | None = None
    headings: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    cut_before: bool = False
    cut_after: bool = False
    title: str = ""
    picture: Picture | None = None
    values: tuple[ReadValue, ...] = ()
    overlay: Overlay | None = None


@dataclass(frozen=True)
class Card:
    id: str
    type: str
    question: str
    answer: str
    evidence: tuple[Shown, ...]
    gates: tuple[str, ...] = ()
    engine: str = ""
    form: str = ""


async def cards(contents: Contents, store: ContentStore) -> list[Card]:
    """A card for each valid question, by type in the paper's order, then by id."""
    hops = {qa.id: evidence_of(qa, contents.candidates) for qa in contents.qa}
    charts = {chart.id: chart for chart in contents.charts}
    used = sorted({hop.source_id for found in hops.values() for hop in found if hop.source_id in charts})
    pictures = await _pictures([charts[chart_id] for chart_id in used], store)
    sizes = {chart_id: await _drawn_size(charts[chart_id], contents.readings.get(chart_id), store) for chart_id in used}
    chunks = {chunk.id: chunk for chunk in contents.chunks}

    def shown(hop: Evidence) -> Shown:
        if hop.source_id in chunks:
            return _text(hop, chunks[hop.source_id])
        chart = charts[hop.source_id]
        picture = pictures.get(chart.image.sha256) if chart.image else None
        return _chart(hop, chart, contents.readings.get(chart.id), picture, sizes[chart.id])

    made = [_card(qa, tuple(shown(hop) for hop in hops[qa.id] if hop.source_id in chunks or hop.source_id in charts)) for qa in contents.qa]
    return sorted(made, key=lambda card: (QA_TYPES.index(card.type), card.id))


def _card(qa: QA, evidence: tuple[Shown, ...]) -> Card:
    gates = tuple(gate for gate, passed in qa.gates.items() if passed)
    return Card(qa.id, qa.type, qa.query, qa.gt_answer, evidence, gates, qa.engine, qa.form)


def _text(hop: Evidence, chunk: Chunk) -> Shown:
    first, last = min(hop.sentences, default=0), max(hop.sentences, default=0)
    start, end = max(0, first - AROUND), min(len(chunk.sentences), last + AROUND + 1)
    return Shown(
        modality="text",
        keypoint=hop.statement,
        context=chunk.context,
        page=chunk.page,
        headings=tuple(chunk.headings),
        sentences=tuple(Sentence(chunk.sentences[n], n in hop.sentences) for n in range(start, end)),
        cut_before=start > 0,
        cut_after=end < len(chunk.sentences),
    )


def _chart(hop: Evidence, chart: Chart, reading: Reading | None, picture: Picture | None, drawn: Size | None) -> Shown:
    size = drawn or ((picture.width, picture.height) if picture else None)
    return Shown(
        modality="chart",
        keypoint=hop.statement,
        context=chart.context,
        page=chart.page,
        headings=tuple(chart.headings),
        title=chart.title or (reading.title if reading else None) or chart.caption or "",
        picture=picture,
        values=tuple(_value(cell, reading, size) for cell in hop.cells) if reading else (),
        overlay=_overlay(reading, picture, size) if reading and picture and size else None,
    )


def _overlay(reading: Reading, picture: Picture, size: Size) -> Overlay | None:
    """None where nothing stands at a known place, as in a table that came with the chart."""
    read = marks_of(reading.cells, reading.ticks)
    if not read:
        return None
    factor = (picture.width / size[0], picture.height / size[1])
    marks = [replace(mark, box=[edge * factor[axis % 2] for axis, edge in enumerate(mark.box)]) for mark in read]
    coloured = [(name, colour) for name, colour in zip(reading.columns, reading.colours, strict=False) if colour is not None]
    series = [(name, "rgb({} {} {})".format(*colour)) for name, colour in coloured]
    return Overlay(reading.chart.id, tuple(marks), tuple(series), reading.confidence, reading.origin, tuple(reading.disputed))


def _value(place: tuple[int, int], reading: Reading, size: Size | None) -> ReadValue:
    row, column = place
    cell = next((cell for cell in reading.cells if (cell.row, cell.column) == place), None)
    entries = reading.rows[row] if row < len(reading.rows) else []
    header = str(entries[0]) if entries and entries[0] is not None else ""
    known = entries[column] if column < len(entries) else None
    value = _number(cell) if cell else ("" if known is None else str(known))
    return ReadValue(header, reading.columns[column] if column < len(reading.columns) else "", value, _fractions(cell, size))


def _number(cell: ReadCell) -> str:
    return cell.text or f"{cell.value:.6g}"


def _fractions(cell: ReadCell | None, size: Size | None) -> Box | None:
    """The cell's box as shares of the picture; None when it has none or lies outside."""
    if cell is None or not cell.box or size is None:
        return None
    left, top, right, bottom = (min(1.0, max(0.0, edge / size[axis % 2])) for axis, edge in enumerate(cell.box))
    return (left, top, right, bottom) if right > left and bottom > top else None


async def _pictures(charts: list[Chart], store: ContentStore) -> dict[str, Picture]:
    images = {chart.image.sha256: chart.image for chart in charts if chart.image}
    originals = [(sha256, await store.get_blob(image), image.mime) for sha256, image in images.items()]
    return await asyncio.to_thread(fitted, originals)


async def _drawn_size(chart: Chart, reading: Reading | None, store: ContentStore) -> Size | None:
    """Width and height of the drawing that a vector reading's boxes refer to; None for readings of pictures."""
    if reading is None or reading.origin != "vector" or chart.drawing is None:
        return None
    drawing = orjson.loads(await store.get_blob(chart.drawing))
    return (drawing["width"], drawing["height"]) if drawing["width"] > 0 and drawing["height"] > 0 else None
