"""Documents parsed and some of their charts read, without a stream and without a model: what a forecast is made from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from charge_stream import charts
from charge_stream.agents.ingest import limits_of, parse_document
from charge_stream.charts.reading import declined
from charge_stream.cli.inputs import Found, Place, find
from charge_stream.documents.hints import hints_of
from charge_stream.documents.parsed import ParsedChart, ParsedDocument
from charge_stream.engines.forecast.bill import evenly
from charge_stream.engines.forecast.material import Material
from charge_stream.engines.pictures import tokens_of
from charge_stream.infra import results
from charge_stream.infra.pool import Pool
from charge_stream.infra.readings import as_record
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models import Reading
from charge_stream.models.errors import BrokenDocument, Permanent, WorkerDied
from charge_stream.models.ids import make_id

MOST_READ = 40
"""Charts that are read, spread evenly over all; each of the others counts with the table of the one before it."""


@dataclass
class Survey:
    """``documents`` that were parsed, and a sentence for each that was not."""

    documents: int = 0
    problems: list[str] = field(default_factory=list)
    material: Material = field(default_factory=Material)


async def surveyed(places: Sequence[Place], settings: Settings, pool: Pool, store: ContentStore | None) -> Survey:
    """Parse every document of the places. ``store`` tells what was extracted before, and so is not paid for again."""
    survey = Survey()
    parsed: list[ParsedDocument] = []
    for place in places:
        found = find(place, settings.max_document_mb)
        while (one := await asyncio.to_thread(next, found, None)) is not None:
            try:
                parsed.append(await _parsed(one, settings, pool))
            except (BrokenDocument, WorkerDied) as error:
                survey.problems.append(str(error))
    survey.documents = len(parsed)
    chunks = [chunk for document in parsed for chunk in document.chunks]
    cut = [chart for document in parsed for chart in document.charts]
    readings = await _readings(cut, settings, pool)
    known = {("extract_text", chunk.id): chunk.id for chunk in chunks}
    known |= {("extract_chart", reading.id): reading.chart.id for reading in readings}
    before = [one for (stage, identity), one in known.items() if store and await store.exists(results.path_of(stage, identity))]
    survey.material = Material(chunks, readings, _pictures(cut), frozenset(before))
    return survey


async def _parsed(found: Found, settings: Settings, pool: Pool) -> ParsedDocument:
    if found.problem is not None:
        raise BrokenDocument(found.problem)
    return await pool.run(
        f"estimate/{make_id(found.document_id)}",
        parse_document,
        found.content,
        found.media_type,
        found.document_id,
        found.uri,
        found.attachments,
        None,
        limits_of(settings),
        timeout_s=settings.document_seconds,
    )


async def _readings(cut: Sequence[ParsedChart], settings: Settings, pool: Pool) -> list[Reading]:
    chosen = evenly(cut, MOST_READ)
    read = dict(zip((one.chart.id for one in chosen), await asyncio.gather(*(_read(one, settings, pool) for one in chosen)), strict=True))
    readings: list[Reading] = []
    for one in cut:
        if one.chart.id in read or not readings:
            readings.append(as_record(one.chart, read.get(one.chart.id) or declined("not read"), settings.generation))
        else:
            readings.append(readings[-1].derive(id=make_id("reading", one.chart.id, settings.generation), chart=one.chart))
    return readings


async def _read(one: ParsedChart, settings: Settings, pool: Pool) -> charts.ChartReading:
    chart = one.chart
    arguments = (one.pixels, one.drawing, chart.data, hints_of(chart))
    try:
        return await pool.run(f"estimate/{chart.id}", charts.read_chart, *arguments, timeout_s=settings.chart_seconds)
    except WorkerDied as error:
        return declined(str(error))


def _pictures(cut: Sequence[ParsedChart]) -> dict[str, int]:
    """Tokens by chart; a picture that cannot be decoded costs its chart, and no money."""
    counted: dict[str, int] = {}
    for one in cut:
        if one.pixels is not None:
            try:
                counted[one.chart.id] = tokens_of(one.pixels)
            except Permanent:
                continue
    return counted
