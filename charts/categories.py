"""The names of the categories: the words beside the start of each bar, or of each group of bars."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.axes import least_squares
from charge_stream.charts.bar_words import DATED, Label, bar_labels
from charge_stream.charts.bars import Bars
from charge_stream.charts.lane_groups import distinct, lane_groups, middles_of
from charge_stream.charts.names_over import names_over
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.timeaxis import moment, words_of

NAMED = 0.8
"""Where at least so many bars have a name, the others are left out; else the chart is not understood."""


@dataclass(frozen=True, slots=True)
class Category:
    """A row of the table: its name, the lanes it owns, the words that name it."""

    name: str
    lanes: tuple[int, ...]
    words: tuple[Word, ...] = ()


def lanes_of(rows: Sequence[Category]) -> dict[int, int]:
    """The row that owns each lane."""
    return {lane: i for i, row in enumerate(rows) for lane in row.lanes}


def categories(found: Bars, scene: Scene, taken: set[Word]) -> list[Category]:
    """One category a lane or a group of lanes, in order across; empty where the names cannot be told."""
    rows = _rows(found, bar_labels(found, scene, taken, at_zero=False))
    # Some programs write all names along the zero line, over the bars that run the other way: in pictures such words are read badly.
    if not rows and scene.grain < 1:
        rows = _rows(found, bar_labels(found, scene, taken, at_zero=True))
    return rows or [
        Category(" ".join(word.text for word in words), tuple(lanes), tuple(words)) for lanes, words in names_over(found, scene, taken)
    ]


def _rows(found: Bars, labels: Sequence[Label]) -> list[Category]:
    if not labels:
        return []
    if not found.upright:
        return _under_headings(_by_lane_groups(found, labels), labels) or _by_slots(found, labels)
    skipped = _skipped_moments(found, labels)
    return skipped or _by_label(found, labels) or _by_lane_groups(found, labels) or _by_slots(found, labels)


def _by_slots(found: Bars, labels: Sequence[Label]) -> list[Category]:
    """Groups in which bars are missing: every colour has its place beside the label, and all bars stand there."""
    owner = [min(range(len(labels)), key=lambda i: abs(labels[i].a - lane)) for lane in found.lanes]
    colour = {bar.lane: bar.colour for bar in found.bars}
    offsets = {lane: found.lanes[lane] - labels[owner[lane]].a for lane in colour}
    usual = {c: median(offset for lane, offset in offsets.items() if colour[lane] == c) for c in found.colours}
    if any(abs(offset - usual[colour[lane]]) > 0.6 * found.thickness for lane, offset in offsets.items()):
        return []
    rows = [Category(label.text, tuple(lane for lane in offsets if owner[lane] == i), label.words) for i, label in enumerate(labels)]
    rows = [row for row in rows if row.lanes]
    return rows if all(distinct(row.lanes, found) for row in rows) else []


def _by_label(found: Bars, labels: Sequence[Label]) -> list[Category]:
    """Every lane goes to the nearest label; refused where a label has no lane or owns two bars of one colour side by side."""
    owner = [min(range(len(labels)), key=lambda i: abs(labels[i].a - lane)) for lane in found.lanes]
    result = [
        Category(label.text, tuple(lane for lane, who in enumerate(owner) if who == i), label.words) for i, label in enumerate(labels)
    ]
    kept = [category for category in result if category.lanes]
    if any(not distinct(category.lanes, found) for category in kept):
        return []
    centred = [
        abs(median(found.lanes[lane] for lane in category.lanes) - labels[result.index(category)].a) <= 0.75 * _width(category, found)
        for category in kept
    ]
    return kept if kept and sum(centred) >= 0.8 * len(kept) else []


def _width(category: Category, found: Bars) -> float:
    return found.lanes[category.lanes[-1]] - found.lanes[category.lanes[0]] + found.thickness


def _by_lane_groups(found: Bars, labels: Sequence[Label]) -> list[Category]:
    """Lanes grouped by the gaps between them; each group takes the lines of text nearest to its middle."""
    groups = lane_groups(found)
    middles = middles_of(found, groups)
    step = min((b - a for a, b in itertools.pairwise(middles)), default=4 * found.thickness)
    texts: list[list[Label]] = [[] for _ in groups]
    for label in labels:
        near = min(range(len(groups)), key=lambda i: abs(middles[i] - label.a))
        if abs(middles[near] - label.a) <= 0.62 * step:
            texts[near].append(label)
    named = [i for i, lines in enumerate(texts) if lines]
    if len(named) < NAMED * len(groups):
        return []
    blocks = [_block(texts[i], middles[i]) for i in named]
    return [
        Category(" ".join(line.text for line in lines), tuple(group), tuple(word for line in lines for word in line.words))
        for group, lines in zip((groups[i] for i in named), blocks, strict=True)
    ]


def _under_headings(rows: list[Category], labels: Sequence[Label]) -> list[Category]:
    """Names that stand twice are told apart by the headings between the bars ("Among Republicans")."""
    if len({row.name for row in rows}) == len(rows):
        return rows
    used = {word for row in rows for word in row.words}
    headings = [label for label in labels if not used.intersection(label.words)]
    told: list[Category] = []
    for row in rows:
        top = min((word.y for word in row.words), default=0.0)
        above = [label.text for label in headings if label.a < top]
        told.append(replace(row, name=f"{above[-1].rstrip('. …:')}: {row.name}") if above else row)
    return told


def _block(lines: list[Label], middle: float) -> list[Label]:
    """The lines that follow one another without a gap, around the one nearest to the middle."""
    if not lines or not lines[0].words[0].level:
        return lines
    centre = min(range(len(lines)), key=lambda i: abs(lines[i].a - middle))
    kept = [lines[centre]]
    for step in (-1, 1):
        at = centre + step
        while 0 <= at < len(lines) and _touching(kept[0 if step < 0 else -1], lines[at]):
            kept.insert(0 if step < 0 else len(kept), lines[at])
            at += step
    return kept


def _touching(first: Label, second: Label) -> bool:
    a, b = first.words[0].box, second.words[0].box
    return max(a[1], b[1]) - min(a[3], b[3]) <= 0.5 * max(a[3] - a[1], b[3] - b[1])


def _skipped_moments(found: Bars, labels: Sequence[Label]) -> list[Category]:
    """Evenly spaced lanes of which only every other, or every fifth, carries its year, or its month."""
    steps = [b - a for a, b in itertools.pairwise(found.lanes)]
    dated = [(label, at) for label in labels if (at := moment(label.text)) is not None]
    if len(dated) < max(2, DATED * len(labels)) or len(labels) >= len(found.lanes) or len({at.style for _, at in dated}) > 1:
        return []
    pitch = median(steps)
    if any(abs(step / pitch - round(step / pitch)) > 0.2 for step in steps):
        return []
    slope, offset = least_squares([label.a for label, _ in dated], [float(at.at) for _, at in dated])
    fitted = [slope * lane + offset for lane in found.lanes]
    if any(abs(at - round(at)) > 0.25 for at in fitted) or len({round(at) for at in fitted}) < len(fitted):
        return []
    words = tuple(word for label in labels for word in label.words)
    like = dated[0][0].text.rstrip("*†")
    return [Category(words_of(round(at), like), (lane,), words) for lane, at in enumerate(fitted)]
