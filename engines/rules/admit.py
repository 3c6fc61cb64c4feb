"""Which raw shares become facts: refuse rather than cut, and say why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import base, head_noun, head_span, is_name, parse, past
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.filters import cut_short, unbalanced, unclear
from charge_stream.engines.rules.quantities import PERCENT, years
from charge_stream.engines.rules.raw_shares import RawShare
from charge_stream.engines.rules.scope import Scope, placed_population
from charge_stream.engines.rules.times import YEAR
from charge_stream.engines.rules.words import only, wordset

_LEADING_FILLER = re.compile(r"^((?:\w+ )?)(?:also|still|similarly|now|currently|even|now) ")
_LEFT_OVER = re.compile(
    r"(?<!-)\b(?:majorit(?:y|ies)|minorit(?:y|ies)|shares?|plurality|third|quarter|half|most|many|few(?:er)?|two-thirds"
    r"|[a-z]+-in-(?:ten|five|four))\b(?!-)",
    re.I,
)
_VAGUE_START = re.compile(
    r"(?:more|many|few|fewer|most|other|another|each|both|half|even|some|all|it|them|whom|which|this|that|its|any|total|of|who"
    r"|those|under|with|in)\b",
    re.I,
)
_VAGUE_HEADS = wordset(
    """
    respondents those participants group groups share shares majority others ones items answers responses them
    """
)
_NON_PEOPLE = wordset(
    """
    outlets households companies countries newspapers stations sites schools pages districts states jobs revenue articles
    posts videos websites links tweets accounts programs bills laws deaths votes funds shows podcasts channels businesses
    nations stories counties cities homes families tabs references clinics facilities births pregnancies abortions marriages
    sales energy electricity emissions spending exports imports trips cases
    """
)
_VAGUE_GRADED = re.compile(r"\b(?:older|younger|smaller|larger|higher|lower|additional|less|more)\b(?! than|[- ]income)")
_OTHER_SURVEY = re.compile(r"\b(?:separate|another|previous|earlier|different|prior|past) [\w ]{0,30}(?:survey|poll|analysis|study)\b")
_PLURAL = {"is": "are", "has": "have", "does": "do"}
_NOW = re.compile(r"\b(?:now|today|currently|nowadays|these days)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What stands around a sentence: the chunk's text decides which year a sentence without one may inherit."""

    text: str
    scope: Scope

    def inherited_year(self, sentence: str) -> str:
        """The one survey year named in the paragraph, when it is the latest year there and the sentence speaks of no other survey."""
        if _OTHER_SURVEY.search(sentence) or years(sentence):
            return ""
        named = set(_survey_years(self.text))
        if len(named) != 1:
            return ""
        (year,) = named
        return year if year == max(years(self.text)) else ""


def _own_survey_year(sentence: str) -> str:
    """The year of the survey that the sentence itself names, when it names no other year."""
    found = set(_survey_years(sentence))
    return only(found) if set(years(sentence)) == found else ""


def _survey_years(text: str) -> list[str]:
    found = re.findall(rf"\b({YEAR})(?= (?:[A-Z][\w.]+ ){{0,4}}(?:Center |national |global )?(?:survey|poll)\b)", text)
    found += re.findall(rf"\b(?:survey|poll|surveyed|polled|fielded)\b[^.;]{{0,45}}?\b({YEAR})\b", text)
    return found


def share_fact(raw: RawShare, sentence: str, index: int, paragraph: Paragraph) -> Fact | str:
    """The fact, or why the share is refused."""
    population, predicate = _tidy_population(raw.population), _tidy_predicate(raw.predicate)
    fault = _population_fault(population) or _predicate_fault(predicate) or _pronoun_fault(raw.form, predicate)
    if fault:
        return fault
    inner = "" if raw.time else _inner_time(population, predicate)
    time = raw.time or inner or _time_around(sentence, paragraph)
    if _NOW.search(sentence) and not time and not paragraph.scope.prefix:
        return "relative time without a date"
    placed = population if raw.place else placed_population(population, paragraph.scope.country)
    if placed is None and not paragraph.scope.prefix:
        return "no country"
    population = placed or population
    told = past(predicate) if time and not inner else predicate
    if told is None:
        return "past tense unknown"
    if parse(f"They {predicate}.")[1].tag_ == "VBD" and not time and not paragraph.scope.prefix:
        return "past tense without a date"
    unscoped = placed is None or not time
    return Fact(
        "share",
        raw.form,
        population,
        predicate=told,
        value=round(raw.value, 4),
        unit=PERCENT,
        shown=raw.said,
        hedge=raw.hedge,
        time="" if inner else time,
        place=raw.place,
        scope=paragraph.scope.prefix if unscoped else "",
        relative="that" if _head(population) in _NON_PEOPLE else "who",
        approximate=bool(raw.hedge) or not raw.said.endswith("%"),
        sentences=(index,),
    )


