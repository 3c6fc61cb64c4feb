"""A share as a sentence says it, where its clause ends, and the pieces that the patterns of its forms are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules.sentences import Opened, without_place, without_time
from charge_stream.engines.rules.times import YEAR

FIGURE = r"\d+(?:\.\d+)?%"
"""A percentage in digits; ``NUMBER`` captures its number."""
NUMBER = r"(\d+(?:\.\d+)?)%"
SOFT = r"(?:(?:just|only|fully|some|even|a full|an estimated|as many as|still|another|an additional) )?"
QUANTIFIER = (
    r"(?:(?:about|roughly|around|nearly|almost|just|only|fully|some|at least|more than|over|under|slightly|fewer than|less than"
    r"|smaller|larger|an?|the|large|small|"
    r"overwhelming|vast|clear|slim|narrow|sizable|sizeable|modest|similar|solid|strong|much|even|far|substantial|notable|growing) )*"
    r"(?:majorit(?:y|ies)|minorit(?:y|ies)|shares?|plurality|third|quarter|fifth|half|two-thirds|one-third|three-quarters|"
    r"(?:one|two|three|four|five|six|seven|eight|nine)-in-(?:ten|five|four|three)|most|many|few(?:er)?)"
)
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
_TOLD_IN = re.compile(rf"(?P<verb>[a-z]+(?:ed|aid)) in (?P<time>{YEAR}) (?P<clause>that .+)$")


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


def cut(body: str) -> tuple[str, str]:
    """The clause, and what follows it from ", compared with", ", while", a dash, a bracket."""
    for match in _CUT.finditer(body):
        if match.start() >= 6 and not _inside_ages(body, match):
            return body[: match.start()].strip(" ,"), body[match.start() :]
    return body.strip(" ,."), ""


def _inside_ages(body: str, match: re.Match[str]) -> bool:
    return bool(re.search(r"ages? \d+$", body[: match.start()]))
