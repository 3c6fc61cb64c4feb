"""What a chart's title says beside its measure: unit, scale, base, time, place, dimension, taken out of its text."""

from __future__ import annotations

import re

from charge_stream.engines.rules import places, times
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.times import YEAR

Slots = dict[str, str]

_BETWEEN = rf"(?P<since>{times.PERIOD})\s?(?:[-–]|to|and|through|until)\s?(?P<until>{times.PERIOD})"
_TIME = re.compile(rf"(?:(?:in|as of|for|during|by) )?(?:the )?(?P<time>{times.PERIOD})\*?$", re.IGNORECASE)
_SPAN = re.compile(rf"(?:(?:selected|all|most|every [\w-]+) years?,? ?|(?:[\w-]+ )?(?:from|between) |in )?{_BETWEEN}$", re.IGNORECASE)
_SPACING = re.compile(r"(?:selected|every [\w-]+) years?$", re.IGNORECASE)
_TRAILING_SPAN = re.compile(rf",? (?:from |between |in the (?:years|period) (?:from )?|in )?{_BETWEEN}\*?$", re.IGNORECASE)
_TRAILING_TIME = re.compile(
    rf",? (?:(?:in|as of|by|during|for) )?(?:the )?(?:(?:fiscal |calendar )?year )?(?P<time>{times.PERIOD})\*?$", re.IGNORECASE
)
_TRAILING_BY = re.compile(
    r"^(?P<head>.+[a-z\d)]{2}(?<!ed)(?<!held)(?<!made)(?<!written)(?<!built)(?<!sold)(?<!led)(?<!won)(?<!people),?)"
    r" (?:by|broken down by) (?P<dimension>[a-z][\w /-]{2,45})$"
)
_DIMENSION = re.compile(r"(?:%\s+)?(?:broken down )?by (?P<dimension>(?:highest |type of |the )?[a-z][\w /-]{1,60})$", re.IGNORECASE)
_PER_UNIT = re.compile(r"(?:in )?(?P<unit>[a-z][\w-]*s per [\w-]+(?: [\w-]+)?)$", re.IGNORECASE)
_INDEX = re.compile(rf"index(?: points)?$|(?:index[,:]? ?)?(?P<base>{YEAR}) ?= ?(?P<level>\d+)$", re.IGNORECASE)
_PERCENT = re.compile(r"(?:in )?(?:%|percent|per cent)(?: of (?:total|all))?$", re.IGNORECASE)
_PLACED = re.compile(r"(?P<head>.+?),? (?P<worldwide>worldwide|globally|around the world)$", re.IGNORECASE)
_INNER_TIME = re.compile(rf" (?:in|as of) (?P<time>{times.PERIOD})(?= (?:who|that|which|saying|worldwide|globally)\b)", re.IGNORECASE)
_SOURCE = re.compile(r"(?<=\w{3}) [-–] (?:[A-Z]\w*[ .,&-]*){1,6}$")  # "… by education - OECD"
_DATED = re.compile(rf"\b([A-Z][a-z]+ \d{{1,2}}), ({YEAR})\b")

