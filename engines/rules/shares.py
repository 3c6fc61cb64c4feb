"""Shares said in prose: "N% of P VP", "a majority of P (N%) VP", "X are more likely than Y to VP (a% vs. b%)", "Among P, N% VP".

Each form is one function over the opened sentence and gives raw shares; ``admit`` decides which become facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from charge_stream.engines.rules.behind import IN_TEN, said_value, value_behind
from charge_stream.engines.rules.english import head_span
from charge_stream.engines.rules.likely import rather, set_against, set_against_several
from charge_stream.engines.rules.sentences import TIME, Opened, known_place, plain_time, without_place, without_time
from charge_stream.engines.rules.subjects import AGES, population_and_predicate, those
from charge_stream.engines.rules.times import YEAR

FIGURE = r"\d+(?:\.\d+)?%"
"""A percentage in digits; ``NUMBER`` captures its number."""
NUMBER = r"(\d+(?:\.\d+)?)%"
SOFT = r"(?:(?:just|only|fully|some|even|a full|an estimated|as many as|still|another|an additional) )?"
_HEDGE = r"((?:about|roughly|around|nearly|almost|approximately|more than|less than|fewer than|over|at least|up to) )?"
_NUMBER_OF = re.compile(rf"{SOFT}{_HEDGE}{NUMBER} of (?P<rest>.+)$", re.IGNORECASE)
QUANTIFIER = (
    r"(?:(?:about|roughly|around|nearly|almost|just|only|fully|some|at least|more than|over|under|slightly|fewer than|less than"
    r"|smaller|larger|an?|the|large|small|"
    r"overwhelming|vast|clear|slim|narrow|sizable|sizeable|modest|similar|solid|strong|much|even|far|substantial|notable|growing) )*"
    r"(?:majorit(?:y|ies)|minorit(?:y|ies)|shares?|plurality|third|quarter|fifth|half|two-thirds|one-third|three-quarters|"
    r"(?:one|two|three|four|five|six|seven|eight|nine)-in-(?:ten|five|four|three)|most|many|few(?:er)?)"
)
_QUANTIFIED = re.compile(
    rf"{QUANTIFIER}(?: of)? (?:the )?(?P<population>[^()%]{{2,90}}?) \((?:about |roughly )?{NUMBER}\) (?P<rest>.+)$", re.IGNORECASE
)
_FRACTION = re.compile(
    rf"(?:(?:just|only|fully|some) )?(?P<said>{_HEDGE}(?:(?:an? )?(?:half|two-thirds|one-third|three-quarters|third|quarter)(?= of)"
    rf"|{IN_TEN}(?: of)?)) "
    r"(?:(?<! of )of )?(?P<rest>[^%(]+?)(?P<tail>,? (?:compared (?:with|to)|as do|as did|while|but|including)\b.*)?$",
    re.IGNORECASE,
)
_CONTINUES = re.compile(r"\s*(?:and|or|should|is|are|would|will|because|in|on|when|if|to|as|for|than)\b")
_CUT = re.compile(
    r", including|, (?=\d+(?:\.\d+)?%)|,? (?:compared (?:with|to)|while|whereas|although|though|but|up from|down from|even as"
    r"|as do|as did|as does"
    r"|as are|as is|versus|than do|than did"
    r"|with (?=\d|about \d|just \d|only \d|another \d|roughly \d)|and (?=(?:about |just |only |roughly |another |nearly |a |an"
    r" )?(?:\d+(?:\.\d+)?%|third|quarter|majority|half"
    r"|[a-z]+-in-ten))|followed by)|;| – | - |:|\("
    r"|, (?:which|who|whose|where|triple|double|half|twice|making|marking|putting|leaving|compared|including|a|an|the|nearly"
    r"|almost|about|roughly|similar|far|well|down|up|more|fewer"
    r"|and that|and|or|so|both|not)\b"
)
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
_INNER_PLACE = re.compile(rf" in (?P<place>(?:the )?[A-Z][\w ]+?), where (?P<clause>{SOFT}{_HEDGE}{NUMBER} of .+)$", re.IGNORECASE)
_IN_YEAR_WHEN = re.compile(rf"[^%]*\b(?:in|from|since|to|than in) (?P<time>{TIME}), when (?P<clause>{SOFT}{_HEDGE}{NUMBER} of .+)$")
_QUANTITY_OF = re.compile(rf"{QUANTIFIER} \((?:about |roughly )?{NUMBER}\) of (?=\w)", re.IGNORECASE)
_MAJORITY_OF = re.compile(rf"An? {NUMBER} (?:majority|minority|plurality|share) of (?=\w)", re.IGNORECASE)
_GOES_THROUGH = re.compile(
    r" (?:but|and|or)\b(?! (?:about |just |only |roughly |another |nearly |an? )?(?:\d|third|quarter|majority|half|[a-z]+-in-))"
)
_TOLD_IN = re.compile(rf"(?P<verb>[a-z]+(?:ed|aid)) in (?P<time>{YEAR}) (?P<clause>that .+)$")
INNER = "a group inside a group"
"""The form after which it is open whether the inner or the outer group is meant."""


@dataclass(frozen=True, slots=True)
class RawShare:
    """A share as said: ``predicate`` in the source's tense, ``said`` is the value's words ("39%", "about a third")."""

    population: str
    predicate: str
    value: float
    said: str
    hedge: str
    form: str
    time: str = ""
    place: str = ""


def shares(text: Opened) -> tuple[list[RawShare], str]:
    """The shares a sentence states, and why the first of them was refused ("" when none was)."""
    text = _innermost(text)
    for form in _FORMS:
        found, fault = form(text)
        if found or fault:
            return [timed(share, text) for share in found], fault
    return [], ""


def _innermost(text: Opened) -> Opened:
    """The clause that states the share, when it follows "in Iceland, where …" or "in 2015, when …"."""
    match = _IN_YEAR_WHEN.match(text.rest)
    if match:
        return replace(text, rest=match["clause"], time=plain_time(match["time"]), among="")
    match = _QUANTITY_OF.match(text.rest) or _MAJORITY_OF.match(text.rest)
    if match:
        return replace(text, rest=f"{match[1]}% of {text.rest[match.end() :]}")
    match = _INNER_PLACE.search(text.rest)
    if match and known_place(match["place"]):
        return replace(text, rest=match["clause"], place=known_place(match["place"]))
    return text


def timed(share: RawShare, text: Opened) -> RawShare:
    """Time and place taken from the end of the predicate, else from the start of the sentence."""
    predicate, time = without_time(share.predicate)
    told = _TOLD_IN.match(predicate)
    if told and not time:
        predicate, time = f"{told['verb']} {told['clause']}", told["time"]
    place = share.place
    if not place and re.match(r"(?:are|is|were|was) [\w-]+ in ", predicate):
        predicate, place = without_place(predicate)
    return replace(share, predicate=predicate, time=share.time or time or text.time, place=place)


def _likely(text: Opened) -> tuple[list[RawShare], str]:
    one = None if text.among else rather(text.rest)
    if one is not None and not _CONTINUES.match(one[3]):
        predicate = re.sub(r"^be\b", "are", one[2])
        return [RawShare(one[0], predicate, float(one[1]), f"{one[1]}%", "", "rather than", place=text.place)], ""
    several = None if text.among else set_against_several(text.rest)
    if several:
        return _each_likely(*several, text), ""
    found = set_against(text.rest)
    if found is None:
        return [], ""
    first, second, predicate, after = found
    if _CONTINUES.match(after):
        return [], "the sentence goes on after the values"
    if text.among:
        return [], "two groups inside a third"
    return _each_likely([first, (those(second[0], first[0]), second[1])], predicate, text), ""


def _each_likely(groups: list[tuple[str, str]], predicate: str, text: Opened) -> list[RawShare]:
    predicate = cut(re.sub(r"^be\b", "are", predicate))[0]
    return [
        RawShare(population, predicate, float(value), f"{value}%", "", "more likely than", place=text.place) for population, value in groups
    ]


def _number_of(text: Opened) -> tuple[list[RawShare], str]:
    match = _NUMBER_OF.match(text.rest)
    if match is None:
        return [], ""
    body, tail = cut(match["rest"])
    parts = population_and_predicate(match[2], body)
    if parts is None:
        return [], "the percentage is not the subject"
    if text.among:
        if not parts[0].startswith("those ") or len(text.among.split()) > 3:
            return [], "a group inside a group"
        parts = (those(parts[0], text.among), parts[1])
    form = INNER if text.among else "percentage as subject"
    main = RawShare(*parts, float(match[2]), f"{match[2]}%", (match[1] or "").strip().lower(), form, place=text.place)
    return _with_tail(main, "" if text.among else tail)


def _quantified(text: Opened) -> tuple[list[RawShare], str]:
    match = _QUANTIFIED.match(text.rest)
    if match is None:
        return [], ""
    if text.among:
        return [], "a group inside a group"
    population = re.sub(r"^(?:of|those|the) (?=\w)", "", match["population"])
    if re.search(r"\b(?:say|says|think|are|is|have)\b", population.split(" who ")[0]):
        return [], "a verb before the brackets"
    body, tail = cut(match["rest"])
    return _with_tail(RawShare(population, body, float(match[2]), f"{match[2]}%", "", "quantifier with brackets", place=text.place), tail)


def _behind(text: Opened) -> tuple[list[RawShare], str]:
    found = None if text.among else value_behind(text.rest)
    if found is None:
        return [], ""
    population, predicate, value, tail = found
    return _with_tail(RawShare(population, cut(predicate)[0], value, f"{value:g}%", "", "value behind", place=text.place), tail)


def _among(text: Opened) -> tuple[list[RawShare], str]:
    match = re.match(rf"{SOFT}{_HEDGE}{NUMBER} (?P<rest>(?!of\b).+)$", text.rest, re.IGNORECASE)
    if match is None or not text.among:
        return [], ""
    form = "the same group" if text.goes_on else "among a group"
    body, tail = cut(match["rest"])
    main = RawShare(text.among, body, float(match[2]), f"{match[2]}%", (match[1] or "").strip().lower(), form, place=text.place)
    return _with_tail(main, tail)


def _fraction(text: Opened) -> tuple[list[RawShare], str]:
    match = _FRACTION.match(text.rest)
    if match is None or text.among:
        return [], ""
    body, tail = cut(match["rest"])
    parts = population_and_predicate("50", body)
    if parts is None:
        return [], "the fraction is not the subject"
    said = said_value(match["said"])
    if said is None:
        return [], "the fraction is not known"
    main = RawShare(*parts, said.value, match["said"].removesuffix(" of").lower(), "", "fraction as subject", place=text.place)
    return _with_tail(main, match["tail"] or tail) if not tail.startswith(" –") else ([], "an aside inside the sentence")


_FORMS: tuple[Callable[[Opened], tuple[list[RawShare], str]], ...] = (_likely, _number_of, _behind, _quantified, _among, _fraction)


def cut(body: str) -> tuple[str, str]:
    """The clause, and what follows it from ", compared with", ", while", a dash, a bracket."""
    for match in _CUT.finditer(body):
        if match.start() >= 6 and not _inside_ages(body, match):
            return body[: match.start()].strip(" ,"), body[match.start() :]
    return body.strip(" ,."), ""


def _inside_ages(body: str, match: re.Match[str]) -> bool:
    return bool(re.search(r"ages? \d+$", body[: match.start()]))


def _with_tail(main: RawShare, tail: str) -> tuple[list[RawShare], str]:
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
