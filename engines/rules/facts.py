"""A fact as a frame: one set of slots gives the statement, the question and the noun phrase that questions over two facts need."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.english import cap, is_plural, query, sentence
from charge_stream.engines.rules.quantities import PERCENT, POINTS, YEAR, Quantity
from charge_stream.engines.rules.words import keys


@dataclass(frozen=True, slots=True)
class Fact:
    """The slots of one fact. ``kind`` says which are used:

    - ``share``: ``shown`` (39%) of ``subject`` ``predicate``; ``relative`` links them in the noun phrase (who, that)
    - ``amount``: ``subject`` (a noun phrase with its article) was ``shown``
    - ``deed``: ``subject`` ``predicate`` (past tense) ``shown`` ``object``; ``verb`` is the infinitive (
        "caused 24.6 deaths per terawatt-hour"
    )
    - ``top``: of ``options``, ``answer`` has the ``superlative`` ``subject``; ``noun`` is what the options are
    - ``peak``: ``subject`` was at its ``superlative`` in ``answer``, among the times ``options``
    - ``change``: ``subject`` went from ``before`` to ``shown`` between ``since`` and ``time``
    - ``gap``: ``subject`` is higher than ``object`` by ``shown``
    - ``first``: ``answer`` was ``subject`` ("the first …"); ``event``: ``subject`` ``predicate`` in ``time``

    ``time`` is "2016" or "September 2019", ``place`` what stands after "in"; ``scope`` is said first where neither makes the fact clear.
    ``value`` has its scale applied; ``form`` names the rule that found the fact; ``row`` and ``column`` place a chart's value.
    """

    kind: str
    form: str
    subject: str
    predicate: str = ""
    value: float | None = None
    unit: str = ""
    shown: str = ""
    answer: str = ""
    time: str = ""
    place: str = ""
    scope: str = ""
    relative: str = "who"
    object: str = ""
    verb: str = ""
    noun: str = ""
    superlative: str = ""
    options: tuple[str, ...] = ()
    since: str = ""
    before: str = ""
    before_value: float | None = None
    hedge: str = ""
    approximate: bool = False
    category: str = ""
    series: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    sentences: tuple[int, ...] = ()

    def statement(self) -> str:
        """The fact as a sentence that can stand alone."""
        return sentence(self._lead() + _WORDING[self.kind][0](self))

    def question(self) -> str:
        """The question this fact answers."""
        return query(self._lead() + _WORDING[self.kind][1](self))

    def bare_question(self) -> str:
        """The question without its scope, for use inside another question; starts in lower case, without the mark."""
        return self._when_where() + _WORDING[self.kind][1](self)

    def noun_phrase(self) -> str:
        """The quantity as a noun phrase, with place and time, without scope: "the share of adults who smoked in Japan in 2014"."""
        return _WORDING[self.kind][2](self)

    def reply(self) -> str:
        """The short answer."""
        return self.answer or _with_hedge(self)

    def quantity(self) -> Quantity | None:
        """The value as a quantity at the precision at which it is shown; None for an entity."""
        if self.value is None:
            return None
        said = quantities.first(_with_hedge(self))
        return (
            dataclasses.replace(said, value=self.value, unit=self.unit if said.unit == YEAR else said.unit)
            if said
            else quantities.of(self.value, self.unit)
        )

    def key_words(self) -> frozenset[str]:
        """What a text must speak of to speak of this fact."""
        return keys(
            " ".join((self.subject, self.predicate, self.object, self.place, self.answer if self.kind == "first" else "", self.category))
        )

    def without(self, *names: str) -> Fact:
        """A copy with the named text slots emptied."""
        return dataclasses.replace(self, **dict.fromkeys(names, ""))  # type: ignore[arg-type]

    def but(self, **slots: Any) -> Fact:
        return dataclasses.replace(self, **slots)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data, empty slots left out."""
        data = {}
        for spec in fields(self):
            value = getattr(self, spec.name)
            if value != spec.default:
                data[spec.name] = [list(item) if isinstance(item, tuple) else item for item in value] if isinstance(value, tuple) else value
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Fact | None:
        """The inverse of ``to_dict``; None where the frame is not one of ours."""
        names = {spec.name for spec in fields(cls)}
        if data.get("kind") not in _WORDING or not {"form", "subject"} <= data.keys() or not data.keys() <= names:
            return None
        slots = dict(data)
        for name in ("options", "sentences"):
            slots[name] = tuple(slots.get(name, ()))
        slots["cells"] = tuple((int(row), int(column)) for row, column in slots.get("cells", ()))
        return cls(**slots)

    def _lead(self) -> str:
        return self.scope + self._when_where()

    def _when_where(self) -> str:
        """ "in Denmark in 2016, " for the kinds that say place and time first."""
        if self.kind not in ("share",):
            return ""
        said = " ".join(part for part in (in_place(self.place), in_time(self.time)) if part)
        return f"{said}, " if said else ""


