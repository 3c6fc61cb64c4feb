"""Shares said in prose: "N% of P VP", "a majority of P (N%) VP", "X are more likely than Y to VP (a% vs. b%)", "Among P, N% VP".

Each form is one function over the opened sentence and gives raw shares; ``admit`` decides which become facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from charge_stream.engines.rules.behind import IN_TEN, said_value, value_behind
from charge_stream.engines.rules.likely import rather, set_against, set_against_several
from charge_stream.engines.rules.raw_shares import NUMBER, QUANTIFIER, SOFT, RawShare, cut, timed
from charge_stream.engines.rules.sentences import TIME, Opened, known_place, plain_time
from charge_stream.engines.rules.share_tails import with_tail
from charge_stream.engines.rules.subjects import population_and_predicate, those

_HEDGE = r"((?:about|roughly|around|nearly|almost|approximately|more than|less than|fewer than|over|at least|up to) )?"
_NUMBER_OF = re.compile(rf"{SOFT}{_HEDGE}{NUMBER} of (?P<rest>.+)$", re.IGNORECASE)
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
_INNER_PLACE = re.compile(rf" in (?P<place>(?:the )?[A-Z][\w ]+?), where (?P<clause>{SOFT}{_HEDGE}{NUMBER} of .+)$", re.IGNORECASE)
_IN_YEAR_WHEN = re.compile(rf"[^%]*\b(?:in|from|since|to|than in) (?P<time>{TIME}), when (?P<clause>{SOFT}{_HEDGE}{NUMBER} of .+)$")
_QUANTITY_OF = re.compile(rf"{QUANTIFIER} \((?:about |roughly )?{NUMBER}\) of (?=\w)", re.IGNORECASE)
_MAJORITY_OF = re.compile(rf"An? {NUMBER} (?:majority|minority|plurality|share) of (?=\w)", re.IGNORECASE)
INNER = "a group inside a group"
"""The form after which it is open whether the inner or the outer group is meant."""


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
    return with_tail(main, "" if text.among else tail)


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
    return with_tail(RawShare(population, body, float(match[2]), f"{match[2]}%", "", "quantifier with brackets", place=text.place), tail)


def _behind(text: Opened) -> tuple[list[RawShare], str]:
    found = None if text.among else value_behind(text.rest)
    if found is None:
        return [], ""
    population, predicate, value, tail = found
    return with_tail(RawShare(population, cut(predicate)[0], value, f"{value:g}%", "", "value behind", place=text.place), tail)


def _among(text: Opened) -> tuple[list[RawShare], str]:
    match = re.match(rf"{SOFT}{_HEDGE}{NUMBER} (?P<rest>(?!of\b).+)$", text.rest, re.IGNORECASE)
    if match is None or not text.among:
        return [], ""
    form = "the same group" if text.goes_on else "among a group"
    body, tail = cut(match["rest"])
    main = RawShare(text.among, body, float(match[2]), f"{match[2]}%", (match[1] or "").strip().lower(), form, place=text.place)
    return with_tail(main, tail)


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
    return with_tail(main, match["tail"] or tail) if not tail.startswith(" –") else ([], "an aside inside the sentence")


_FORMS: tuple[Callable[[Opened], tuple[list[RawShare], str]], ...] = (_likely, _number_of, _behind, _quantified, _among, _fraction)
