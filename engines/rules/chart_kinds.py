"""What a chart says beyond single values: the highest and lowest of its categories, peaks, changes over time, gaps between two series."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence

from charge_stream.engines.rules import places
from charge_stream.engines.rules.computed import bare, difference
from charge_stream.engines.rules.contrasts import contrast
from charge_stream.engines.rules.courses import crossings, turns, unbroken
from charge_stream.engines.rules.english import lower_first
from charge_stream.engines.rules.facts import Fact, cells_of
from charge_stream.engines.rules.measures import Measure
from charge_stream.engines.rules.phrases import MAX_LISTED

MAX_OPTIONS = 10
MAX_GAPS = 12
MAX_GAP_WORDS = 46
_KNOWN_KINDS = re.compile(
    r"^(?:fuel|source|mode(?: of [a-z]+)?|sector|industry|company|product|crop|brand|city|state|region|party|species|religion"
    r"|language|sport)$"
)


def derived(values: Sequence[Fact], measure: Measure) -> list[Fact]:
    """Facts over several values of one chart, in a fixed order."""
    lines = _series(values)
    return [*_tops(values, measure), *_peaks(lines), *_changes(lines), *_gaps(values), *crossings(lines), *turns(lines)]


def orders(values: Sequence[Fact], measure: Measure) -> list[Fact]:
    """Which has the most, and when: what values without a known unit tell, and nothing else of them."""
    found = [*_tops(values, measure), *_peaks(_series(values))] if values else []
    return [fact.but(value=None, unit="", shown="", object="") for fact in found]


def derived_entries(values: Sequence[Fact], header: str) -> list[Fact]:
    """Facts over several values that stand under a quoted title: which label has the most, peaks and changes over time."""
    noun = re.sub(r"\(.*\)", "", header).strip().lower()
    noun = noun if _KNOWN_KINDS.match(noun) else "one"
    found: list[Fact] = []
    ending = re.compile(r" for “[^”]+”$")
    for group in _grouped([fact for fact in values if ending.search(fact.subject)], lambda f: (f.time, f.place)):
        found += _ranked(group, noun, lambda f: f"“{f.category}”", lambda f: f.but(subject=ending.sub("", f.subject)))
    for group in _grouped([fact for fact in values if fact.place], lambda f: (f.subject, f.time)):
        if len({fact.place for fact in group}) == len(group) and all(places.is_country(fact.place) for fact in group):
            found += _ranked(group, "country", lambda f: f.place, lambda f: f)
    lines = _series(values)
    return [*found, *_peaks(lines), *_changes(lines)]


def _grouped(values: Iterable[Fact], key: Callable[[Fact], tuple[str, ...]]) -> list[list[Fact]]:
    groups: dict[tuple[str, ...], list[Fact]] = {}
    for fact in values:
        groups.setdefault(key(fact), []).append(fact)
    return list(groups.values())


def _tops(values: Sequence[Fact], measure: Measure) -> list[Fact]:
    """ "Among A, B and C, which country had the highest …": over places, or over what the title counts by ("by fuel")."""
    found: list[Fact] = []
    for group in _grouped([fact for fact in values if fact.place], lambda f: (f.measured(), f.time)):
        if len({fact.place for fact in group}) == len(group) and all(fact.place != places.WORLD for fact in group):
            noun = "country" if all(places.is_country(fact.place) for fact in group) else "place"
            found += _ranked(group, noun, lambda f: f.place, lambda f: f)
    if measure.kind == "amount" and _KNOWN_KINDS.match(measure.dimension) and " by " not in values[0].subject:
        ending = re.compile(r" for [^()]+?(?= \(|$)")
        for group in _grouped(values, lambda f: (f.place, f.time, ending.sub("", f.subject))):
            if all(fact.subject.endswith(f" for {lower_first(fact.category)}") for fact in group):
                found += _ranked(
                    group, measure.dimension, lambda f: lower_first(f.category), lambda f: f.but(subject=ending.sub("", f.subject))
                )
    return found


def _ranked(group: list[Fact], noun: str, name: Callable[[Fact], str], plain: Callable[[Fact], Fact]) -> list[Fact]:
    ordered = sorted(group, key=lambda fact: (-(fact.value or 0), name(fact)))
    if len(ordered) > MAX_OPTIONS:
        ordered = group = _some(ordered)
    if len(group) < 3:
        return []
    found = []
    for position, word in ((0, "highest"), (1, "second-highest"), (-1, "lowest")):
        fact = ordered[position]
        if sum(other.value == fact.value for other in group) > 1 or (position == 1 and len(group) < 4):
            continue
        slim = plain(fact)
        subject = re.sub(r"^the ", "", slim.measured())
        found.append(
            Fact(
                "top",
                f"chart {word}",
                subject,
                answer=name(fact),
                value=fact.value,
                unit=fact.unit,
                shown=fact.shown,
                time=fact.time,
                place=fact.place if fact.place and name(fact) != fact.place else "",
                scope=fact.scope,
                noun=noun,
                superlative=word,
                options=tuple(sorted((name(other) for other in group), key=str.casefold)),
                category=fact.category,
                series=fact.series,
                cells=cells_of([fact, *(other for other in group if other is not fact)]),
            )
        )
    return found


def _some(ordered: Sequence[Fact]) -> list[Fact]:
    """So many of an order as a reader keeps, evenly spread, its first and last among them."""
    step = (len(ordered) - 1) / (MAX_OPTIONS - 1)
    return [ordered[round(index * step)] for index in range(MAX_OPTIONS)]


def _series(values: Sequence[Fact]) -> list[list[Fact]]:
    """Values of one measure and place at several times, in order of time."""
    groups = _grouped([fact for fact in values if re.fullmatch(r"\d{4}", fact.time)], lambda f: (f.measured(), f.place))
    return [sorted(group, key=lambda fact: fact.time) for group in groups if len(group) > 1 and len({f.time for f in group}) == len(group)]


def _peaks(lines: Sequence[list[Fact]]) -> list[Fact]:
    """Years of the highest and lowest: out of a range when every year is there and the answer is no end, else of the years named."""
    found = []
    for group in lines:
        times = [fact.time for fact in group]
        whole = unbroken(times)
        if len(group) < 4 or (not whole and len(group) > MAX_LISTED):
            continue
        for word, best in (("highest", max(fact.value or 0 for fact in group)), ("lowest", min(fact.value or 0 for fact in group))):
            ties = [fact for fact in group if fact.value == best]
            if len(ties) > 1 or (whole and ties[0].time in (times[0], times[-1])):
                continue
            (fact,) = ties
            found.append(
                fact.but(
                    kind="peak",
                    form=f"chart year of the {word}",
                    subject=fact.measured(),
                    predicate="",
                    answer=fact.time,
                    time="",
                    noun="year" if whole else "of the years",
                    superlative=word,
                    options=tuple(times),
                    cells=cells_of([fact, *(other for other in group if other is not fact)]),
                )
            )
    return found


def _changes(lines: Sequence[list[Fact]]) -> list[Fact]:
    """From the first to the last time of a line."""
    return [change(line[0], line[-1]) for line in lines if line[0].value != line[-1].value]


def change(first: Fact, last: Fact) -> Fact:
    """One measure at two times, as the change between them."""
    high, low = (last, first) if (last.value or 0) > (first.value or 0) else (first, last)
    amount = difference(high, low)
    return last.but(
        kind="change",
        form="chart change",
        subject=last.measured(),
        predicate="rose" if high is last else "fell",
        since=first.time,
        before=first.shown,
        after=last.shown,
        value=round((last.value or 0) - (first.value or 0), 9),
        shown=amount,
        answer=f"{'A rise' if high is last else 'A fall'} of {amount}, from {bare(first.shown)} to {bare(last.shown)}",
        cells=cells_of([first, last]),
    )


def _gaps(values: Sequence[Fact]) -> list[Fact]:
    """The difference of two series in one category (a place, a year)."""
    found: list[Fact] = []
    for group in _grouped(values, lambda f: (f.category,)):
        for one, two in itertools.combinations(group, 2):
            beside = contrast(one, two) if one.series != two.series else None
            if beside is None or len(beside.question().split()) > MAX_GAP_WORDS:
                continue
            found.append(
                beside.high.but(
                    kind="gap",
                    form=f"chart gap of {beside.dimension}",
                    predicate=beside.question(),
                    object=beside.statement(),
                    value=round((beside.high.value or 0) - (beside.low.value or 0), 9),
                    shown=beside.amount,
                    before=beside.low.shown,
                    after=beside.high.shown,
                    answer=beside.answer(),
                    cells=cells_of([beside.high, beside.low]),
                )
            )
    return found[:MAX_GAPS]
