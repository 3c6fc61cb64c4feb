"""Bars drawn over one another, all from the baseline: they look like a stack, but each value is printed for the end of its bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.printed import match, obeys
from charge_stream.charts.scene import Scene, Word

INSIDE = 2
"""At least so many values are printed on bars that are covered in part."""
MOST, MORE = 0.7, 1.3
"""So many of all bars have a label that fits the whole length, and so many times more than labels that fit the visible part."""


def is_overlaid(found: Bars, scene: Scene, free: Sequence[Word], axis: Axis | None) -> bool:
    """Whether most printed values fit bars from the baseline, and clearly fewer what is seen of them.

    Totals fit too, but stand after their stack: some values must be printed on the bars that others cover in part.
    """
    if not found.stacked:
        return False
    bars = uncovered(found)
    pairs, whole = match(bars, scene, free, axis)
    if whole is None or not whole.proven or whole.support < MOST * len(found.bars):
        return False
    covered = {bar for bar, seen in zip(bars.bars, found.bars, strict=True) if bar.span != seen.span}
    if sum(obeys(whole, bar, word) and word.on(bar.mark.box) for bar, word in pairs.items() if bar in covered) < INSIDE:
        return False
    _, visible = match(found, scene, free, axis)
    return visible is None or whole.support >= MORE * visible.support


def uncovered(found: Bars) -> Bars:
    """The bars with what others cover: each begins at the baseline."""
    return replace(found, bars=tuple(_from_baseline(bar, found.baseline) for bar in found.bars), stacked=False)


def _from_baseline(bar: Bar, baseline: float) -> Bar:
    span = replace(bar.span, l1=baseline) if bar.reversed_ else replace(bar.span, l0=baseline)
    return replace(bar, span=span)
