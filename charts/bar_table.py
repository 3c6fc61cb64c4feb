"""Bars, stacks and groups of bars become facts: printed values where they fit their bar, measured ones where an axis is known."""

from __future__ import annotations

from dataclasses import dataclass, replace

from charge_stream.charts.axes import Axis, axis_on_floor, value_axis
from charge_stream.charts.bar_values import measure
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.categories import Category, categories, lanes_of
from charge_stream.charts.check import Declined
from charge_stream.charts.empty_lanes import with_empty_lanes
from charge_stream.charts.left_over import trust
from charge_stream.charts.legend import Entry
from charge_stream.charts.overlaid import is_overlaid, uncovered
from charge_stream.charts.printed import Rule, bounds, decimals, match, obeys
from charge_stream.charts.scene import Scene, Word, union
from charge_stream.charts.series import SINGLE, Names, bar_series
from charge_stream.charts.table import Fact
from charge_stream.charts.totals import find_totals
from charge_stream.charts.understood import Understood
from charge_stream.charts.unseen import unseen

PRINTED, PRINTED_ALONE, MEASURED, DOUBTFUL = 0.97, 0.7, 0.97, 0.55
CONTRADICTED = 0.6
NEAR, DRAWN_OFF = 2.0, 0.75
"""A printed value so many times the precision off its bar is still the bar's, which is drawn a little short or long, but less certain."""
CLEAR, NAMELESS = 0.75, 0.7
"""A category whose name was hardly recognised takes confidence from its cells."""


def read_bars(found: Bars, scene: Scene, entries: list[Entry]) -> Understood:
    """The table of a bar chart. Raises `Declined` where names are missing, or where labels and bars disagree."""
    axis = value_axis(scene, found.upright) or axis_on_floor(scene, found.upright, found.baseline, *_across(found))
    taken = {word for entry in entries for word in entry.words} | set(axis.ticks if axis else ())
    overlaid = is_overlaid(found, scene, _free(scene, taken), axis)
    kind = "stacked bar" if found.stacked and not overlaid else "bar"
    if found.loose > 0.35 * found.area:
        raise Declined("several plots in one picture, or marks that are no bars", kind)
    totals, header = ({}, None) if overlaid else find_totals(found, scene, _free(scene, taken))
    taken |= {*totals.values(), *([header] if header is not None else [])}
    names, used = bar_series(found, scene, entries, taken)
    taken |= used
    found = with_empty_lanes(found, scene, taken, axis)
    rows = categories(found, scene, taken)
    _demand_names(found, rows, names, entries, kind)
    taken |= {word for row in rows for word in row.words}
    found = uncovered(found) if overlaid else found
    values = _values(found, rows, names, _free(scene, taken), axis, scene, kind)
    certain = trust(found, scene, taken | values.words, [entry.swatch.box for entry in entries])
    home = lanes_of(rows)
    sums = [] if header is None else [_total(home[lane], header.text, word) for lane, word in totals.items() if lane in home]
    numbers = [word.number for word in values.labels if word.number is not None]
    return Understood(
        kind=kind,
        rows=[row.name for row in rows],
        series=_series(names, entries) + ([] if header is None else [header.text]),
        facts=[replace(fact, confidence=fact.confidence * certain) for fact in values.facts + sums],
        plot=union(bar.mark.box for bar in found.bars),
        used=taken | values.words,
        unit=_common([n.unit for n in numbers]) or (axis.unit if axis else None),
        scale=_common([n.scale for n in numbers]) if numbers else (axis.scale if axis else None),
        texts=values.texts,
        ticks=axis.ticks if axis is not None else (),
        colours={name: colour for colour, name in names.items()} if len(set(names.values())) == len(names) else {},
    )


def _across(found: Bars) -> tuple[float, float]:
    """Where the first bar begins and the last one ends."""
    return min(bar.span.a0 for bar in found.bars), max(bar.span.a1 for bar in found.bars)


def _free(scene: Scene, taken: set[Word]) -> list[Word]:
    return [word for word in scene.words if word not in taken]


def _demand_names(found: Bars, rows: list[Category], names: Names, entries: list[Entry], kind: str) -> None:
    if not rows:
        raise Declined("no category labels found", kind)
    if len(entries) > len(set(names.values())) and len(set(names.values())) > 1 - (len(found.colours) == 1):
        raise Declined("a series of the legend is missing", kind)
    if not names:
        raise Declined("the series have no names", kind)


