"""How many there were: "Roughly 13,500 people worked as reporters in 2018", "In 2020, there were 1,603 clinics in the U.S. that …"."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules.english import parse, past, root
from charge_stream.engines.rules.places import PEOPLES
from charge_stream.engines.rules.quantities import COUNT, Quantity, find
from charge_stream.engines.rules.sentences import Opened, without_time

_LEAD = re.compile(
    r"(?P<there>there (?:are|were) )?(?:(?P<hedge>about|around|roughly|approximately|nearly|almost|more than|just over|just under|over"
    r"|at least|an estimated) |(?:some|a total of|just|only) )?",
    re.IGNORECASE,
)
_THING = re.compile(r"(?P<thing>(?:[a-zA-Z][\w.'-]* ){0,3}[a-z][\w-]*s|people|men|women|children)\b(?P<rest>.*)$")
_NO_THING = re.compile(r"(?:percent|times|years?|months?|weeks?|days?|hours?|points?|dollars?|of|or|and|to|more|fewer|additional|other)\b")
_PEOPLE = re.compile(
    r"(?:people|men|women|children|\w*(?:workers|adults|students|employees|immigrants|voters|americans|residents))$", re.IGNORECASE
)
_ASIDE = re.compile(r", (?!who\b|that\b|which\b)|;| – | \(|,? (?:compared|up from|down from|while|but|although|according)\b")


def counted(text: Opened) -> tuple[str, str, Quantity, str] | None:
    """What is counted ("the number of people who worked as reporters"), hedge, number and time; None for other sentences."""
    clause = _ASIDE.split(text.rest, maxsplit=1)[0].strip(" ,")
    lead = _LEAD.match(clause)
    if lead is None or text.among:
        return None
    said = clause[lead.end() :]
    number = next((item for item in find(said) if item.start == 0 and item.unit == COUNT and not item.worded), None)
    if number is None:
        return None
    thing = _THING.match(said[number.end :].strip())
    if thing is None or _NO_THING.match(thing["thing"]):
        return None
    told = _there(thing) if lead["there"] else _subject(thing)
    if told is None:
        return None
    subject, time = without_time(told)
    hedge = (lead["hedge"] or "").replace("an estimated", "about").lower()
    return f"the number of {subject}", hedge, number, time or text.time


def _there(thing: re.Match[str]) -> str | None:
    """ "clinics in the U.S. that offered it": what follows narrows the thing, so it stays."""
    rest = str(thing["rest"])
    return None if re.match(r" (?:fewer|more|less)\b", rest) or re.search(r"\d", without_time(rest)[0]) else f"{thing['thing']}{rest}"


def _subject(thing: re.Match[str]) -> str | None:
    """ "people worked as reporters" → "people who worked as reporters", where that is a clause with the thing as its subject."""
    verb = _verb(f"The {thing[0]}.")
    if verb is None:
        return None
    subject, predicate = verb
    if re.search(r"\d", without_time(predicate)[0]) or past(predicate) is None:
        return None
    return f"{subject} {'who' if _is_people(re.split(' (?:in|who|of|with) ', subject)[0]) else 'that'} {predicate}"


def _is_people(noun: str) -> bool:
    return bool(_PEOPLE.search(noun)) or noun.split(" ")[-1].removesuffix("s") in PEOPLES


def _verb(sentence: str) -> tuple[str, str] | None:
    doc = parse(sentence)
    verb: Any = root(doc)
    if verb.tag_ not in ("VBD", "VBP") and not any(
        child.tag_ in ("VBD", "VBP") and child.dep_ in ("aux", "auxpass") for child in verb.children
    ):
        return None
    subject = next((word for word in verb.children if word.dep_ in ("nsubj", "nsubjpass")), None)
    first = min([verb.i, *(child.i for child in verb.children if child.dep_ in ("aux", "auxpass", "advmod", "neg") and child.i < verb.i)])
    if subject is None or subject.tag_ not in ("NNS", "NN", "NNPS") or subject.left_edge.i != 0 or subject.right_edge.i + 1 != first:
        return None
    if any(word.dep_ == "conj" and word.head == verb for word in doc):
        return None
    predicate = doc[first:].text.removesuffix(".")
    return doc[1:first].text, f"{predicate}." if predicate.endswith("U.S") else predicate
