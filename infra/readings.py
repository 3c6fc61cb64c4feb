"""A chart's reading: from the store, or made in a worker process and stored. It depends on chart and reader alone: nobody waits for it."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from cachetools import LRUCache

from charge_stream import charts
from charge_stream.charts.reading import ChartReading, declined
from charge_stream.infra.once import once
from charge_stream.infra.per_owner import PerOwner
from charge_stream.infra.stage import Deps
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chart, Chunk, ReadCell, Reading
from charge_stream.models.errors import WorkerDied
from charge_stream.models.ids import make_id

REMEMBERED = 1024
_RECENT: PerOwner[ContentStore, LRUCache[str, Reading]] = PerOwner(lambda store: LRUCache(REMEMBERED))
"""Readings that were asked for lately, by path. A stored reading never changes; the chart around it may stand in another context."""


async def reading_of(chart: Chart, deps: Deps) -> Reading:
    """ψ(chart).

    Raises:
        WorkerDied: the chart killed its reader as often as allowed.
    """
    path = f"readings/{chart.id}-{charts.READER_VERSION}.json"
    recent = _RECENT.of(deps.store)
    known: Reading | None = recent.get(path)
    if known is not None and known.chart is chart:
        return known
    stored = await deps.store.get(path)
    if stored is None:
        stored = await once(deps.store, path, lambda: _read_and_store(path, chart, deps))
    reading = recent[path] = as_record(chart, ChartReading.from_dict(deps.store.parsed(path, stored)), deps.settings.generation)
    return reading


async def _read_and_store(path: str, chart: Chart, deps: Deps) -> bytes:
    read = await _read(chart, deps)
    return await deps.store.put_if_absent(path, orjson.dumps(read.to_dict()))


async def _read(chart: Chart, deps: Deps) -> ChartReading:
    hints = charts.Hints(title=chart.title, subtitle=chart.subtitle, caption=chart.caption, notes=chart.notes)
    image = await deps.store.get_blob(chart.image) if chart.image is not None and chart.image.mime != "image/svg+xml" else None
    drawing = None if chart.drawing is None else charts.Drawing.from_dict(orjson.loads(await deps.store.get_blob(chart.drawing)))
    key, seconds = f"read_chart/{chart.id}", deps.settings.chart_seconds
    read: ChartReading = await deps.pool.run(key, charts.read_chart, image, drawing, chart.data, hints, timeout_s=seconds)
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
    )


async def pictures(sources: Sequence[object], deps: Deps) -> list[bytes]:
    """The pictures of the charts among ``sources``, for an engine that sees; vector pictures (SVG) are left out."""
    if not deps.engine.sees:
        return []
    images = [source.chart.image for source in sources if isinstance(source, Reading)]
    return [await deps.store.get_blob(image) for image in images if image is not None and image.mime != "image/svg+xml"]


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
