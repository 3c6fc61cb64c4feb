"""From a scene to a reading: each kind of chart is tried, the first that holds is checked and put into words."""

from __future__ import annotations

from charge_stream.charts.around import Around, around, plain
from charge_stream.charts.bar_table import read_bars
from charge_stream.charts.bars import Bars, find_bars
from charge_stream.charts.check import MIN_CONFIDENCE, Declined, chart_confidence, check_table
from charge_stream.charts.legend import Entry, legend, named
from charge_stream.charts.lines import read_lines
from charge_stream.charts.pies import read_pie
from charge_stream.charts.reading import READER_VERSION, ChartReading, Hints, declined
from charge_stream.charts.scene import Mark, Scene
from charge_stream.charts.table import assemble
from charge_stream.charts.understood import Understood

MIN_BARS = 0.012
"""Bars cover at least this share of the picture, or lines are preferred."""


def interpret(scene: Scene, swatches: tuple[Mark, ...], hints: Hints, origin: str) -> ChartReading:
    """The reading of a scene; a chart that fails a check is declined with the reason and keeps its words."""
    words = [word.text for word in scene.words]
    try:
        found = understand(scene, swatches)
        columns, rows, cells = assemble(found.rows, found.series, found.facts)
        check_table(found.kind, columns, rows, cells)
        confidence = chart_confidence(cells)
        if confidence < MIN_CONFIDENCE:
            raise Declined("the values are too uncertain", found.kind)
    except Declined as error:
        near = plain(scene, hints)
        return declined(error.reason, chart_type=error.chart_type, origin=origin, words=words, **_named(near))
    near = around(scene, hints, found.plot[1], found.plot[3], found.used)
    return ChartReading(
        chart_type=found.kind,
        title=near.title,
        subtitle=near.subtitle,
        unit=found.unit or near.unit,
        scale=found.scale or near.scale,
        columns=columns,
        rows=rows,
        cells=cells,
        confidence=confidence,
        abstained=False,
        reason=None,
        words=words,
        notes=near.notes,
        origin=origin,
        reader=READER_VERSION,
    )


def understand(scene: Scene, swatches: tuple[Mark, ...]) -> Understood:
    """Pies before bars before lines. Raises `Declined` where nothing holds."""
    entries = legend(scene, swatches)
    if scene.discs:
        return read_pie(scene.discs[0], scene, entries)
    keys = {entry.swatch for entry in entries} | {mark for mark in scene.marks if _is_key(mark, {e.swatch for e in entries})}
    bars = find_bars(scene, keys)
    if scene.traces and not _bars_prevail(bars, scene, entries):
        return read_lines(scene, entries)
    if bars is None:
        raise Declined("no bars, lines or pie found")
    try:
        return read_bars(bars, scene, entries)
    except Declined:
        if not any(line.nodes for line in scene.traces):
            raise
    return read_lines(scene, entries)


def _bars_prevail(bars: Bars | None, scene: Scene, entries: list[Entry]) -> bool:
    """Bars are what the legend names, or where it names neither, bars that cover enough of the picture."""
    if bars is None or len(bars.bars) < 2:
        return False
    by_bars = sum(named(colour, entries) is not None for colour in bars.colours)
    by_lines = sum(named(line.colour, entries) is not None for line in scene.traces if not line.area)
    if by_bars != by_lines:
        return by_bars > by_lines
    return bars.area >= MIN_BARS * scene.width * scene.height


def _is_key(mark: Mark, keys: set[Mark]) -> bool:
    """A rectangle that is the swatch of a legend, up to a pixel."""
    return any(all(abs(a - b) <= 2 for a, b in zip(mark.box, key.box, strict=True)) for key in keys)


def _named(near: Around) -> dict[str, object]:
    return {"title": near.title, "subtitle": near.subtitle, "unit": near.unit, "scale": near.scale, "notes": near.notes}
