"""The gates of CHARGE 3.4 by rules, each with its reason: grounded, numbers, not given away, every hop needed, self-contained."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from charge_stream.engines.rules import chart_facts, places, quantities, stated, text_facts
from charge_stream.engines.rules.aligned import aligned
from charge_stream.engines.rules.comparisons import WORDINGS
from charge_stream.engines.rules.computed import figures
from charge_stream.engines.rules.contrasts import contrast
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.facts import DIFFERENCES, Fact
from charge_stream.engines.rules.filters import unbalanced
from charge_stream.engines.rules.points import titles
from charge_stream.engines.rules.quantities import POINTS, Quantity
from charge_stream.engines.rules.verify import NO_FRAME, again_in_chart, again_in_text
from charge_stream.engines.rules.words import keys
from charge_stream.infra.stage import Abstained
from charge_stream.models import Chunk, Reading
from charge_stream.prompts.outputs import GateVerdict

Source = Chunk | Reading
HELD = 0.5
"""The share of a fact's key words with which a source counts as holding the fact."""
MAX_WORDS = 95
_SIDE_BY_SIDE = frozenset(wording.name for wording in WORDINGS)
_COMPARED = _SIDE_BY_SIDE | {f"{side} the {extreme}" for side in ("above", "below") for extreme in ("highest", "lowest")}
"""The templates whose answer is worked out from both facts."""

_DEICTIC = re.compile(
    r"\b(?:this|these|such) (?:chart|table|figure|graph|survey|report|study|article|data|analysis|page|text|paragraph|group"
    r"|year|country|question|poll)s?\b"
    r"|\b(?:the|in the) (?:chart|graph|figure|table|graphic|text|article|paragraph|passage|above|following)\b(?! of)"
    r"|\b(?:he|she|it|they|him|her|them|we|us|our|you|your|here|today|now|currently|recently)\b(?! (?:is|was) (?:\w+"
    r" ){1,3}(?:to|that|for))",
    re.IGNORECASE,
)
_THAT = re.compile(r"\b(?:in |of )?that (?P<noun>[a-z]+(?: of [a-z]+)?)\b")
_UNNAMED_REPORT = re.compile(r"\b(?:the|this|a) (?:report|survey|study|poll)\b(?! [“\"])", re.IGNORECASE)
_ANTECEDENT = re.compile(r"\b(?:they|them|their|it|her|him)\b", re.IGNORECASE)


def _gate(check: Callable[[str, str, str, list[Fact], dict[str, Any]], str]) -> Callable[[dict[str, Any]], GateVerdict | Abstained]:
    """A gate from a check that returns what is wrong, "" when nothing is."""

    def gate(inputs: dict[str, Any]) -> GateVerdict | Abstained:
        facts = [Fact.from_dict(keypoint.frame) for keypoint in inputs["hops"]]
        known = [fact for fact in facts if fact is not None]
        if len(known) != len(facts):
            return NO_FRAME
        fault = check(inputs["query"], inputs["answer"], inputs.get("form") or "", known, inputs)
        return GateVerdict(passed=not fault, reason=fault)

    return gate


def _not_grounded(query: str, answer: str, form: str, facts: list[Fact], inputs: dict[str, Any]) -> str:
    """Every hop must follow again from its source; every number and name of the answer must stand in the sources or be computed."""
    sources: Sequence[Source] = inputs["sources"]
    for keypoint, fact, source in zip(inputs["hops"], facts, sources, strict=True):
        again = again_in_text(fact, source) if isinstance(source, Chunk) else again_in_chart(fact, source)
        if again is None or again != fact.reply():
            return f"“{keypoint.statement}” does not follow from its source"
    words = " ".join(_words(source) for source in sources)
    written = _figures(words)
    for item in quantities.find(answer):
        if not any(quantities.equal(item.value, value) for value in (*written, *_computed(facts), *_own(facts))):
            return f"{item.text} stands in no source"
    for name in re.findall(r"\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*", answer)[1:]:
        if not keys(name) <= keys(words) | keys(" ".join(fact.statement() for fact in facts)):
            return f"{name} stands in no source"
    return ""


