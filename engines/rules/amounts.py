"""Amounts said in prose: "NP was/stood at/rose to N unit in YEAR", "rose from A in Y1 to B in Y2", "there were N …"."""

from __future__ import annotations

import re

from charge_stream.engines.rules.admit import Paragraph
from charge_stream.engines.rules.counted import counted
from charge_stream.engines.rules.deeds import deed
from charge_stream.engines.rules.english import lower_first, parse, with_the
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import unbalanced, unclear
from charge_stream.engines.rules.places import placed
from charge_stream.engines.rules.quantities import PERCENT, POINTS, TIMES, YEAR, Quantity, find, first
from charge_stream.engines.rules.sentences import TIME, Opened, without_place, without_time
from charge_stream.engines.rules.times import YEAR as YEAR_PATTERN

_MEASURES = (
    "share|number|percentage|proportion|portion|rate|median|average|total|population|revenue|revenues|circulation|audience|cost|price"
    "|value|amount|wage|income|age"
    "|spending|expenditure|enrollment|enrolment|viewership|employment|unemployment|index|sales|GDP|profit|earnings|membership"
    "|turnout|score|output|production"
    "|consumption|intensity|capacity|use|emissions|demand|debt|deficit|inflation|prevalence|expectancy|budget|wealth|worth"
    "|level|ratio|size|efficiency|tuition"
)
_HEDGE = (
    r"(?:(?P<hedge>about|around|roughly|approximately|nearly|almost|just over|just under|slightly more than|slightly less than"
    r"|more than|less than|over|at least|only|just) )?"
)
_VALUE = r"(?P<value>[$€£¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:%| (?:percent|million|billion|trillion|thousand)(?: (?:U\.S\. )?dollars| euros)?)?)"
_SUBJECT = (
    rf"(?P<subject>(?:The |the )?(?:[\w'’.-]+ ){{0,5}}?(?:{_MEASURES})\b(?:,? (?:of|for|among|in|from|on|at|per|with|without"
    rf"|between|who|that)\b[^;:()$%]{{2,110}}?)?)"
)
_STATIVE = (
    r"was|were|is|stood at|amounted to|reached|rose to|fell to|grew to|increased to|decreased to|declined to|dropped to|climbed to"
    r"|totaled|totalled|peaked at|jumped to|averaged|hit|came to|sank to|climbed back to|remained(?: steady| stable| flat)? at"
    r"|(?:reached|hit) an? (?:all-time |record |new )?(?:high|low|peak) of|stands at|had (?:risen|fallen|grown|dropped|climbed) to"
)
_WORTH = re.compile(
    rf"{_SUBJECT} (?P<verb>{_STATIVE}) {_HEDGE}{_VALUE}(?P<unit>(?: (?!in\b|and\b|by\b|during\b|as\b|or\b|of\b|from\b|to\b|up\b"
    rf"|down\b|compared\b|while\b|but\b)[\w-]+){{0,3}}(?: per [\w-]+(?:[ -](?!in\b|and\b)[\w-]+)?)?)"
    rf"(?P<after>.*)$"
)
_AND_TO = re.compile(
    rf",? and (?:then )?(?P<verb>rose|fell|grew|increased|decreased|declined|dropped|climbed|sank|peaked|reached) (?:to |at"
    rf" )?{_HEDGE}{_VALUE}(?P<unit>(?: (?!in\b|by\b)[\w-]+){{0,2}}) (?:in|by) (?P<time>{YEAR_PATTERN})\b"
)
_FROM_TO = re.compile(
    rf"{_SUBJECT},? (?:(?:has|have|had|also|more than|nearly|roughly|almost|about) ){{0,3}}(?:rose|risen|fell|fallen|grew|grown|increased"
    rf"|decreased|declined|dropped|climbed|went(?: up| down)?|gone(?: up| down)?|changed|shrank|shrunk|moved|doubled|tripled|quadrupled"
    rf"|sank|surged|jumped|soared|plunged|slipped)(?: (?:sharply|slightly|steadily|dramatically|substantially|considerably|significantly"
    rf"|modestly|only slightly))?,? from (?:about |roughly |around |just )?"
    rf"(?P<value>[$€£¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:%| (?:million|billion|trillion|percent))?)(?P<unit>(?: (?!in\b"
    rf"|to\b)[\w-]+){{0,4}}?) in (?P<since>{TIME}) to "
    rf"{_HEDGE}(?P<second>[$€£¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:%| (?:million|billion|trillion|percent))?)(?P<unit2>(?:"
    rf" (?!in\b)[\w-]+){{0,4}}?) (?:in|by) (?P<time>{TIME})(?P<after>.*)$"
)
_UP_FROM = re.compile(
    rf",? (?:slightly |well |sharply )?(?:(?:up|down)|an? (?:increase|decrease|rise|drop|decline|jump)) from (?:about |roughly )?{_VALUE}"
    rf"(?P<unit>(?: (?!in\b|as\b)[\w-]+){{0,2}}) in (?P<time>{TIME})\b"
)
COUNTED = "so many there were"
_PRESENT = re.compile(r" (?:is|are|stands at) ")
"""What is told of the time of the document, and dated by naming it."""
_AFTER_TIME = re.compile(rf",? (?:in|by|during|as of) (?P<time>{TIME})\b(?P<more>.*)$")
_SAFE_AFTER = re.compile(
    r"(?:$|, |;| – |,? (?:an increase from|a decrease from|while|up from|down from|compared|although|but|where|according|which|whereas"
    r"|from|after|before|when|as"
    r"|and (?:rose|fell|to))\b)"
)
_EVENTUAL = re.compile(r"\b(?:projected|expected|forecast|estimated to|predicted|would|could|may|might|target|goal|should|will)\b")
_OF_PEOPLE = re.compile(
    r"\b(?:adults|people|students|households|workers|pupils|schools|immigrants|women|men|children|voters|population|Latinos|Hispanics"
    r"|workforce)\b"
)


