"""Printed values beside the points of lines, and the axis that they obey, or fix where there are no ticks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from charge_stream.charts.axes import Axis, fit_line
from charge_stream.charts.line_rows import Spot
from charge_stream.charts.numbers import is_year
from charge_stream.charts.printed import decimals
from charge_stream.charts.scene import Scene, Trace, Word, distance, saturation

ABOVE = 2.2
"""A label stands at most this many text heights above or below its point."""
INK = 40
LEAST_PROOF = 4
Labels = dict[tuple[Trace, Spot], Word]


@dataclass(frozen=True, slots=True)
class _Option:
    """A label that may belong to a point, and how badly it is placed for it."""

    cost: float
    line: Trace
    spot: Spot
    word: Word


def labelled(
    lines: Sequence[Trace], spots: dict[Trace, list[Spot]], scene: Scene, taken: set[Word], axis: Axis | None
) -> tuple[Labels, Axis | None]:
    """The label of each point that has one, and the axis: the given one, or the one that the printed values obey."""
    options = list(_options(lines, spots, scene, taken))
    if axis is None:
        axis = _axis_of_labels(_cheapest(options, None, scene), options, scene)
    return _cheapest(options, axis, scene), axis


def agrees(value: float, spot: Spot, word: Word, axis: Axis, scene: Scene) -> bool:
    """The printed value lies where the point is, within the precision of the drawing and of its own rounding."""
    if axis.log and value <= 0:
        return False
    slack = max(4 * scene.grain, 0.25 * scene.text_height if scene.grain >= 1 else 0.0, 2 * axis.error)
    rounding = 0.5 * 10.0 ** -decimals(word.text)
    here = axis.value(-spot.y)
    step = axis.per_unit * (abs(here) * math.log(10) if axis.log else 1.0)
    return abs(value - here) <= slack * step + rounding


def _options(lines: Sequence[Trace], spots: dict[Trace, list[Spot]], scene: Scene, taken: set[Word]) -> Iterable[_Option]:
    free = [w for w in scene.words if w not in taken and w.level and w.number is not None and w.number.bound is None]
    for word in free:
        if is_year(word.text):
            continue
        inked = saturation(word.colour) > INK and len(lines) > 1
        own = min(lines, key=lambda line: distance(line.colour, word.colour)) if inked else None
        if own is not None and distance(own.colour, word.colour) > 90:
            own = None
        for line in lines if own is None else [own]:
            for spot in spots[line]:
                cost = _misplaced(word, spot, scene)
                if cost < math.inf:
                    yield _Option(cost, line, spot, word)


def _misplaced(word: Word, spot: Spot, scene: Scene) -> float:
    """0 just above or below the point, or just right of it; infinite where a label cannot stand."""
    height = scene.text_height
    dx, dy = word.x - spot.x, spot.y - word.y
    reach = max(8 * scene.grain, 0.5 * (word.box[2] - word.box[0]))
    if abs(dx) <= reach and abs(dy) <= ABOVE * height:
        return abs(dx) / height + abs(abs(dy) - height) / height
    if -0.3 * height <= word.box[0] - spot.x <= 1.5 * height and abs(dy) <= 0.8 * height:
        return 0.6 + abs(dy) / height
    if -0.3 * height <= spot.x - word.box[2] <= 1.5 * height and abs(dy) <= 0.8 * height:
        return 0.6 + abs(dy) / height
    return math.inf


def _cheapest(options: list[_Option], axis: Axis | None, scene: Scene) -> Labels:
    """Pairs taken cheapest first; a value that its point contradicts is dear."""

    def total(option: _Option) -> float:
        number = option.word.number
        if axis is None or number is None or agrees(number.value, option.spot, option.word, axis, scene):
            return option.cost
        return option.cost + 4

    pairs: Labels = {}
    used: set[int] = set()
    for option in sorted(options, key=lambda option: (total(option), option.word.box, option.spot.row)):
        key = (option.line, option.spot)
        if key not in pairs and id(option.word) not in used:
            pairs[key] = option.word
            used.add(id(option.word))
    return pairs


def _axis_of_labels(first: Labels, options: list[_Option], scene: Scene) -> Axis | None:
    """Without three ticks: the axis of two ticks that the printed values confirm, or the one that they fix by themselves."""
    pairs = [(spot, word) for (_, spot), word in first.items()]
    values = [word.number.value for _, word in pairs if word.number is not None]
    words = {word for _, word in pairs}
    candidates: list[tuple[int, float, Axis]] = []
    for axis in two_tick_axes(scene, words):
        proof = _agreeing(options, axis, scene)
        if proof >= 2:
            candidates.append((proof + 2, -axis.error, axis))
    if len(pairs) >= LEAST_PROOF:
        fitted = fit_line([word for _, word in pairs], [-spot.y for spot, _ in pairs], values, False, 3.5 * scene.grain)
        if fitted is not None and fitted.slope > 0 and len(fitted.ticks) >= 0.6 * len(pairs):
            candidates.append((_agreeing(options, fitted, scene), -fitted.error, fitted))
    best = max(candidates, key=lambda candidate: candidate[:2], default=None)
    return best[2] if best is not None and best[0] >= min(LEAST_PROOF, 0.6 * len(words) + 2) else None


def _agreeing(options: list[_Option], axis: Axis, scene: Scene) -> int:
    pairs = _cheapest(options, axis, scene)
    return sum(w.number is not None and agrees(w.number.value, spot, w, axis, scene) for (_, spot), w in pairs.items())


def two_tick_axes(scene: Scene, labels: set[Word]) -> list[Axis]:
    """Axes of only two ticks, as of a chart that names the ends of its scale: numbers over one another at the left."""
    ticks = [w for w in scene.words if w not in labels and w.level and w.number is not None and w.box[0] < 0.25 * scene.width]
    axes = []
    for low, high in itertools.permutations(ticks, 2):
        if low.number is None or high.number is None or low.number.value >= high.number.value or is_year(high.text):
            continue
        rise = low.y - high.y
        beside = min(abs(low.box[0] - high.box[0]), abs(low.box[2] - high.box[2])) <= 2 * scene.text_height
        if rise > 0.25 * scene.height and beside:
            slope = (high.number.value - low.number.value) / rise
            zero = low.number.value + slope * low.y
            error, extent = 0.15 * scene.text_height, high.number.value - low.number.value
            axes.append(Axis(slope, zero, (low, high), unit=high.number.unit, error=error, extent=extent))
    return axes
