"""What somebody did to so many: "Coal caused 24.6 deaths per terawatt-hour in 2021", "The police cleared 12% of thefts in 2022"."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules.admit import Paragraph
from charge_stream.engines.rules.english import base, head_noun, lower_first, parse, past
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import unclear
from charge_stream.engines.rules.places import placed
from charge_stream.engines.rules.quantities import COUNT, PERCENT, Quantity, find, first
from charge_stream.engines.rules.sentences import Opened, without_place, without_time
from charge_stream.engines.rules.subjects import subject_and_deed
from charge_stream.engines.rules.times import YEAR

_AND_AGAIN = re.compile(rf" and (?P<value>\d[\d,]*(?:\.\d+)?)(?P<thing> [a-z][^,;]*?) in (?P<time>{YEAR})$")
_HEDGES = "about|roughly|nearly|almost|more than|over|around|approximately"
_NUMBER = re.compile(rf"(?:(?:an estimated|a record|a total of|some|just|only|{_HEDGES}) )*")
_ASIDE = re.compile(r",? (?:compared with|up from|down from|while|but|although|which|where|a figure|according)\b|;| – | \(|, ")


def deed(text: Opened, paragraph: Paragraph) -> tuple[list[Fact], str]:
    """ "Coal caused 24.6 deaths per terawatt-hour (in 2021)": a subject, a past verb, a counted object."""
    clause, time = _ASIDE.split(text.rest, maxsplit=1)[0].strip(" ,"), ""
    if not _AND_AGAIN.search(clause):
        clause, time = without_time(clause)
        if re.search(rf"\b{YEAR}\b", clause) or len(clause.split()) > 32 or text.among:
            return [], ""
    counted = any(item.start and item.unit in (COUNT, PERCENT) and not item.worded for item in find(clause))
    parts = _parts(clause) if counted else None  # parsing is what costs
    number_of = _number_of(parts[2]) if parts else None
    if parts is None or number_of is None:
        return [], ""
    (subject, verb, _), (hedge, number, thing) = parts, number_of
    again = _AND_AGAIN.search(thing)
    thing, inner = without_time(thing[: again.start()] if again else thing)
    thing, place = _placed_end(thing)
    time = ("" if again else time) or inner or text.time or paragraph.scope.as_of
    fault = _deed_fault(subject, thing, time, place or text.place)
    if fault:
        return [], fault
    fact = Fact(
        "deed",
        "a counted object",
        lower_first(subject),
        predicate=str(verb.text),
        verb=base(verb),
        object=thing,
        value=number.value,
        unit=number.unit,
        shown=number.text.strip(),
        hedge=hedge.replace("estimated", "about"),
        time=time,
        place=place or text.place,
        approximate=bool(hedge),
    )
    second = first(again["value"]) if again and again["thing"].strip() == thing else None
    more = [fact.but(value=second.value, shown=again["value"], time=again["time"], hedge="", approximate=False)] if again and second else []
    return [fact, *more], ""


def _number_of(rest: str) -> tuple[str, Quantity, str] | None:
    """Hedge, number and what it counts, at the start of the words after a verb; None where they start otherwise."""
    lead = _NUMBER.match(rest)
    start = lead.end() if lead else 0
    number = next((item for item in find(rest[start:]) if item.start == 0), None)
    if number is None or number.unit not in (COUNT, PERCENT) or number.worded:
        return None
    thing = rest[start + number.end :].strip()
    if number.unit == PERCENT:
        if not thing.startswith("of "):
            return None
        thing = thing[3:].removeprefix("all ")
    if not re.match(r"[a-z]", thing) or re.match(r"(?:points?|percent|years?|of|months|times|to|and|or|seats|in|by)\b", thing):
        return None
    hedge = " ".join(re.findall(rf"{_HEDGES}|estimated", rest[:start]))
    return hedge, number, thing


def _placed_end(thing: str) -> tuple[str, str]:
    match = re.search(r" (?:worldwide|globally|around the world|in the world)$", thing)
    return (thing[: match.start()], "the world") if match else without_place(thing)


def _deed_fault(subject: str, thing: str, time: str, place: str) -> str:
    if not time:
        return "amount without a date"
    if not (place or placed(f"{subject} {thing}")) and parse(subject)[0].pos_ != "PROPN":
        return "no place"
    if any(item.unit for item in find(thing)):
        return "a second amount in the object"
    fault = unclear(subject) or unclear(thing)
    return f"needs its context: {fault}" if fault else ""


def _parts(clause: str) -> tuple[str, Any, str] | None:
    """Subject, verb and the words after it, where the subject is named and the verb's past is certain."""
    parts = subject_and_deed(clause)
    if parts is None:
        return None
    head, verb, subject, rest = parts
    if head.pos_ == "PRON" or head_noun(subject) is None or past(f"{base(verb)} it") is None:
        return None
    return subject, verb, rest