_SCALED = re.compile(
    r"(?:in )?(?:(?:constant|current|nominal|real|inflation-adjusted) )?(?:(?P<scale>1,000|thousand|million|billion|trillion)s?"
    r"(?: of)?\b ?)?(?:(?:constant|current|nominal|real|inflation-adjusted) )?(?:(?P<year>(?:1[5-9]|20)\d\d) )?(?P<rest>.*)$",
    re.IGNORECASE,
)
_SIGNS = (
    (re.compile(r"(?:U\.S\.? |US )?dollars?|USD|US\$|\$", re.IGNORECASE), "$"),
    (re.compile(r"euros?|EUR|€", re.IGNORECASE), "€"),
    (re.compile(r"(?:British )?pounds(?: sterling)?|GBP|£", re.IGNORECASE), "£"),
    (re.compile(r"(?:Japanese )?yen|JPY|¥", re.IGNORECASE), "¥"),
)
_UNIT_WORDS = re.compile(r"(?:[a-zA-Z][\w.²³/-]*)(?: (?!and\b|who\b|by\b|in\b)[\w.²³/,-]+){0,4}$")
_NATIONAL = (
    r"(?:Canadian |Australian |Singapore |Hong Kong |New Taiwan |New Zealand |Mexican |Swiss |Indian |Danish |Swedish |Norwegian |Chinese )"
)
_TRAILING_UNIT = re.compile(
    rf",? in (?:(?:1,000|thousand|million|billion|trillion)s?(?: of)? ?)?(?:(?:U\.S\. |US |{_NATIONAL})?(?:dollars|pesos)|euros"
    rf"|GBP|USD"
    rf"|British pounds|yen|yuan|renminbi|{_NATIONAL}?(?:francs|rupees|kroner|kronor)|percent|%|(?:metric )?tons"
    r"|tonnes|hectares|barrels|liters|units|years"
    r"|thousands|millions|billions|kilograms|square (?:kilometers|meters|miles)|[kMGT]?Wh?|gigawatts|megawatts)"
    r"(?P<per> per [a-z][\w ,-]{2,30})?$",
    re.IGNORECASE,
)
_TRAILING_SCALE = re.compile(r",? in (?:(?:1,000|thousand|million|billion|trillion)s?)$", re.IGNORECASE)


def taken_apart(title: str) -> tuple[str, list[str], Slots]:
    """The head of a title, further parts between commas, and what was taken out: unit, scale, basis, per, time, place, dimension."""
    slots: Slots = {}
    text = _brackets(_DATED.sub(r"\1 \2", ascii_punctuation(title)).replace("...", "…").strip(" .*:"), slots)
    head, *rest = _segments(_SOURCE.sub("", text))
    details = []
    for segment in rest:
        if not _slot(segment, slots) and not re.match(r"all\b", segment):
            details.append(segment)
    if details and re.search(r"\b(?:and|or)\b", details[-1]):
        head, details = ", ".join([head, *details]), []  # a list inside the measure
    return head, details, slots


def trailing(head: str, slots: Slots) -> str:
    """Time, place, unit and dimension at the end of the head, taken off one after another."""
    before = ""
    while before != head:
        before = head
        head = _shorter(head, slots).strip(" ,;*")
    return head


def unit_of(name: str, *, known: bool = False) -> Slots:
    """Unit and scale that a name of a unit ("million U.S. dollars") tells; with ``known`` only units that everybody knows."""
    slots: Slots = {}
    text = f"in {name.strip(' ()')}"
    if len(name.split()) > 6 or (known and not _TRAILING_UNIT.fullmatch(f", {text}")) or not _unit(text, slots):
        return {}
    return slots


def _shorter(head: str, slots: Slots) -> str:
    span = _TRAILING_SPAN.search(head)
    if span:
        slots.setdefault("time", _spoken_span(span))
        return head[: span.start()]
    time = _TRAILING_TIME.search(head)
    if time:
        slots.setdefault("time", times.spoken(time["time"]) or time["time"])
        return head[: time.start()]
    inner = _INNER_TIME.search(head)
    if inner:
        slots.setdefault("time", times.spoken(inner["time"]) or inner["time"])
        return head[: inner.start()] + head[inner.end() :]
    by = None if re.match(r"(?:%|percent|percentage) of ", head, re.IGNORECASE) else _TRAILING_BY.match(head)
    if by:
        slots.setdefault("dimension", by["dimension"])
        return by["head"]
    unit = _TRAILING_UNIT.search(head) or _TRAILING_SCALE.search(head)
    if unit and _unit(unit[0].strip(" ,"), slots):
        return head[: unit.start()]
    worldwide = _PLACED.match(head)
    if worldwide:
        slots.setdefault("place", places.WORLD)
        return worldwide["head"]
    return head


