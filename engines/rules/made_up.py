"""A part's share of a whole: "Immigrants made up 14.3% of the nation's population in 2022"."""

from __future__ import annotations

import re

from charge_stream.engines.rules import places
from charge_stream.engines.rules.admit import Paragraph
from charge_stream.engines.rules.english import head_noun, is_plural, lower_first, parse
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import unbalanced, unclear
from charge_stream.engines.rules.quantities import PERCENT, years
from charge_stream.engines.rules.sentences import TIME, Opened, without_time

_VERBS = {
    "accounted for": "account for", "account for": "account for", "accounts for": "account for", "have accounted for": "account for",
    "made up": "make up", "make up": "make up", "makes up": "make up",
    "represented": "represent", "represent": "represent", "represents": "represent",
    "comprised": "comprise", "comprise": "comprise", "comprises": "comprise", "constituted": "constitute", "constitute": "constitute",
}  # fmt: skip
_PAST = {"account for": "accounted for", "make up": "made up"}
_MADE_UP = re.compile(
    rf"(?P<subject>[^,;:()%]{{3,90}}?) (?:now |also |still )?(?P<verb>{'|'.join(_VERBS)}) (?:just |only |an estimated |some )?"
    r"(?:(?P<hedge>about|roughly|around|nearly|almost|more than|over|at least) )?(?P<value>\d+(?:\.\d+)?)%"
    r" of (?:all )?(?P<whole>[^;:()%–]+?)"
    rf"(?P<after>,? (?:up from|down from|compared (?:with|to)|according to|while|but|despite|although|and accounted)\b.*|, [^%]*)?$"
)
_NATION = re.compile(r"\bthe (?:nation|country)'s ")
_WIDER = re.compile(r"\b(?:world|global|international|planet|earth)", re.IGNORECASE)
"""A whole that is no country's."""


def made_up(text: Opened, index: int, paragraph: Paragraph) -> tuple[list[Fact], str]:
    """The one fact of such a sentence, and why it was refused ("" when none was)."""
    match = _MADE_UP.match(text.rest)
    if match is None:
        return [], ""
    whole, time = without_time(match["whole"].strip())
    later = re.match(rf",? (?:in|as of) (?P<time>{TIME})", match["after"] or "")
    time = time or text.time or (later["time"] if later else "") or paragraph.inherited_year(text.rest) or paragraph.scope.as_of
    country = paragraph.scope.country
    owner = "U.S." if country == places.UNITED_STATES else f"{country.removeprefix('the ')}'s" if country else ""
    if owner:
        whole = _NATION.sub("the U.S. " if owner == "U.S." else f"{owner} ", whole)
    subject = match["subject"] if parse(match["subject"])[0].pos_ == "PROPN" else lower_first(match["subject"])
    verb = _VERBS[match["verb"]]
    now = match["verb"] in (verb, f"{verb}s", "makes up", "accounts for")
    place = "" if places.placed(f"{subject} {whole}") or _WIDER.search(whole) else country
    fault = _fault(subject, whole, time or (paragraph.scope.prefix if now else ""), place, text)
    if fault:
        return [], fault
    hedge = match["hedge"] or ""
    fact = Fact(
        "deed",
        "part of a whole",
        subject,
        predicate=_PAST.get(verb, f"{verb.rstrip('e')}ed"),
        verb=verb,
        object=whole,
        value=float(match["value"]),
        unit=PERCENT,
        shown=f"{match['value']}%",
        hedge=hedge,
        time=time,
        place=place,
        scope="" if time else paragraph.scope.prefix,
        approximate=bool(hedge),
        sentences=(index,),
    )
    return [fact], ""


def _fault(subject: str, whole: str, dated: str, place: str, text: Opened) -> str:
    if not dated:
        return "amount without a date"
    if text.among or text.place or years(subject) or years(whole):
        return "a second time or place in a part of a whole"
    if not (place or places.placed(f"{subject} {whole}")):
        return "no place"
    if unbalanced(subject) or unbalanced(whole) or _NATION.search(whole) or re.search(r"\b(?:who|which|that|but|and) \w+ed\b", subject):
        return "a part or whole that is not clear"
    head = head_noun(subject)
    if head is None or not (is_plural(subject) or head.pos_ == "PROPN") or head.tag_ in ("PRP", "DT"):
        return "a part that is not a group"
    fault = unclear(subject) or unclear(whole)
    return f"needs its context: {fault}" if fault else ""
