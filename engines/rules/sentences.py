"""A sentence without its openings: "Overall, in 2016, in Denmark, 39% of …" → the rest, with time, place and group kept apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import ascii_punctuation, cap
from charge_stream.engines.rules.times import MONTHS, SEASONS, YEAR

TIME = rf"(?:(?:{'|'.join((*MONTHS, *SEASONS))}) (?:of )?)?{YEAR}"

_LINKS = (
    "Overall|Still|However|By contrast|In contrast|In comparison|By comparison|Meanwhile|Similarly|Indeed|In fact|For example"
    "|For instance|Likewise|Notably"
    "|Moreover|In addition|In turn|On the other hand|At the same time|As a result|Nonetheless|Nevertheless|Even so|Specifically"
    "|In particular|Also"
    "|Additionally|Broadly|All told|In all|In total|On average|Of note|Among other findings|Conversely|Furthermore|Finally|Of course|Then"
)
_PRESENT = re.compile(r"(?:Today|Currently|Now|Right now|At present), ")
_LINK = re.compile(rf"(?:(?:{_LINKS}), |(?:And|But|Yet|Overall) (?=\w))(?=\w|\$)")
_ASIDE = re.compile(
    r"(?:in the (?:middle|midst|wake|aftermath) of|ahead of|consistent with|in line with) [^,%\d]{3,70}, "
    r"|(?:even )?(?:as(?! of\b| (?:recently|many|much|well|few|part|a)\b)|while|though|although) (?:[^,%()\d]|20\d\d){8,110}, "
    r"|(?:looked at another way|put (?:another way|differently)|(?:perhaps )?not surprisingly|perhaps unsurprisingly|in reality|in general"
    r"|looking ahead|by this measure|for one thing|among other things|again|in sum), ",
    re.IGNORECASE,
)
"""What frames a sentence without narrowing it: not "when it comes to …", "if …" or "among …", which say of what or whom it holds."""
OWN_MIND = (
    r"(?:'ve| have|'d| would| do not| don't| did not| didn't)?(?: (?:ever|always|often|generally|strongly|somewhat|never|also|at least))*"
    r" (?:support|favou?r|oppose|feel|felt|want|prefer|trust|worry|approve|disapprove|know|knew|heard|used?|tried|like|own)\b"
)
"""What after "they" only those who say it can do: "say they support it"."""
_POINTS_BACK = re.compile(
    rf"\b(?:it|its|they(?!{OWN_MIND})|them|their|he|she|his|her|this|that(?= [.,]|$)|these|those(?! (?:who|with|ages|under|in)\b))\b",
    re.IGNORECASE,
)
"""Words that may stand for what an aside before them names."""
_SAYS = r"(?:says?|said|finds?|found|estimates|estimated|reports|reported|shows?|showed) (?:that )?"
_SOURCE = re.compile(
    r"(?:According to|Based on) [^,%]{3,90}, "
    rf"|(?:The|Both the) [A-Z][\w.]*(?: [A-Z][\w.]*){{0,4}}(?: (?:survey|analysis|study|poll|report))? {_SAYS}"
    r"(?=(?:about |around |just |only |roughly |nearly |some |in )?[\d$])"
    rf"|[A-Z]\w+(?: [A-Z]\w+){{0,3}},? (?:which [^,%]{{5,60}}, )?{_SAYS}(?=(?:about |just |only |roughly |some )?\d[\d.]*% of )"
    rf"|An? (?:[A-Za-z][\w.]* ){{0,5}}(?:survey|poll|analysis|study) {_SAYS}(?=\S)"
)
_FOUND = re.compile(
    r"(?:We|(?:The|Our|This) (?:(?:new|recent|latest|same|current|national) )?(?:survey|poll|analysis|study))"
    r" (?:also )?(?:find|finds|found)"
    rf" (?:in (?P<time>{TIME}) )?that (?=\S)|(?:But )?[Cc]onsider: |Taken together, "
)
_SURVEYED_IN = re.compile(
    rf"(?:Our|An?|The) (?:[A-Za-z][\w.]* ){{0,5}}(?:survey|poll|analysis|study) (?:conducted )?(?:in|from) (?P<when>{TIME}) {_SAYS}(?=\S)"
    rf"|(?:Our|A|An|The) (?:[a-z]+ )?(?P<time>{TIME}) (?:[A-Z][\w.]* ){{0,4}}(?:survey|poll|analysis|study)"
    rf" (?:of [^,%]{{3,60}} )?{_SAYS}(?=\S)"
)
_BETWEEN = re.compile(rf"(?:Between|From) (?P<since>{YEAR}) (?:and|to) (?P<until>{YEAR}), ")
_TIMED = re.compile(rf"(?:In|As of|By|During|Back in|Already in) (?P<time>{TIME}),? (?=\S)", re.IGNORECASE)
_TIMED_IN = re.compile(
    rf"In (?:that|the same|this|its|the) (?:[\w-]+ )?(?:comparison|study|survey|year|ranking|report|assessment|count|poll)"
    rf" (?:of|from|in) (?P<time>{YEAR}), "
    rf"|In (?:an?|our|the) (?:(?:new|recent|national|similar) )?(?P<survey>{TIME}) (?:[A-Z][\w.]* ){{0,4}}(?:survey|poll)"
    r"(?: of [^,%]{3,50})?, "
    rf"|In (?P<quarter>the (?:first|second|third|fourth) (?:quarter|half) of {YEAR}"
    rf"|the {YEAR}-(?:{YEAR}|\d\d) (?:academic|school|fiscal) year), ",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"(?:In|Across|Throughout) (?P<place>(?:the )?[A-Z][\w.]*(?: (?:and )?[A-Z][\w.]*){0,3}), (?:where [^,%()]{5,80}, )?", re.IGNORECASE
)
_AMONG = re.compile(r"Among (?P<group>(?!all (?:the|of)\b|the (?:places|countries|groups)\b|other)[^,%()]{3,90}), ", re.IGNORECASE)
_TRAILING = re.compile(rf",? (?:in|during|as of|by) (?:(?:the same|that|this) [\w-]+ (?:of|from|in) )?(?P<time>{TIME})$")
_TRAILING_PLACE = re.compile(r" in (?P<place>(?:the )?[A-Z][\w.]*(?: [A-Z][\w.]*){0,2})$")
_TAIL_SOURCE = re.compile(r"(?:,? according to|, based on) (?:[^,;.]|(?<=\d),(?=\d)|(?<=[A-Z])\.)*?(?=,|;|\.?$| –)")


@dataclass(frozen=True, slots=True)
class Opened:
    """``rest`` starts with a capital; ``time`` ("2016", "spring 2019"), ``place`` (as after "in"), ``among`` are "" where there is none.

    ``goes_on`` tells that ``among`` was named in the sentence before, ``now`` that the sentence is set apart from earlier times.
    """

    rest: str
    time: str = ""
    place: str = ""
    among: str = ""
    goes_on: bool = False
    now: bool = False


_INFIX = re.compile(
    r", (?:for example|for instance|however|in turn|in contrast|by contrast|by comparison|meanwhile|on the other hand|too),(?= )"
)


def _without(link: re.Match[str]) -> str:
    """The comma stays behind an opening: "In Iceland, for example, 39% …"."""
    return "," if re.match(r"(?:In|Among|As of|By|During|Across|Between|From|Overall|According)\b", link.string) else ""


def opened(sentence: str) -> Opened:
    """The sentence without linking words, source, time, place and group at its start; without a source at its end."""
    text = _INFIX.sub(_without, ascii_punctuation(sentence), count=1)
    text = _TAIL_SOURCE.sub("", text.rstrip(".")).strip(" ,")
    found = Opened(text)
    for _ in range(5):
        step = _step(found)
        if step is None:
            break
        found = replace(step, rest=cap(step.rest))
    return found


def _step(found: Opened) -> Opened | None:
    text = found.rest
    for pattern in (_LINK, _SOURCE):
        match = pattern.match(text)
        if match:
            return replace(found, rest=text[match.end() :])
    match = _PRESENT.match(text)
    if match:
        return replace(found, rest=text[match.end() :], now=True)
    match = _ASIDE.match(text)
    if match and not _POINTS_BACK.search(text[match.end() :]):
        return replace(found, rest=text[match.end() :])
    match = _FOUND.match(text)
    if match:
        return replace(found, rest=text[match.end() :], time=found.time or match["time"] or "")
    match = _BETWEEN.match(text)
    if match and not found.time:
        return replace(found, rest=text[match.end() :], time=f"{match['since']}–{match['until']}")
    match = _SURVEYED_IN.match(text) or _TIMED.match(text) or _TIMED_IN.match(text)
    if match and not found.time:
        return replace(found, rest=text[match.end() :], time=_when(match))
    match = _PLACED.match(text)
    if match and not found.place:
        place = known_place(match["place"])
        return replace(found, rest=text[match.end() :], place=place) if place else None
    match = _AMONG.match(text)
    if match and not found.among:
        return replace(found, rest=text[match.end() :], among=match["group"])
    return None


def _when(match: re.Match[str]) -> str:
    """The one time that such a pattern names; "the first half of 2020" keeps its "of"."""
    return match.groupdict().get("quarter") or plain_time(next(filter(None, match.groups())))


def plain_time(time: str) -> str:
    """ "September of 2019" → "September 2019"."""
    return time.replace(" of ", " ")


def known_place(name: str) -> str:
    """A place named in a sentence as it stands after "in", or "" where we do not know it."""
    return places.named(name.strip(" .") if name.strip() not in ("U.S.", "the U.S.") else "United States") or ""


def without_time(clause: str) -> tuple[str, str]:
    """The clause without a time at its end, and that time: "were employed in 2016" → ("were employed", "2016")."""
    match = _TRAILING.search(clause)
    return (clause[: match.start()], plain_time(match["time"])) if match else (clause, "")


def without_place(clause: str) -> tuple[str, str]:
    """The clause without a place at its end, and that place."""
    match = _TRAILING_PLACE.search(clause)
    place = known_place(match["place"]) if match else ""
    return (clause[: match.start()], place) if match and place else (clause, "")