def _brackets(text: str, slots: Slots) -> str:
    """Units, times and places in brackets, taken out of the text; an abbreviation in brackets says nothing more."""
    for inner in re.findall(r"\(([^()]*)\)", text):
        per = re.fullmatch(r"(?P<per>per [\w,. -]{3,40})", inner.strip())
        if per:
            slots["per"] = per["per"]
        if per or re.fullmatch(r"[A-Z]{2,6}s?", inner.strip()) or _slot(inner.strip(), slots) or _unit(inner.strip(), slots):
            text = text.replace(f"({inner})", "")
    return re.sub(r" (?=[,;])", "", " ".join(text.split())).strip(" ,*")


def _segments(text: str) -> list[str]:
    """Parts between commas, with numbers such as 1,000 and "Among P, % who" kept whole."""
    among = re.match(r"(?:among|of) .{2,80}?, (?:the )?(?:%|percent|share)", text, re.IGNORECASE)
    if among:
        first, *rest = re.split(r",\s+", text[among.end() :])
        return [f"{among[0]}{first}", *rest]
    return re.split(r",\s+", text)


def _spoken_span(match: re.Match[str]) -> str:
    return "–".join(times.spoken(match[name]) or match[name] for name in ("since", "until"))


def _slot(segment: str, slots: Slots) -> bool:
    """Is the segment a unit, a time, a place or a dimension? Then it is put into ``slots``."""
    segment = segment.strip()
    place = places.WORLD if segment.lower() in ("world", "worldwide", "global") else places.named(segment)
    span, time, index, by = _SPAN.match(segment), _TIME.match(segment), _INDEX.match(segment), _DIMENSION.match(segment)
    unit = _PER_UNIT.match(segment)
    if place:
        slots["place"] = place
    elif span:
        slots["time"] = _spoken_span(span)
        slots["spaced"] = "yes" if re.match(r"selected|every", segment, re.IGNORECASE) else slots.get("spaced", "")
    elif _SPACING.match(segment):
        slots["spaced"] = "yes"
    elif time:
        slots["time"] = times.spoken(time["time"]) or time["time"]
    elif index:
        slots["unit"] = "index"
        slots["basis"] = f"{index['base']} = {index['level']}" if index["base"] else slots.get("basis", "")
    elif _PERCENT.match(segment):
        slots["unit"] = PERCENT
    elif by:
        slots["dimension"] = trailing(by["dimension"], slots)
        slots["unit"] = PERCENT if segment.startswith("%") else slots.get("unit", "")
        slots["breakdown"] = "yes" if segment.startswith("%") else ""
    elif unit:
        slots["unit"] = unit["unit"]
    else:
        return bool(re.match(r"in |US|U\.S|\$|€|£|millions?|thousands?|billions?|constant|current", segment, re.IGNORECASE)) and _unit(
            segment, slots
        )
    return True


def _unit(segment: str, slots: Slots) -> bool:
    """ "in million U.S. dollars per year", "million GBP", "in 1,000 metric tons": scale and unit; a currency has its sign."""
    match = _SCALED.match(segment.strip(" *"))
    if match is None or len(segment.split()) > 8:
        return False
    rest, _, per = match["rest"].strip().partition(" per ")
    sign = next((sign for pattern, sign in _SIGNS if pattern.fullmatch(rest)), "")
    if not sign and rest and not _PERCENT.fullmatch(rest) and not (segment.startswith("in ") and _UNIT_WORDS.fullmatch(rest)):
        return False
    if not rest and not match["scale"]:
        return False
    if rest:
        slots["unit"] = sign or (PERCENT if _PERCENT.fullmatch(rest) else rest)
    if match["scale"]:
        slots["scale"] = "thousand" if match["scale"] == "1,000" else match["scale"].lower()
    if match["year"] and sign:
        slots["basis"] = f"in {match['year']} prices"
    if per and sign:
        slots["per"] = f"per {per}"
    elif per:
        slots["unit"] = f"{rest} per {per}"
    return True
