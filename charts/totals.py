"""Totals printed after stacks ("NET"): they belong to the whole stack and to none of its segments."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.turned import turn

MOST = 0.75
SLACK = 0.03
_WRITTEN = re.compile(r"(?:net|total)\s+[\d.,]+\s?%?", re.IGNORECASE)
_NAME = re.compile(r"^(?:net|total|all)\b", re.IGNORECASE)


def find_totals(found: Bars, scene: Scene, free: Sequence[Word]) -> tuple[dict[int, Word], Word | None]:
    """The total of each lane, and the header that names them; empty where the numbers after the stacks are no totals."""
    if not found.stacked:
        return {}, None
    after: dict[int, tuple[float, Word]] = {}
    for lane, group in itertools.groupby(found.bars, key=lambda bar: bar.lane):
        bars = list(group)
        word = _after(bars, found.upright, scene, free)
        if word is not None and len(bars) > 1:
            after[lane] = (max(bar.span.l1 for bar in bars) - min(bar.span.l0 for bar in bars), word)
    lengths = [(length / word.number.value, lane) for lane, (length, word) in after.items() if word.number and word.number.value > 0]
    if len(lengths) < 3:
        return {}, None
    usual = median(ratio for ratio, _ in lengths)
    fitting = {lane: after[lane][1] for ratio, lane in lengths if abs(ratio / usual - 1) <= SLACK}
    if len(fitting) < MOST * len(lengths) or _of_segments(found, fitting):
        return {}, None
    words = list(fitting.values())
    left, top = min(word.x for word in words), min(word.y for word in words)
    names = [w for w in scene.words if _NAME.match(w.text) and w.x >= left - 2 * scene.text_height and w.y < top and w.number is None]
    return fitting, names[0] if names and not found.upright else None


def is_total(word: Word) -> bool:
    """A total that says so, as `Net 26` at the end of a stack: no name of a category."""
    return _WRITTEN.fullmatch(word.text) is not None


def _after(bars: list[Bar], upright: bool, scene: Scene, free: Sequence[Word]) -> Word | None:
    """The number just behind the end of the stack."""
    end = max(bar.span.l1 for bar in bars)
    middle = bars[0].span
    options = []
    for word in free:
        span = turn(word.box, upright)
        gap = span.l0 - end
        near = -0.3 * scene.text_height <= gap <= 2.5 * scene.text_height
        if word.number is not None and word.level and near and abs(span.a - middle.a) <= 0.6 * max(middle.thickness, scene.text_height):
            options.append((gap, word.box, word))
    return min(options, key=lambda option: option[:2])[2] if options else None


def _of_segments(found: Bars, totals: dict[int, Word]) -> bool:
    """The same numbers fit the last segments alone: then they are theirs."""
    ratios = []
    for lane, word in totals.items():
        last = max((bar for bar in found.bars if bar.lane == lane), key=lambda bar: bar.span.l1)
        if word.number is not None and word.number.value > 0:
            ratios.append(last.length / word.number.value)
    usual = median(ratios)
    return usual > 0 and sum(abs(ratio / usual - 1) <= SLACK for ratio in ratios) >= MOST * len(ratios)
