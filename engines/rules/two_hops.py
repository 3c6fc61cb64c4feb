"""Questions over two facts, one function a form: change, difference, which is larger, bridge by year or by entity, compound.

Each takes the facts in their order and returns question, answer and form, or None where the form does not fit.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from charge_stream.engines.rules import places, quantities
from charge_stream.engines.rules.contrasts import bare, contrast, difference, same_measure
from charge_stream.engines.rules.english import cap, listed, query, sentence
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.phrases import in_place, in_time, tail, was
from charge_stream.engines.rules.words import likeness

VALUES = ("share", "amount", "deed")
RELATED = 0.45
"""The likeness of key words from which two facts may be asked for together."""
RELATED_BRIDGE = 0.2
MAX_COMPOUND = 75
RELATED_COMPOUND = 0.3


@dataclass(frozen=True, slots=True)
class Written:
    query: str
    answer: str
    form: str


def write(one: Fact, two: Fact) -> Written | str:
    """The best form that fits, or why none does. Where two forms of equal worth fit, the facts' text decides, so that neither prevails."""
    if one.question() == two.question():
        return "both keypoints ask the same"
    like = likeness(one.topic(), two.topic())
    for forms in _FORMS:
        fitting = [written for form in forms for written in (form(one, two, like),) if written]
        if fitting:
            return fitting[zlib.crc32(f"{one.question()}|{two.question()}".encode()) % len(fitting)]
    return f"no form fits (the keypoints share too little: {like:.2f})" if like < RELATED_COMPOUND else "no form fits"


def _change(one: Fact, two: Fact, like: float) -> Written | None:
    """One measure at two times."""
    if one.kind not in VALUES or not same_measure(one, two) or not _dated(one, two) or one.time == two.time or one.scope != two.scope:
        return None
    first, last = (one, two) if one.time < two.time else (two, one)
    if first.approximate or last.approximate or first.value == last.value:
        return None
    rose = (last.value or 0) > (first.value or 0)
    amount = difference(last, first) if rose else difference(first, last)
    asked = "by how many percentage points" if first.unit == quantities.PERCENT else "by how much"
    subject = first.but(time="").noun_phrase()
    return Written(
        query(f"{first.scope}{asked} did {subject} change between {first.time} and {last.time}"),
        f"{'A rise' if rose else 'A fall'} of {amount}, from {bare(first.shown)} to {bare(last.shown)}",
        "change over time",
    )


def _dated(*facts: Fact) -> bool:
    return all(re.fullmatch(r"\d{4}", fact.time) for fact in facts)


def _difference(one: Fact, two: Fact, like: float) -> Written | None:
    """By how much the one is higher than the other."""
    beside = contrast(one, two)
    if beside is None or beside.form == "times" or (beside.form.startswith("measures") and like < RELATED):
        return None
    return Written(query(f"{one.scope}{beside.question()}"), beside.answer(), f"difference of {beside.form}")


def _larger(one: Fact, two: Fact, like: float) -> Written | None:
    """Which of the two is higher, and by how much."""
    beside = contrast(one, two)
    if beside is None or beside.form not in ("places", "doers", "measures", "measures and places", "predicates"):
        return None
    if beside.form.startswith("measures") and like < RELATED:
        return None
    high, low = beside.sides
    left, right = sorted((high, low))
    points = "percentage points" if one.unit == quantities.PERCENT else ""
    much = f"by how many {points}" if points else "by how much"
    if beside.form == "places":
        clause = beside.more.partition(" higher ")[0]
        asked = f"{beside.verb} {clause} higher {left} or {right}, and {much}"
    elif beside.form == "doers":
        asked = f"which {one.predicate} more {one.object}{tail(one)}, {left} or {right}, and {much}"
    elif beside.form == "predicates":
        left, right = sorted((beside.high.predicate, beside.low.predicate))
        asked = (
            f"was the share of {one.subject} {one.relative} {left}{tail(one)} higher than the share {one.relative} {right}, or"
            f" lower, and {much}"
        )
        return (
            None
            if one.place
            else Written(query(f"{one.scope}{asked}"), _compared(beside.amount, beside.high, beside.low, left), "higher or lower")
        )
    else:
        ending = tail(one) if beside.form == "measures" else ""
        asked = f"which was higher{ending}, {left} or {right}, and {much}"
    return Written(query(f"{one.scope}{asked}"), f"{cap(high)}, by {beside.answer()}", f"which is larger of {beside.form}")


def _compared(amount: str, high: Fact, low: Fact, asked_first: str) -> str:
    word = "Higher" if high.predicate == asked_first else "Lower"
    return f"{word}, by {amount} ({bare(high.shown)} against {bare(low.shown)})"


