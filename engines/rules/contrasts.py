"""Two facts beside each other, what they have in common said once: "… the share who were employed in 2016 higher among A than among B"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.phrases import in_place, in_time, was
from charge_stream.engines.rules.quantities import PERCENT

MAX_WORDS = 60


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two commensurable facts, ``high`` the larger. ``more`` is the comparison as a clause with {was} and {more} to be filled;

    ``sides`` names the two so that one can be asked for; ``form`` says what differs. ``amount`` is the difference with its unit.
    """

    form: str
    high: Fact
    low: Fact
    more: str
    sides: tuple[str, str]
    verb: str
    amount: str

    def question(self) -> str:
        """ "By how many percentage points was … higher than …": lower case, without a mark."""
        if self.form == "doers":
            return self.more.format(many="how many more", was="")
        asked = "by how many percentage points" if self.high.unit == PERCENT else "by how much"
        return f"{asked} {self.verb} {self.more}"

    def statement(self) -> str:
        """The difference as a sentence, without a mark."""
        clause = self.more
        if self.form == "doers":
            return f"{self.high.subject} {self.high.predicate} {self.amount} more than {self.low.subject}{_where_when(self.high)}"
        subject, _, rest = clause.partition(" higher ")
        return f"{subject} {self.verb} {self.amount} higher {rest}"

    def answer(self) -> str:
        """ "22 percentage points (83% against 61%)"."""
        return f"{self.amount} ({bare(self.high.shown)} against {bare(self.low.shown)})"


def bare(shown: str) -> str:
    """A value without the words of its unit, which stand beside it already: "0.38 kilowatt-hours …" → "0.38"."""
    match = re.match(r"[^\d]*[\d,.]+(?:%| (?:thousand|million|billion|trillion)\b)?", shown)
    return match[0] if match else shown


def contrast(one: Fact, two: Fact) -> Contrast | None:
    """The two side by side, or None when they do not measure the same kind of thing, are equal, or cannot be said together."""
    if not commensurable(one, two):
        return None
    high, low = (one, two) if (one.value or 0) > (two.value or 0) else (two, one)
    for form, holds, clause, sides in _FORMS:
        if holds(high, low):
            more, named = clause(high, low), sides(high, low)
            if len(more.split()) > MAX_WORDS:
                return None
            plural = was(high.subject) if high.kind == "amount" else "was"
            return Contrast(form, high, low, more, named, plural, difference(high, low))
    return None


def commensurable(one: Fact, two: Fact) -> bool:
    """The same unit, both precise, unequal, and times that can stand beside each other (equal, or the measure is the same)."""
    if one.value is None or two.value is None or one.value == two.value or one.approximate or two.approximate:
        return False
    if one.kind not in ("share", "amount", "deed") or two.kind not in ("share", "amount", "deed"):
        return False
    if one.unit != two.unit or _thing(one) != _thing(two) or one.form == "chart entry" or two.form == "chart entry":
        return False
    if one.scope != two.scope:
        return False
    if ("not" in one.predicate.split()) != ("not" in two.predicate.split()) and one.subject != two.subject:
        return False
    return one.time == two.time or (bool(one.time and two.time) and same_measure(one, two))


def _thing(fact: Fact) -> str:
    """What is counted, beyond the unit: "index points", "kilowatt-hours per passenger-kilometer", "deaths per terawatt-hour"."""
    if fact.kind == "share" or fact.unit == PERCENT:
        return PERCENT
    said = re.sub(r"^[^\d]*[\d,.]+\s*", "", fact.shown).strip()
    thing = fact.object if fact.kind == "deed" or (fact.object and not said) else said
    if not thing:
        thing = re.sub(r" (?:for|by|in|among) .*$", "", re.sub(r"^the (?:average |median )?", "", fact.subject))
    return re.sub(r"\b(?:million|billion|thousand|trillion)\b", "", thing).strip().lower()


def same_measure(one: Fact, two: Fact) -> bool:
    return (one.kind, one.subject, one.predicate, one.place, one.object) == (two.kind, two.subject, two.predicate, two.place, two.object)


def _where_when(fact: Fact, *, place: bool = True, time: bool = True) -> str:
    parts = (in_place(fact.place) if place else "", in_time(fact.time) if time else "")
    return "".join(f" {part}" for part in parts if part)


def _full(fact: Fact) -> str:
    return fact.noun_phrase()


