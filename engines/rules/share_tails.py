"""What follows a share in its sentence: ", compared with 33% of nurses", ", while 20% of doctors …", ", up from 12% in 2010"."""

from __future__ import annotations

import re
from dataclasses import replace

from charge_stream.engines.rules.english import head_span
from charge_stream.engines.rules.raw_shares import NUMBER, QUANTIFIER, SOFT, RawShare, cut, timed
from charge_stream.engines.rules.sentences import TIME, Opened, known_place, without_place, without_time
from charge_stream.engines.rules.subjects import AGES, population_and_predicate, those

_COMPARED = re.compile(r",? (?:compared (?:with|to)|versus|vs\.|as do|as did) (?P<list>.+)$", re.IGNORECASE)
_LISTED = re.compile(rf"{SOFT}(?:about |roughly )?{NUMBER} (?:of|among) (?P<group>[^%()]+?)(?=,? and {SOFT}(?:about )?\d|, {SOFT}\d|$)")
_COMPARED_PLACE = re.compile(
    rf",? compared (?:with|to) {SOFT}(?:about |roughly )?{NUMBER} in (?P<place>(?:the )?[A-Z][\w ]+?)$", re.IGNORECASE
)
_WHILE_SAME = re.compile(
    rf",? (?:while|and|whereas)(?: just| only| about| roughly| another| nearly)? {NUMBER} (?P<predicate>(?!of\b|in\b|among\b|as\b"
    rf"|on\b|for\b|at\b|who\b)[^%()]+?)$"
)
_WHILE_OTHER = re.compile(rf",? (?:while|and|but|whereas)(?: just| only| about| roughly| nearly)? {NUMBER} of (?P<rest>[^%()]+?)$")
_AS_DO = re.compile(
    rf",? as (?:do|did|are|were) (?:{QUANTIFIER}(?: of)? (?P<said>[^()%]{{3,70}}?) \({NUMBER}\)"
    rf"|{SOFT}{NUMBER} of (?P<plain>[^()%,]{{3,70}}?))$"
)
_FROM = re.compile(rf",? (?:up|down) from (?:about )?{NUMBER} in (?P<time>{TIME})$")
_GOES_THROUGH = re.compile(
    r" (?:but|and|or)\b(?! (?:about |just |only |roughly |another |nearly |an? )?(?:\d|third|quarter|majority|half|[a-z]+-in-))"
)


def with_tail(main: RawShare, tail: str) -> tuple[list[RawShare], str]:
    """The share and those that its tail adds; refused when a dash or bracket aside is inside the sentence."""
    if re.match(r" [–-] ", tail) and re.search(r" [–-] \w", tail[3:]):
        return [], "an aside inside the sentence"
    if tail.lstrip().startswith("("):
        return [], "a list in brackets"
    if _GOES_THROUGH.match(tail):
        return [], "the predicate goes on"
    found = [main]
    found += [_other(main, population, value) for value, population in _listed(tail)]
    match = _COMPARED_PLACE.match(tail)
    if match and known_place(match["place"]):
        found.append(_further(timed(main, Opened("")), match[1], "compared with a place", place=known_place(match["place"])))
    match = _WHILE_SAME.match(tail)
    if match:
        found.append(_further(main, match[1], "while", predicate=match["predicate"]))
    match = _WHILE_OTHER.match(tail)
    if match:
        body, rest = cut(match["rest"])
        parts = population_and_predicate(match[1], body)
        if parts and not rest:
            found.append(_further(main, match[1], "while", population=those(parts[0], main.population), predicate=parts[1]))
    match = _AS_DO.match(tail)
    if match:
        found.append(_other(main, match["said"] or match["plain"], match[2] or match[3]))
    match = _FROM.match(tail)
    if match:
        found.append(_further(main, match[1], "up from", time=match["time"]))
    return found, ""


def _further(main: RawShare, number: str, form: str, **slots: str) -> RawShare:
    """A further percentage beside the first share: what ``slots`` do not tell is as in that."""
    return replace(main, value=float(number), said=f"{number}%", hedge="", form=form, **slots)


def _listed(tail: str) -> list[tuple[str, str]]:
    """Values and groups of ", compared with 33% of nurses, 20% of doctors and 6% of pilots"; none where the list holds more than that."""
    match = _COMPARED.match(tail)
    found, text = [], match["list"] if match else ""
    while text:
        item = _LISTED.match(text)
        if item is None:
            return []
        found.append((item[1], item["group"]))
        text = re.sub(r"^(?:,? and |, )", "", text[item.end() :])
    return found


def _other(main: RawShare, population: str, value: str) -> RawShare:
    """The same predicate of another population, whose own place or time replaces that of the first, and which keeps the first's ages."""
    population, time = without_time(population.strip(" ,"))
    population, place = without_place(population)
    population = those(population, main.population)
    ages = AGES.search(main.population)
    if ages and not re.search(r"\d", population):
        head = head_span(population)
        if head is not None:
            end = head[1]
            population = f"{population[:end]} {ages.group(0)}{population[end:]}"
    return _further(main, value, "compared with", population=population, time=time, place=place or main.place)
