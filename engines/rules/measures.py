"""What a chart measures, from its subtitle or title: "Share of adults who are employed, %, by education, 2016" taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import ascii_punctuation, lower_first, parse, root
from charge_stream.engines.rules.quantities import PERCENT
from charge_stream.engines.rules.sentences import MONTH, YEAR

_RANGE = rf"(?P<since>{YEAR})\s?(?:[-–]|to|and|through)\s?(?P<until>{YEAR})"
_TIME = re.compile(rf"(?:(?:in|as of|for|during) )?(?P<time>(?:{MONTH} )?{YEAR})\*?$", re.IGNORECASE)
_SPAN = re.compile(rf"(?:(?:selected|all|most|every [\w-]+) years?,? ?|(?:[\w-]+ )?(?:from|between) |in )?{_RANGE}$", re.IGNORECASE)
_SPACING = re.compile(r"(?:selected|every [\w-]+) years?$", re.IGNORECASE)
_TRAILING_SPAN = re.compile(rf",? (?:from|between|in the (?:years|period) (?:from )?) ?{_RANGE}$", re.IGNORECASE)
_TRAILING_TIME = re.compile(rf",? (?:in|as of|by|during) (?P<time>(?:{MONTH} )?{YEAR})\*?$", re.IGNORECASE)
_TRAILING_MONEY = re.compile(
    r",? in (?:(?:thousand|million|billion|trillion)s?(?: of)? ?)?(?:U\.S\. dollars|US dollars|dollars|euros|thousands|millions|billions)$",
    re.IGNORECASE,
)
_TRAILING_BY = re.compile(
    r"^(?P<head>.+[a-z]{3}(?<!ed)(?<!held)(?<!made)(?<!written)(?<!built)(?<!sold)(?<!led)(?<!won)) by (?P<dimension>[a-z][\w /-]{2,45})$"
)
_DIMENSION = re.compile(r"(?:%\s+)?by (?P<dimension>(?:highest |type of |the )?[a-z][\w /-]{1,60})$", re.IGNORECASE)
_PER_UNIT = re.compile(r"(?:in )?(?P<unit>[a-z][\w-]*s per [\w-]+(?: [\w-]+)?)$", re.IGNORECASE)
_MONEY = re.compile(r"(?P<code>U\.S\. dollars|US dollars|dollars|USD|GBP|US\$|\$|euros?|€|pounds|£)", re.IGNORECASE)
_SCALE = re.compile(r"\b(?P<scale>thousand|million|billion|trillion)s?\b", re.IGNORECASE)
_INDEX = re.compile(rf"index(?: points)?$|(?:index[,:]? ?)?(?P<base>{YEAR}) ?= ?(?P<level>\d+)$", re.IGNORECASE)
_PERCENT = re.compile(r"(?:in )?(?:%|percent|per cent)(?: of (?:total|all))?$", re.IGNORECASE)
_PLACED = re.compile(r"(?P<head>.+?),? (?P<worldwide>worldwide|globally|around the world)$", re.IGNORECASE)
_INNER_TIME = re.compile(rf" in (?P<time>{YEAR})(?= (?:who|that|which|saying)\b)")

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
_QUANTITY = re.compile(
    r"(?:[\w'’.-]+ ){0,4}?(?:average|median|mean|total|number|amount|rate|revenues?|population|percentage|percent|share"
    r"|proportion|sales|volume|enrollment|circulation"
    r"|price|prices|cost|costs|value|gdp|product|worth|income|wages?|spending|expenditures?|consumption|production|output"
    r"|emissions|deaths|births|intensity|score|scores"
    r"|expectancy|prevalence|index|capacity|exports|imports|debt|profit|energy|use|employment|unemployment|turnout|speed|size"
    r"|growth|ratio|budget|temperature|age)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?P<thing>(?:[\w-]+ ){0,2}?(?:deaths|births|people|cases|accidents|exports|users|visitors|students|jobs|households"
    r"|vehicles|flights|passengers))\b",
    re.IGNORECASE,
)
_BREAKDOWN = re.compile(
    r"(?:%|percent|percentage) of (?P<population>(?:(?! who | that | which | saying )[^,%])+?)"
    r" by (?P<dimension>[^,%]+)$",
    re.IGNORECASE,
)
_FOR_WHOM = re.compile(r" (?:for|of) [A-Z][\w .&'-]{2,60}$")
_TOP = re.compile(r"top (?:\d+|[a-z]+) .+ by (?P<measure>(?:share of|[A-Za-z]+ ).+)$", re.IGNORECASE)
_GERUNDS = {"saying": "say", "having": "have", "using": "use", "owning": "own", "living": "live", "reporting": "report"}


@dataclass(frozen=True, slots=True)
class Measure:
    """``kind`` share: ``population`` and ``predicate`` (present tense, maybe with "…" to be filled by a label). ``kind`` amount: ``noun``,
    a noun phrase without article. ``kind`` breakdown: ``population`` falls into the labels. ``unit`` is %, a currency sign, ``index`` or
    words such as "kilowatt-hours per passenger-kilometer"; ``basis`` is "2000 = 100"; ``dimension`` what the categories are ("fuel").
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
    return found


