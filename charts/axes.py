"""The value axis: tick labels on one line whose numbers are linear, or logarithmic, in their position."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.in_line import in_line
from charge_stream.charts.numbers import is_year
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.turned import turn

MIN_TICKS = 3
MAX_TICKS = 40
ALIGNED = 0.45
"""Labels of one axis are in line up to so many text heights."""
AGAINST = 0.1
"""A label so far from its place on an axis of two labels, as a share of its range, speaks against that axis."""
OTHER = 0.05
"""Two axes whose values differ by more than this share of their range have different scales."""
_POWER = re.compile(r"10[0-9]")
"""Powers of ten whose exponents are set small are read as 100, 101, 102."""
LOOSE = 0.05
"""Labels without grid lines or tick marks may all stand so many text heights off their places, by the shape of the digits."""

ON_FLOOR = 0.2
"""The zero that two labels state is at most so many text heights off the floor of the bars."""
DECADES = (1.0, 2.0, 3.0)
"""Two labels so many powers of ten apart may be those of a logarithmic axis, and nothing between them tells."""
FEW, LONE = 0.5, 0.1
"""Grid lines or tick marks at fewer than this share of the labels move all of them by at most so many text heights."""


@dataclass(frozen=True, slots=True)
class Axis:
    """value = slope · position + offset (of the decimal logarithm where `log`). `scale` and `unit` are common to all ticks.

    `error` is how far, in the scene's units, positions on the axis may be off: the ticks' distance from the straight line.
    `extent` is the range of the ticks' values.
    """

    slope: float
    offset: float
    ticks: tuple[Word, ...]
    log: bool = False
    unit: str | None = None
    scale: str | None = None
    error: float = 0.0
    extent: float = 0.0

    def value(self, position: float) -> float:
        """The value at a position along the axis."""
        plain = self.slope * position + self.offset
        return float(10.0**plain) if self.log else plain

    def position(self, value: float) -> float:
        """Where a value stands; a logarithmic axis needs a positive value."""
        return ((math.log10(value) if self.log else value) - self.offset) / self.slope

    @property
    def per_unit(self) -> float:
        """Value per unit of position, at the first tick where logarithmic."""
        return abs(self.slope)


def value_axis(scene: Scene, upright: bool) -> Axis | None:
    """The best axis along the bars (`upright`: up the page), or None where fewer than three ticks agree."""
    return _best_axis(_numbers(scene), scene, upright)


def axis_on_floor(scene: Scene, upright: bool, floor: float, start: float, end: float) -> Axis | None:
    """The axis of only two labels that has its zero on the floor of the bars or lines.

    `floor` is a position along the values; the labels stand outside of the data's places from `start` to `end` across. Where several pairs
    of labels do, those farthest apart are taken; two labels that may be those of a logarithmic axis make none.
    """
    free = [word for word in _numbers(scene) if not start <= turn(word.box, upright).a <= end and not is_year(word.text)]
    near = max(2 * scene.grain, ON_FLOOR * scene.text_height)
    found: list[tuple[float, Axis]] = []
    for pair in itertools.combinations(free, 2):
        if not _flush(pair[1], pair[:1], upright, scene):
            continue
        values, unit, scale = tick_values(pair)
        if _whole_decades(values):
            continue
        labels = _snapped([turn(word.box, upright).l for word in pair], upright, scene)
        rise = (labels[1] - labels[0]) / (values[1] - values[0]) if values[0] != values[1] else 0.0
        off = labels[0] - values[0] * rise - floor
        if rise > 0 and abs(off) <= near:
            # Labels may all stand a little off their places; the floor does not.
            axis = Axis(
                1 / rise, -floor / rise, pair, unit=unit, scale=scale, error=abs(off) / 2, extent=max(*values, 0.0) - min(*values, 0.0)
            )
            if not any(_contradicts(axis, word, upright, scene) for word in free if word not in pair):
                found.append((abs(labels[1] - labels[0]), axis))
    return max(found, key=lambda option: option[0])[1] if found else None


def _flush(word: Word, others: Sequence[Word], upright: bool, scene: Scene) -> bool:
    """Does the word stand in line with all the others, as labels of one axis do?"""
    edges: list[Callable[[Word], float]] = [lambda w: w.box[2], lambda w: w.box[0]] if upright else [lambda w: w.y]
    return any(all(abs(edge(word) - edge(other)) <= ALIGNED * scene.text_height for other in others) for edge in edges)


def _contradicts(axis: Axis, word: Word, upright: bool, scene: Scene) -> bool:
    """Does a number in line with both labels of the axis stand where the axis has another value?"""
    if not _flush(word, axis.ticks, upright, scene):
        return False
    stated = tick_values((*axis.ticks, word))[0][-1]
    return abs(axis.value(turn(word.box, upright).l) - stated) > AGAINST * axis.extent


def _whole_decades(values: Sequence[float]) -> bool:
    """Both are positive, and one is ten, a hundred or a thousand times the other."""
    low, high = sorted(values)
    return low > 0 and any(math.isclose(math.log10(high / low), decades) for decades in DECADES)


def two_scales(scene: Scene, left: float, right: float) -> bool:
    """True where an axis left of the data and another right of it give the same heights other values."""
    numeric = [word for word in scene.words if word.number is not None and word.number.bound is None and word.level]
    before, after = [word for word in numeric if word.x < left], [word for word in numeric if word.x > right]
    one, other = _best_axis(before, scene, True), _best_axis(after, scene, True)
    if one is None or other is None:
        return False
    off = max(abs(other.value(place) - one.value(place)) for place in (-word.y for word in (*one.ticks, *other.ticks)))
    return off > OTHER * max(one.extent, other.extent)


def _numbers(scene: Scene) -> list[Word]:
    """The level numbers that may be labels of an axis."""
    return [w for w in scene.words if w.number is not None and w.number.bound is None and w.level and not _exponent(w, scene)]


def _exponent(word: Word, scene: Scene) -> bool:
    """A small number at the upper right of a 10 is its exponent, no number of its own."""
    return any(
        other.text == "10"
        and abs(word.box[0] - other.box[2]) <= 0.3 * scene.text_height
        and word.box[3] < other.box[3]
        and word.height < other.height
        for other in scene.words
    )


def _best_axis(numeric: list[Word], scene: Scene, upright: bool) -> Axis | None:
    best: tuple[float, Axis] | None = None
    edges: list[Callable[[Word], float]] = (
        [lambda w: w.box[2], lambda w: w.box[0], lambda w: w.x] if upright else [lambda w: w.y, lambda w: w.box[3]]
    )
    extent = scene.height if upright else scene.width
    for edge in edges:
        for row in _aligned(numeric, edge, ALIGNED * scene.text_height):
            axis = _fit(row, upright, scene)
            if axis is None:
                continue
            positions = sorted(turn(word.box, upright).l for word in axis.ticks)
            span = (positions[-1] - positions[0]) / extent
            if span < 0.15 or not _regular(positions):
                continue
            score = len(axis.ticks) + 3 * span + (1 if upright and axis.ticks[0].x < 0.25 * scene.width else 0)
            if best is None or score > best[0]:
                best = (score, axis)
    return best[1] if best else None


def _aligned(words: list[Word], edge: Callable[[Word], float], tolerance: float) -> list[list[Word]]:
    return [group for group in in_line(words, edge, tolerance) if MIN_TICKS <= len(group) <= MAX_TICKS]


def _fit(words: list[Word], upright: bool, scene: Scene) -> Axis | None:
    if all(_POWER.fullmatch(word.text) for word in words):
        return None
    values, unit, scale = tick_values(words)
    labels = [turn(word.box, upright).l for word in words]
    positions = _snapped(labels, upright, scene)
    loose = LOOSE * scene.text_height if scene.grain >= 1 and positions is labels else 0.0
    best: Axis | None = None
    for log in (False, True):
        axis = fit_line(words, positions, values, log, 0.22 * scene.text_height + 0.1 * scene.grain)
        if (
            axis
            and axis.slope > 0
            and not all(is_year(word.text) for word in axis.ticks)
            and (best is None or len(axis.ticks) > len(best.ticks))
        ):
            best = replace(axis, unit=unit, scale=scale, error=math.hypot(axis.error, loose))
    return best


def _snapped(positions: list[float], upright: bool, scene: Scene) -> list[float]:
    """Moved by the common distance between labels and their grid lines or tick marks, as far as labels have one near and these agree."""
    rules = [-rule for rule in scene.level_rules] if upright else list(scene.upright_rules)
    near = [min(((abs(rule - at), rule - at) for rule in rules), default=(math.inf, 0.0)) for at in positions]
    close = [offset for away, offset in near if away <= 0.35 * scene.text_height]
    if not close:
        return positions
    shift = median(close)
    slack = 0.15 * scene.text_height
    # Lines near few of the labels may belong to the data.
    if len(close) < FEW * len(positions) and abs(shift) > LONE * scene.text_height:
        return positions
    if sum(abs(offset - shift) <= slack for offset in close) < 0.7 * len(close):
        return positions
    # Among rules that a label may belong to, the one at the common distance; a label without one moves with the others.
    moved = [min(rules, key=lambda rule: abs(rule - at - shift)) for at in positions]
    return [rule if abs(rule - at - shift) <= slack else at + shift for rule, at in zip(moved, positions, strict=True)]


def tick_values(words: Sequence[Word]) -> tuple[list[float], str | None, str | None]:
    """Values as printed where all ticks share a scale (a bare 0 shares any), else with their scales applied."""
    numbers = [word.number for word in words if word.number is not None]
    scales = {number.scale for number in numbers if number.value != 0}
    units = {number.unit for number in numbers if number.value != 0}
    unit = units.pop() if len(units) == 1 else None
    if len(scales) == 1:
        return [number.value for number in numbers], unit, scales.pop()
    return [number.full for number in numbers], unit, None


def fit_line(words: Sequence[Word], positions: list[float], values: list[float], log: bool, tolerance: float) -> Axis | None:
    """The line through most ticks (every pair tried, then least squares on those within `tolerance` of position)."""
    if log:
        if min(values) <= 0 or max(values) / min(values) < 50:
            return None
        values = [math.log10(value) for value in values]
    best: list[int] = []
    error = math.inf
    for i, j in itertools.combinations(range(len(values)), 2):
        if values[i] == values[j] or abs(positions[i] - positions[j]) < 3 * tolerance:
            continue
        slope = (values[j] - values[i]) / (positions[j] - positions[i])
        residuals = [abs((value - values[i]) / slope + positions[i] - at) for value, at in zip(values, positions, strict=True)]
        inside = [k for k, residual in enumerate(residuals) if residual <= tolerance]
        total = sum(residuals[k] for k in inside)
        if (len(inside), -total) > (len(best), -error):
            best, error = inside, total
    if len(best) < max(MIN_TICKS, math.ceil(0.6 * len(values))):
        return None
    slope, offset = least_squares([positions[k] for k in best], [values[k] for k in best])
    if not slope:
        return None
    squares = sum(((values[k] - offset) / slope - positions[k]) ** 2 for k in best)
    # Two of the ticks fix the line; only the others can disagree with it.
    error = (squares / max(len(best) - 2, 1)) ** 0.5 * (1.0 if len(best) > 3 else 1.5)
    ends = [values[k] for k in best]
    extent = 10.0 ** max(ends) - 10.0 ** min(ends) if log else max(ends) - min(ends)
    return Axis(slope, offset, tuple(words[k] for k in best), log, error=error, extent=extent)


def least_squares(x: list[float], y: list[float]) -> tuple[float, float]:
    """Slope and offset of the line of least squared error."""
    n = len(x)
    mean_x, mean_y = sum(x) / n, sum(y) / n
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread if spread else 0.0
    return slope, mean_y - slope * mean_x


def _regular(positions: list[float]) -> bool:
    """Ticks stand at even steps, but for a few that were not read."""
    steps = [b - a for a, b in itertools.pairwise(positions)]
    return any(
        step > 0 and sum(abs(s / step - round(s / step)) < 0.2 for s in steps) >= 0.7 * len(steps) for step in (median(steps), min(steps))
    )