def amounts(text: Opened, index: int, paragraph: Paragraph) -> tuple[list[Fact], str]:
    """Amount and deed facts of a sentence, and why the first candidate was refused ("" when none was)."""
    for form in (_from_to, _worth, _counted, deed):
        found, fault = form(text, paragraph)
        if found:
            return [fact.but(sentences=(index,)) for fact in found], ""
        if fault:
            return [], fault
    return [], ""


def _worth(text: Opened, paragraph: Paragraph) -> tuple[list[Fact], str]:
    match = _WORTH.match(text.rest)
    if match is None:
        return [], ""
    time, after = text.time, match["after"]
    timed = _AFTER_TIME.match(after)
    if timed:
        time, after = timed["time"], timed["more"]
    if not _SAFE_AFTER.match(after):
        return [], "words after the amount change its meaning"
    fact = _amount(text, match["subject"], match, time, paragraph, "amount with a verb of state")
    if isinstance(fact, str):
        return [], fact
    found = [fact]
    more = _AND_TO.match(after)
    if more:
        second = _amount(text, match["subject"], more, more["time"], paragraph, "and then to")
        found += [second] if isinstance(second, Fact) else []
    was = _UP_FROM.match(after)
    if was:
        earlier = _build(text, match["subject"], was["value"], was["unit"] or match["unit"], "", was["time"], paragraph, "up from")
        found += [earlier] if isinstance(earlier, Fact) else []
    return found, ""


def _from_to(text: Opened, paragraph: Paragraph) -> tuple[list[Fact], str]:
    match = _FROM_TO.match(text.rest)
    if match is None:
        return [], ""
    since = _build(
        text, match["subject"], match["value"], match["unit"] or match["unit2"], "", match["since"], paragraph, "rose from … to …"
    )
    until = _build(
        text,
        match["subject"],
        match["second"],
        match["unit2"] or match["unit"],
        match["hedge"] or "",
        match["time"],
        paragraph,
        "rose from … to …",
    )
    found = [fact for fact in (since, until) if isinstance(fact, Fact)]
    return found, "" if found else str(since)