def _bridge_year(one: Fact, two: Fact, like: float) -> Written | None:
    """The year found in the first fact selects the second: a peak, a dated event, or a value that one year had."""
    if two.kind not in VALUES or not two.time or like < RELATED_BRIDGE or (one.scope and one.scope != two.scope):
        return None
    if one.kind == "peak" and one.answer == two.time and one.subject != two.but(time="", place="").noun_phrase():
        span = (
            f"between {one.options[0]} and {one.options[-1]}, {one.subject}{tail(one)} {was(one.subject)} {one.superlative} in one year"
            if one.noun == "year"
            else f"of the years {listed(one.options)}, {one.subject}{tail(one)} {was(one.subject)} {one.superlative} in one"
        )
    elif one.kind == "event" and one.answer == two.time:
        span = f"{one.subject} {one.predicate} in a certain year"
    else:
        return None
    asked = _in_that_year(two)
    if two.hedge:
        return None
    return Written(f"{sentence(two.scope + span)} {asked}", f"{two.reply()} (in {two.time})", f"bridge by the year of {_article(one)}")


def _article(fact: Fact) -> str:
    return {"peak": f"the {fact.superlative}", "event": "an event", "amount": "a value", "deed": "a value"}.get(fact.kind, fact.kind)


def _in_that_year(fact: Fact) -> str:
    timeless = fact.but(time="", scope="")
    if fact.kind == "share":
        where = f" {in_place(fact.place)}" if fact.place else ""
        return query(f"in that year{where}, {timeless.but(place='').bare_question()}")
    return query(re.sub(r"(, in [^,]+)?$", r" in that year\1", timeless.bare_question(), count=1))


def _bridge_value(one: Fact, two: Fact, like: float) -> Written | None:
    """The year in which an amount had the value told selects the second fact."""
    if (
        one.kind != "amount"
        or one.unit == quantities.PERCENT
        or two.kind not in VALUES
        or not _dated(one, two)
        or one.time != two.time
        or like < RELATED_BRIDGE
    ):
        return None
    if (
        one.approximate
        or two.approximate
        or one.scope
        or two.scope
        or same_measure(one.but(time=""), two.but(time=""))
        or len(re.sub(r"\D", "", bare(one.shown))) < 2
    ):
        return None
    said = one.but(time="").statement().rstrip(".")
    return Written(f"{said} in a certain year. {_in_that_year(two)}", f"{two.reply()} (in {two.time})", "bridge by the year of a value")


def _bridge_entity(one: Fact, two: Fact, like: float) -> Written | None:
    """The country or thing found in the first fact selects the second."""
    if one.kind != "top" or two.kind not in VALUES or (one.scope and one.scope != two.scope) or two.approximate:
        return None
    intro = f"among {listed(one.options)}, one {one.noun} had the {one.superlative} {one.subject}{tail(one)}"
    named = cap(one.answer)
    if two.place == one.answer and places.named(one.answer):
        rest = two.but(place="", scope="")
        asked = (
            query(f"in that {one.noun}{f' {in_time(two.time)}' if two.time else ''}, {rest.but(time='').bare_question()}")
            if two.kind == "share"
            else query(
                re.sub(
                    r"^what (was|were) (.*?)( in \d{4}| from \d{4} to \d{4})?$", rf"what \1 \2 in that {one.noun}\3", rest.bare_question()
                )
            )
        )
    elif (
        like >= RELATED_BRIDGE and re.search(rf"\b{re.escape(one.answer)}\b", two.subject, re.IGNORECASE) and two.kind in ("amount", "deed")
    ):
        asked = query(
            re.sub(rf"\b{re.escape(one.answer)}\b", f"that {one.noun}", two.but(scope="").bare_question(), count=1, flags=re.IGNORECASE)
        )
    else:
        return None
    if "that " not in asked:
        return None
    return Written(
        f"{sentence(two.scope + intro)} {asked}", f"{two.reply()} ({named})", f"bridge by the {one.noun} with the {one.superlative} value"
    )


def _compound(one: Fact, two: Fact, like: float) -> Written | None:
    """Two related questions in one sentence, as the published samples have them."""
    close = like >= RELATED_COMPOUND or bool(
        one.place and one.place == two.place and like > 0 and not one.place.endswith(("United States", "world"))
    )
    if not close or {one.kind, two.kind} & {"gap", "change"} or one.kind == two.kind == "peak":
        return None
    if one.cells and two.cells and one.time and two.time and one.time != two.time and not (one.place and one.place == two.place):
        return None  # two charts have values of one year to be asked for together
    scope = one.scope if one.scope == two.scope else ""
    left = f"{one.scope}{one.bare_question()}"
    together = one.kind == two.kind == "share" and (one.place, one.time) == (two.place, two.time) and scope == two.scope
    right = f"{'' if scope else two.scope}{(two.but(place='', time='') if together else two).bare_question()}"
    if len(f"{left} {right}".split()) > MAX_COMPOUND:
        return None
    answer = f"{one.but(scope='').statement()} {two.but(scope='').statement()}"
    return Written(query(f"{left}, and {right}"), answer, "compound")


Form = Callable[[Fact, Fact, float], "Written | None"]


def _either_way(form: Form) -> Form:
    """The form with the facts in either order."""
    return lambda one, two, like: form(one, two, like) or form(two, one, like)


# Groups by worth; within a group any that fits may be taken
_FORMS: tuple[tuple[Form, ...], ...] = (
    (_change,),
    (_difference, _larger),
    (_either_way(_bridge_year), _either_way(_bridge_entity)),
    (_either_way(_bridge_value),),
    (_compound,),
)
