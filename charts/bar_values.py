"""The values of bars as measured: where each ends on the axis, or how long it is by the rule that printed values obey."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.measured import TOLERANCE, Steps, data_steps, likelihood, spread
from charge_stream.charts.printed import Rule
from charge_stream.charts.scene import Scene, median
from charge_stream.charts.table import rounded

EDGE, LOOSE = 0.4, 0.8
"""How far, in grains, the end of a bar may be off on an axis; and by a rule, which knows lengths only through rounded values."""
SNAPPED = 0.8


def measure(found: Bars, axis: Axis | None, rule: Rule | None, places: int | None, scene: Scene) -> dict[Bar, tuple[float, float]]:
    """For each bar that can be measured its value and the chance that it is right: within 1% of the axis range, or the true step."""
    read = _on_axis(found, axis, scene) if axis is not None else _by_rule(found, rule, scene) if rule is not None else {}
    if not read:
        return {}
    error = median(error for _, error in read.values())
    extent = spread(value for value, _ in read.values())
    steps = None
    if places is not None:
        steps = Steps(10.0**-places, 0.0, 0.0, 0.0, error) if 10.0**-places >= 2 * error else None
    elif axis is not None and not axis.log:
        edge = EDGE * scene.grain * axis.per_unit
        by_colour = itertools.groupby(sorted(read.items(), key=lambda item: item[0].colour), key=lambda item: item[0].colour)
        steps = data_steps(
            [[value for _, (value, _) in bars] for _, bars in by_colour],
            edge,
            max(SNAPPED * scene.grain * axis.per_unit, error),
            scene.grain < 1,
        )
    return {bar: _stated(value, error, steps, extent) for bar, (value, error) in read.items()}


def _stated(value: float, error: float, steps: Steps | None, extent: float) -> tuple[float, float]:
    if steps is not None:
        return steps.nearest(value)
    return rounded(value, error), likelihood(error, TOLERANCE * extent)


def _on_axis(found: Bars, axis: Axis, scene: Scene) -> dict[Bar, tuple[float, float]]:
    """Where each bar ends; for stacks, the difference of both ends, which a logarithmic axis does not have."""
    if found.stacked and axis.log:
        return {}
    result: dict[Bar, tuple[float, float]] = {}
    for bar, start, end in _ends(found, axis):
        value = axis.value(end) - axis.value(start) if found.stacked else axis.value(end)
        drawn = math.hypot(axis.error if not found.stacked else 0.0, EDGE * scene.grain)
        step = axis.per_unit * (abs(value) * math.log(10) if axis.log else 1.0)
        # Along a stack errors of the scale grow with the length, those of the place do not matter.
        result[bar] = (value, math.hypot(drawn * step, abs(value) * axis.error * axis.per_unit / max(axis.extent, 1e-12)))
    return result


def _ends(found: Bars, axis: Axis) -> Iterable[tuple[Bar, float, float]]:
    """Start and end of each bar along the value; within a stack, borders between segments are halved."""
    zero = axis.position(0.0) if not axis.log else -math.inf
    for _, group in itertools.groupby(found.bars, key=lambda bar: bar.lane):
        lane = list(group)
        for i, bar in enumerate(lane):
            start, end = (bar.span.l1, bar.span.l0) if bar.reversed_ else (bar.span.l0, bar.span.l1)
            if found.stacked:
                start, end = bar.span.l0, bar.span.l1
                before = lane[i - 1].span.l1 if i else math.nan
                after = lane[i + 1].span.l0 if i + 1 < len(lane) else math.nan
                start = (start + before) / 2 if abs(start - before) <= found.border else start
                end = (end + after) / 2 if abs(end - after) <= found.border else end
                if i == 0 and abs(start - zero) <= found.border:
                    start = zero
            yield bar, start, end


def _by_rule(found: Bars, rule: Rule, scene: Scene) -> dict[Bar, tuple[float, float]]:
    result: dict[Bar, tuple[float, float]] = {}
    for bar in found.bars:
        sign = -1 if bar.reversed_ and not found.stacked else 1
        result[bar] = (sign * bar.length / rule.per_value, LOOSE * scene.grain / rule.per_value)
    return result