def _counted(text: Opened, paragraph: Paragraph) -> tuple[list[Fact], str]:
    found = counted(text)
    if found is None:
        return [], ""
    subject, hedge, number, time = found
    if not (text.place or placed(subject) or paragraph.scope.country):
        return [], "no country"
    fact = _build(text, subject, number.text.strip(), "", hedge, time, paragraph, COUNTED)
    return ([], fact) if isinstance(fact, str) else ([fact], "")


def _amount(text: Opened, subject: str, match: re.Match[str], time: str, paragraph: Paragraph, form: str) -> Fact | str:
    return _build(text, subject, match["value"], match["unit"], match["hedge"] or "", time, paragraph, form)


def _build(text: Opened, subject: str, value: str, unit: str, hedge: str, time: str, paragraph: Paragraph, form: str) -> Fact | str:
    subject, inner = without_time(subject.strip(" ,"))
    subject, place = without_place(subject)
    subject = with_the(lower_first(_told(subject)))
    if text.among:
        subject = f"{subject} among {lower_first(text.among)}"
    said = first(value)
    shown = f"{value}{unit}".strip()
    fault = _amount_fault(text.rest, subject, said, unit)
    if fault or said is None:
        return fault or "no amount"
    time = time or inner or paragraph.scope.as_of
    now = bool(_PRESENT.search(text.rest[len(subject) - 4 :]))
    if not time and not (now and paragraph.scope.prefix):
        return "amount without a date"
    where = place or text.place
    unscoped = not where and not placed(subject) and (form == COUNTED or bool(_OF_PEOPLE.search(subject)))
    country = paragraph.scope.country if unscoped else ""
    return Fact(
        "amount",
        form,
        subject,
        value=said.value,
        unit=said.unit,
        shown=shown,
        hedge=hedge if hedge not in ("only", "just") else "",
        time=time,
        place=where or country,
        scope=paragraph.scope.prefix if not time or (unscoped and not country) else "",
        approximate=bool(hedge) and hedge not in ("only", "just"),
    )


def _told(subject: str) -> str:
    """ "workers who are immigrants" → "workers who were immigrants": amounts are told of the past."""
    return re.sub(r"\b(who|that|which) (are|have)\b", lambda match: f"{match[1]} {'were' if match[2] == 'are' else 'had'}", subject)


def _amount_fault(sentence: str, subject: str, said: Quantity | None, unit: str) -> str:
    if said is None or said.unit in (YEAR, TIMES, POINTS):
        return "no amount"
    if _EVENTUAL.search(sentence):
        return "projected"
    if re.match(r"the (?:its|their|his|her|our)\b", subject) or re.match(r"(?:its|their)\b", subject):
        return "needs its context: pronoun"
    if len(subject.split()) < 3 or len(subject.split()) > 26 or unbalanced(subject):
        return "measure of a strange length"
    if any(item.unit in (PERCENT, YEAR) for item in find(subject)):
        return "a second number in the measure"
    if any(word.tag_ in ("VBZ", "VBP", "VBD", "MD") and word.dep_ not in ("relcl", "aux", "auxpass") for word in parse(subject)):
        return "a verb in the measure"
    if re.search(r"\b(?:times|percentage|points? (?:higher|lower)|higher|lower|more|fewer|less|lowest|highest)\b", unit):
        return "a comparison, not an amount"
    if re.search(r"\b(?:share|percentage|proportion)\b", subject) and said.unit != PERCENT:
        return "a share without a percentage"
    fault = unclear(subject)
    return f"needs its context: {fault}" if fault else ""
