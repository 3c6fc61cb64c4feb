"""Facts of a paragraph, sentence by sentence, with the reasons for what was refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.engines.rules.admit import Paragraph, share_fact
from charge_stream.engines.rules.amounts import amounts, completed
from charge_stream.engines.rules.continued import continued
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.firsts import events, firsts
from charge_stream.engines.rules.listed_shares import listed_shares
from charge_stream.engines.rules.memo import remembered
from charge_stream.engines.rules.quantities import years
from charge_stream.engines.rules.scope import Scope, language_fault
from charge_stream.engines.rules.sentences import opened
from charge_stream.engines.rules.shares import shares
from charge_stream.models import Chunk, Context

_RUN_IN = re.compile(
    r"^(?:Age|Gender|Race and ethnicity|Race|Ethnicity|Education|Income|Party|Religion|Community type|Political party|Ideology"
    r"|Overall) (?=[A-Z])"
)


@dataclass(frozen=True, slots=True)
class TextFacts:
    """``refused`` counts the reasons."""

    facts: tuple[Fact, ...]
    refused: Counter[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What one sentence tells: its facts, and the groups (with place and time) that its shares are of, admitted or not."""

    facts: tuple[Fact, ...] = ()
    people: tuple[tuple[str, str, str], ...] = ()
    index: int = 0


@remembered
def facts_of(chunk: Chunk, preceding: str = "") -> TextFacts:
    """The facts of a chunk's sentences; none, with the reason, when the language is not English. A question with two answers is dropped."""
    around = " ".join((*chunk.headings, preceding, chunk.text))
    return facts_in(chunk.sentences, chunk.context, around, chunk.text)


def facts_in(sentences: list[str], context: Context, around: str, paragraph_text: str) -> TextFacts:
    """The facts of ``sentences``; ``around`` tells the country, ``paragraph_text`` the year that may be inherited."""
    refused: Counter[str] = Counter()
    fault = language_fault(context.language, paragraph_text)
    if fault:
        return TextFacts((), Counter({fault: 1}))
    paragraph = Paragraph(paragraph_text, Scope.of(context, around))
    found: list[Fact] = []
    before: Told | None = None
    for index, sentence in enumerate(sentences):
        for line in filter(str.strip, sentence.split("\n")):
            before = _sentence(line, index, paragraph, refused, before)
            found += before.facts
    return TextFacts(_unambiguous([_with_year(completed(fact, sentences), sentences) for fact in found]), refused)


def _sentence(sentence: str, index: int, paragraph: Paragraph, refused: Counter[str], before: Told | None) -> Told:
    """The facts of one sentence; ``before`` is what the sentence before it told."""
    plain = _RUN_IN.sub("", ascii_punctuation(sentence))
    if plain.endswith("?") or plain.count('"') % 2 or not 25 <= len(plain) <= 420:
        return Told()
    text = continued(opened(plain), before.people if before else ())
    found: list[Fact] = []
    raw, fault = listed_shares(text), ""
    if not raw:
        raw, fault = shares(text)
    for share in raw:
        fact = share_fact(share, plain, index, paragraph)
        if isinstance(fact, Fact):
            found.append(fact.but(sentences=tuple(sorted({index, before.index}))) if text.goes_on and before else fact)
        else:
            refused[fact] += 1
            break  # what follows in the sentence rests on the first share
    if fault:
        refused[fault] += 1
    people = tuple(dict.fromkeys((share.population, share.place, share.time or text.time) for share in raw))
    if not raw and not fault:
        more, fault = amounts(text, index, paragraph)
        found += more
        if fault:
            refused[fault] += 1
    return Told(tuple(found or firsts(text, index) or events(text, index)), people, index)


def _with_year(fact: Fact, sentences: Sequence[str]) -> Fact:
    """A fact that has its year from another sentence of the paragraph rests on that sentence too."""
    named = years(fact.time)
    if not named or any(named[0] in sentences[index] for index in fact.sentences):
        return fact
    telling = next((index for index, sentence in enumerate(sentences) if named[0] in sentence), None)
    return fact if telling is None else fact.but(sentences=tuple(sorted({*fact.sentences, telling})))


def _unambiguous(found: list[Fact]) -> tuple[Fact, ...]:
    """Each question once; one that would have two answers is dropped altogether."""
    answers: dict[str, set[str]] = {}
    for fact in found:
        answers.setdefault(fact.question(), set()).add(fact.reply())
    seen: set[str] = set()
    kept = []
    for fact in found:
        question = fact.question()
        if len(answers[question]) == 1 and question not in seen:
            seen.add(question)
            kept.append(fact)
    return tuple(kept)
