"""Is a fact stated in a source? Value, key words and year decide, for text and for charts alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from charge_stream.engines.rules import places, quantities
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.facts import DIFFERENCES, NAMING, Fact
from charge_stream.engines.rules.label_kinds import is_time
from charge_stream.engines.rules.points import points_of, titles
from charge_stream.engines.rules.quantities import PERCENT, POINTS, YEAR, Quantity
from charge_stream.engines.rules.words import keys, overlap
from charge_stream.models import Chunk, Reading

SHARED = 0.3
"""The share of a fact's key words that a sentence, with its paragraph, must have to speak of it."""
_EXTREMES = {
    "highest": re.compile(
        r"\b(?:most|highest|largest|biggest|greatest|peak(?:ed|s)?|top(?:ped|s)?|leads?|led|widest|more than any)\b", re.IGNORECASE
    ),
    "lowest": re.compile(r"\b(?:least|lowest|smallest|fewest|bottom|last|less than any)\b", re.IGNORECASE),
    "second-highest": re.compile(r"\bsecond\b", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Stated:
    """The words that state the fact."""

    said: str


def in_text(fact: Fact, chunk: Chunk, shared: float = SHARED) -> Stated | None:
    """The value as the chunk states it, exact, rounded or in words, or None."""
    around = ascii_punctuation(" ".join((*chunk.headings, chunk.text)))
    for sentence in chunk.sentences:
        found = in_sentence(fact, ascii_punctuation(sentence), around, shared)
        if found:
            return found
    return None


def in_sentence(fact: Fact, sentence: str, around: str, shared: float = SHARED) -> Stated | None:
    """The value as the sentence states it; ``around`` is its paragraph, where a year, a place or a key word may stand too."""
    if overlap(fact.key_words(), keys(sentence)) < shared or not _speaks_of(fact, around):
        return None
    found = quantities.find(sentence)
    if fact.kind in NAMING:
        named = fact.answer.lower() in sentence.lower() or _people_named(fact.answer, sentence)
        if fact.superlative and not (_EXTREMES[fact.superlative].search(sentence) and overlap(fact.topic(), keys(sentence)) >= 0.5):
            return None
        return Stated(fact.answer) if named and _year_fits(fact, sentence, around) else None
    if not _year_fits(fact, sentence, around):
        return None
    if fact.kind in DIFFERENCES:
        return _difference(fact, found)
    return _value(fact, found)


def _value(fact: Fact, found: list[Quantity]) -> Stated | None:
    wanted = fact.quantity()
    if wanted is None:
        return None
    for said in found:
        if said.unit != YEAR and (quantities.same(wanted, said) or quantities.agrees(wanted, said) or quantities.agrees(said, wanted)):
            return Stated(f"{said.hedge} {said.text}".strip())
    return None


def _difference(fact: Fact, found: list[Quantity]) -> Stated | None:
    """The difference itself, or both its ends, in one sentence."""
    amount = quantities.first(fact.shown)
    ends = [quantities.first(fact.before), quantities.first(fact.after)]
    said = next((item for item in found if amount and item.unit in (amount.unit, POINTS) and quantities.agrees(amount, item)), None)
    if said:
        return Stated(said.text.strip())
    both = all(end and any(quantities.agrees(end, item) for item in found if item.unit == end.unit) for end in ends)
    return Stated(fact.answer or fact.shown) if both else None


def _speaks_of(fact: Fact, around: str) -> bool:
    """The paragraph must speak of the fact's subject, and name its place and, for a chart's value, its row."""
    named = [fact.place] if fact.place and fact.place != places.WORLD else []
    named += [fact.category] if fact.category and not is_time(fact.category) and not places.named(fact.category) else []
    topic = fact.topic()
    if topic and overlap(topic, keys(around)) < SHARED:
        return False
    return all(keys(name) & keys(around) or _people_named(name, around) for name in named if keys(name))


def _people_named(place: str, text: str) -> bool:
    """Is the place named by its people ("Danes" for Denmark)?"""
    return any(name == place and re.search(rf"\b{people}s?\b", text) for people, name in places.PEOPLES.items())


def _year_fits(fact: Fact, sentence: str, around: str) -> bool:
    """The fact's year stands in the sentence or paragraph; one without, or the latest of its chart, needs none where none is said."""
    wanted = quantities.years(f"{fact.since} {fact.time}") or (quantities.years(fact.statement()) if not fact.scope else [])
    if not wanted:
        return True
    said = quantities.years(sentence)
    if said:
        return bool(set(wanted) & set(said))
    return bool(set(wanted) & set(quantities.years(around))) or fact.latest


def in_chart(fact: Fact, reading: Reading, shared: float = SHARED) -> Stated | None:
    """The value as a cell of the reading gives it, or None. Labels of the cell that say something must belong to the fact."""
    about = keys(" ".join((*titles(reading), *reading.chart.headings, *_numbered(reading))))
    wanted = fact.quantity()
    wanted_keys = fact.key_words() | keys(fact.time)
    heading = " ".join(titles(reading))
    for point in points_of(reading):
        labels = keys(f"{point.category} {point.series}")
        if overlap(fact.key_words(), about | labels) < shared:
            continue
        if labels and not _labels_belong(point.category, point.series, fact, wanted_keys | about):
            continue
        if not _cell_year_fits(fact, f"{point.category} {point.series}", heading):
            continue
        said = quantities.of(point.value, wanted.unit if wanted else "", point.text or "")
        if wanted and _comparable(wanted, reading) and (quantities.agrees(said, wanted) or quantities.agrees(wanted, said)):
            return Stated(point.text or f"{point.value:g}")
        if fact.kind in ("first",) and fact.answer.lower() in f"{point.category} {point.series}".lower():
            return Stated(fact.answer)
    return None


def _numbered(reading: Reading) -> list[str]:
    return [reading.columns[0]] if reading.columns else []


def _comparable(wanted: Quantity, reading: Reading) -> bool:
    """A percentage is no count: the chart must give percentages for one, and must not for the other, where its unit is known."""
    unit = reading.unit or ""
    said = " ".join(titles(reading))
    percent = unit == PERCENT or "%" in said or bool(re.search(r"\b(?:percent|percentage|share)\b", said, re.IGNORECASE))
    return percent == (wanted.unit in (PERCENT, POINTS)) or not (unit or said)


def _labels_belong(category: str, series: str, fact: Fact, wanted: frozenset[str]) -> bool:
    text = " ".join((fact.statement(), fact.place))
    for label in (category, series):
        if not label or is_time(label):
            continue
        place = places.named(label)
        if place and not (place in text or _people_named(place, text) or place == fact.place):
            return False
        if not place and keys(label) and overlap(keys(label), wanted) < 0.5:
            return False
    return True


def _cell_year_fits(fact: Fact, labels: str, heading: str) -> bool:
    wanted = quantities.years(fact.time) or quantities.years(fact.statement() if not fact.scope else "")
    said = quantities.years(labels) or quantities.years(heading)
    return not wanted or not said or bool(set(wanted) & set(said)) or _within(wanted, said, labels)


def _within(wanted: list[str], said: list[str], labels: str) -> bool:
    """A span in the title covers the year, and the cell's labels name none."""
    return not quantities.years(labels) and len(said) >= 2 and min(said) <= max(wanted) <= max(said)


def in_words(fact: Fact, reading: Reading) -> Stated | None:
    """The value among the words found in a picture that could not be read."""
    words = ascii_punctuation(" ".join((*reading.words, *titles(reading))))
    if overlap(fact.key_words(), keys(words)) < SHARED:
        return None
    return _value(fact, quantities.find(words))


def is_about(fact: Fact, reading: Reading) -> bool:
    """Do the words around and in the picture speak of what the fact speaks of?"""
    words = " ".join((*reading.words, *titles(reading), reading.chart.alt or ""))
    return overlap(fact.key_words(), keys(words)) >= SHARED