def in_place(place: str) -> str:
    if not place:
        return ""
    return "worldwide" if place == "the world" else f"in {place}"


def in_time(time: str) -> str:
    if not time:
        return ""
    return f"on {time}" if re.match(r"[A-Z][a-z]+ \d{1,2}, ", time) else f"in {time}"


def _tail(fact: Fact, *, time: bool = True) -> str:
    """ " in Iceland in 2014", after a noun phrase or a clause."""
    parts = (in_place(fact.place), in_time(fact.time) if time else "")
    return "".join(f" {part}" for part in parts if part)


def _with_hedge(fact: Fact) -> str:
    return f"{fact.hedge} {fact.shown}".strip()


def _was(noun_phrase: str) -> str:
    return "were" if is_plural(noun_phrase) else "was"


def _options(fact: Fact) -> str:
    from charge_stream.engines.rules.english import listed

    return listed(fact.options)


def _clause_share(fact: Fact) -> str:
    return f"{fact.subject} {fact.predicate}"


def _top_question(fact: Fact) -> str:
    return f"among {_options(fact)}, which {fact.noun} had the {fact.superlative} {fact.subject}{_tail(fact)}"


def _points(fact: Fact) -> str:
    return "by how many percentage points" if fact.unit in (PERCENT, POINTS) else "by how much"


def _went(fact: Fact) -> str:
    return "rose" if (fact.value or 0) > (fact.before_value or 0) else "fell"


def _change_np(fact: Fact) -> str:
    return f"the change in {fact.subject}{_tail(fact, time=False)} between {fact.since} and {fact.time}"


Wording = tuple[Callable[[Fact], str], Callable[[Fact], str], Callable[[Fact], str]]

_WORDING: dict[str, Wording] = {
    "share": (
        lambda f: f"{_with_hedge(f)} of {_clause_share(f)}",
        lambda f: f"what percentage of {_clause_share(f)}",
        lambda f: f"the share of {f.subject} {f.relative} {f.predicate}{_tail(f)}",
    ),
    "amount": (
        lambda f: f"{f.subject}{_tail(f)} {_was(f.subject)} {_with_hedge(f)}",
        lambda f: f"what {_was(f.subject)} {f.subject}{_tail(f)}",
        lambda f: f"{f.subject}{_tail(f)}",
    ),
    "deed": (
        lambda f: f"{f.subject} {f.predicate} {_with_hedge(f)} {f.object}{_tail(f)}",
        lambda f: f"how many {f.object} did {f.subject} {f.verb}{_tail(f)}",
        lambda f: f"the number of {f.object} that {f.subject} {f.predicate}{_tail(f)}",
    ),
    "top": (
        lambda f: f"among {_options(f)}, {f.answer} had the {f.superlative} {f.subject}{_tail(f)}, at {f.shown}",
        _top_question,
        lambda f: f"the {f.noun} with the {f.superlative} {f.subject}{_tail(f)} among {_options(f)}",
    ),
    "peak": (
        lambda f: (
            f"between {f.options[0]} and {f.options[-1]}, {f.subject}{_tail(f)} {_was(f.subject)} {f.superlative} in"
            f" {f.answer}, at {f.shown}"
        ),
        lambda f: (
            f"in which {f.noun} between {f.options[0]} and {f.options[-1]} {_was(f.subject)} {f.subject}{_tail(f)} at its {f.superlative}"
        ),
        lambda f: (
            f"the {f.noun} between {f.options[0]} and {f.options[-1]} in which {f.subject}{_tail(f)} {_was(f.subject)} at its"
            f" {f.superlative}"
        ),
    ),
    "change": (
        lambda f: f"{f.subject}{_tail(f, time=False)} {_went(f)} from {f.before} in {f.since} to {f.shown} in {f.time}",
        lambda f: f"{_points(f)} did {f.subject}{_tail(f, time=False)} change between {f.since} and {f.time}",
        _change_np,
    ),
    "gap": (
        lambda f: f"{f.subject}{_tail(f)} {_was(f.subject)} {f.shown} {f.superlative} than {f.object}",
        lambda f: f"{_points(f)} {_was(f.subject)} {f.subject}{_tail(f)} {f.superlative} than {f.object}",
        lambda f: f"the difference between {f.subject} and {f.object}{_tail(f)}",
    ),
    "first": (
        lambda f: f"{f.answer} {f.predicate} {f.subject}{_tail(f)}",
        lambda f: f"{f.noun} {f.predicate} {f.subject}{_tail(f)}",
        lambda f: f"{f.subject}",
    ),
    "event": (
        lambda f: f"{f.subject} {f.predicate} in {f.answer}",
        lambda f: f"in what year did {f.subject} {f.verb} {f.object}",
        lambda f: f"the year when {f.subject} {f.predicate}",
    ),
}


def phrase_year(text: str) -> str:
    """The last year named in a time such as "September 2019", or "" ."""
    found = quantities.years(text)
    return found[-1] if found else ""


def capitalised(text: str) -> str:
    return cap(text)
