"""Answering a question from sentences and chart readings (CHARGE 4, fig. 26): the rules as a system under test."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from charge_stream.engines.rules import chart_facts, places, quantities, text_facts
from charge_stream.engines.rules.asked import WORDINGS
from charge_stream.engines.rules.chart_kinds import change
from charge_stream.engines.rules.contrasts import contrast
from charge_stream.engines.rules.english import ascii_punctuation, cap, query
from charge_stream.engines.rules.facts import VALUES, Fact
from charge_stream.engines.rules.two_hops import written
from charge_stream.engines.rules.words import keys, overlap
from charge_stream.infra.stage import Abstained
from charge_stream.models import Context, Reading
from charge_stream.prompts.outputs import Response

ENOUGH = 0.6
"""The share of a question's key words that a fact must have to answer it."""
PAIRED = 12
"""Facts nearest to a question that are tried in pairs."""
_SCOPE = re.compile(r"according to [^“”,]*“[^”]*”,\s*", re.IGNORECASE)
_AND_ASKS = re.compile(
    r", and (?=(?:what|how|which|who|among|by|according|in [^,]{2,40}, (?:what|how|which)|in what|in which|from \d{4} to \d{4}, what)\b)",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"^(?:by how (?:many|much)|how many more|which (?:was|were|\w+ more)|was the|were the)\b.*\b(?:higher|than|more|larger|or)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(r"\bchange between (\d{4}) and (\d{4})\b")
_READER = Context(title="references", language="en")


def answer_question(inputs: dict[str, Any]) -> Response | Abstained:
    """The answer that facts of ``sentences`` and ``readings`` give to ``question``; null when they do not tell."""
    facts = _facts(inputs["sentences"], inputs["readings"])
    if not facts:
        return Response(answer=None)
    question = _SCOPE.sub("", ascii_punctuation(inputs["question"])).strip()
    return Response(answer=_answer(question, facts))


def _facts(sentences: Sequence[str], readings: Sequence[Reading]) -> list[Fact]:
    """Facts of each sentence by itself (its paragraph is not known here) and of each reading, scopes left out."""
    found: list[Fact] = []
    for sentence in dict.fromkeys(sentences):
        found += text_facts.facts_in([sentence], _READER, sentence, sentence).facts
    for reading in readings:
        found += chart_facts.facts_of(reading).facts
    return [fact.but(scope="") for fact in found]


def _answer(question: str, facts: list[Fact]) -> str | None:
    same = next((fact for fact in facts if _asks_the_same(fact, question)), None)
    if same:
        return same.reply()
    worked_out = _from_two(question, facts)
    if worked_out:
        return worked_out
    intro, dot, rest = question.rpartition(". ")
    if dot and re.search(r"\bthat\b", rest):
        return _bridged(intro, rest, facts)
    parts = _AND_ASKS.split(question)
    if len(parts) == 2 and not re.match(r"by how", parts[1]):
        answers = [_answer(f"{part.rstrip('?')}?", facts) for part in parts]
        return "; ".join(answer for answer in answers if answer) or None
    if _CHANGES.search(question):
        return _changed(question, facts)
    if _COMPARES.match(question):
        return _compared(question, facts)
    best = _best(question, facts)
    return best.reply() if best else None


def _asks_the_same(fact: Fact, question: str) -> bool:
    asked = {fact.question(), *(query(wording(fact)) for _, wording in WORDINGS[fact.kind])}
    return question.casefold() in {ascii_punctuation(text).casefold() for text in asked}


def _from_two(question: str, facts: Sequence[Fact]) -> str | None:
    """The answer of a question over two facts, when it is worded as the rules word one."""
    wanted = keys(question)
    near = sorted(((overlap(fact.key_words(), wanted), -index) for index, fact in enumerate(facts)), reverse=True)[:PAIRED]
    for (_, one), (_, two) in itertools.permutations(near, 2):
        for made in written(facts[-one], facts[-two]):
            if ascii_punctuation(made.query).casefold() == question.casefold():
                return made.answer
    return None


def _score(question: str, fact: Fact) -> float:
    """How well the fact fits: key words shared both ways; 0 for another year or place."""
    asked = set(quantities.years(question))
    own = set(quantities.years(f"{fact.since} {fact.time}"))
    if fact.kind not in ("peak", "top", "course") and asked and own and not own <= asked:
        return 0.0
    if fact.place and fact.place != places.WORLD and not keys(fact.place) & keys(question):
        return 0.0
    wanted, offered = keys(question), fact.key_words()
    return overlap(wanted, offered | keys(fact.time)) * 0.5 + overlap(offered, wanted) * 0.5


def _best(question: str, facts: Sequence[Fact]) -> Fact | None:
    """The fact that fits best and well enough; two that fit alike with different answers give none."""
    fitting = [fact for fact in facts if _kind_fits(question, fact)]
    scored = sorted(((_score(question, fact), -index) for index, fact in enumerate(fitting)), reverse=True)
    if not scored or scored[0][0] < ENOUGH:
        return None
    best = fitting[-scored[0][1]]
    rivals = {fitting[-index].reply() for score, index in scored if score == scored[0][0]}
    return best if len(rivals) == 1 else None


def _kind_fits(question: str, fact: Fact) -> bool:
    asked = question.lower()
    if re.search(r"\bwhat (?:percentage|share)\b", asked):
        return fact.unit == quantities.PERCENT and fact.kind in VALUES
    if re.search(r"\b(?:in (?:what|which) year|in which of the years)\b", asked):
        if fact.kind == "course":
            return fact.verb in asked
        return fact.kind in ("peak", "event") and (fact.kind == "event" or fact.superlative in asked)
    if re.search(r"\b(?:which|who)\b", asked):
        return fact.kind in ("top", "first") and (fact.kind == "first" or bool(re.search(rf"\b{fact.superlative}\b", asked)))
    return fact.kind in VALUES


def _changed(question: str, facts: Sequence[Fact]) -> str | None:
    """The change of one measure between the two years asked about."""
    match = _CHANGES.search(question)
    if match is None:
        return None
    stem_ = question[: match.start()]
    ends = [
        _best(f"what was {stem_} in {year}", [fact for fact in facts if fact.time == year and fact.value is not None])
        for year in match.groups()
    ]
    first, last = ends
    if first is None or last is None or first.value == last.value or first.unit != last.unit:
        return None
    return change(first, last).answer


def _compared(question: str, facts: Sequence[Fact]) -> str | None:
    """The difference of the two commensurable facts that cover the question best."""
    near = sorted(((_score(question, fact), -index) for index, fact in enumerate(facts) if fact.kind in VALUES), reverse=True)[:PAIRED]
    best: tuple[float, str] | None = None
    wanted = keys(question)
    for position, (_, one) in enumerate(near):
        for _, two in near[position + 1 :]:
            beside = contrast(facts[-one], facts[-two])
            if beside is None:
                continue
            covered = overlap(wanted, facts[-one].key_words() | facts[-two].key_words())
            if beside.question().casefold() == question.rstrip("?").casefold() or _names_both(question, beside.sides):
                covered = 2.0
            high, _low = beside.sides
            told = beside.answer() if re.match(r"by how|how many", question, re.IGNORECASE) else f"{cap(high)}, by {beside.answer()}"
            if covered >= ENOUGH and (best is None or covered > best[0]):
                best = (covered, told)
    return best[1] if best else None


def _names_both(question: str, sides: tuple[str, str]) -> bool:
    """Are both sides of a comparison named in the question, word for word?"""
    return all(side.casefold() in question.casefold() for side in sides)


def _bridged(intro: str, rest: str, facts: list[Fact]) -> str | None:
    """The country, thing or year found by the first sentence, put into the second."""
    selected = _best(_as_question(intro), facts) if " one " in intro or "in one" in intro else None
    if selected is None or not selected.answer:
        return None
    noun = selected.noun if selected.kind == "top" else "year"
    named = selected.answer
    asked = re.sub(rf"\bin that {re.escape(noun)}\b", f"in {named}", rest, flags=re.IGNORECASE)
    asked = re.sub(rf"\bthat {re.escape(noun)}\b", named, asked, flags=re.IGNORECASE)
    answer = _answer(cap(asked), facts)
    return f"{answer} ({'in ' if noun == 'year' else ''}{named})" if answer else None


def _as_question(intro: str) -> str:
    """ "Among A and B, one country had the highest X" as the question that asks which."""
    text = re.sub(r"\bone (?=[a-z]+ (?:of [a-z]+ )?had\b)", "which ", intro)
    return text if text != intro else f"in which year {intro}"
