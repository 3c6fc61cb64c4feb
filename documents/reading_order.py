"""The order in which boxes on a page are read: columns left to right, each top to bottom (a recursive XY cut that prefers columns)."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.charts.reading import Box

_GUTTER = 9.0
"""Points; narrower white space between boxes parts no columns."""
_SLACK = 1.0
_MAX_DEPTH = 12


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """The indices of the boxes in reading order.

    A set that white space from top to bottom parts is read column by column. Otherwise it is cut into strips by white space from left
    to right; neighbouring strips that share a gutter are put together again, so that lines of two columns do not alternate.
    """
    return _ordered([(box, index) for index, box in enumerate(boxes)], 0)


_Item = tuple[Box, int]


def _ordered(items: list[_Item], depth: int) -> list[int]:
    if len(items) < 2 or depth > _MAX_DEPTH:
        return [index for _, index in sorted(items, key=_by_place)]
    columns = _cut(items, 0, _GUTTER)
    if len(columns) > 1:
        return [index for column in columns for index in _ordered(column, depth + 1)]
    strips = _cut(items, 1, 0.0)
    if len(strips) == 1:
        return [index for _, index in sorted(items, key=_by_place)]
    groups = [strips[0]]
    for strip in strips[1:]:
        if len(_cut([*groups[-1], *strip], 0, _GUTTER)) > 1:
            groups[-1] = [*groups[-1], *strip]
        else:
            groups.append(strip)
    return [index for group in groups for index in _ordered(group, depth + 1)]


def _by_place(item: _Item) -> tuple[float, float]:
    return (item[0][1], item[0][0])


def _cut(items: list[_Item], axis: int, gap: float) -> list[list[_Item]]:
    """The items parted where nothing stands for more than ``gap``, along x (axis 0) or y (axis 1)."""
    parts: list[list[_Item]] = []
    end = float("-inf")
    for item in sorted(items, key=lambda item: item[0][axis]):
        start = item[0][axis] + _SLACK * axis
        if start > end + gap:
            parts.append([])
        parts[-1].append(item)
        end = max(end, item[0][axis + 2] - _SLACK * axis)
    return parts
