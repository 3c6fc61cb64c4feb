"""The course of a chart's lines: the year in which one overtook another, and the year in which a rise turned into a fall."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from charge_stream.engines.rules.contrasts import contrast
from charge_stream.engines.rules.facts import Fact, cells_of
from charge_stream.engines.rules.phrases import in_place

MAX_WORDS = 46
MIN_TIMES = 5


def crossings(lines: Sequence[list[Fact]]) -> list[Fact]:
    """Of two lines over the same unbroken years: the first year in which the lower one was above the other, where it stayed there."""
    found = []
    for one, two in itertools.combinations(lines, 2):
        times = [fact.time for fact in one]
        if times != [fact.time for fact in two] or not unbroken(times) or contrast(one[0], two[0]) is None:
            continue
        above = [(high.value or 0) - (low.value or 0) for high, low in zip(one, two, strict=True)]
        signs = [value > 0 for value in above]
        changes = [index for index in range(1, len(signs)) if signs[index] != signs[index - 1]]
        if 0 in above or len(changes) != 1 or not 1 < changes[0] < len(signs) - 1:
            continue
        (at,) = changes
        over, under = (one, two) if signs[-1] else (two, one)
        winner, loser = (line[0].but(time="").noun_phrase() for line in (over, under))
        found.append(
            _course(
                over[at],
                "chart crossing",
                f"in which year between {times[0]} and {times[-1]} did {winner} first exceed {loser}",
                f"between {times[0]} and {times[-1]}, {winner} first exceeded {loser} in {over[at].time},"
                f" at {over[at].shown} against {under[at].shown}",
                "exceed",
                [over[at], under[at], over[at - 1], under[at - 1]],
            )
        )
    return [fact for fact in found if len(fact.predicate.split()) <= MAX_WORDS]


def turns(lines: Sequence[list[Fact]]) -> list[Fact]:
    """Of a line over unbroken years that rises (or falls) in every year to a point and then goes the other way: that year."""
    found = []
    for line in lines:
        values = [fact.value or 0 for fact in line]
        rises = [after > before for before, after in itertools.pairwise(values)]
        at = next((index for index, rise in enumerate(rises) if rise != rises[0]), 0)
        whole = len(line) >= MIN_TIMES and unbroken([fact.time for fact in line]) and len(set(values)) == len(values)
        if not whole or at < 2 or at > len(rises) - 2 or any(rise == rises[0] for rise in rises[at:]):
            continue
        turn, first, last = line[at], line[0], line[-1]
        what = " ".join(filter(None, (first.measured(), in_place(first.place))))
        ways = ("rising", "fall", "rose", "fell") if rises[0] else ("falling", "rise", "fell", "rose")
        found.append(
            _course(
                turn,
                "chart turning point",
                f"in which year between {first.time} and {last.time} did {what} stop {ways[0]} and begin to {ways[1]}",
                f"{what} {ways[2]} from {first.shown} in {first.time} to {turn.shown} in {turn.time} and then {ways[3]} to {last.shown}"
                f" in {last.time}",
                "stop",
                [turn, first, last, *line[1:at], *line[at + 1 : -1]],
            )
        )
    return found


def _course(fact: Fact, form: str, question: str, statement: str, verb: str, over: Sequence[Fact]) -> Fact:
    return fact.but(
        kind="course",
        form=form,
        predicate=question,
        object=statement,
        verb=verb,
        answer=fact.time,
        value=None,
        unit="",
        shown="",
        time="",
        place="",
        cells=cells_of(over),
    )


def unbroken(times: Sequence[str]) -> bool:
    """Is every year from the first to the last among the times?"""
    return int(times[-1]) - int(times[0]) == len(times) - 1
