"""A fact as a frame: one set of slots gives the statement, the question and the noun phrase that questions over two facts need."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.english import query, sentence
from charge_stream.engines.rules.phrases import WORDING, opening, with_hedge
from charge_stream.engines.rules.places import is_place_word
from charge_stream.engines.rules.quantities import PERCENT, YEAR, Quantity
from charge_stream.engines.rules.words import keys, stem, wordset

_COMMON = frozenset(
    stem(word)
    for word in wordset("adults adult ages age country countries america world number total average index old older young younger")
)

VALUES = ("share", "amount", "deed")
"""The kinds that are one value."""
DIFFERENCES = ("change", "gap")
"""The kinds that are the difference of two values."""
NAMING = ("top", "peak", "course", "first", "event")
"""The kinds whose answer is a name or a year."""


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
    - ``change``: ``subject`` ``predicate`` (rose, fell) by ``shown``, from ``before`` in ``since`` to ``after`` in ``time``
    - ``gap``: the difference ``shown`` of ``after`` and ``before``; ``predicate`` asks for it and ``object`` states it
    - ``course``: ``answer`` is the year in which a line overtook another or turned; ``predicate`` asks for it and ``object`` states it
    - ``first``: ``answer`` was ``subject`` ("the first …"); ``event``: ``subject`` ``predicate`` in ``time``

    ``time`` is "2016" or "September 2019", ``place`` what stands after "in"; ``scope`` is said first where neither makes the fact clear.
    ``value`` has its scale applied; ``form`` names the rule that found the fact; ``category`` and ``series`` are a
    chart value's labels, ``latest`` tells that the chart has no later one.
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
    after: str = ""
    hedge: str = ""
    approximate: bool = False
    latest: bool = False
    category: str = ""
    series: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    sentences: tuple[int, ...] = ()

    def statement(self) -> str:
        """The fact as a sentence that can stand alone."""
        return sentence(self._lead() + WORDING[self.kind][0](self))

    def question(self) -> str:
        """The question this fact answers."""
        return query(self._lead() + WORDING[self.kind][1](self))

    def bare_question(self) -> str:
        """The question without its scope, for use inside another question; starts in lower case, without the mark."""
        return self._when_where() + WORDING[self.kind][1](self)

    def noun_phrase(self) -> str:
        """The quantity as a noun phrase, with place and time, without scope: "the share of adults who smoked in Japan in 2014"."""
        return WORDING[self.kind][2](self)

    def measured(self) -> str:
        """What is measured, as a noun phrase without place and time: "the share of adults who smoke"."""
        return self.but(place="", time="").noun_phrase()

    def reply(self) -> str:
        """The short answer."""
        if self.kind == "deed" and self.unit != PERCENT and len(self.object.split()) <= 8:
            return f"{with_hedge(self)} {self.object}"
        return self.answer or with_hedge(self)

    def quantity(self) -> Quantity | None:
        """The value as a quantity at the precision at which it is shown; None for an entity."""
        if self.value is None:
            return None
        said = quantities.first(with_hedge(self))
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

    def topic(self) -> frozenset[str]:
        """The key words that tell what the fact is about, without places and the words that all facts share."""
        text = " ".join(
            (
                self.subject,
                self.predicate if self.kind in ("share", "event") else "",
                self.object if self.kind not in ("gap", "course") else "",
            )
        )
        return keys(text) - _COMMON - {stem(word) for word in re.findall(r"[A-Za-z]+", text) if is_place_word(word)}

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
        if data.get("kind") not in WORDING or not {"form", "subject"} <= data.keys() or not data.keys() <= names:
            return None
        slots = dict(data)
        for name in ("options", "sentences"):
            slots[name] = tuple(slots.get(name, ()))
        slots["cells"] = tuple((int(row), int(column)) for row, column in slots.get("cells", ()))
        return cls(**slots)

    def _lead(self) -> str:
        return self.scope + self._when_where()

    def _when_where(self) -> str:
        """ "in Denmark in 2016, " for the kind that says place and time first."""
        return opening(self) if self.kind == "share" else ""


def cells_of(facts: Iterable[Fact]) -> tuple[tuple[int, int], ...]:
    """The cells that all of them rest on, in order."""
    return tuple(cell for fact in facts for cell in fact.cells)


def told_apart(found: Sequence[Fact]) -> list[Fact]:
    """Those whose question no other asks: rows of the same labels are ambiguous."""
    questions = [fact.question() for fact in found]
    asked = Counter(questions)
    return [fact for fact, question in zip(found, questions, strict=True) if asked[question] == 1]
