"""How each kind of fact is said: statement, question, noun phrase. The table at the end is all there is to a kind's wording."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from charge_stream.engines.rules.english import is_plural, listed
from charge_stream.engines.rules.places import WORLD
from charge_stream.engines.rules.quantities import PERCENT, POINTS

if TYPE_CHECKING:
    from charge_stream.engines.rules.facts import Fact


MAX_NAMED = 4
"""A question names so many options at most, where it may choose."""
MAX_LISTED = 5
"""A question lists so many at most: more no reader keeps."""


def in_place(place: str) -> str:
    """ "in Iceland", "worldwide"."""
    if not place:
        return ""
    return "worldwide" if place == WORLD else f"in {place}"


def in_time(time: str) -> str:
    """ "in 2014", "from 1990 to 2013", "as of March 2, 2020"."""
    if not time:
        return ""
    since, dash, until = time.partition("–")
    if dash:
        return f"from {since} to {until}"
    return f"as of {time}" if re.search(r" \d{1,2}, \d{4}$", time) else f"in {time}"


def tail(fact: Fact, *, time: bool = True) -> str:
    """ " in Iceland in 2014", after a noun phrase or a clause."""
    parts = (in_place(fact.place), in_time(fact.time) if time else "")
    return "".join(f" {part}" for part in parts if part)


def opening(fact: Fact) -> str:
    """ "in Iceland in 2014, ", before a clause."""
    said = tail(fact).strip()
    return f"{said}, " if said else ""


def with_hedge(fact: Fact) -> str:
    return f"{fact.hedge} {fact.shown}".strip()


def was(noun_phrase: str) -> str:
    return "were" if is_plural(noun_phrase) else "was"


def counted_in(fact: Fact) -> str:
    """ ", in kilowatt-hours per passenger-kilometer": the unit asked for."""
    return f", in {fact.object}" if fact.object else ""


def _share(fact: Fact) -> str:
    return f"{fact.subject} {fact.predicate}"


def _counts_heads(fact: Fact) -> bool:
    """ "six-in-ten adults" needs no "of"."""
    return bool(re.search(r"-in-(?:ten|five|four)$", fact.shown)) and not fact.subject.startswith("the ")


def _share_noun(fact: Fact) -> str:
    """A population that already has its "who" takes "and who" no second time: "… who had not finished school and were employed"."""
    again = re.search(rf" {fact.relative} ", fact.subject)
    return f"the share of {fact.subject} {'that' if again and fact.relative == 'who' else fact.relative} {fact.predicate}{tail(fact)}"


def _deed_question(fact: Fact) -> str:
    asked = "what percentage of" if fact.unit == PERCENT else "how many"
    return f"{asked} {fact.object} did {fact.subject} {fact.verb}{tail(fact)}"


def _deed_noun(fact: Fact) -> str:
    asked = "the share of" if fact.unit == PERCENT else "the number of"
    return f"{asked} {fact.object} that {fact.subject} {fact.predicate}{tail(fact)}"


def _deed(fact: Fact) -> str:
    of = "of " if fact.unit == PERCENT else ""
    return f"{fact.subject} {fact.predicate} {with_hedge(fact)} {of}{fact.object}{tail(fact)}"


def _by_how_much(fact: Fact) -> str:
    return "by how many percentage points" if fact.unit in (PERCENT, POINTS) else "by how much"


def its(fact: Fact) -> str:
    """ "their" or "its", for what the fact measures."""
    return "their" if is_plural(fact.subject) else "its"


def when(fact: Fact) -> str:
    """ "in which year between 2000 and 2015", "in which of the years 2000, 2005 and 2015": what a peak is asked by."""
    if fact.noun == "year":
        return f"in which year between {fact.options[0]} and {fact.options[-1]}"
    return f"in which of the years {listed(fact.options)}"


def _peak_noun(fact: Fact) -> str:
    clause = f"in which {fact.subject}{tail(fact)} {was(fact.subject)} {fact.superlative}"
    if fact.noun == "year":
        return f"the year between {fact.options[0]} and {fact.options[-1]} {clause}"
    return f"the one of the years {listed(fact.options)} {clause}"


def _at(fact: Fact) -> str:
    """ ", at 38%"; "" where the unit is not known."""
    return f", at {fact.shown}" if fact.shown else ""


def _peak(fact: Fact) -> str:
    span = f"between {fact.options[0]} and {fact.options[-1]}" if fact.noun == "year" else f"of the years {listed(fact.options)}"
    return f"{span}, {fact.subject}{tail(fact)} {was(fact.subject)} {fact.superlative} in {fact.answer}{_at(fact)}"


def few(fact: Fact) -> list[str]:
    """The options of a "top", at most ``MAX_NAMED`` of them where the answer stays right: the highest of all is that of a few.

    Of the times of a "peak" all: a few of them would look drawn at random.
    """
    if fact.kind == "peak" or fact.superlative not in ("highest", "lowest"):
        return list(fact.options)
    others = sorted((name for name in fact.options if name != fact.answer), key=lambda name: zlib.crc32(f"{name} {fact.answer}".encode()))
    kept = {fact.answer, *others[: MAX_NAMED - 1]}
    return [name for name in fact.options if name in kept]


Wording = tuple[Callable[["Fact"], str], Callable[["Fact"], str], Callable[["Fact"], str]]

# kind: statement, question, noun phrase; without scope, in lower case, without a mark at the end
WORDING: dict[str, Wording] = {
    "share": (
        lambda f: f"{with_hedge(f)}{'' if _counts_heads(f) else ' of'} {_share(f)}",
        lambda f: f"what percentage of {_share(f)}",
        _share_noun,
    ),
    "amount": (
        lambda f: f"{f.subject}{tail(f)} {was(f.subject)} {with_hedge(f)}",
        lambda f: f"what {was(f.subject)} {f.subject}{tail(f)}{counted_in(f)}",
        lambda f: f"{f.subject}{tail(f)}",
    ),
    "deed": (_deed, _deed_question, _deed_noun),
    "top": (
        lambda f: f"among {listed(f.options)}, {f.answer} had the {f.superlative} {f.subject}{tail(f)}{_at(f)}",
        lambda f: f"among {listed(f.options)}, which {f.noun} had the {f.superlative} {f.subject}{tail(f)}",
        lambda f: f"the {f.noun} with the {f.superlative} {f.subject}{tail(f)} among {listed(f.options)}",
    ),
    "peak": (
        _peak,
        lambda f: f"{when(f)} {was(f.subject)} {f.subject}{tail(f)} at {its(f)} {f.superlative}",
        _peak_noun,
    ),
    "change": (
        lambda f: f"{f.subject}{tail(f, time=False)} {f.predicate} by {f.shown} from {f.before} in {f.since} to {f.after} in {f.time}",
        lambda f: f"{_by_how_much(f)} did {f.subject}{tail(f, time=False)} change between {f.since} and {f.time}",
        lambda f: f"the change in {f.subject}{tail(f, time=False)} between {f.since} and {f.time}",
    ),
    "gap": (
        lambda f: f.object,
        lambda f: f.predicate,
        lambda f: f"the difference {f.shown}",
    ),
    "course": (
        lambda f: f.object,
        lambda f: f.predicate,
        lambda f: f"the year {f.answer}",
    ),
    "first": (
        lambda f: f"{f.answer} {f.predicate} {f.subject}{tail(f)}",
        lambda f: f"{f.noun} {f.predicate} {f.subject}{tail(f)}",
        lambda f: f.subject,
    ),
    "event": (
        lambda f: f"{f.subject} {f.predicate} in {f.answer}",
        lambda f: f"in what year did {f.subject} {f.verb} {f.object}",
        lambda f: f"the year when {f.subject} {f.predicate}",
    ),
}
