"""Pictures of kinds that are not read, named from what is seen: a reason that helps more than that no chart was found."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.charts.axes import two_scales
from charge_stream.charts.scene import Dot, Scene, median

WIDE = 0.5
"""Wider rectangles are frames and grounds."""
FULL, LARGER = 0.7, 12.0
CLOUD = 12
"""So many dots that stand in no rows are a cloud."""


def unlike(scene: Scene, dots: Sequence[Dot], in_rows: bool) -> str | None:
    """What the picture shows, if any table read from it would be wrong; None for all that may be a chart with a table. `dots` are those
    that stand for values."""
    if len(dots) >= CLOUD and not in_rows and not _among_bars(dots, scene):
        return "looks like a pictogram" if _in_a_grid(dots) else "looks like a scatter plot"
    if _two_scales(scene):
        return "two value axes with different scales"
    return None


def _among_bars(dots: Sequence[Dot], scene: Scene) -> bool:
    """Rectangles much larger than the dots, nearly as many: the dots are then something on bars."""
    size = LARGER * median(dot.radius for dot in dots) ** 2
    return 2 * sum(size < mark.area < 0.5 * scene.width * scene.height for mark in scene.marks) >= len(dots)


def _in_a_grid(dots: Sequence[Dot]) -> bool:
    """Dots of one size at nearly every crossing of a few rows and columns."""
    size = median(dot.radius for dot in dots)
    rows, columns = ({round(at / size) for at in places} for places in ([dot.y for dot in dots], [dot.x for dot in dots]))
    return len(dots) >= FULL * len(rows) * len(columns) and min(len(rows), len(columns)) > 1


def _two_scales(scene: Scene) -> bool:
    """An axis left of the data and another right of it, whose values differ."""
    marks = [mark.box for mark in scene.marks if mark.width < WIDE * scene.width and mark.height > scene.text_height]
    starts = [line.points[0][0] for line in scene.traces] + [box[0] for box in marks]
    ends = [line.points[-1][0] for line in scene.traces] + [box[2] for box in marks]
    return bool(starts) and two_scales(scene, min(starts), max(ends))
