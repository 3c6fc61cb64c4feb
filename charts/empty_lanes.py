"""Categories whose bar is too small to be seen: their name stands where a bar should be, sometimes with a printed value."""

from __future__ import annotations

import itertools
from dataclasses import replace

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bars
from charge_stream.charts.lane_groups import lane_groups
from charge_stream.charts.numbers import is_year
from charge_stream.charts.scene import Scene, Word, median

EVEN = 0.2
"""Lanes are even when their steps are whole multiples of the smallest, up to this share of it."""
MAX_EMPTY = 0.5
LINES = 1.6
"""Only where bars stand farther apart than this many text heights can a name have two lines."""


def with_empty_lanes(found: Bars, scene: Scene, taken: set[Word], axis: Axis | None) -> Bars:
    """The bars with a lane more for each name that stands at an even step from the others and has no bar."""
    if len(found.lanes) < 2 or len(lane_groups(found)) < len(found.lanes):
        return found
    pitch = _step(found)
    if not _even(found, pitch):
        return found
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
    missing += _years_between(found, pitch, scene, taken)
    if not missing or len(missing) > MAX_EMPTY * len(found.lanes) + 1:
        return found
    lanes = sorted([*found.lanes, *missing])
    moved = {old: lanes.index(lane) for old, lane in enumerate(found.lanes)}
    return replace(found, lanes=tuple(lanes), bars=tuple(replace(bar, lane=moved[bar.lane]) for bar in found.bars))


def _years_between(found: Bars, pitch: float, scene: Scene, taken: set[Word]) -> list[float]:
    """Where years without a bar would stand: in gaps between upright bars that go by single years, of which only some are written."""
    if not found.upright:
        return []
    years = [(word.anchor[0], int(word.text.strip()[:4])) for word in _under(found, scene, taken) if is_year(word.text)]
    steps = [(x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in itertools.pairwise(sorted(years)) if y1 > y0]
    if not steps or len(steps) < len(years) - 1 or any(abs(step - pitch) > EVEN * pitch for step in steps):
        return []
    gaps = [(a, round((b - a) / pitch)) for a, b in itertools.pairwise(found.lanes)]
    return [lane + step * pitch for lane, count in gaps for step in range(1, count)]


def _step(found: Bars) -> float:
    """The step from lane to lane, over all of them: single ones are whole pixels."""
    steps = [b - a for a, b in itertools.pairwise(found.lanes)]
    single = median(step for step in steps if step < 1.5 * found.pitch)
    return (found.lanes[-1] - found.lanes[0]) / sum(round(step / single) for step in steps)


def _even(found: Bars, pitch: float) -> bool:
    steps = [(b - a) / pitch for a, b in itertools.pairwise(found.lanes)]
    return all(abs(step - round(step)) <= EVEN for step in steps)


def _names_across(found: Bars, scene: Scene, taken: set[Word]) -> list[float]:
    """Middles of the names: words in the first row under upright bars, blocks of lines before lying ones."""
    if found.upright:
        under = _under(found, scene, taken)
        top = min((word.anchor[1] for word in under), default=0.0)
        return [word.anchor[0] for word in under if word.anchor[1] - top <= 0.55 * scene.text_height]
    words = [word for word in scene.words if word not in taken and word.may_name]
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


def _under(found: Bars, scene: Scene, taken: set[Word]) -> list[Word]:
    """Names, years among them, in the lines right below upright bars."""
    floor = max(bar.mark.box[3] for bar in found.bars)
    reach = 2.5 * scene.text_height
    return [w for w in scene.words if w not in taken and w.may_name and -3 * scene.grain <= w.anchor[1] - floor <= reach]


def _flush(word: Word, column: list[Word], scene: Scene) -> bool:
    """Names end, or begin, on one line; notes and titles do not."""
    end, begin = median(other.box[2] for other in column), median(other.box[0] for other in column)
    return abs(word.box[2] - end) <= 0.8 * scene.text_height or abs(word.box[0] - begin) <= 0.3 * scene.text_height


def _in_line(word: Word, found: Bars) -> bool:
    """Between the first and the last bar, or one step beyond."""
    return found.lanes[0] - 1.3 * found.pitch <= word.y <= found.lanes[-1] + 1.3 * found.pitch
