"""Facts brought to one wording, so that what two of them differ in can be seen: "Danes ages 25 to 64" are adults of Denmark."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from charge_stream.engines.rules import places
from charge_stream.engines.rules.facts import VALUES, Fact
from charge_stream.engines.rules.peers import alike, comparable_groups
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.words import either_of, likeness, stem

# Wordings of one group: what is said | how it is said when two stand side by side
_ONE_GROUP: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), made)
    for pattern, made in (
        (r"whose highest level of education (?:was|is) college or university\b", "with a college or university degree"),
        (r"^(?P<who>(?:[a-z]+ )?)(?:college|university) graduates(?P<ages>(?: ages \d+ (?:to \d+|and older))?)$",
         "{who}adults{ages} with a college or university degree"),
        (r"whose highest level of education (?:was|is) below upper secondary\b", "without an upper secondary education"),
        (r"whose highest level of education (?:was|is) (?P<level>(?:general|vocational) upper secondary)\b",
         "with a {level} education"),
        (r"with (?P<level>(?:general|vocational) upper secondary) education\b", "with a {level} education"),
    )
)  # fmt: skip
_PEOPLE = either_of(places.PEOPLES)
# Where a population names its country | what remains of it
_COUNTRY: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^(?P<lead>(?:employed |unemployed )?)(?P<us>U\.S\. )(?=[a-z])"), r"\g<lead>"),
    (re.compile(r" in the (?P<us>U\.S\.)(?= |$)"), ""),
    (re.compile(rf"^(?P<lead>(?:employed |unemployed )?)(?P<people>{_PEOPLE}) (?=[a-z]+)(?!(?:and|or|who|ages|with|without|in)\b)"),
     r"\g<lead>"),
    (re.compile(rf"^(?P<lead>(?:employed |unemployed )?)(?P<people>{_PEOPLE})s?(?= ages (?:1[89]|[2-9]\d) (?:to|and)\b)"),
     r"\g<lead>adults"),
    (re.compile(r" in (?P<name>(?:the )?[A-Z][a-z]+(?: [A-Z][a-z]+)*)(?= |$)"), ""),
)  # fmt: skip
_DONE_BY = re.compile(r"^the (?P<object>[a-z]+) (?P<verb>[a-z]+) by (?P<doer>[^()]+)$")


@functools.lru_cache(maxsize=4_000)
def aligned(fact: Fact) -> Fact:
    """``fact`` with its country as its place and its group in the wording that all share; as it is where nothing is certain."""
    if fact.kind == "amount":
        deed = _as_deed(fact)
        return _on_world_markets(fact) if deed is fact else aligned(deed)
    if fact.kind not in ("share", "deed"):
        return fact
    subject, place = fact.subject, fact.place
    if not place and len(places.mentions(subject)) == 1:
        subject, place = _without_country(subject)
    if not place and places.american(subject):
        place = places.UNITED_STATES
    return fact.but(subject=one_group(subject), place=place)


def one_group(text: str) -> str:
    """``text`` with its groups in the wording that all share."""
    for pattern, made in _ONE_GROUP:
        match = pattern.search(text)
        if match:
            text = text[: match.start()] + made.format(**match.groupdict()) + text[match.end() :]
    return text


def _on_world_markets(fact: Fact) -> Fact:
    before, everywhere, after = fact.subject.partition(" on world markets")
    return fact.but(subject=f"{before}{after}", place=places.WORLD) if everywhere and not fact.place else fact


def _without_country(subject: str) -> tuple[str, str]:
    for pattern, rest in _COUNTRY:
        match = pattern.search(subject)
        if match is None:
            continue
        found = match.groupdict()
        if found.get("us"):
            place: str | None = places.UNITED_STATES
        elif found.get("people"):
            place = places.PEOPLES[found["people"]]
        else:
            place = places.named(found["name"])
        remains = pattern.sub(rest, subject, count=1)
        if place and remains and (remains[0].islower() or match.start()):
            return remains, place
    return subject, ""


def _as_deed(fact: Fact) -> Fact:
    """ "the energy used by buses", counted in kilowatt-hours, as what the buses did."""
    match = _DONE_BY.match(fact.subject)
    if match is None or not fact.object or fact.unit == PERCENT or match["verb"] != "used":
        return fact
    return fact.but(kind="deed", subject=match["doer"], predicate="used", verb="use", shown=fact.shown.removesuffix(fact.object).strip())


def difference_in(one: Fact, two: Fact) -> str:
    """The one thing in which two aligned facts differ, by its name below; "" when it is none or several.

    ``place``, ``time``; ``group``: two populations asked the same; ``answer``: one population, two things said of it; ``thing``: two
    measures alike but for a word or two; ``doer``: two that did the same.
    """
    if one.kind != two.kind or one.unit != two.unit or one.kind not in VALUES or one.scope != two.scope:
        return ""
    if one.object != two.object or one.relative != two.relative:
        return ""
    slots = {"place": one.place != two.place, "time": one.time != two.time}
    if one.kind == "share":
        slots |= {"group": one.subject != two.subject, "answer": one.predicate != two.predicate}
    elif one.kind == "deed":
        slots |= {"doer": one.subject != two.subject, "verb": one.predicate != two.predicate}
    else:
        slots |= {"thing": one.subject != two.subject}
    differing = [name for name, differs in slots.items() if differs]
    if len(differing) != 1:
        return ""
    (name,) = differing
    return name if _HOLDS[name](one, two) else ""


def _said_of_one(one: Fact, two: Fact) -> bool:
    """Two answers to one question, or two things of one kind said of a population; negations only of each other."""
    negated = [("not" in fact.predicate.split()) for fact in (one, two)]
    near = likeness(frozenset(map(stem, one.predicate.split())), frozenset(map(stem, two.predicate.split())))
    return near >= 0.5 and (negated[0] == negated[1] or alike(one.predicate, two.predicate))


_HOLDS: dict[str, Callable[[Fact, Fact], bool]] = {
    "place": lambda one, two: bool(one.place and two.place) and _disjoint(one.place, two.place),
    "time": lambda one, two: all(re.fullmatch(r"\d{4}", fact.time) for fact in (one, two)),
    "group": lambda one, two: comparable_groups(one.subject, two.subject),
    "answer": _said_of_one,
    "thing": lambda one, two: alike(one.subject, two.subject),
    "doer": lambda one, two: True,
    "verb": lambda one, two: False,
}


def _disjoint(one: str, two: str) -> bool:
    """A country and the world, or a region that may hold it, are no two of a kind."""
    return places.is_country(one) == places.is_country(two)
