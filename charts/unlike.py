"""Pictures of kinds that are not read, named from what is seen: a reason that helps more than that no chart was found."""

from __future__ import annotations

from charge_stream.charts.axes import second_axis, value_axis
from charge_stream.charts.dot_plot import find_dot_rows, plain_dots
from charge_stream.charts.legend import Entry
from charge_stream.charts.scene import Scene

WIDE = 0.5
"""Wider rectangles are frames and grounds."""
CLOUD = 12
"""So many dots that stand in no rows are a cloud."""


def unlike(scene: Scene, entries: list[Entry]) -> str | None:
    """What the picture shows, if any table read from it would be wrong; None for all that may be a chart with a table."""
    dots = plain_dots(scene, entries)
    if len(dots) >= CLOUD and find_dot_rows(dots) is None:
        return "looks like a scatter plot"
    if _two_scales(scene):
        return "two value axes with different scales"
    return None


def _two_scales(scene: Scene) -> bool:
    """An axis left of the data and another right of it, whose values differ."""
    axis = value_axis(scene, True)
    ends = [line.points[-1][0] for line in scene.traces] + [mark.box[2] for mark in scene.marks if mark.width < WIDE * scene.width]
    return axis is not None and bool(ends) and second_axis(scene, axis, max(ends)) is not None
