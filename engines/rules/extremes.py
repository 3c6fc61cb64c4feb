"""A further country or year beside the highest or lowest of those that a chart shows: how far apart, and which is the extreme of all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from charge_stream.engines.rules import places
from charge_stream.engines.rules.aligned import aligned, one_group
from charge_stream.engines.rules.computed import bare, difference
from charge_stream.engines.rules.english import cap, listed, query
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.phrases import few, in_place, tail, was
from charge_stream.engines.rules.quantities import PERCENT

Made = tuple[str, str, str]


def beyond_the_extreme(one: Fact, two: Fact) -> Iterator[Made]:
    """Template, question and answer of each way in which ``two`` stands beside the extreme ``one``."""
    if one.superlative not in ("highest", "lowest") or one.value is None or two.value is None or two.approximate or one.value == two.value:
        return
    if one.scope != two.scope:
        return
    if one.kind == "top":
        yield from _further_country(one, aligned(two))
    elif one.kind == "peak":
        yield from _further_year(one, aligned(two))


def _further_country(one: Fact, two: Fact) -> Iterator[Made]:
    measured = two.measured().removeprefix("the ")
    holder = places.named(one.answer)
    if not (places.is_country(two.place) and two.kind == "share" and one.unit == PERCENT and one.time == two.time):
        return
    if one_group(one.subject) != measured or holder is None or two.place in {places.named(name) for name in one.options}:
        return
    others = few(one)
    above = (two.value or 0) > (one.value or 0)
    amount = difference(two, one) if above else difference(one, two)
    lead = f"the {measured}{tail(two.but(place=''))}"
    there = f"in the {one.noun} with the {one.superlative} share among {listed(others)}"
    yield (
        f"{'above' if above else 'below'} the {one.superlative}",
        query(f"{two.scope}by how many percentage points was {lead} {'higher' if above else 'lower'} {in_place(two.place)} than {there}"),
        f"{amount} ({bare(two.shown)} {in_place(two.place)}, {bare(one.shown)} {in_place(holder)})",
    )
    if _is_beyond(one, two):
        named = sorted((*(places.named(name) or name for name in others), two.place), key=lambda name: name.removeprefix("the "))
        yield (
            f"country with the {one.superlative} of all",
            query(f"{two.scope}which of {listed(named)} had the {one.superlative} {measured}{tail(two.but(place=''))}"),
            f"{cap(two.place)} ({bare(two.shown)}, against {bare(one.shown)} {in_place(holder)})",
        )


def _further_year(one: Fact, two: Fact) -> Iterator[Made]:
    """Years named one by one only: of a range, every year would be one of its own."""
    subject = one.subject.removeprefix("the ")
    if one.noun == "year" or two.time in one.options or not re.fullmatch(r"\d{4}", two.time) or one.place != two.place:
        return
    if subject != two.measured().removeprefix("the "):
        return
    if not _is_beyond(one, two):
        return
    years = listed(sorted((*few(one), two.time)))
    yield (
        f"year of the {one.superlative} of all",
        query(f"{two.scope}in which of the years {years} {was(one.subject)} {one.subject}{tail(one, time=False)} {one.superlative}"),
        f"{two.time} ({bare(two.shown)}, against {bare(one.shown)} in {one.answer})",
    )


def _is_beyond(one: Fact, two: Fact) -> bool:
    """Is the further one the extreme of all? Else the chart alone would answer, and the other fact only confirm."""
    further, known = two.value or 0, one.value or 0
    return further > known if one.superlative == "highest" else further < known