def _time_around(sentence: str, paragraph: Paragraph) -> str:
    """When a share holds that does not tell it itself: the year of its survey, else when the document's data hold."""
    return _own_survey_year(sentence) or paragraph.inherited_year(sentence) or ("" if years(sentence) else paragraph.scope.as_of)


def _head(population: str) -> str:
    head = head_noun(population)
    return str(head.lower_) if head is not None else ""


def _inner_time(population: str, predicate: str) -> str:
    found = re.search(rf"\b(?:in|as of|by|during|since) ({YEAR})\b", f"{population} {predicate}")
    return found[1] if found else ""


def _tidy_population(population: str) -> str:
    population = re.sub(
        r"^(?:all|the) (?=(?:U\.S\.|American|[a-z]+)(?: |$))", "", " ".join(population.split()).strip(" ,"), flags=re.IGNORECASE
    )
    population = re.sub(r"^((?:[\w.-]+ )?[\w-]+s) themselves\b", r"\1", population)
    population = re.sub(r"^those (?=ages? \d|under \d|who\b|with\b|living\b|(?:who are )?younger than \d|\d\d )", "people ", population)
    first = population.split(" ")[0] if population else ""
    if (
        first[:1].isupper()
        and not re.match(r"[A-Z]\.", first)
        and not first.isupper()
        and not is_name(first)
        and parse(f"{population} say it.")[0].pos_ != "PROPN"
    ):
        population = population[0].lower() + population[1:]
    if re.fullmatch(r"[\w -]*\b(?:population|public|workforce|electorate)", population) and not population.startswith("the "):
        population = f"the {population}"
    return population


def _tidy_predicate(predicate: str) -> str:
    """Without fillers; "a majority … knows" is told of people, who know."""
    tidy = re.sub(r",([\"”])", r"\1", _LEADING_FILLER.sub(r"\1", " ".join(predicate.strip(" ,.;").split())))
    first = parse(f"It {tidy}.")[1] if tidy else None
    if first is None or first.tag_ != "VBZ" or not tidy.startswith(first.text):
        return tidy
    return f"{_PLURAL.get(first.lower_, base(first))}{tidy[len(first.text) :]}"


def _population_fault(population: str) -> str:
    words = population.split()
    if not words or len(words) > 18:
        return "population of a strange length"
    if places.named(population):
        return "a place as population"
    if re.search(r"\d+%|[()\":]", population) or unbalanced(population):
        return "a number or brackets in the population"
    if (
        re.match(r"(?:ages|aged|owners|users|supporters|members)\b", population)
        or _VAGUE_START.match(population)
        or _LEFT_OVER.search(population.split(" who ")[0])
    ):
        return "only a quantity as population"
    if _VAGUE_GRADED.search(population) and not re.search(r"\d", population):
        return "vague group"
    if _head(population) in _VAGUE_HEADS:
        return "population without a noun"
    if head_span(population) is None and not any(word.pos_ in ("NOUN", "PROPN") for word in parse(population)):
        return "population without a noun"
    if re.search(r"\b(?:they|their|them)\b", population):
        return "pronoun in the population"
    if re.search(r"\b(?:not|do|does|did|are|is|were|was|have|has|had)$", population):
        return "an elided population"
    fault = unclear(population)
    return f"needs its context: {fault}" if fault else ""


def _predicate_fault(predicate: str) -> str:
    words = predicate.split()
    if not 1 <= len(words) <= 32:
        return "predicate of a strange length"
    if re.search(r"\d+(?:\.\d+)?%|[()]", predicate) or unbalanced(predicate):
        return "a number or brackets in the predicate"
    if re.match(r"(?:aged|ages|living|born|whose|who|of|in|among|and|or|to)\b", predicate):
        return "the population runs into the predicate"
    fault = cut_short(predicate)
    if fault:
        return f"cut predicate: {fault}"
    if re.search(r"[,;] (?:and|or)?$", predicate):
        return "cut predicate: hanging comma"
    fault = unclear(predicate, they=True)
    return f"needs its context: {fault}" if fault else ""


def _pronoun_fault(form: str, predicate: str) -> str:
    """A pronoun that stands for what was said before the share."""
    if form == "while" and re.search(r"\b(?:they|them|their|it)\b", predicate):
        return "needs its context: pronoun of the clause before"
    if form == "the same group" and re.search(r"\b(?:it|its)\b", predicate):
        return "needs its context: pronoun of the sentence before"
    return ""