def _plain(fact: Fact) -> str:
    return fact.but(place="", time="").noun_phrase()


def _both(kind: str, *same: str) -> Callable[[Fact, Fact], bool]:
    return lambda a, b: a.kind == b.kind == kind and all(getattr(a, name) == getattr(b, name) for name in same)


Said = Callable[[Fact, Fact], str]
_FORMS: tuple[tuple[str, Callable[[Fact, Fact], bool], Said, Callable[[Fact, Fact], tuple[str, str]]], ...] = (
    (
        "populations",
        lambda a, b: _both("share", "predicate", "place", "time")(a, b) and a.subject != b.subject,
        lambda a, b: f"the share {_who(a)} {a.predicate}{_where_when(a)} higher among {a.subject} than among {b.subject}",
        lambda a, b: (_full(a), f"the share of {b.subject} {_who(b)} did"),
    ),
    (
        "predicates",
        lambda a, b: _both("share", "subject", "place", "time")(a, b) and a.predicate != b.predicate,
        lambda a, b: f"the share of {a.subject} {_who(a)} {a.predicate}{_where_when(a)} higher than the share {_who(b)} {b.predicate}",
        lambda a, b: (_full(a), f"the share {_who(b)} {b.predicate}"),
    ),
    (
        "places",
        lambda a, b: _both("share", "subject", "predicate", "time")(a, b) and bool(a.place and b.place),
        lambda a, b: (
            f"the share of {a.subject} {_who(a)} {a.predicate}{_where_when(a, place=False)} higher {in_place(a.place)} than"
            f" {in_place(b.place)}"
        ),
        lambda a, b: (in_place(a.place), in_place(b.place)),
    ),
    (
        "places",
        lambda a, b: _both("amount", "subject", "time")(a, b) and bool(a.place and b.place) and a.place != b.place,
        lambda a, b: f"{a.subject}{_where_when(a, place=False)} higher {in_place(a.place)} than {in_place(b.place)}",
        lambda a, b: (in_place(a.place), in_place(b.place)),
    ),
    (
        "doers",
        lambda a, b: _both("deed", "predicate", "object", "place", "time")(a, b) and a.unit != PERCENT,
        lambda a, b: f"{{many}} {a.object} did {a.subject} {a.verb} than {b.subject}{_where_when(a)}",
        lambda a, b: (a.subject, b.subject),
    ),
    (
        "times",
        lambda a, b: same_measure(a, b) and bool(a.time and b.time),
        lambda a, b: f"{a.but(time='').noun_phrase()} higher {in_time(a.time)} than {in_time(b.time)}",
        lambda a, b: (in_time(a.time), in_time(b.time)),
    ),
    (
        "measures",
        lambda a, b: a.kind == b.kind and (a.time, a.place) == (b.time, b.place) and _plain(a) != _plain(b),
        lambda a, b: f"{_plain(a)} higher than {_plain(b)}{_where_when(a)}",
        lambda a, b: (_plain(a), _plain(b)),
    ),
    (
        "measures and places",
        lambda a, b: a.kind == b.kind and a.time == b.time and _full(a) != _full(b),
        lambda a, b: f"{_full(a)} higher than {_full(b)}",
        lambda a, b: (_full(a), _full(b)),
    ),
)


def _who(fact: Fact) -> str:
    return fact.relative


def difference(high: Fact, low: Fact) -> str:
    """How much more ``high`` is than ``low``, with its unit, at the precision of the more precise one."""
    amount = abs((high.value or 0) - (low.value or 0))
    decimals = max(len(m[1]) if (m := re.search(r"\d\.(\d+)", fact.shown)) else 0 for fact in (high, low))
    scale = next((name for name in ("trillion", "billion", "million", "thousand") if name in high.shown and name in low.shown), "")
    if scale:
        amount /= {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}[scale]
    number = f"{amount:,.{decimals}f}"
    if high.unit == PERCENT:
        return f"{number} percentage point{'' if float(number.replace(',', '')) == 1 else 's'}"
    said = re.sub(r"^[^\d]*[\d,.]+\s*", "", high.shown).strip()
    if high.kind == "deed":
        said = f"{said} {high.object}".strip()
    if number == "1":
        said = re.sub(r"\bpoints$", "point", said)
    sign = high.unit if high.unit and high.unit in "$€£¥" else ""
    return f"{sign}{number} {said}".strip()
