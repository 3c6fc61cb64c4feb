"""Small multiples of upright bars and lines: where the panels are, told by labels along the x axis that repeat."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

from charge_stream.charts.in_line import in_line, lines_of
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Scene, Word, median

LEAST_LABELS, MAX_PANELS = 2, 16
LINE = 0.55
"""Labels of one line differ in height by less than this share of the text height."""
TICKS = 3
"""So many numbers that end on one line between two panels are the axis of the right one."""


@dataclass(frozen=True, slots=True)
class PanelBox:
    """The part of a chart that one panel takes, its header, and the number of the band (row of panels) it stands in."""

    box: Box
    header: Word
    band: int


def panel_boxes(scene: Scene) -> list[PanelBox]:
    """The panels in reading order; empty where no labels repeat or not every panel has a header of its own above it."""
    runs = _repeated(scene)
    if not 2 <= len(runs) <= MAX_PANELS:
        return []
    bands = _bands(runs, scene)
    panels: list[PanelBox] = []
    top = 0.0
    for number, band in enumerate(bands):
        edges = _edges(band, top, scene)
        headers = _headers(edges, top, min(word.box[1] for run in band for word in run), scene)
        if not headers:
            return []
        bottom = max(word.box[3] for run in band for word in run) + 0.6 * scene.text_height
        over = min(header.box[1] for header in headers)
        panels += [PanelBox((x0, over, x1, bottom), header, number) for (x0, x1), header in zip(edges, headers, strict=True)]
        top = bottom
    return panels if len({panel.header.text for panel in panels}) == len(panels) else []


def _repeated(scene: Scene) -> list[list[Word]]:
    """The lines of labels, cut where they begin anew; those of the sequence that stands most often. Plain numbers are ticks, no labels."""
    words = [word for word in scene.words if word.level and word.may_name]
    runs = [run for line in lines_of(words, LINE * scene.text_height) for run in _cut(line) if len(run) >= LEAST_LABELS]
    counts = Counter(tuple(word.text for word in run) for run in runs)
    texts, count = max(counts.items(), key=lambda item: (item[1] * len(item[0]), item[0]), default=((), 0))
    return [run for run in runs if tuple(word.text for word in run) == texts] if count >= 2 else []


def _cut(line: list[Word]) -> list[list[Word]]:
    """Pieces of the shortest period of which the whole line consists; the line itself where it has none."""
    texts = [word.text for word in line]
    for period in range(LEAST_LABELS, len(line) // 2 + 1):
        if len(line) % period == 0 and all(texts[i] == texts[i - period] for i in range(period, len(texts))):
            return [line[i : i + period] for i in range(0, len(line), period)]
    return [line]


def _bands(runs: list[list[Word]], scene: Scene) -> list[list[list[Word]]]:
    """Runs of labels on one line are of panels side by side."""
    bands = in_line(runs, lambda run: run[0].y, LINE * scene.text_height)
    return [sorted(band, key=lambda run: run[0].x) for band in bands]


def _edges(band: list[list[Word]], top: float, scene: Scene) -> list[tuple[float, float]]:
    """From where to where each panel of a band reaches: cut between the labels, left of an axis that stands there."""
    cuts = [0.0]
    for before, after in itertools.pairwise(band):
        start, end = before[-1].box[2], after[0].box[0]
        between = [
            word
            for word in scene.words
            if word.number is not None and word.level and start <= word.x <= after[0].x and top <= word.y < after[0].box[1]
        ]
        axis = max(
            ([word for word in between if abs(word.box[2] - other.box[2]) <= 0.45 * scene.text_height] for other in between),
            key=len,
            default=[],
        )
        cuts.append(min(word.box[0] for word in axis) - 2 * scene.grain if len(axis) >= TICKS else (start + end) / 2)
    # A last row that is not full leaves room that is none of its panels'.
    width = median(b - a for a, b in itertools.pairwise(cuts)) if len(cuts) > 1 else scene.width
    return list(zip(cuts, [*cuts[1:], min(scene.width, max(cuts[-1] + 1.3 * width, band[-1][-1].box[2] + scene.text_height))], strict=True))


def _headers(edges: list[tuple[float, float]], top: float, bottom: float, scene: Scene) -> list[Word]:
    """The lowest line between two heights on which every panel has one word within its width, all of them different."""
    words = [w for w in scene.words if w.level and top <= w.y < bottom and w.may_name]
    slack = 0.5 * scene.text_height
    for line in reversed(lines_of(words, LINE * scene.text_height)):
        within = [[word for word in line if x0 - slack <= word.box[0] and word.box[2] <= x1 + slack] for x0, x1 in edges]
        if all(len(own) == 1 for own in within) and len({own[0].text for own in within}) == len(within) and len(line) == len(within):
            return [own[0] for own in within]
    return []