def _parse(title: str) -> Measure:
    """The measure in one title; ``kind`` is "" when it names none."""
    text, slots = _brackets(ascii_punctuation(title).replace("...", "…").strip(" .*:"))
    head, *rest = _segments(text)
    details = []
    for segment in rest:
        known = _slot(segment, slots)
        if not known and not re.match(r"all\b", segment):
            details.append(segment)
    if details and re.search(r"\b(?:and|or)\b", details[-1]):
        head, details = ", ".join([head, *details]), []  # a list inside the measure
    top = _TOP.match(head)
    head = _trailing(top["measure"] if top else head, slots)
    return _kind(head, details, slots)


def _brackets(text: str) -> tuple[str, dict[str, str]]:
    """Units, times and places in brackets, taken out of the text."""
    slots: dict[str, str] = {}
    for inner in re.findall(r"\(([^()]*)\)", text):
        if _slot(inner.strip(), slots):
            text = text.replace(f"({inner})", "")
    return " ".join(text.split()).strip(" ,*"), slots


def _segments(text: str) -> list[str]:
    """Parts between commas, with numbers such as 1,000 and "Among P, % who" kept whole."""
    if re.match(r"(?:among|of) [^,]+, (?:the )?(?:%|percent|share)", text, re.IGNORECASE):
        first, second, *rest = re.split(r",\s+", text)
        return [f"{first}, {second}", *rest]
    return re.split(r",\s+", text)


def _slot(segment: str, slots: dict[str, str]) -> bool:
    """Is the segment a unit, a time, a place or a dimension? Then it is put into ``slots``."""
    segment = segment.strip()
    place = places.WORLD if segment.lower() in ("world", "worldwide", "global") else places.named(segment)
    span, time, index, by = _SPAN.match(segment), _TIME.match(segment), _INDEX.match(segment), _DIMENSION.match(segment)
    unit = _PER_UNIT.match(segment)
    if place:
        slots["place"] = place
    elif span:
        slots["time"] = f"{span['since']}–{span['until']}"
        slots["spaced"] = "yes" if re.match(r"selected|every", segment, re.IGNORECASE) else slots.get("spaced", "")
    elif _SPACING.match(segment):
        slots["spaced"] = "yes"
    elif time:
        slots["time"] = time["time"]
    elif index:
        slots["unit"] = "index"
        slots["basis"] = f"{index['base']} = {index['level']}" if index["base"] else slots.get("basis", "")
    elif _PERCENT.match(segment):
        slots["unit"] = PERCENT
    elif by:
        slots["dimension"] = by["dimension"]
        slots["unit"] = PERCENT if segment.startswith("%") else slots.get("unit", "")
        slots["breakdown"] = "yes" if segment.startswith("%") else ""
    elif unit:
        slots["unit"] = unit["unit"]
    else:
        return _money_or_scale(segment, slots)
    return True


