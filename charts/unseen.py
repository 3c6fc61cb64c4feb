"""Values without a bar: too small to be seen, and perhaps printed; or zero, or none at all."""

from __future__ import annotations

from collections import Counter

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bars
from charge_stream.charts.categories import Category
from charge_stream.charts.printed import Rule
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.series import Names
from charge_stream.charts.table import Fact
from charge_stream.charts.turned import turn

PRINTED, DOUBTFUL, EMPTY = 0.97, 0.55, 0.7
"""A place without a bar most likely stands for zero, or for nothing."""
SMALL = 4.0
"""Bars shorter than this many grains are not seen."""
USUAL = 0.75
"""A series that fewer stacks have was overlooked in the others, or begins late."""


def unseen(
    found: Bars, rows: list[Category], names: Names, free: list[Word], rule: Rule | None, axis: Axis | None, scene: Scene
) -> tuple[list[Fact], dict[tuple[int, str], str]]:
    """What stands where a row has no bar of a series: the small value printed there, text as `<1`, or else zero, if bars grow from zero."""
    facts: list[Fact] = []
    texts: dict[tuple[int, str], str] = {}
    zero = axis is not None and not axis.log and abs(axis.position(0.0) - found.baseline) <= max(3 * scene.grain, 0.25 * scene.text_height)
    labelled = rule is not None and rule.support > 0
    shown = Counter(names[bar.colour] for bar in found.bars if bar.colour in names)
    rare = {name for name, count in shown.items() if count < USUAL * len(rows)}
    for i, name, place in _places(found, rows, names):
        label = None if place is None else _label_at(place, found, scene, free)
        if label is not None and label.number is not None and label.number.bound is not None:
            texts[(i, name)] = label.text
        elif label is not None and label.number is not None:
            small = rule is None or rule.expected(label.number.value) <= SMALL * scene.grain + 0.02 * rule.longest
            facts.append(Fact(i, name, label.number.value, label.text, PRINTED * label.clearness if small else DOUBTFUL, label.box))
        elif zero and not (found.stacked and (labelled or name in rare)):
            facts.append(Fact(i, name, 0.0, None, EMPTY, None))
    return facts, texts


def _places(found: Bars, rows: list[Category], names: Names) -> list[tuple[int, str, float | None]]:
    """Row, series and, where it can be told, the place across of each bar that is not there. A stack without any segment has none."""
    series = list(dict.fromkeys(names.values()))
    lanes = [{names.get(bar.colour): found.lanes[bar.lane] for bar in found.bars if bar.lane in row.lanes} for row in rows]
    places: list[tuple[int, str, float | None]] = []
    for i, row in enumerate(rows):
        for name in [name for name in series if name not in lanes[i]]:
            if not found.stacked:
                places.append((i, name, found.lanes[row.lanes[0]] if len(series) == 1 else _beside(name, lanes[i], lanes)))
            elif lanes[i]:
                places.append((i, name, None))
    return places


def _beside(name: str, here: dict[str | None, float], lanes: list[dict[str | None, float]]) -> float | None:
    """Where the bar of a series would stand in a group: as far from another bar as in the groups that have both."""
    for other, lane in here.items():
        steps = [group[name] - group[other] for group in lanes if name in group and other in group]
        if steps:
            return lane + median(steps)
    return None


def _label_at(place: float, found: Bars, scene: Scene, free: list[Word]) -> Word | None:
    """The number printed where the bar at this place across would begin."""
    beside = []
    for word in free:
        span = turn(word.box, found.upright)
        gap = span.l0 - found.baseline
        off = abs(span.a - place)
        if word.number is not None and word.level and off <= 0.4 * found.pitch and -0.5 <= gap / scene.text_height <= 1.7:
            beside.append((off + abs(gap), word))
    return min(beside, key=lambda pair: pair[0])[1] if beside else None