def _words(source: Source) -> str:
    context = source.context if isinstance(source, Chunk) else source.chart.context
    around = f"{context.title} {context.publisher or ''} {places.BY_CODE.get((context.country or '').upper(), '')}"
    if isinstance(source, Chunk):
        return f"{ascii_punctuation(source.text)} {' '.join(source.headings)} {around}"
    cells = " ".join(str(cell) for row in source.rows for cell in row)
    return " ".join((*titles(source), *source.columns, cells, *source.words, around))


def _figures(words: str) -> list[float]:
    return [item.value for item in quantities.find(words)]


def _own(facts: Sequence[Fact]) -> list[float]:
    """Values of the hops themselves, with their scale ("$332.04 billion"), and what their answers say."""
    found = [fact.value for fact in facts if fact.value is not None]
    for fact in facts:
        found += [
            item.value
            for text in (fact.shown, fact.before, fact.after, fact.time, fact.answer, fact.statement())
            for item in quantities.find(text)
        ]
    return found


def _computed(facts: Sequence[Fact]) -> list[float]:
    """What may be worked out from two hops, as rounded for an answer."""
    return figures(*facts) if len(facts) == 2 else []


def _wrong_numbers(query: str, answer: str, form: str, facts: list[Fact], inputs: dict[str, Any]) -> str:
    """The answer's arithmetic, done again from the values of the hops."""
    found = quantities.values(answer)
    if form in _COMPARED:
        if form in _SIDE_BY_SIDE and contrast(*facts) is None:
            return "the two facts differ in more than one thing"
        if not any(quantities.equal(item.value, value) for item in found for value in _computed(facts)):
            return "the figure does not recompute from the two values"
    for fact in facts:
        if fact.kind in DIFFERENCES:
            first, last, shown = (quantities.first(text) for text in (fact.before, fact.after, fact.shown))
            if (
                not (first and last and shown)
                or abs(abs(last.value - first.value) - abs(shown.value)) > max(shown.step, first.step, last.step) / 2
            ):
                return f"{fact.shown} is not the difference of {fact.after} and {fact.before}"
    allowed = (*_own(facts), *_computed(facts))
    for item in found:
        if not any(quantities.equal(item.value, value) for value in allowed):
            return f"{item.text} is neither a value of a keypoint nor computed from them"
    return ""


def _given_away(query: str, answer: str, form: str, facts: list[Fact], inputs: dict[str, Any]) -> str:
    """No value of the answer in the question; no name, unless the question offers at least three; no end of a named range."""
    asked = quantities.values(query)
    for item in quantities.values(answer):
        if any(_same_figure(item, other) for other in asked):
            return f"the question names {item.text}"
    for fact in facts:
        if fact.kind == "peak" and fact.noun == "year" and fact.answer in (fact.options[0], fact.options[-1]):
            return "the answer is an end of the range that the question names"
        if fact.kind == "top" and len(fact.options) < 3:
            return "the question offers fewer than three answers"
        if fact.kind == "first" and fact.answer.lower() in query.lower():
            return f"the question names {fact.answer}"
    return ""


def _same_figure(one: Quantity, two: Quantity) -> bool:
    same_unit = one.unit == two.unit or {one.unit, two.unit} <= {POINTS, quantities.PERCENT}
    return same_unit and quantities.equal(one.value, two.value)


