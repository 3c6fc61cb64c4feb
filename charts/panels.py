"""Small multiples: lying bars in several columns, each with a baseline and a header of its own, read one by one and put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.bar_table import read_bars
from charge_stream.charts.bars import Bars, find_bars
from charge_stream.charts.check import Declined
from charge_stream.charts.legend import Entry
from charge_stream.charts.panel_table import joined
from charge_stream.charts.scene import Mark, Scene, Word, median, union
from charge_stream.charts.tracks import is_pale
from charge_stream.charts.understood import Understood

EVEN, UNEVEN = 2.5, 0.08
HEADER = 9.0
"""A panel's header stands within this many text heights above its first bar."""
MAX_PANELS = 8
APART = 0.25


@dataclass(frozen=True, slots=True)
class Panel:
    """The part of the scene that one column of bars takes, its header, and whether its rows have names of their own."""

    scene: Scene
    bars: Bars
    header: str
    named: bool


def find_panels(scene: Scene, excluded: set[Mark], entries: list[Entry]) -> list[Panel]:
    """Columns of bars from left to right; fewer than two are no panels."""
    marks = _bar_like([mark for mark in scene.marks if mark not in excluded], scene)
    columns = [own for column in _columns(marks, scene) if _lying(column, scene) and (own := _without_tracks(column, scene))]
    if not 2 <= len(columns) <= MAX_PANELS:
        return []
    edges = [union(mark.box for mark in column) for column in columns]
    first_names = _names(scene, edges[0], 0.0)
    panels: list[Panel] = []
    for i, (column, edge) in enumerate(zip(columns, edges, strict=True)):
        begin = edges[i - 1][2] if i else 0.0
        end = edges[i + 1][0] if i + 1 < len(edges) else scene.width
        names = _names(scene, edge, begin)
        named = i == 0 or len(names) >= 0.6 * sum(abs(mark.box[0] - edge[0]) <= EVEN * scene.grain for mark in column)
        segmented = not entries and len({mark.colour for mark in column}) < len(column) > len(_rows(column))
        header, header_words = _header(scene, edge, begin if named else edge[0] - scene.text_height, end, segmented)
        values = [
            w for w in scene.words if w.number is not None and edge[0] - 2 * scene.text_height <= w.x < end and w.box[1] >= edge[1] - 4
        ]
        words = dict.fromkeys([*(names if named and i else first_names), *values, *header_words])
        part = replace(scene, words=tuple(words), marks=tuple(column), traces=(), discs=())
        bars = find_bars(part, set())
        if bars is None or bars.upright:
            return []
        panels.append(Panel(part, bars, header, named))
    return panels


def _bar_like(marks: list[Mark], scene: Scene) -> list[Mark]:
    """The marks of the height that covers most."""
    heights = [mark.height for mark in marks if mark.height >= 4 * scene.grain and mark.width < 0.9 * scene.width]

    def covered(height: float) -> float:
        return sum(mark.area for mark in marks if abs(mark.height - height) <= EVEN * scene.grain + UNEVEN * height)

    usual = max(sorted(set(heights)), key=covered, default=0.0)
    slack = EVEN * scene.grain + UNEVEN * usual
    return [mark for mark in marks if abs(mark.height - usual) <= slack and mark.width < 0.9 * scene.width]


def _columns(marks: Sequence[Mark], scene: Scene) -> list[list[Mark]]:
    """Marks cut where no mark reaches over, from left to right."""
    columns: list[list[Mark]] = []
    reach = -1.0
    for mark in sorted(marks, key=lambda mark: mark.box[0]):
        if not columns or mark.box[0] > reach + APART * scene.text_height:
            columns.append([])
        columns[-1].append(mark)
        reach = max(reach, mark.box[2])
    return columns


def _without_tracks(column: list[Mark], scene: Scene) -> list[Mark]:
    """Without the pale rests that only show how long a bar could be: all end on one line and nothing is printed on them."""
    end = max(mark.box[2] for mark in column)
    pale = [mark for mark in column if is_pale(mark)]
    ending = all(abs(mark.box[2] - end) <= EVEN * scene.grain for mark in pale)
    printed = any(word.on(mark.box) for mark in pale for word in scene.words)
    return [mark for mark in column if mark not in pale] if len(pale) >= 2 and ending and not printed else column


def _lying(column: list[Mark], scene: Scene) -> bool:
    """Bars of one height in at least two rows, most beginning on one line."""
    usual = median(mark.height for mark in column)
    rows = _rows(column)
    alike = sum(abs(mark.height - usual) <= EVEN * scene.grain + UNEVEN * usual for mark in column)
    return len(rows) >= 2 and alike >= 0.8 * len(column) and usual >= 4 * scene.grain


def _rows(column: Sequence[Mark]) -> set[int]:
    usual = median(mark.height for mark in column)
    return {round(mark.box[1] / max(usual, 1)) for mark in column}


def _names(scene: Scene, edge: tuple[float, float, float, float], begin: float) -> list[Word]:
    """Words that are no values between the end of the column before and this one's bars, level with them."""
    x0, y0, _, y1 = edge
    room = 0.6 * scene.text_height
    return [
        word
        for word in scene.words
        if word.may_name and word.level and begin - room <= word.box[0] and word.box[2] <= x0 + room and y0 - room <= word.y <= y1 + room
    ]


def _header(scene: Scene, edge: tuple[float, float, float, float], begin: float, end: float, segmented: bool) -> tuple[str, list[Word]]:
    """The panel's name from the lines above the column that stay within its width, and the lowest of these lines."""
    lines = [
        word
        for word in scene.words
        if word.level
        and word.number is None
        and edge[1] - HEADER * scene.text_height <= word.box[1]
        and word.box[3] <= edge[1] + 0.3 * scene.text_height
        and begin - scene.text_height <= word.box[0]
        and word.box[2] <= end + scene.text_height
    ]
    blocks: list[list[Word]] = []
    top = edge[1]
    for word in sorted(lines, key=lambda word: -word.box[3]):
        if not blocks or top - word.box[3] > 0.5 * scene.text_height:
            blocks.append([])
        blocks[-1].append(word)
        top = min(top, word.box[1])
    # Over stacks the lowest lines name the segments, the lines above them the panel.
    own = blocks[1:] if segmented else blocks[:1]
    block = sorted(own[-1] if own else [], key=lambda word: (round(word.y / (0.6 * scene.text_height)), word.x))
    return " ".join(word.text for word in block), [word for block in blocks[:1] for word in block]


def read_panels(panels: list[Panel], entries: list[Entry]) -> Understood:
    """One table: panels that share their rows are columns of it; those with rows of their own put their header before them."""
    found = [read_bars(panel.bars, panel.scene, entries) for panel in panels]
    together = not any(panel.named for panel in panels[1:])
    if together and any(part.rows != found[0].rows for part in found):
        raise Declined("the panels do not share their rows", found[0].kind)
    merged = joined([panel.header for panel in panels], found, together)
    return replace(merged, used=merged.used | {word for panel in panels for word in panel.scene.words})
