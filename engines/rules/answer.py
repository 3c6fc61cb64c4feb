"""Answering a question from paragraphs and chart readings (CHARGE 4, fig. 26): the rules as a system under test.

The forms that write questions are used backwards: of the facts that the references give, singly and in pairs, every question is worded
that they answer, and the one that asks what was asked tells the answer. Where there is none, the references do not tell.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from charge_stream.engines.rules import chart_facts, text_facts
from charge_stream.engines.rules.aligned import aligned
from charge_stream.engines.rules.asked import WORDINGS
from charge_stream.engines.rules.english import ascii_punctuation, query, sentence
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.nearest import ENOUGH, Asked
from charge_stream.engines.rules.two_hops import written
from charge_stream.engines.rules.words import keys, overlap
from charge_stream.infra.stage import Abstained
from charge_stream.models import Chunk, Reading
from charge_stream.prompts.outputs import Response

PAIRED = 60
"""Facts nearest to a question that are tried in pairs."""
ON_THE_SUBJECT = 0.5
"""The share of a fact's subject that a question must name for the fact to be tried."""
_SCOPE = re.compile(r"according to [^“”,]*“[^”]*”,\s*", re.IGNORECASE)
_TITLED = " titled “"
"""What tells the scope of a table's entry, which is nothing without the table, from that of a report."""
_AND_ASKS = re.compile(
    r", and (?=(?:what|how|which|who|among|by|according|in [^,]{2,40}, (?:what|how|which)|in what|in which|from \d{4} to \d{4}, what)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A question that the references answer, with its short answer and the facts that this rests on."""

    question: str
    answer: str
    facts: tuple[Fact, ...]

    def response(self) -> str:
        """The facts in full, after what is worked out from them."""
        stated = [fact.statement() for fact in self.facts]
        return " ".join(stated if len(stated) == 1 else (sentence(self.answer), *stated))


def answer_question(inputs: dict[str, Any]) -> Response | Abstained:
    """The answer that facts of ``chunks`` and ``readings`` give to ``question``; null when they do not tell."""
    question = ascii_punctuation(inputs["question"])
    scope = _SCOPE.match(question)
    facts = list(_facts(inputs["chunks"], inputs["readings"], scope[0].strip() if scope else ""))
    return Response(answer=_answer(query(_SCOPE.sub("", question)), facts) if facts else None)


def _facts(chunks: Sequence[Chunk], readings: Sequence[Reading], scope: str) -> Iterator[Fact]:
    """The facts of each source, but for those of another report or table than the question's ``scope`` names; it is not named again."""
    found = [fact for chunk in chunks for fact in text_facts.facts_of(chunk).facts]
    found += [fact for reading in readings for fact in chart_facts.facts_of(reading).facts]
    for fact in found:
        own = ascii_punctuation(fact.scope)
        if own.casefold() == scope.casefold() or (_TITLED not in own and "" in (own, scope)):
            yield fact.but(scope="")


def _answer(question: str, facts: Sequence[Fact]) -> str | None:
    """The response of the known question in the same words, else of the nearest; a question of two parts takes an answer to each."""
    known: list[Known] = []
    for each in itertools.chain(_of_one(facts), _of_two(_near(question, facts))):
        if ascii_punctuation(each.question).casefold() == question.casefold():
            return each.response()
        known.append(each)
    found = _nearest(Asked.of(question), known)
    if found:
        return found.response()
    parts = _AND_ASKS.split(question)
    if len(parts) != 2 or re.match(r"by how", parts[1]):
        return None
    answers = [_answer(query(part), facts) for part in parts]
    return " ".join(answer for answer in answers if answer) or None


def _of_one(facts: Iterable[Fact]) -> Iterator[Known]:
    for fact in facts:
        yield Known(fact.question(), fact.reply(), (fact,))
        for _, wording in WORDINGS[fact.kind]:
            text = wording(fact)
            if text:
                yield Known(query(fact.scope + text), fact.reply(), (fact,))


def _near(question: str, facts: Sequence[Fact]) -> list[Fact]:
    """Those on the question's subject, best first: at most ``PAIRED``."""
    wanted = keys(question)

    def nearness(fact: Fact) -> float:
        return max(overlap(said.topic() | keys(said.place), wanted) for said in (fact, aligned(fact)))

    ranked = sorted(((nearness(fact), -index) for index, fact in enumerate(facts)), reverse=True)
    return [facts[-index] for score, index in ranked[:PAIRED] if score >= ON_THE_SUBJECT]


def _of_two(facts: Sequence[Fact]) -> Iterator[Known]:
    for one, two in itertools.combinations(facts, 2):
        yield from _over(one, two)


@functools.lru_cache(maxsize=20_000)
def _over(one: Fact, two: Fact) -> tuple[Known, ...]:
    """Kept, because the same charts are found for many questions."""
    return tuple(Known(made.query, made.answer, (one, two)) for made in written(one, two))


def _nearest(asked: Asked, known: Sequence[Known]) -> Known | None:
    """The one that asks the same in the nearest words; None where none is near, or some as near have another answer."""
    scored = [(asked.likeness(Asked.of(each.question)), -index) for index, each in enumerate(known)]
    best, first = max(scored, default=(0.0, 0))
    answers = {known[-index].answer for score, index in scored if score == best}
    return known[-first] if best >= ENOUGH and len(answers) == 1 else None
