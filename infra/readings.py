"""A chart's reading: from the store, or made in a worker process and stored. It depends on chart and reader alone: nobody waits for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import orjson
from cachetools import LRUCache

from charge_stream import charts
from charge_stream.charts.reading import ChartReading, declined
from charge_stream.documents.hints import hints_of
from charge_stream.infra.corpus import picture_of
from charge_stream.infra.once import once
from charge_stream.infra.per_owner import PerOwner
from charge_stream.infra.stage import Abstained, Deps
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chart, Chunk, ReadCell, Reading
from charge_stream.models.errors import WorkerDied
from charge_stream.models.ids import make_id
from charge_stream.prompts.catalogue import READ_CHART

REMEMBERED = 1024
_RECENT: PerOwner[ContentStore, LRUCache[str, Reading]] = PerOwner(lambda store: LRUCache(REMEMBERED))
"""Readings that were asked for lately, by path. A stored reading never changes; the chart around it may stand in another context."""


async def reading_of(chart: Chart, deps: Deps) -> Reading:
    """ψ(chart), reconciled with what the engine sees in the picture, if it looks at pictures.

    Raises:
        WorkerDied: the chart killed its reader as often as allowed.
    """
    path = _path(chart, deps)
    recent = _RECENT.of(deps.store)
    known: Reading | None = recent.get(path)
    if known is not None and known.chart is chart:
        return known
    read = await _stored(path, lambda: _reconciled(chart, deps) if deps.engine.sees else _read(chart, deps), deps)
    reading = recent[path] = as_record(chart, read, deps.settings.generation)
    return reading


def _path(chart: Chart, deps: Deps) -> str:
    return f"{_own_path(chart)}{f'-{deps.engine.name}-{deps.engine.version(READ_CHART)}' if deps.engine.sees else ''}.json"


def _own_path(chart: Chart) -> str:
    return f"readings/{chart.id}-{charts.READER_VERSION}"


async def _stored(path: str, make: Callable[[], Awaitable[ChartReading]], deps: Deps) -> ChartReading:
    """From the store, or made, once for all who ask meanwhile, and stored."""

    async def made() -> bytes:
        return await deps.store.put_if_absent(path, orjson.dumps((await make()).to_dict()))

    stored = await deps.store.get(path)
    if stored is None:
        stored = await once(deps.store, path, made)
    return ChartReading.from_dict(deps.store.parsed(path, stored))


async def _reconciled(chart: Chart, deps: Deps) -> ChartReading:
    own = await _stored(f"{_own_path(chart)}.json", lambda: _read(chart, deps), deps)
    picture = await picture_of(chart, deps.store)
    if picture is None or own.origin == "data":
        return own
    table = await deps.engine.ask(READ_CHART, {"titles": chart.titles}, [picture])
    if isinstance(table, Abstained):
        return own
    return charts.reconcile(own, table.columns, [(row.name, row.values) for row in table.rows], table.unit, table.scale)


async def _read(chart: Chart, deps: Deps) -> ChartReading:
    drawing = None if chart.drawing is None else charts.Drawing.from_dict(orjson.loads(await deps.store.get_blob(chart.drawing)))
    key, seconds = f"read_chart/{chart.id}", deps.settings.chart_seconds
    picture = await picture_of(chart, deps.store)
    read: ChartReading = await deps.pool.run(key, charts.read_chart, picture, drawing, chart.data, hints_of(chart), timeout_s=seconds)
    return read


def as_record(chart: Chart, read: ChartReading, generation: str) -> Reading:
    """The library's reading as the record that travels."""
    return Reading(
        id=make_id("reading", chart.id, generation),
        chart=chart,
        chart_type=read.chart_type,
        columns=read.columns,
        rows=read.rows,
        cells=[
            ReadCell(
                row=cell.row,
                column=cell.column,
                value=cell.value,
                confidence=cell.confidence,
                text=cell.text,
                box=list(cell.box) if cell.box else None,
            )
            for cell in read.cells
        ],
        confidence=read.confidence,
        abstained=read.abstained,
        words=read.words,
        notes=read.notes,
        origin=read.origin,
        reader=read.reader,
        reason=read.reason,
        title=read.title,
        subtitle=read.subtitle,
        unit=read.unit,
        scale=read.scale,
        ticks=[list(tick) for tick in read.ticks],
        colours=[None if colour is None else list(colour) for colour in read.colours],
        disputed=read.disputed,
        axis_titles=read.axis_titles,
        field_period=read.field_period,
    )


async def pictures(sources: Sequence[object], deps: Deps) -> list[bytes]:
    """The pictures of the charts among ``sources``, for an engine that sees; vector pictures (SVG) are left out."""
    if not deps.engine.sees:
        return []
    found = [await picture_of(source.chart, deps.store) for source in sources if isinstance(source, Reading)]
    return [picture for picture in found if picture is not None]


async def source_of(document_id: str, source_id: str, deps: Deps) -> Chunk | Reading | None:
    """The source as engines see it: a chunk, or the reading of a chart; None when no revision had it."""
    return await as_engines_see(await deps.sources.source(document_id, source_id), deps)


async def as_engines_see(source: Chunk | Chart | None, deps: Deps) -> Chunk | Reading | None:
    """A chart becomes its reading; one that kills its reader counts as declined."""
    if not isinstance(source, Chart):
        return source
    try:
        return await reading_of(source, deps)
    except WorkerDied as error:
        return as_record(source, declined(str(error)), deps.settings.generation)
