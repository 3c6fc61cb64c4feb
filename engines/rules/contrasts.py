"""Two facts that differ in one thing, beside each other: what they have in common is said once, and each side by what it has alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from charge_stream.engines.rules.aligned import aligned, difference_in
from charge_stream.engines.rules.computed import bare, difference, step
from charge_stream.engines.rules.english import is_plural
from charge_stream.engines.rules.facts import VALUES, Fact
from charge_stream.engines.rules.peers import is_part, split
from charge_stream.engines.rules.phrases import in_place, in_time, tail, was
from charge_stream.engines.rules.quantities import PERCENT

MAX_WORDS = 60


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two facts of one unit, ``high`` the larger, that differ in ``dimension`` only (as ``difference_in`` names it).

    ``style`` tells how they are said: ``sided``, a common ``lead`` and two sides ("the share of adults who smoked" "in Denmark");
    ``paired``, two noun phrases and a common ``ending``; ``done``, two that did the same or one that did it twice.
    """

    style: str
    dimension: str
    high: Fact
    low: Fact
    lead: str
    ending: str
    side: Callable[[Fact], str]
    noun: Callable[[Fact, Fact | None], str]

    def question(self) -> str:
        """ "by how many percentage points was … higher than …": lower case, without a mark."""
        high, low = self.high, self.low
        if self.style == "done":
            return f"how many more {high.object} did {high.subject} {high.verb} than {low.subject}{self.ending}"
        return f"{by_how(high)} {self.verb} {self.subject} higher {self.than}"

    def statement(self) -> str:
        """The difference as a sentence, without a mark."""
        high, low = self.high, self.low
        if self.style == "done":
            return f"{high.subject} {high.predicate} {self.amount} more than {low.subject}{self.ending}"
        return f"{self.subject} {self.verb} {self.amount} higher {self.than}"

    @property
    def subject(self) -> str:
        return self.lead or self.noun(self.high, None)

    @property
    def than(self) -> str:
        if self.style == "sided":
            return f"{self.side(self.high)} than {self.side(self.low)}"
        return f"than {self.noun(self.low, self.high)}{self.ending}"

    @property
    def sides(self) -> tuple[str, str]:
        """How the two are named, the higher first."""
        return self.named(self.high), self.named(self.low)

    def named(self, fact: Fact) -> str:
        return self.side(fact) if self.style != "paired" else self.noun(fact, None)

    @property
    def verb(self) -> str:
        return was(self.subject) if self.high.kind == "amount" else "was"

    @property
    def amount(self) -> str:
        return difference(self.high, self.low)

    @property
    def values(self) -> str:
        """ "83% against 61%"."""
        return f"{bare(self.high.shown)} against {bare(self.low.shown)}"

    def answer(self) -> str:
        """ "22 percentage points (83% against 61%)"."""
        return f"{self.amount} ({self.values})"


def by_how(fact: Fact) -> str:
    """What asks for a difference of such values, with the unit where its words tell what is counted per what."""
    if fact.unit == PERCENT:
        return "by how many percentage points"
    return f"by how many {fact.object}" if fact.kind == "amount" and fact.object else "by how much"


def contrast(one: Fact, two: Fact) -> Contrast | None:
    """The two side by side, or None when they differ in more than one thing, are equal, not precise, or take too many words."""
    if not _comparable(one) or not _comparable(two) or not _apart(one, two):
        return None
    first, second = aligned(one), aligned(two)
    dimension = difference_in(first, second)
    if not dimension:
        return None
    told = ((one, first), (two, second))
    if difference_in(one, two) == dimension and all(said.subject == shared.subject or said.kind != shared.kind for said, shared in told):
        first, second = one, two  # their own words, which name no country twice
    high, low = (first, second) if (first.value or 0) > (second.value or 0) else (second, first)
    beside = _beside(dimension, high, low)
    return beside if len(beside.question().split()) <= MAX_WORDS else None


