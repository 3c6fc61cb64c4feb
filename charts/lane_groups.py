"""Lanes of bars that belong together: groups are told by the gaps between them and by colours, which stand in each but once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from charge_stream.charts.bars import Bar, Bars


def lane_groups(found: Bars) -> list[list[int]]:
    """Groups begin at gaps wider than a limit: the widest at which no group holds a colour twice. Else every lane stands alone."""
    alone = [[lane] for lane in range(len(found.lanes))]
    steps = [b - a for a, b in itertools.pairwise(found.lanes)]
    if found.stacked or len(found.colours) < 2 or len(found.colours) == len(found.bars):
        return alone
    ordered = sorted(steps)
    limits = [(low + high) / 2 for low, high in itertools.pairwise(ordered) if high > 1.2 * low]
    for limit in sorted(limits, reverse=True):
        groups = _cut(steps, limit)
        if all(distinct(group, found) for group in groups):
            return groups
    return alone


def _cut(steps: Sequence[float], limit: float) -> list[list[int]]:
    groups = [[0]]
    for lane, step in enumerate(steps, start=1):
        if step > limit:
            groups.append([])
        groups[-1].append(lane)
    return groups


def middles_of(found: Bars, groups: Sequence[Sequence[int]]) -> list[float]:
    return [(found.lanes[group[0]] + found.lanes[group[-1]]) / 2 for group in groups]


def distinct(lanes: Sequence[int], found: Bars) -> bool:
    """No two lanes of a group show the same colour."""
    seen = [bar.colour for lane in lanes for bar in _of_lane(found, lane)]
    return len(lanes) == 1 or len(seen) == len(set(seen))


def _of_lane(found: Bars, lane: int) -> list[Bar]:
    return [bar for bar in found.bars if bar.lane == lane]