def _series(names: Names, entries: list[Entry]) -> list[str]:
    """The names of the series, in the order of the legend where it names them all."""
    shown = set(names.values())
    order = [name for name in dict.fromkeys(entry.name for entry in entries) if name in shown]
    return order if len(order) == len(shown) else list(dict.fromkeys(names.values()))


@dataclass(frozen=True, slots=True)
class _Values:
    """What the cells hold: facts, or texts that stand for no single number; the labels of bars, and all words that are one of these."""

    facts: list[Fact]
    texts: dict[tuple[int, str], str]
    labels: list[Word]
    words: set[Word]


def _values(found: Bars, rows: list[Category], names: Names, free: list[Word], axis: Axis | None, scene: Scene, kind: str) -> _Values:
    labels, rule = match(found, scene, free, axis)
    _agreement(labels, rule, axis, kind)
    bounded = bounds(found, scene, free, labels)
    home = lanes_of(rows)
    texts = {(home[bar.lane], names.get(bar.colour, SINGLE)): word.text for bar, word in bounded.items() if bar.lane in home}
    facts = [fact for fact in _facts(found, rows, names, labels, rule, axis, scene) if (fact.row, fact.series) not in texts]
    small, further = unseen(found, rows, names, [word for word in free if word not in labels.values()], rule, axis, scene)
    seen = {fact.box for fact in small}
    words = {*labels.values(), *bounded.values(), *(word for word in free if word.box in seen or word.text in further.values())}
    return _Values(facts + small, texts | further, list(labels.values()), words)


def _total(row: int, name: str, word: Word) -> Fact:
    if word.number is None:
        raise ValueError(f"{word.text!r} is no number")
    return Fact(row, name, word.number.value, word.text, PRINTED * word.clearness, word.box)


def _agreement(labels: dict[Bar, Word], rule: Rule | None, axis: Axis | None, kind: str) -> None:
    if not labels and axis is None:
        raise Declined("no printed values and no axis", kind)
    if rule is not None and len(labels) >= 3 and rule.support < 0.6 * len(labels):
        raise Declined("marks and labels disagree", kind)


def _facts(
    found: Bars, rows: list[Category], names: Names, labels: dict[Bar, Word], rule: Rule | None, axis: Axis | None, scene: Scene
) -> list[Fact]:
    home = lanes_of(rows)
    places = max((decimals(word.text) for word in labels.values()), default=None) if len(labels) >= 3 else None
    sure = rule is not None and (rule.proven or axis is not None)
    measured = measure(found, axis, rule if sure else None, places, scene)
    facts = []
    for bar in found.bars:
        value = _value(bar, labels.get(bar), rule, sure, measured.get(bar), places)
        if value is not None and bar.lane in home:
            number, text, confidence = value
            confidence *= NAMELESS if any(word.score < CLEAR for word in rows[home[bar.lane]].words) else 1.0
            facts.append(Fact(home[bar.lane], names.get(bar.colour, SINGLE), number, text, confidence, bar.mark.box))
    return facts


def _value(
    bar: Bar, label: Word | None, rule: Rule | None, sure: bool, measured: tuple[float, float] | None, places: int | None
) -> tuple[float, str | None, float] | None:
    """A printed value that obeys the rule; one put right by its decimal point; else the measured value."""
    if label is not None and label.number is not None:
        value = label.number.value
        if rule is not None and obeys(rule, bar, label):
            return value, label.text, PRINTED * label.clearness if sure else PRINTED_ALONE
        if rule is not None and sure:
            if rule.agrees(value, bar.length, decimals(label.text), NEAR):
                return value, label.text, DRAWN_OFF * label.clearness
            for lost in (0.1, 0.01):
                if rule.agrees(value * lost, bar.length, (places or 0) + 1) and rule.expected(value) > 1.5 * rule.longest:
                    return round(value * lost, 6), label.text, DOUBTFUL + 0.2
        if not sure:
            return value, label.text, DOUBTFUL
    if measured is None:
        return None
    value, chance = measured
    return value, None, min(chance, MEASURED) * (CONTRADICTED if label is not None else 1.0)


def _common(values: list[str | None]) -> str | None:
    named = [value for value in values if value]
    return max(sorted(set(named)), key=named.count) if named else None
