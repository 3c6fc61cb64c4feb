"""What a reading of bars leaves unexplained: numbers printed among the bars and coloured marks that it did not use."""

from __future__ import annotations

from collections.abc import Collection

from charge_stream.charts.bars import Bars
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Scene, Word, is_coloured, union

MUCH, MANY = 0.25, 0.25
"""A reading is doubtful that leaves over marks of this share of its bars' area, or numbers of this share of its bars."""
DOUBTED = 0.85


def trust(found: Bars, scene: Scene, used: Collection[Word], keys: Collection[Box]) -> float:
    """1, or less where marks or numbers within the plot are left over: the chart may be built otherwise than it was understood."""
    plot = union(bar.mark.box for bar in found.bars)
    bars = {bar.mark.box for bar in found.bars}
    marks = sum(
        mark.area
        for mark in scene.marks
        if is_coloured(mark.colour)
        and _inside(mark.box, plot)
        and not any(_inside(mark.box, box) for box in bars)
        and not any(_inside(mark.box, key) for key in keys)
    )
    numbers = sum(not word.may_name and word.level and word not in used and _inside(word.box, plot) for word in scene.words)
    return DOUBTED if marks > MUCH * found.area or numbers > MANY * len(found.bars) else 1.0


def _inside(box: Box, outer: Box) -> bool:
    """The middle of the box lies in the outer one."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] - 1 <= x <= outer[2] + 1 and outer[1] - 1 <= y <= outer[3] + 1
