"""What a row or column label does to a chart's measure: a place, a time, a group, an answer filled in, or a thing counted for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules import places, times
from charge_stream.engines.rules.english import lower_first
from charge_stream.engines.rules.filling import ANY, IDENTITY, fill, fill_blank
from charge_stream.engines.rules.groups import narrowed
from charge_stream.engines.rules.label_kinds import TOTAL, is_time, parts_people
from charge_stream.engines.rules.measures import Measure
from charge_stream.engines.rules.words import stem, wordset

_REPEATING = frozenset(
    stem(word)
    for word in wordset(
        "share percent percentage value values index number count total rate score amount price average level data figure in of"
        " per who that dollars million billion"
        " thousand u s us net points"
    )
)
_PARTICIPLE_END = re.compile(r"\b(?:used|spent|produced|consumed|sold|emitted|generated|exported|imported|made|owned|earned)$")
_PLACE_HEADER = re.compile(
    r"\b(?:country|state|city|region|province|county|continent|district|prefecture|nation|countries|market)\b", re.IGNORECASE
)
_PLACES_OF = re.compile(
    r" (?P<of>in|of|across|among|by|for) (?:the )?(?:(?:selected|select|major|leading|main|various|top|largest|biggest|most|all|different"
    r"|individual|OECD|EU|European|Asian|African|Arab|Latin American|G-?\d+|U\.S\.|industrial(?:ized)?|emerging|developed"
    r"|developing|economic|and"
    r"|\d+|\w+est) )*"
    r"(?:countries|states|cities|regions|provinces|nations|economies|markets|counties)"
    r"(?: (?:worldwide|around the world|in (?:the )?(?:world|[A-Z][\w.]+(?: [A-Z][\w.]+)?)))?(?![\w-])"
)
_DATED = re.compile(rf" (?=(?:{times.PERIOD})$)")
_UNDER = {"administration": "during the {} administration", "president": "during the {} administration"}


@dataclass(frozen=True, slots=True)
class Attached:
    """A measure with the labels of one cell put in. ``quoted`` says that no sentence could take the label: it is named in quotes."""

    measure: Measure
    place: str = ""
    time: str = ""
    quoted: str = ""
    by: str = ""
    topic: bool = False


def attach(state: Attached, label: str, header: str, alternatives: tuple[str, ...], fills: str = ANY) -> Attached | None:
    """The measure with ``label`` (from a row or column headed ``header``, beside ``alternatives``) put in; None where none is safe.

    ``fills`` is the blank of the title that these labels fill, "" where others do.
    """
    label = " ".join(label.split()).rstrip("*†‡").rstrip().replace(", to date", "")
    panel, colon, inner = label.partition(": ")
    if colon:
        return _in_panel(state, panel, inner, header, alternatives)
    named = _DATED.split(label)
    if len(named) == 2 and not is_time(label):  # "Trump May 2018"
        return attach(replace(state, time=times.spoken(named[1])), named[0], header, alternatives, fills)
    measure = state.measure
    if is_time(label):
        return replace(state, time=times.spoken(label))
    place = places.named(label) or _people_of(label, measure) or _headed_place(label, header)
    if place and re.search(r"\b(?:origin|birth)\b", f"{header} {measure.dimension}", re.IGNORECASE):
        return replace(state, measure=_from_place(measure, place))
    if place:
        return _at_place(state, place)
    if _is_generic(label, measure, alternatives):
        return state
    filled = fill(measure, label, alternatives, fills) if fills else None
    if filled:
        return replace(state, measure=filled)
    if measure.kind == "share":
        population = narrowed(measure.population, label, measure.dimension)
        return replace(state, measure=replace(measure, population=population)) if population else None
    if measure.kind == "amount":
        return _thing(state, label, header)
    return replace(state, quoted=label) if measure.kind == "breakdown" and not state.quoted else None


def _people_of(label: str, measure: Measure) -> str:
    """ "Americans", "Germans" as a group of a share: the place they live in."""
    people = label.removesuffix("s") if label.endswith("ns") else ""
    return places.PEOPLES.get(people, "") if measure.kind == "share" else ""


def _headed_place(label: str, header: str) -> str:
    """A name in a column of places ("Region", "State") that we do not know as one."""
    named = re.fullmatch(r"[A-Z][\w.'-]+(?: (?:[A-Z][\w.'-]+|of|and|the|da|de|del)){0,4}", label)
    return (
        label
        if named
        and _PLACE_HEADER.search(header)
        and not TOTAL.match(label)
        and not re.search(r"\b(?:[Cc]ountries|[Rr]est|[Aa]verage)\b", label)
        else ""
    )


def _at_place(state: Attached, place: str) -> Attached:
    """A place takes the place of the group it belongs to: "unemployment rates in selected countries" → "unemployment rate", in Japan."""
    measure = state.measure
    match = _PLACES_OF.search(measure.noun) if measure.kind == "amount" else None
    if match is None:
        return replace(state, place=place)
    within, noun = match["of"] in ("in", "across", "among", "by"), f"{measure.noun[: match.start()]}{measure.noun[match.end() :]}"
    noun = re.sub(r"^((?:[\w'-]+ ){0,4}?)(\w*(?:rate|price|wage|salar(?:y|ies)|rent|cost|value|share))s\b", r"\1\2", noun)
    if within:
        return replace(state, measure=replace(measure, noun=noun), place=place)
    return replace(
        state,
        measure=replace(measure, noun=f"{measure.noun[: match.start()]} {match['of']} {place}{measure.noun[match.end() :]}"),
        place="",
    )


def _in_panel(state: Attached, panel: str, label: str, header: str, alternatives: tuple[str, ...]) -> Attached | None:
    """ "2015: Hispanic", "Germans: China": the panel's name, which must be a time, a place or a group, then the label in it."""
    if not (parts_people(panel) or (state.measure.kind == "amount" and is_time(panel)) or _people_of(panel, state.measure)):
        return None
    outer = attach(state, panel, header, (), "")
    if outer is None:
        return None
    if re.search(ANY, outer.measure.predicate) and not IDENTITY.search(outer.measure.predicate):
        filled = fill_blank(outer.measure, places.named(label) or label, ANY)
        return replace(outer, measure=filled) if filled else None
    return attach(outer, label, header, alternatives)


