"""Entities and years said in prose: "X was the first …", "The first … was X", "In YEAR, X did Y"."""

from __future__ import annotations

import re

from charge_stream.engines.rules.english import base
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import unbalanced, unclear
from charge_stream.engines.rules.quantities import find
from charge_stream.engines.rules.sentences import Opened, without_time
from charge_stream.engines.rules.subjects import subject_and_deed
from charge_stream.engines.rules.times import YEAR
from charge_stream.engines.rules.words import wordset

_NAME = r"(?:[A-Z][\w.'’-]+|[A-Z]\.)(?: (?:[A-Z][\w.'’-]+|[A-Z]\.|de|von|van|la|of))*"
_WAS_FIRST = re.compile(
    rf"(?P<name>{_NAME})(?:, [^,]{{3,60}},)? (?P<verb>was|is|became) (?P<rank>the (?:first|only|last|youngest|oldest)"
    rf" [^;–(,]{{8,140}}?)(?:,.*|\(.*|;.*| –.*)?$"
)
_FIRST_WAS = re.compile(
    rf"The (?P<rank>(?:first|only|youngest|oldest|last) [^,;()%]{{6,120}}?) (?P<verb>was|is) (?P<name>{_NAME})(?:,.*| –.*)?$"
)
_NOT_NAMES = wordset(
    """
    The This It He She They That These Those Also Her His Among In There Today Neither Both Each We One
    """
)
_PERSON = re.compile(
    r"\b(?:woman|man|person|president|senator|governor|member|speaker|director|justice|candidate|American|CEO|leader|lawmaker"
    r"|pope|mayor|minister|astronaut|athlete|scientist)\b"
)
_THINGS = wordset(
    """
    state country city nation network company newspaper territory county outlet platform party university religion
    government agency organization
    """
)


def firsts(text: Opened, index: int) -> list[Fact]:
    """ "the first …" facts, the answer being a name."""
    match = _WAS_FIRST.match(text.rest) or _FIRST_WAS.match(text.rest)
    if match is None or text.among or text.place:
        return []
    rank, name = match["rank"], match["name"]
    rank, time = without_time(rank if rank.startswith("the ") else f"the {rank}")
    if name.split()[0] in _NOT_NAMES or (match["verb"] == "is" and "the first" not in rank):
        return []
    if find(rank) or unclear(rank) or unbalanced(rank) or len(rank.split()) < 4:
        return []
    who = _asker(rank, name)
    if not who:
        return []
    verb = "was" if match["verb"] == "became" and not time else match["verb"]
    return [Fact("first", "the first", rank, predicate=verb, answer=name, noun=who, time=time or text.time, sentences=(index,))]


def _asker(rank: str, name: str) -> str:
    if _PERSON.search(rank):
        return "who" if len(name.split()) > 1 else ""
    noun = rank.split()[2] if len(rank.split()) > 2 else ""
    return f"which {noun}" if noun in _THINGS else ""


def events(text: Opened, index: int) -> list[Fact]:
    """ "In 1998, Norway introduced …" facts, the answer being the year."""
    clause, time = without_time(text.rest)
    year = time or text.time
    if not re.fullmatch(YEAR, year) or re.search(rf"\b{YEAR}\b|\d+%|[()–;]", clause) or not 4 <= len(clause.split()) <= 30:
        return []
    clause = clause.split(", which ")[0]
    parts = subject_and_deed(clause)
    if parts is None:
        return []
    head, verb, name, rest = parts
    if (
        head.pos_ != "PROPN"
        or len(rest.split()) < 3
        or find(name)
        or re.search(r"\d", rest)
        or unclear(f"{name} {verb.text} {rest}")
        or verb.lemma_ in ("say", "have", "tell", "report")
    ):
        return []
    return [
        Fact(
            "event",
            "a dated event",
            name,
            predicate=f"{verb.text} {rest}",
            verb=base(verb),
            object=rest,
            answer=year,
            time=year,
            sentences=(index,),
        )
    ]
