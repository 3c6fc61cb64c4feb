"""What a chart measures, from its subtitle or title: "Share of adults who are employed, %, by education, 2016" taken apart."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from typing import Any

from charge_stream.engines.rules.conditions import conditional
from charge_stream.engines.rules.english import ascii_punctuation, lower_first, parse, root
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.segments import Slots, taken_apart, trailing, unit_of
from charge_stream.engines.rules.words import wordset

_OF_WHO = re.compile(
    r"(?:%|percent|percentage|share|proportion) of (?:all )?(?P<population>[^,%]+?) (?P<relative>who|that|which) (?P<predicate>.+)$",
    re.IGNORECASE,
)
_AMONG_WHO = re.compile(
    r"(?:among|of) (?P<population>[^%]+?), (?:the )?(?:%|percent|percentage|share) (?P<relative>who|that|saying) (?P<predicate>.+)$",
    re.IGNORECASE,
)
_OF_DO = re.compile(
    r"(?:%|percent|percentage|share|proportion) of (?:all )?(?P<population>[^,%]+?) (?P<relative>)"
    r"(?P<predicate>(?:say|saying|have|having|use|using|own|owning|are|get|think|favor|support|identify|living|reporting)\b.+)$",
    re.IGNORECASE,
)
_WHO = re.compile(r"(?:%|percent|percentage) (?:of (?P<population>_+) )?(?P<relative>who|saying) (?P<predicate>.+)$", re.IGNORECASE)
_MEASURES = wordset(
    """
    adequacy age amount arrival asset attendance audience average balance budget bill birth capacity capitalization case catch
    circulation consumption cost count coverage crop damage death debt deficit demand density dependency deposit depth diameter
    distance dividend donation download duration duty earning efficiency emission employment energy enrollment enrolment
    expectancy expenditure expense export fatality fee fertility follower footprint frequency funding gain gdp gnp growth harvest
    height hour import incidence income index inflation intake intensity inventory investment length level liability life lifespan
    loan longevity loss margin mean median mortality multiplier number output ownership participation passenger payment payout
    payroll penetration percent percentage performance pension population poverty precipitation premium prevalence price product
    production productivity profit proportion purchase quantity rainfall rank rate rating ratio reach receipt remittance rent
    replacement reserve revenue salary sale saving score search seat share shipment size spending speed stock strength subscriber
    subscription subsidy supply surface surplus tax temperature time total tonnage traffic transaction transfer turnout turnover
    unemployment usage use valuation value volume wage wealth weight worth yield
    """
)
_RATES = wordset(
    """
    adequacy coverage growth incidence inflation literacy margin ownership participation penetration percent percentage prevalence
    proportion rate ratio reach share turnout unemployment usage use employment poverty yield increase decrease change replacement
    distribution
    """
)
_NEEDING_UNIT = wordset(
    """
    mortality intensity density prevalence incidence productivity temperature precipitation rainfall speed distance depth height
    width weight price cost wage salary income earning revenue sale profit spending expenditure budget debt deficit gdp valuation tax
    fee premium rent energy emission efficiency yield area duty export import investment loan payout pension remittance turnover
    """
)
_PER_HEAD = re.compile(r"\b(?:mortality|deaths?|births?|fertility|homicide|murder|suicide|crime|incidence)\b")
_COUNTED = re.compile(
    r"(?P<thing>(?:[\w-]+ ){0,2}?(?:deaths|births|people|cases|accidents|exports|users|visitors|students|jobs|households"
    r"|vehicles|flights|passengers|subscribers|downloads|followers|fatalities|arrivals|homicides|murders|suicides|accidents))\b",
    re.IGNORECASE,
)
_BREAKDOWN = re.compile(
    r"(?:%|percent|percentage) of (?P<population>(?:(?! who | that | which | saying )[^,%])+?)"
    r" by (?P<dimension>[^,%]+)$",
    re.IGNORECASE,
)
_DISTRIBUTION = re.compile(r"(?:percentage )?(?:distribution|breakdown) of (?P<population>[a-zA-Z][^,%]+)$", re.IGNORECASE)
_FOR_WHOM = re.compile(r" (?:for|of) [A-Z][\w .&'-]{2,60}$")
_TOP = re.compile(r"top (?:\d+|[a-z]+) .+ by (?P<measure>(?:share of|[A-Za-z]+ ).+)$", re.IGNORECASE)
_MOVED = re.compile(
    r"(?:dropp|declin|increas|decreas|climb|doubl|tripl|surg|jump|plung|slow|tick|remain|reach|topp|outpac|soar|stall|rebound|recover|plummet|"
    r"chang|shrink|swell|hover|stay|linger|narrow|widen|stabiliz|slipp|edg|improv|worsen)ed$"
)
_PARTICIPLE = re.compile(r"\w{2,}ed|spent|sold|made|paid|held|built|lost|won|led|written|worldwide|total")
_GERUNDS = {"saying": "say", "having": "have", "using": "use", "owning": "own", "living": "live", "reporting": "report"}


@dataclass(frozen=True, slots=True)
class Measure:
    """``kind`` share: ``population`` and ``predicate`` (present tense, maybe with "…" to be filled by a label). ``kind`` amount: ``noun``,
    a noun phrase without article. ``kind`` breakdown: ``population`` falls into the labels. ``unit`` is %, a currency sign, ``index`` or
    words such as "kilowatt-hours per passenger-kilometer"; ``basis`` is "2000 = 100"; ``dimension`` what the categories are ("fuel").
    A share whose population the titles leave out has "" or a blank ("__") there. ``titles`` are all titles as they stand.
    """

    kind: str
    noun: str = ""
    population: str = ""
    predicate: str = ""
    relative: str = "who"
    unit: str = ""
    scale: str = ""
    basis: str = ""
    place: str = ""
    time: str = ""
    dimension: str = ""
    spaced: bool = False
    titles: str = ""


def measure_of(titles: list[str]) -> Measure | None:
    """The measure named by the first of ``titles`` (subtitle, title, value header) that names one; the others may add its time and unit."""
    parsed = [_parse(title) for title in titles if title]
    found = next((measure for measure in parsed if measure.kind), None)
    if found is None or (titles[0].lstrip().startswith("%") and not parsed[0].kind):
        return None
    named = next((m for m in (_FOR_WHOM.search(ascii_punctuation(title)) for title in titles[1:] if title) if m), None)
    if found.kind == "amount" and len(found.noun.split()) <= 2 and named:
        found = replace(found, noun=f"{found.noun} {named[0].strip()}")
    for other in parsed:
        found = replace(
            found,
            unit=found.unit or other.unit,
            scale=found.scale or other.scale,
            time=found.time or other.time,
            basis=found.basis or other.basis,
            dimension=found.dimension or other.dimension,
            place=found.place or (other.place if other.kind == "" else ""),
        )
    return replace(found, titles=" ".join(titles))


@functools.lru_cache(maxsize=4_000)
def _parse(title: str) -> Measure:
    """The measure in one title; ``kind`` is "" when it names none."""
    head, details, slots = taken_apart(title)
    top = _TOP.match(head)
    head = trailing(top["measure"] if top else head, slots)
    return _kind(head, details, slots)


def _kind(head: str, details: list[str], slots: dict[str, str]) -> Measure:
    common = Measure(
        "",
        unit=slots.get("unit", ""),
        scale=slots.get("scale", ""),
        basis=slots.get("basis", ""),
        place=slots.get("place", ""),
        time=slots.get("time", ""),
        dimension=slots.get("dimension", ""),
        spaced=bool(slots.get("spaced")),
    )
    breakdown = _BREAKDOWN.match(head)
    if breakdown and not _PARTICIPLE.fullmatch(breakdown["population"].split(" ")[-1]):
        return replace(common, kind="breakdown", unit=PERCENT, population=breakdown["population"], dimension=breakdown["dimension"])
    parted = _DISTRIBUTION.match(head)
    if parted and slots.get("dimension"):
        return replace(common, kind="breakdown", unit=PERCENT, population=parted["population"])
    share = _AMONG_WHO.match(head) or _WHO.match(head) or _OF_WHO.match(head) or _OF_DO.match(head)
    if share:
        population, predicate, relative = _share_slots(share)
        predicate = " ".join([predicate, *conditional(details)])
        return replace(common, kind="share", unit=PERCENT, population=population, predicate=predicate, relative=relative)
    if slots.get("breakdown") and _plural_people(head):
        return replace(common, kind="share", unit=PERCENT, population=lower_first(head), predicate="are …")
    return _amount(head, details, slots, common)


def _amount(head: str, details: list[str], slots: Slots, common: Measure) -> Measure:
    """A noun phrase with a word of measure ("number of", "unemployment rate") among its first words."""
    if len(head.split()) < 2 or re.search(r"[…?:_]|\.\.\.", head) or not measure_word(head) or not is_phrase(head):
        return common
    noun = re.sub(r"^%", "percentage", head if re.match(r"[A-Z][\w.]*'s? ", head) else lower_first(head))
    counted = _COUNTED.match(noun)
    if counted and not re.match(r"(?:number|share|percentage|amount)\b", noun):
        noun = f"number of {noun}"
    if slots.get("per") and slots["per"] not in noun:
        noun = f"{noun} {slots['per']}"
    noun = f"{noun} ({', '.join(details)})" if details else noun
    unit = common.unit or (PERCENT if re.match(r"(?:percent|share|proportion)", noun) else "")
    return replace(common, kind="amount", noun=noun, unit=unit)


def measure_word(head: str) -> str:
    """The head of the noun group that a title starts with, in the singular, if it measures: "rate" of "youth unemployment rate in …"."""
    group = re.split(r" (?:of|in|by|for|from|on|at|per|to|with|among|who|that|which|during|between|due|attributed)\b|[,(]", head)[0]
    words = [word for word in re.findall(r"[A-Za-z][A-Za-z'-]*", group.lower()) if not _PARTICIPLE.fullmatch(word)]
    word = singular(words[-1]) if 0 < len(words) <= 8 else ""
    return word if word in _MEASURES else ""


def is_rate(noun: str) -> bool:
    """Is what the noun phrase measures told in percent as a rule ("unemployment rate", "year-on-year growth", "market share")?"""
    return measure_word(noun) in _RATES


def with_unit(measure: Measure, unit: str | None, axis_titles: list[str]) -> Measure:
    """The measure in the unit that the reading or its axes tell, where its titles tell none."""
    if measure.unit or measure.kind != "amount":
        return measure
    told = unit_of(unit) if unit else next(filter(None, (unit_of(title, known=True) for title in axis_titles)), {})
    return replace(measure, unit=told.get("unit", ""), scale=measure.scale or told.get("scale", ""))


def lacks_unit(measure: Measure) -> bool:
    """Does the noun phrase measure in some unit ("mortality", "price") that neither it nor any title tells?"""
    told = measure.unit or measure.basis or re.search(r" per |\(|\bindex\b", measure.noun)
    word = measure_word(measure.noun)
    return measure.kind == "amount" and not told and (word in _NEEDING_UNIT or (word == "rate" and bool(_PER_HEAD.search(measure.noun))))


def singular(word: str) -> str:
    """ "rates" → "rate", "salaries" → "salary"."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if re.search(r"(?:ss|x|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def is_phrase(text: str) -> bool:
    """A noun phrase, not a headline: no finite verb on top."""
    doc = parse(f"We saw the {lower_first(text)}.")
    return not any(_finite(word) for word in doc[2:])


def _finite(word: Any) -> bool:
    """A verb in the present, or a past with its own subject, that is not inside a relative clause."""
    inside = any(above.dep_ in ("relcl", "acl") for above in (word, *word.ancestors))
    told = word.tag_ in ("VBZ", "VBP", "MD") or (word.tag_ == "VBD" and any(child.dep_ == "nsubj" for child in word.children))
    if (
        word.tag_ == "VBD"
        and word.lower_.endswith("ed")
        and word.i + 1 < len(word.doc)
        and word.nbor(1).pos_ == "ADP"
        and not _MOVED.match(word.lower_)
    ):
        return False  # "students enrolled in …": a participle that parses as a past
    return bool(told and word.pos_ in ("VERB", "AUX") and not inside)


def _share_slots(match: re.Match[str]) -> tuple[str, str, str]:
    predicate = match["predicate"].strip()
    if (match["relative"] or "").lower() == "saying":
        predicate = f"say {predicate}"
    first, _, rest = predicate.partition(" ")
    predicate = f"{_GERUNDS.get(first.lower(), first)} {rest}".strip()
    population = re.sub(r"^(?:the )?general public$", "the general public", (match["population"] or "").strip(), flags=re.IGNORECASE)
    relative = (match["relative"] or "who").lower()
    population = re.sub(r"(?<=[a-z]), (?=(?:non-)?[A-Z])", " ", population)  # "white, non-Hispanic Catholics"
    population = re.sub(r"^white (?=non-)", "White ", re.sub(r"^black (?=non-)", "Black ", population))
    population = re.sub(r"^all (?=[A-Za-z.]+ )", "", population)
    population = re.sub(r"^(?!the |an? )(?=.*\bpopulation$)", "the ", population)
    population = re.sub(r"^(?=Silent Generation$|Greatest Generation$)", "the ", population)
    return lower_first(population), predicate, "who" if relative in ("saying", "") else relative


def _plural_people(text: str) -> bool:
    """ "Adults ages 25–34 with …": a plural noun on top, and no verb."""
    plain = re.sub(r" ages? \d+[-–]\d+", "", text)
    top = root(parse(plain))
    return top.tag_ in ("NNS", "NNPS") and top.pos_ in ("NOUN", "PROPN")