def _from_place(measure: Measure, place: str) -> Measure:
    """Countries of origin or birth: people "from China", not "in China"."""
    if measure.kind == "share":
        return replace(measure, population=f"{measure.population} from {place}")
    return replace(measure, noun=f"{measure.noun} from {place}")


def _is_generic(label: str, measure: Measure, alternatives: tuple[str, ...]) -> bool:
    """A lone header that only repeats the measure ("Share", "Deaths per terawatt-hour"), or a label for the whole ("Total")."""
    if TOTAL.match(label):
        return True
    if label.lower() in (f"all {measure.population}", measure.population):
        return True
    known = {
        stem(word)
        for word in re.findall(r"[A-Za-z]+", f"{measure.titles} {measure.noun} {measure.population} {measure.predicate} {measure.unit}")
    }
    return len(alternatives) == 1 and all(stem(word) in known | _REPEATING for word in re.findall(r"[A-Za-z]+", label))


def _thing(state: Attached, label: str, header: str) -> Attached | None:
    """What an amount is counted for: a member of the group named in the measure, a doer, or "for coal"."""
    measure = state.measure
    member = _member(measure.noun, label, header)
    if member:
        return replace(state, measure=replace(measure, noun=member), place="" if state.place == places.WORLD else state.place)
    told = label if re.search(r" [A-Z]", label) else lower_first(label)
    under = _UNDER.get(header.split(" ")[0].lower() if header else "")
    if under and not state.by and not state.quoted:
        term = re.fullmatch(r"(?P<who>.+?), term (?P<number>[12])", label)
        who = f"{under.format(term['who'])} ({'first' if term['number'] == '1' else 'second'} term)" if term else under.format(label)
        return replace(state, measure=replace(measure, noun=f"{measure.noun} {who}"), by=label)
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", label):
        return None
    if not re.fullmatch(r"[\w .,'&/()+-]+", label) or state.by or state.quoted:
        return None
    if _PARTICIPLE_END.search(measure.noun):
        return replace(state, measure=replace(measure, noun=f"{measure.noun} by {told}"), by=told)
    if measure.dimension or _plain_header(header):
        return replace(state, measure=replace(measure, noun=f"{measure.noun} for {told}"), by=told)
    return replace(state, quoted=label)


def _plain_header(header: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z /()-]{2,40}", header)) and header.lower() not in (
        "response",
        "unnamed",
        "label",
        "category",
        "year",
    )


def _member(noun: str, label: str, header: str) -> str:
    """ "net worth of the wealthiest video game entrepreneurs" + "Ma Huateng" (header "Entrepreneur") → "net worth of Ma Huateng"."""
    kind = re.sub(r"\(.*\)", "", header).strip().split(" ")[-1].lower().removesuffix("s") if header else ""
    if len(kind) < 4:
        return ""
    match = re.search(rf" (?:of|from) (?P<group>(?:(?! of | from )[^,()])*?\b{re.escape(kind)}s?)\b", noun, re.IGNORECASE)
    if match is None:
        return ""
    told = label if re.match(r"(?:[A-Z][\w.'-]+ ){1,3}?[A-Z(]", label) else lower_first(label)
    return f"{noun[: match.start('group')]}{told}{noun[match.end('group') :]}"
