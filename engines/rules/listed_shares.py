"""One predicate of several groups: "Majorities of Muslims (76%) and Christians (71%) say …", "63% of nurses and 57% of doctors say …".

Groups may share a head or differ in place: "About half of Black (51%) and Asian (49%) adults …", "41% of adults in Poland and 31%
in Hungary …".
"""

from __future__ import annotations

import re

from charge_stream.engines.rules.places import named
from charge_stream.engines.rules.raw_shares import FIGURE, NUMBER, QUANTIFIER, SOFT, RawShare, cut, timed
from charge_stream.engines.rules.sentences import Opened
from charge_stream.engines.rules.subjects import population_and_predicate, those

_NAME = r"(?!and\b|or\b)[^()%,:;]{2,60}?"
_MORE = rf"(?:{SOFT}|about |roughly |around |nearly |{QUANTIFIER} of )"
_ITEM = rf"{_NAME} \({FIGURE}\)"
_BRACKETED = re.compile(
    rf"{QUANTIFIER}(?: each)? (?:or (?:more|fewer|less) )?(?:of |among )?(?:both )?"
    rf"(?P<items>{_ITEM}(?:, {_MORE}?{_ITEM})*,? and {_MORE}?{_ITEM})(?: alike)?"
    r" (?P<rest>[^()%]+)$",
    re.IGNORECASE,
)
_EACH = re.compile(rf"(?:^|, |,? and ){_MORE}?(?P<name>{_NAME}) \({NUMBER}\)", re.IGNORECASE)
_NUMBERED = re.compile(rf"{SOFT}{NUMBER} of (?P<one>{_NAME}) and {_MORE}?{NUMBER} of (?P<rest>[^()%]+)$", re.IGNORECASE)
_PLACED = re.compile(
    rf"(?i:{SOFT})(?:[Aa]bout |[Rr]oughly )?{NUMBER} of (?P<who>[^()%,:;]{{3,60}}?) in (?P<one>(?:the )?[A-Z][\w. ]+?)"
    rf"(?:, (?:about )?{NUMBER} in (?P<two>(?:the )?[A-Z][\w. ]+?))?,? and (?:{SOFT}|about |roughly )?{NUMBER} in (?P<rest>[^()%]+)$"
)
_AT_PLACE = re.compile(r"(?P<place>(?:the )?[A-Z][\w.]*(?: [A-Z][\w.]*){0,2}) (?P<predicate>[a-z].+)$")
_VERB = re.compile(r"\b(?:are|is|were|was|have|has|had|say|says|said|think|use|own|favor|see|support|oppose|believe|who|that)\b")


def listed_shares(text: Opened) -> list[RawShare]:
    """The shares of such a sentence, [] where it is none or where the groups do not stand apart clearly."""
    if text.among:
        return []
    match = _BRACKETED.match(text.rest)
    if match:
        body, tail = cut(match["rest"])
        return [] if tail else _bracketed([(item["name"], item[2]) for item in _EACH.finditer(match["items"])], body, text)
    match = _PLACED.match(text.rest)
    if match and not text.place:
        return _in_places(match, text)
    match = _NUMBERED.match(text.rest)
    if match is None:
        return []
    body, tail = cut(match["rest"])
    parts = population_and_predicate(match[3], body)
    return [] if tail or parts is None else _each([(match["one"], match[1]), (parts[0], match[3])], parts[1], text)


def _bracketed(groups: list[tuple[str, str]], body: str, text: Opened) -> list[RawShare]:
    """Whole groups before a predicate, or what parts a group whose head follows: "Black (51%) and Asian (49%) adults say …".

    Of "adults in Norway (61%) and Sweden (52%)" the places are what differs.
    """
    last = groups[-1][0]
    who, _, where = groups[0][0].partition(" in ")
    in_places = _placed_each(who, [(where, groups[0][1]), *groups[1:]], body, text) if where else []
    if in_places:
        return in_places
    parts = None if _VERB.match(body) else population_and_predicate("50", f"{last} {body}")
    if parts and parts[0].startswith(f"{last} ") and len(parts[0].split()) <= len(last.split()) + 3:
        head = parts[0][len(last) :]
        return _each([(f"{name}{head}", value) for name, value in groups], parts[1], text)
    return _each(groups, body, text)


def _in_places(match: re.Match[str], text: Opened) -> list[RawShare]:
    body, tail = cut(match["rest"])
    end = _AT_PLACE.match(body)
    if tail or end is None or _VERB.search(match["who"]):
        return []
    values = re.findall(rf"{NUMBER}(?: of [^()%]+?)? in ", text.rest)
    names = [name for name in (match["one"], match["two"], end["place"]) if name]
    if len(values) != len(names):
        return []
    return _placed_each(match["who"], list(zip(names, values, strict=True)), end["predicate"], text)


def _placed_each(who: str, values: list[tuple[str, str]], predicate: str, text: Opened) -> list[RawShare]:
    """A share for each name with its value; [] where one of the names is no place."""
    spoken = [(named(name.strip()) or "", value) for name, value in values]
    if not all(place for place, _ in spoken):
        return []
    return [timed(RawShare(who, predicate, float(value), f"{value}%", "", "several places", place=place), text) for place, value in spoken]


def _each(groups: list[tuple[str, str]], predicate: str, text: Opened) -> list[RawShare]:
    if any(_VERB.search(name) for name, _ in groups) or re.search(r"\beach\b", predicate):
        return []
    first = groups[0][0].strip()
    return [
        timed(RawShare(those(name, first), predicate, float(value), f"{value}%", "", "several groups", place=text.place), text)
        for name, value in groups
    ]
