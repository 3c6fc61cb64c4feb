"""Questions in which what one fact answers (a country, a thing, a year) selects the second fact: "In the country where …, what …?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from charge_stream.engines.rules import places
from charge_stream.engines.rules.aligned import aligned, one_group
from charge_stream.engines.rules.computed import bare
from charge_stream.engines.rules.english import cap, listed, query, sentence
from charge_stream.engines.rules.facts import VALUES, Fact
from charge_stream.engines.rules.phrases import few, in_time, tail, was
from charge_stream.engines.rules.quantities import PERCENT, years
from charge_stream.engines.rules.words import likeness

RELATED = {"peak": 0.25, "event": 0.25, "amount": 0.4, "deed": 0.4}
"""The likeness of key words from which a year found by such a fact may lead to the other; a country needs but one word in common."""
LEAST_DIGITS = 3
"""A value of fewer digits may be that of several years."""

_EXTREMES = ("highest", "lowest")

Made = tuple[str, str, str]


def bridges(one: Fact, two: Fact) -> Iterator[Made]:
    """Template, question and answer of each way in which ``one`` selects ``two``."""
    if two.kind not in VALUES or two.approximate or two.form == "chart entry" or (one.scope and one.scope != two.scope):
        return
    like = likeness(one.topic(), two.topic())
    if one.kind == "top":
        yield from _by_place(one, two, like)
    if two.time and _one_of_several(two) and like >= RELATED.get(one.kind, 1.0) and _year(one) == two.time and not _same_measure(one, two):
        yield from _by_year(one, two)


def _year(fact: Fact) -> str:
    """The year that a fact finds: its answer, or when its value held."""
    found = fact.answer if fact.kind in ("peak", "event") else fact.time
    return found if re.fullmatch(r"\d{4}", found) else ""


def _one_of_several(fact: Fact) -> bool:
    """Was it measured at other times too? A chart of one year answers without that year being found."""
    return not fact.cells or fact.time in (fact.category, fact.series) or bool({fact.category, fact.series} & set(years(fact.time)))


def _same_measure(one: Fact, two: Fact) -> bool:
    measured = one.subject if one.kind == "peak" else one.measured()
    return measured.removeprefix("the ") == two.measured().removeprefix("the ")


def _by_place(one: Fact, two: Fact, like: float) -> Iterator[Made]:
    """The country with the highest of one measure, and what was measured there besides."""
    beside = aligned(two)
    there = beside.but(place="", time="", scope="")
    measured, asked = one_group(one.subject), there.bare_question()
    if not like or beside.place != places.named(one.answer) or one.superlative not in _EXTREMES:
        return
    if measured == beside.measured().removeprefix("the ") or not re.match(r"what (?:percentage of|was|were) ", asked):
        return
    options, reply = listed(few(one)), f"{two.reply()} ({cap(one.answer)})"
    once = f"{in_time(two.time)}, " if two.time and one.time == two.time else ""
    extreme = f"the {one.superlative} {measured}{tail(one, time=not once)}"
    when = f" {in_time(two.time)}" if two.time and not once else ""
    where = f"in whichever of {options} had {extreme}"
    yield "bridge by country, selecting clause first", query(f"{two.scope}{once}{where}, {asked}{when}"), reply
    yield "bridge by country, selecting clause last", query(f"{two.scope}{once}{asked}{when} {where}"), reply
    yield (
        "bridge by country, two sentences",
        f"{sentence(f'{two.scope}{once}one {one.noun} among {options} had {extreme}')} {query(f'{asked} in that {one.noun}{when}')}",
        reply,
    )


def _by_year(one: Fact, two: Fact) -> Iterator[Made]:
    """The year of a peak, of an event or of a value told, and what was measured in it."""
    clause = _SELECTING[one.kind](one) if one.kind in _SELECTING else ""
    if not clause:
        return
    timeless = two.but(time="", scope="")
    asked, reply = timeless.bare_question(), f"{two.reply()} (in {two.time})"
    named = _ARTICLE.get(one.kind, "a value").format(one.superlative)
    yield f"bridge by the year of {named}, selecting clause first", query(f"{two.scope}in {clause}, {asked}"), reply
    if not re.search(r", in [^,]+$", asked):
        yield f"bridge by the year of {named}, selecting clause last", query(f"{two.scope}{asked} in {clause}"), reply


_ARTICLE = {"peak": "the {}", "event": "an event"}


def _peak_year(one: Fact) -> str:
    unit = f", in {one.object}," if one.object else ""
    state = f"{one.subject}{tail(one)}{unit} {was(one.subject)} {one.superlative}"
    if one.noun == "year":
        return f"the year between {one.options[0]} and {one.options[-1]} in which {state}"
    return f"whichever of the years {listed(few(one))} {state}"


def _value_year(one: Fact) -> str:
    if one.unit == PERCENT or one.approximate or one.scope or len(re.sub(r"\D", "", bare(one.shown))) < LEAST_DIGITS:
        return ""
    if one.kind == "deed":
        return f"the year in which {one.subject}{tail(one, time=False)} {one.predicate} {one.shown} {one.object}"
    return f"the year in which {one.subject}{tail(one, time=False)} {was(one.subject)} {one.shown}"


_SELECTING = {
    "peak": _peak_year,
    "event": lambda one: f"the year in which {one.subject} {one.predicate}",
    "amount": _value_year,
    "deed": _value_year,
}
