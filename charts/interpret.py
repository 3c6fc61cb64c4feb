"""From a scene to a reading: each kind of chart is tried, the first that holds is checked and put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from charge_stream.charts.around import around, plain
from charge_stream.charts.bar_table import read_bars
from charge_stream.charts.bars import Bars, find_bars
from charge_stream.charts.check import MIN_CONFIDENCE, Declined, chart_confidence, check_table
from charge_stream.charts.dot_plot import DotRows, find_dot_rows, plain_dots, read_dots
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.lines import read_lines
from charge_stream.charts.panel_boxes import panel_boxes
from charge_stream.charts.panel_table import Crop, read_boxes
from charge_stream.charts.panels import find_panels, read_panels
from charge_stream.charts.pies import read_pie
from charge_stream.charts.reading import READER_VERSION, Cell, ChartReading, Hints, Value, declined
from charge_stream.charts.scene import Mark, Scene, is_coloured
from charge_stream.charts.stacked_areas import read_stacked_areas
from charge_stream.charts.table import assemble
from charge_stream.charts.table_picture import is_tabular, read_table
from charge_stream.charts.tracks import tracks
from charge_stream.charts.understood import Understood
from charge_stream.charts.unlike import unlike

PLAIN = 0.005
"""A picture whose coloured marks cover more than this share of it is no table."""
MIN_BARS = 0.012
"""Bars cover at least this share of the picture, or lines are preferred."""


def interpret(scene: Scene, entries: list[Entry], hints: Hints, origin: str, crop: Crop) -> ChartReading:
    """The reading of a scene with its legend; a chart that fails every check is declined with the first reason and keeps its words.
    `crop` gives the scene of a part of the chart, where panels are found in it."""
    boxes = panel_boxes(scene)
    try:
        found = read_boxes(boxes, scene, crop, lambda part: understand(part, entries)) if boxes else understand(scene, entries)
        return _stated(found, scene, hints, origin)
    except Declined as failed:
        near = asdict(plain(scene, hints))
        words = [word.text for word in scene.words]
        return declined(failed.reason, chart_type=failed.chart_type, origin=origin, words=words, **near)


def understand(scene: Scene, entries: list[Entry]) -> Understood:
    """What the first kind of chart that holds makes of a scene. Raises `Declined` with the first reason where none does."""
    dots = plain_dots(scene, entries)
    rows = find_dot_rows(dots)
    strange = unlike(scene, dots, rows is not None)
    if strange:
        raise Declined(strange)
    failed: Declined | None = None
    for reader in _readers(scene, entries, rows):
        try:
            found = reader()
            _checked(found)
            return found
        except Declined as error:
            failed = failed or error
        # Untrusted drawings can be degenerate in ways no rule foresees; they are declined, not fatal.
        except (ArithmeticError, LookupError, ValueError):
            failed = failed or Declined("the marks of the chart make no sense together")
    raise failed or Declined("no bars, lines or pie found")


def _readers(scene: Scene, entries: list[Entry], dots: DotRows | None) -> list[Callable[[], Understood]]:
    """The kinds of chart that the scene may be, the likeliest first. A pie is nothing else, and neither are areas on one another."""
    areas = scene.areas
    if scene.discs:
        return [lambda: read_pie(scene.discs[0], scene, entries)]
    if is_tabular(scene):
        return [lambda: read_table(scene)]
    if areas is not None:
        return [lambda: read_stacked_areas(areas, scene, entries)]
    keys = {entry.swatch for entry in entries}
    excluded = keys | {mark for mark in scene.marks if _is_key(mark, keys)} | tracks(scene, entries)
    bars = find_bars(scene, excluded)
    readers: list[Callable[[], Understood]] = []
    if scene.traces:
        readers.append(lambda: read_lines(scene, entries))
    if bars is not None:
        readers.insert(0 if _bars_prevail(bars, scene, entries) else len(readers), lambda: read_bars(bars, scene, entries))
        panels = find_panels(scene, excluded, entries)
        if panels:
            readers.insert(len(readers) if bars.loose <= 0.2 * bars.area else 0, lambda: read_panels(panels, entries))
    if dots is not None:
        readers.insert(0, lambda: read_dots(dots, scene, entries))
    if sum(mark.area for mark in scene.marks if is_coloured(mark.colour)) < PLAIN * scene.width * scene.height:
        readers.append(lambda: read_table(scene))
    return readers


def _checked(found: Understood) -> tuple[list[str], list[list[Value]], list[Cell], float]:
    """Columns, rows, cells and the confidence of what was understood, if it passes the checks."""
    columns, rows, cells = assemble(found.rows, found.series, found.facts)
    for (row, series), text in found.texts.items():
        rows[row][columns.index(series, 1)] = text
    check_table(found.kind, columns, rows, cells)
    confidence = chart_confidence(cells)
    if confidence < MIN_CONFIDENCE:
        raise Declined("the values are too uncertain", found.kind)
    return columns, rows, cells, confidence


def _stated(found: Understood, scene: Scene, hints: Hints, origin: str) -> ChartReading:
    """The reading of what was understood."""
    columns, rows, cells, confidence = _checked(found)
    near = around(scene, hints, found.plot, found.used)
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
        words=[word.text for word in scene.words],
        notes=near.notes,
        origin=origin,
        reader=READER_VERSION,
        ticks=[word.box for word in found.ticks],
        colours=[None, *(found.colours.get(name) for name in columns[1:])],
        axis_titles=near.axis_titles,
        field_period=near.field_period,
    )


def _bars_prevail(bars: Bars, scene: Scene, entries: list[Entry]) -> bool:
    """Bars are what the legend names, or where it names neither, bars that cover enough of the picture."""
    if len(bars.bars) < 2:
        return False
    by_bars = sum(named(colour, entries) is not None for colour in bars.colours)
    by_lines = sum(named(line.colour, entries) is not None for line in scene.traces if not line.area)
    if by_bars != by_lines:
        return by_bars > by_lines
    return bars.area >= MIN_BARS * scene.width * scene.height


def _is_key(mark: Mark, keys: set[Mark]) -> bool:
    """A rectangle that is the swatch of a legend, up to a pixel."""
    return any(all(abs(a - b) <= 2 for a, b in zip(mark.box, key.box, strict=True)) for key in keys)
