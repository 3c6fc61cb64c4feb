"""Categories whose bar is too small to be seen: their name stands where a bar should be, sometimes with a printed value."""

from __future__ import annotations

import itertools
from dataclasses import replace

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bars
from charge_stream.charts.numbers import is_year
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.turned import turn

EVEN = 0.2
"""Lanes are even when their steps are whole multiples of the smallest, up to this share of it."""
MAX_EMPTY = 0.5
LINES = 1.6
"""Only where bars stand farther apart than this many text heights can a name have two lines."""


def with_empty_lanes(found: Bars, scene: Scene, taken: set[Word], axis: Axis | None) -> Bars:
    """The bars with a lane more for each name that stands at an even step from the others and has no bar."""
    if len(found.lanes) < 2 or (len(found.colours) > 1 and not found.stacked and not _even(found)):
        return found
    if not _even(found):
        return found
    pitch = found.pitch
    missing: list[float] = []
    ticks = [word.y for word in axis.ticks] if axis is not None and not found.upright else []
    for at in _names_across(found, scene, taken):
        if any((tick - at) * (tick - found.lanes[0]) <= 0 for tick in ticks):
            continue
        steps = (at - found.lanes[0]) / pitch
        place = found.lanes[0] + round(steps) * pitch
        near = min(abs(place - lane) for lane in [*found.lanes, *missing])
        if abs(steps - round(steps)) <= EVEN and near > 0.5 * pitch:
            missing.append(place)
    if not missing or len(missing) > MAX_EMPTY * len(found.lanes) + 1:
        return found
    lanes = sorted([*found.lanes, *missing])
    moved = {old: lanes.index(lane) for old, lane in enumerate(found.lanes)}
    return replace(found, lanes=tuple(lanes), bars=tuple(replace(bar, lane=moved[bar.lane]) for bar in found.bars))


def _even(found: Bars) -> bool:
    steps = [(b - a) / found.pitch for a, b in itertools.pairwise(found.lanes)]
    return all(abs(step - round(step)) <= EVEN for step in steps)


def _names_across(found: Bars, scene: Scene, taken: set[Word]) -> list[float]:
    """Middles of the names: words in the first row under upright bars, blocks of lines before lying ones."""
    words = [word for word in scene.words if word not in taken and (word.number is None or is_year(word.text))]
    if found.upright:
        floor = max(bar.mark.box[3] for bar in found.bars)
        under = [word for word in words if -3 * scene.grain <= word.anchor[1] - floor <= 2.5 * scene.text_height]
        top = min((word.anchor[1] for word in under), default=0.0)
        return [word.anchor[0] for word in under if word.anchor[1] - top <= 0.55 * scene.text_height]
    edge = found.baseline + 0.5 * scene.text_height
    before = [word for word in words if word.level and word.box[2] <= edge and _in_line(word, found)]
    column = sorted((word for word in before if _flush(word, before, scene)), key=lambda word: word.y)
    blocks: list[list[Word]] = []
    for word in column:
        if blocks and found.pitch > LINES * scene.text_height and word.box[1] - blocks[-1][-1].box[3] <= 0.3 * scene.text_height:
            blocks[-1].append(word)
        else:
            blocks.append([word])
    return [(block[0].box[1] + block[-1].box[3]) / 2 for block in blocks]


def _flush(word: Word, column: list[Word], scene: Scene) -> bool:
    """Names end, or begin, on one line; notes and titles do not."""
    end, begin = median(other.box[2] for other in column), median(other.box[0] for other in column)
    return abs(word.box[2] - end) <= 0.8 * scene.text_height or abs(word.box[0] - begin) <= 0.3 * scene.text_height


def _in_line(word: Word, found: Bars) -> bool:
    """Between the first and the last bar, or one step beyond."""
    return found.lanes[0] - 1.3 * found.pitch <= word.y <= found.lanes[-1] + 1.3 * found.pitch


def label_of(lane: float, found: Bars, scene: Scene, free: list[Word]) -> Word | None:
    """The number printed where the bar of an empty lane would begin."""
    beside = []
    for word in free:
        span = turn(word.box, found.upright)
        gap = span.l0 - found.baseline
        off = abs(span.a - lane)
        if (
            word.number is not None
            and word.level
            and off <= 0.4 * found.pitch
            and -0.5 * scene.text_height <= gap <= 1.7 * scene.text_height
        ):
            beside.append((off + abs(gap), word))
    return min(beside, key=lambda pair: pair[0])[1] if beside else None
