"""Printed values and the bars they belong to. What proves the match is that the values are linear in the lengths."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from charge_stream.charts.axes import Axis
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.turned import turn

Drawn = TypeVar("Drawn", bound=Hashable)
SLACK = 0.015
"""Lengths may differ from the printed value by this share of the longest bar: charts are drawn by hand too."""


@dataclass(frozen=True, slots=True)
class Rule:
    """length = `per_value` · value, in the scene's units; `support` labels of `tried` obey it."""

    per_value: float
    support: int
    tried: int
    longest: float
    grain: float

    def expected(self, value: float) -> float:
        """The length of a bar of this value."""
        return self.per_value * abs(value)

    def agrees(self, value: float, length: float, decimals: int, reach: float = 1.0) -> bool:
        """Within `reach` times the precision of the drawing, and that of the rounding of the printed number."""
        rounding = self.per_value * 0.5 * 10.0**-decimals
        return abs(self.expected(value) - length) <= reach * max(2.0 * self.grain, SLACK * self.longest) + rounding

    @property
    def proven(self) -> bool:
        """Enough labels obey that chance is no explanation."""
        return self.support >= 3 and self.support >= 0.7 * self.tried


def decimals(text: str) -> int:
    """Digits after the decimal point of a printed number."""
    _, point, rest = text.partition(".")
    return len(rest) - len(rest.lstrip("0123456789")) if point else 0


def match(found: Bars, scene: Scene, free: Sequence[Word], axis: Axis | None) -> tuple[dict[Bar, Word], Rule | None]:
    """Each bar's label, at most one a bar and one bar a label, and the rule that the labels obey.

    Labels are first given by place alone; the rule found then decides between places that compete.
    """
    labels = [word for word in free if word.number is not None and word.number.bound is None and word.level]
    costs = _costs(found.bars, labels, found, scene)
    rule = axis_rule(found, axis, scene)
    for _ in range(2):
        pairs = _cheapest(costs, found.bars, labels, rule, scene)
        if axis is None or rule is None or not _mostly(pairs, rule):
            rule = fit_rule(pairs, found, scene) or rule
    return _cheapest(costs, found.bars, labels, rule, scene), _counted(rule, pairs)


def axis_rule(found: Bars, axis: Axis | None, scene: Scene) -> Rule | None:
    """The rule that a linear axis states, if the bars stand on its zero."""
    if axis is None or axis.log:
        return None
    zero = axis.position(0.0)
    if abs(zero - found.baseline) > max(3 * scene.grain, 0.25 * scene.text_height):
        return None
    return Rule(1 / axis.slope, 0, 0, max(bar.length for bar in found.bars), scene.grain)


def fit_rule(pairs: dict[Bar, Word], found: Bars, scene: Scene) -> Rule | None:
    """The proportion that most labels obey, each pair tried, the median of those that agree taken."""
    points = [(abs(word.number.value), bar.length, decimals(word.text)) for bar, word in pairs.items() if word.number is not None]
    longest = max(bar.length for bar in found.bars)
    best: list[float] = []
    for value, length, _ in points:
        if value == 0 or length < 4 * scene.grain:
            continue
        rule = Rule(length / value, 0, len(points), longest, scene.grain)
        agreeing = [n / v for v, n, d in points if v > 0 and n >= 4 * scene.grain and rule.agrees(v, n, d)]
        if len(agreeing) > len(best):
            best = agreeing
    return Rule(median(best), len(best), len(points), longest, scene.grain) if best else None


def _counted(rule: Rule | None, pairs: dict[Bar, Word]) -> Rule | None:
    if rule is None:
        return None
    agreeing = sum(obeys(rule, bar, word) for bar, word in pairs.items())
    return Rule(rule.per_value, agreeing, len(pairs), rule.longest, rule.grain)


def bounds(found: Bars, scene: Scene, free: Sequence[Word], pairs: dict[Bar, Word]) -> dict[Bar, Word]:
    """Labels such as `<1` at bars that have no other: what stands for no single number, at the bar whose place fits best."""
    labels = list(dict.fromkeys(word for word in free if word.number is not None and word.number.bound is not None))
    bars = [bar for bar in found.bars if bar not in pairs] if labels else []
    return cheapest_pairs(_costs(bars, labels, found, scene), bars, labels)


def obeys(rule: Rule, bar: Bar, word: Word) -> bool:
    """True where the label's value fits the bar's length."""
    return word.number is not None and rule.agrees(word.number.value, bar.length, decimals(word.text))


def _mostly(pairs: dict[Bar, Word], rule: Rule) -> bool:
    return bool(pairs) and sum(obeys(rule, bar, word) for bar, word in pairs.items()) >= 0.7 * len(pairs)


def _costs(bars: Sequence[Bar], labels: Sequence[Word], found: Bars, scene: Scene) -> list[tuple[float, int, int]]:
    """How badly each label fits each bar, where it may belong to it, with the numbers of both."""
    return [
        (cost, i, j) for i, bar in enumerate(bars) for j, word in enumerate(labels) if (cost := _place(bar, word, found, scene)) < math.inf
    ]


def _place(bar: Bar, word: Word, found: Bars, scene: Scene) -> float:
    """How badly a label's place fits a bar: 0 in its middle, infinite where it cannot belong to it."""
    label = turn(word.box, found.upright)
    height = scene.text_height
    off = abs(label.a - bar.span.a)
    if off > max(0.5 * bar.span.thickness, (0.35 if found.upright else 0.45) * label.thickness) + scene.grain:
        return math.inf
    across = 3 * off / max(bar.span.thickness, 1e-9)
    if bar.span.l0 - scene.grain <= label.l <= bar.span.l1 + scene.grain:
        return across + 0.5
    beyond = bar.span.l0 - label.l1 if bar.reversed_ else label.l0 - bar.span.l1
    before = label.l0 - bar.span.l1 if bar.reversed_ else bar.span.l0 - label.l1
    if -0.6 * height <= beyond <= 1.7 * height:
        return across + 1 + abs(beyond) / height
    # A label too long for its segment spills over, or stands on the far side of a short one.
    if -0.6 * height <= before <= 0.8 * height:
        return across + 3 + abs(before) / height
    return math.inf


def _cheapest(
    costs: list[tuple[float, int, int]], bars: Sequence[Bar], labels: list[Word], rule: Rule | None, scene: Scene
) -> dict[Bar, Word]:
    """Pairs taken cheapest first; a label that breaks the rule is dear."""

    def total(entry: tuple[float, int, int]) -> tuple[float, int, int]:
        cost, i, j = entry
        number = labels[j].number
        if rule is None or number is None:
            return entry
        wrong = abs(rule.expected(number.value) - bars[i].length) / max(scene.text_height, 1e-9)
        return (cost + (0.0 if rule.agrees(number.value, bars[i].length, decimals(labels[j].text)) else 2 + min(wrong, 4)), i, j)

    return cheapest_pairs(map(total, costs), bars, labels)


def cheapest_pairs(options: Iterable[tuple[float, int, int]], marks: Sequence[Drawn], labels: Sequence[Word]) -> dict[Drawn, Word]:
    """Marks with their labels, none twice, from the costs of pairs by their numbers: the cheapest pair is taken first."""
    pairs: dict[Drawn, Word] = {}
    used: set[int] = set()
    for _, i, j in sorted(options):
        if marks[i] not in pairs and j not in used:
            pairs[marks[i]] = labels[j]
            used.add(j)
    return pairs
