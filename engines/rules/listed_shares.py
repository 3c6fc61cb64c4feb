"""One predicate of several groups: "Majorities of Muslims (76%) and Christians (71%) say …", "63% of nurses and 57% of doctors say …"."""

from __future__ import annotations

import re

from charge_stream.engines.rules.sentences import Opened
from charge_stream.engines.rules.shares import NUMBER, QUANTIFIER, SOFT, RawShare, cut, those, timed
from charge_stream.engines.rules.subjects import population_and_predicate

_GROUP = r"(?P<{}>(?!and\b|or\b)[^()%,:;]{{2,60}}?)"
_MORE = rf"(?:{SOFT}|about |roughly |around |nearly |{QUANTIFIER} of )"
_BRACKETED = re.compile(
    rf"{QUANTIFIER} of (?:both )?{_GROUP.format('one')} \({NUMBER}\),? and {_MORE}?{_GROUP.format('two')} \({NUMBER}\)(?: alike)?"
    r" (?P<rest>[^()%]+)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(rf"{SOFT}{NUMBER} of {_GROUP.format('one')} and {_MORE}?{NUMBER} of (?P<rest>[^()%]+)$", re.IGNORECASE)
_VERB = re.compile(r"\b(?:are|is|were|was|have|has|had|say|says|said|think|use|own|favor|see|support|oppose|believe|who|that)\b")


def listed_shares(text: Opened) -> list[RawShare]:
    """The shares of such a sentence, [] where it is none or where the groups do not stand apart clearly."""
    match = _BRACKETED.match(text.rest)
    if match:
        body, tail = cut(match["rest"])
        groups = [(match["one"], match[2]), (match["two"], match[4])]
        return [] if tail or text.among else _each(groups, body, text)
    match = _NUMBERED.match(text.rest)
    if match is None or text.among:
        return []
    body, tail = cut(match["rest"])
    parts = population_and_predicate(match[3], body)
    return [] if tail or parts is None else _each([(match["one"], match[1]), (parts[0], match[3])], parts[1], text)


def _each(groups: list[tuple[str, str]], predicate: str, text: Opened) -> list[RawShare]:
    if any(_VERB.search(name) for name, _ in groups) or re.search(r"\beach\b|\bthe same\b", predicate):
        return []
    first = groups[0][0].strip()
    return [
        timed(RawShare(those(name, first), predicate, float(value), f"{value}%", "", "several groups", place=text.place), text)
        for name, value in groups
    ]
