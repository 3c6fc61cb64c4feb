"""Names that stand over lying bars instead of before them: lines that begin where the bar begins."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from charge_stream.charts.bars import Bars
from charge_stream.charts.lane_groups import lane_groups
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Scene, Word, union

FLUSH = 0.9
"""A name begins within this many text heights of the bars."""
ABOVE, LINES = 1.6, 0.55
"""It ends so near above the bar, in text heights; its lines follow one another so closely."""
SPACE = 1.5
"""Words of one line are no farther apart."""


def names_over(found: Bars, scene: Scene, taken: set[Word]) -> list[tuple[list[int], list[Word]]]:
    """The lanes of each bar or group of bars, and the words over it; empty unless every one has a name."""
    if found.upright:
        return []
    groups = lane_groups(found)
    words = [word for word in scene.words if word not in taken and word.level and word.may_name]
    boxes = [union(bar.mark.box for bar in found.bars if bar.lane in group) for group in groups]
    # What stands over the first bar may go on upwards to a heading: its name has no more room than those between bars.
    room = max((after[1] - before[3] for before, after in itertools.pairwise(boxes)), default=2.5 * scene.text_height)
    ceilings = [boxes[0][1] - room, *(box[3] for box in boxes[:-1])]
    named = [_over(box, ceiling, words, scene) for box, ceiling in zip(boxes, ceilings, strict=True)]
    return list(zip(groups, named, strict=True)) if all(named) else []


def _over(box: Box, ceiling: float, words: Sequence[Word], scene: Scene) -> list[Word]:
    """The lines above a box, the lowest near it, up to the first gap; in reading order."""
    block: list[Word] = []
    edge, near = box[1], ABOVE
    firsts = [word for word in words if abs(word.box[0] - box[0]) <= FLUSH * scene.text_height and word.y > ceiling]
    for first in sorted(firsts, key=lambda word: -word.y):
        if not -0.3 * scene.text_height <= edge - first.box[3] <= near * scene.text_height:
            continue
        block = [*_line(first, words, scene), *block]
        edge, near = first.box[1], LINES
    return block


def _line(first: Word, words: Sequence[Word], scene: Scene) -> list[Word]:
    """The words that go on from the first one on its line."""
    line = [first]
    for word in sorted(words, key=lambda word: word.box[0]):
        if abs(word.y - first.y) <= 0.4 * scene.text_height and 0 <= word.box[0] - line[-1].box[2] <= SPACE * scene.text_height:
            line.append(word)
    return line