def _comparable(fact: Fact) -> bool:
    return fact.kind in VALUES and fact.value is not None and not fact.approximate and fact.form != "chart entry"


def _apart(one: Fact, two: Fact) -> bool:
    """Is the difference more than what rounding may have made: two of the last digit, or one of the coarser one's?"""
    return abs((one.value or 0) - (two.value or 0)) > max(step(one), step(two)) * 1.5


def _beside(dimension: str, high: Fact, low: Fact) -> Contrast:
    kind = "share of deeds" if high.kind == "deed" and high.unit == PERCENT else high.kind
    build = _BUILT.get((kind, dimension)) or _BUILT[("", dimension)]
    return build(dimension, high, low)


def _sided(dimension: str, high: Fact, low: Fact) -> Contrast:
    lead = high.but(**{dimension: ""}).noun_phrase()
    side = (lambda fact: in_place(fact.place)) if dimension == "place" else (lambda fact: in_time(fact.time))
    return Contrast("sided", dimension, high, low, lead, "", side, lambda fact, _: fact.noun_phrase())


def _groups(dimension: str, high: Fact, low: Fact) -> Contrast:
    lead = f"the share {high.relative} {high.predicate}{tail(high)}"
    whole = high.subject if is_part(low.subject, high.subject) else low.subject if is_part(high.subject, low.subject) else ""

    def among(fact: Fact) -> str:
        return f"among {'all ' if fact.subject == whole else ''}{fact.subject}"

    return Contrast("sided", dimension, high, low, lead, "", among, lambda fact, _: fact.noun_phrase())


def _answers(dimension: str, high: Fact, low: Fact) -> Contrast:
    def noun(fact: Fact, after: Fact | None) -> str:
        if after is None:
            return fact.measured()
        before, own, _, rest = split(fact.predicate, after.predicate)
        verb_alone = not before and len(own.split()) == 1 and len(rest.split()) >= 4
        elided = own if verb_alone else fact.predicate
        return f"the share {fact.relative} {elided}"

    return Contrast("paired", dimension, high, low, "", tail(high), lambda fact: noun(fact, None), noun)


def _things(dimension: str, high: Fact, low: Fact) -> Contrast:
    before, left, right, after = split(high.subject, low.subject)
    own = {high.subject: left, low.subject: right}
    cut = bool(before) and after.split(" ")[0] in ("in", "per", "as", "for", "by")
    rest = "" if cut else f" {after}" if after else ""

    def noun(fact: Fact, other: Fact | None) -> str:
        if other is not None and before.endswith(" of"):
            return f"{'those' if is_plural(fact.subject) else 'that'} of {own[fact.subject]}{rest}"
        return f"{before} {own[fact.subject]}{rest}".strip()

    return Contrast("paired", dimension, high, low, "", f"{f' {after}' if cut else ''}{tail(high)}", lambda fact: noun(fact, None), noun)


def _spent(dimension: str, high: Fact, low: Fact) -> Contrast:
    """A share of one whole that two took: "the share of GDP that public schools spent"."""

    def noun(fact: Fact, after: Fact | None) -> str:
        whole = "the share" if after else f"the share of {fact.object}"
        return f"{whole} that {fact.subject} {fact.predicate}"

    return Contrast("paired", dimension, high, low, "", tail(high), lambda fact: noun(fact, None), noun)


def _doers(dimension: str, high: Fact, low: Fact) -> Contrast:
    return Contrast("done", dimension, high, low, "", tail(high), lambda fact: fact.subject, lambda fact, _: fact.noun_phrase())


Built = Callable[[str, Fact, Fact], Contrast]
# kind of fact, what differs: how the two are said; "" is any other kind
_BUILT: dict[tuple[str, str], Built] = {
    ("", "place"): _sided,
    ("", "time"): _sided,
    ("", "group"): _groups,
    ("", "answer"): _answers,
    ("", "thing"): _things,
    ("share of deeds", "doer"): _spent,
    ("deed", "doer"): _doers,
}