def _money_or_scale(segment: str, slots: dict[str, str]) -> bool:
    if (
        not re.match(r"(?:in|US|U\.S|\$|€|£|millions?|thousands?|billions?|constant|current)", segment, re.IGNORECASE)
        or len(segment.split()) > 7
    ):
        return False
    money, scale = _MONEY.search(segment), _SCALE.search(segment)
    if not money and not scale:
        return False
    if money:
        code = money["code"].lower()
        slots["unit"] = "€" if code.startswith(("euro", "€")) else "£" if code.startswith(("pound", "£", "gbp")) else "$"
    if scale:
        slots["scale"] = scale["scale"].lower()
    return True


def _trailing(head: str, slots: dict[str, str]) -> str:
    """Time, place and dimension at the end of the head, taken off."""
    span = _TRAILING_SPAN.search(head)
    if span:
        slots.setdefault("time", f"{span['since']}–{span['until']}")
        head = head[: span.start()]
    time = _TRAILING_TIME.search(head)
    if time:
        slots.setdefault("time", time["time"])
        head = head[: time.start()]
    inner = _INNER_TIME.search(head)
    if inner:
        slots.setdefault("time", inner["time"])
        head = head[: inner.start()] + head[inner.end() :]
    by = None if _BREAKDOWN.match(head) else _TRAILING_BY.match(head)
    if by:
        slots.setdefault("dimension", by["dimension"])
        head = by["head"]
    money = _TRAILING_MONEY.search(head)
    if money and _money_or_scale(money[0].strip(" ,"), slots):
        head = head[: money.start()]
    worldwide = _PLACED.match(head)
    if worldwide:
        slots.setdefault("place", places.WORLD)
        head = worldwide["head"]
    return head.strip(" ,;*")


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
    if breakdown:
        return replace(common, kind="breakdown", unit=PERCENT, population=breakdown["population"], dimension=breakdown["dimension"])
    share = _AMONG_WHO.match(head) or _OF_WHO.match(head) or _OF_DO.match(head)
    if share:
        population, predicate, relative = _share_slots(share)
        return replace(common, kind="share", unit=PERCENT, population=population, predicate=predicate, relative=relative)
    if slots.get("breakdown") and _plural_people(head):
        return replace(common, kind="share", unit=PERCENT, population=lower_first(head), predicate="are …")
    if not _QUANTITY.match(head) or len(head.split()) < 2 or re.search(r"…|\.\.\.|\?|:", head):
        return common
    noun = re.sub(r"^%", "percentage", lower_first(head))
    counted = _COUNTED.match(noun)
    if counted and not re.match(r"number\b", noun):
        noun = f"number of {noun}"
    noun = " ".join([noun, *(f"({detail})" for detail in details[:1])])
    unit = common.unit or (PERCENT if re.match(r"(?:percent|share|proportion)", noun) else "")
    return replace(common, kind="amount", noun=noun, unit=unit)


def _share_slots(match: re.Match[str]) -> tuple[str, str, str]:
    predicate = match["predicate"].strip()
    if (match["relative"] or "").lower() == "saying":
        predicate = f"say {predicate}"
    first, _, rest = predicate.partition(" ")
    predicate = f"{_GERUNDS.get(first.lower(), first)} {rest}".strip()
    population = re.sub(r"^(?:the )?general public$", "the general public", match["population"].strip(), flags=re.IGNORECASE)
    relative = (match["relative"] or "who").lower()
    population = re.sub(r"^all (?=[A-Za-z.]+ )", "", population)
    population = re.sub(r"^(?!the |an? )(?=.*\bpopulation$)", "the ", population)
    population = re.sub(r"^(?=Silent Generation$|Greatest Generation$)", "the ", population)
    return lower_first(population), predicate, "who" if relative in ("saying", "") else relative


def _plural_people(text: str) -> bool:
    """ "Adults ages 25–34 with …": a plural noun on top, and no verb."""
    plain = re.sub(r" ages? \d+[-–]\d+", "", text)
    top = root(parse(plain))
    return top.tag_ in ("NNS", "NNPS") and top.pos_ in ("NOUN", "PROPN")