def _one_is_enough(query: str, answer: str, form: str, facts: list[Fact], inputs: dict[str, Any]) -> str:
    """No single source may hold both facts, and for two documents the second fact must be absent from the first."""
    if len(facts) < 2:
        return ""
    hops, sources, neighbours = inputs["hops"], list(inputs["sources"]), list(inputs.get("neighbours") or [])
    if hops[0].source_id == hops[1].source_id:
        return "both facts stand in one source"
    for source in [*sources, *neighbours]:
        if all(_holds(source, fact) for fact in facts):
            return "one source holds both facts"
    if hops[0].document_id != hops[1].document_id:
        first = [source for source in [*sources, *neighbours] if source.document_id == hops[0].document_id]
        if any(_holds(source, facts[1]) for source in first):
            return "the first document holds the second fact too"
    return ""


def _holds(source: Source, fact: Fact) -> bool:
    if isinstance(source, Chunk):
        return stated.in_text(fact, source, HELD) is not None or any(
            other.question() == fact.question() for other in text_facts.facts_of(source).facts
        )
    if source.abstained:
        return stated.in_words(fact, source) is not None
    if fact.kind in ("top", "peak", "course", "change", "gap"):
        return again_in_chart(fact, source) is not None
    return stated.in_chart(fact, source, HELD) is not None


def _unclear(query: str, answer: str, form: str, facts: list[Fact], inputs: dict[str, Any]) -> str:
    """A question that can be read alone: nothing pointed at, a place, a time or a named report, whole and of a bearable length."""
    plain = re.sub(r"“[^”]*”", "“”", query)
    match = _DEICTIC.search(plain)
    if match and not (_ANTECEDENT.fullmatch(match[0]) and any(fact.kind == "share" for fact in facts)):
        return f"“{match[0]}” needs a context"
    for that in _THAT.finditer(plain):
        before = plain[: that.start()]
        if re.search(r"[a-z\d)”][.] [A-Z][^.]*$", before) and not re.search(r"\bone\b", before, re.IGNORECASE):
            return f"“{that[0]}” needs a context"
    if _UNNAMED_REPORT.search(plain) and "according to" not in plain.lower():
        return "a report without its name"
    if not (
        quantities.years(query) or places.placed(query) or "ccording to" in query or any(fact.kind in ("first", "event") for fact in facts)
    ):
        return "no place, time or source"
    if "…" in query or unbalanced(query) or "  " in query or not query.endswith("?") or len(query.split()) > MAX_WORDS:
        return "the question is cut or too long"
    if any("index point" in fact.shown and not re.search(r"\d{4} = 100", fact.statement()) for fact in facts):
        return "index points without the year that is 100"
    if form.startswith("bridge by the year of a value") and _year_not_selected(query, facts, inputs):
        return "the value does not select one of several known years"
    return ""


def _year_not_selected(query: str, facts: Sequence[Fact], inputs: dict[str, Any]) -> bool:
    """Is the selecting value the only one known, or known of another year too? Then it picks no year out of several."""
    selecting = next((aligned(fact) for fact in facts if fact.shown and fact.shown in query), None)
    if selecting is None:
        return False
    known = (fact for source in (*inputs["sources"], *(inputs.get("neighbours") or ())) for fact in _facts_of(source))
    same = selecting.but(time="", value=None, shown="", **_SOURCE_SLOTS)
    others = [other for other in map(aligned, known) if other.but(time="", value=None, shown="", **_SOURCE_SLOTS) == same]
    elsewhere = [other for other in others if other.time != selecting.time]
    return not elsewhere or any(other.value == selecting.value for other in elsewhere)


_SOURCE_SLOTS: dict[str, Any] = {"form": "", "sentences": (), "cells": (), "category": "", "series": "", "latest": False}


def _facts_of(source: Source) -> Sequence[Fact]:
    if isinstance(source, Chunk):
        return text_facts.facts_of(source).facts
    return () if source.abstained else chart_facts.facts_of(source).facts


gate_grounded = _gate(_not_grounded)
gate_numbers = _gate(_wrong_numbers)
gate_not_given_away = _gate(_given_away)
gate_hops_needed = _gate(_one_is_enough)
gate_self_contained = _gate(_unclear)
