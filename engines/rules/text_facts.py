"""Facts of a paragraph, sentence by sentence, with the reasons for what was refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.engines.rules.admit import Paragraph, share_fact
from charge_stream.engines.rules.amounts import amounts
from charge_stream.engines.rules.anaphora import means_others, resolved
from charge_stream.engines.rules.clauses import clauses
from charge_stream.engines.rules.continued import continued
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.firsts import events, firsts
from charge_stream.engines.rules.groups_told import group_of
from charge_stream.engines.rules.index_base import completed
from charge_stream.engines.rules.listed_shares import listed_shares
from charge_stream.engines.rules.made_up import made_up
from charge_stream.engines.rules.memo import remembered
from charge_stream.engines.rules.quantities import years
from charge_stream.engines.rules.scope import Scope, language_fault
from charge_stream.engines.rules.sentences import Opened, opened
from charge_stream.engines.rules.shares import RawShare, shares, those
from charge_stream.engines.rules.words import only
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
    """What one sentence tells: its facts, and the shares it states, admitted or not; ``sentences`` are those needed to understand it."""

    facts: tuple[Fact, ...] = ()
    shares: tuple[RawShare, ...] = ()
    sentences: tuple[int, ...] = ()
    text: Opened | None = None


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
    return TextFacts(_unambiguous([_with_year(completed(fact, sentences, context.basis or ""), sentences) for fact in found]), refused)


def _sentence(sentence: str, index: int, paragraph: Paragraph, refused: Counter[str], before: Told | None) -> Told:
    """The facts of one sentence; ``before`` is what the sentence before it told."""
    plain = _RUN_IN.sub("", ascii_punctuation(sentence))
    if plain.endswith("?") or plain.count('"') % 2 or not 25 <= len(plain) <= 420:
        return Told()
    whole, told = opened(plain), before or Told()
    found: list[Fact] = []
    stated: list[RawShare] = []
    fault = ""
    for clause in clauses(whole):
        told, reason = _clause(clause, plain, index, paragraph, told)
        found += told.facts
        stated += told.shares
        fault = fault or reason
        if reason and not told.shares:
            break
    if fault:
        refused[fault] += 1
    elif not stated:
        more, fault = made_up(whole, index, paragraph)
        if not more and not fault:
            more, fault = amounts(whole, index, paragraph)
        found += more
        if fault:
            refused[fault] += 1
    return Told(tuple(found or firsts(whole, index) or events(whole, index)), tuple(stated), told.sentences if stated else (index,), whole)


def _clause(clause: Opened, plain: str, index: int, paragraph: Paragraph, before: Told) -> tuple[Told, str]:
    """The shares of one clause and the facts that they give, and why the first that was refused was."""
    text = continued(clause, lambda: _people(before))
    raw, fault = listed_shares(text), ""
    if not raw:
        raw, fault = shares(text)
    full = [resolved(share, before.shares) for share in raw]
    if any(share.population.startswith("those ") for share in full):
        full = [replace(share, population=those(share.population, _plain_group(before))) for share in full]
    leans = text.goes_on or full != raw
    needed = tuple(sorted({index, *before.sentences})) if leans else (index,)
    found: list[Fact] = []
    if text.goes_on and any(means_others(share, before.shares) for share in full):
        return Told((), tuple(full), needed), "needs its context: they"
    for share in full:
        fact = share_fact(share, plain, index, paragraph)
        if isinstance(fact, str):
            fault = fault or fact
            break  # what follows in the clause rests on the first share
        found.append(fact.but(sentences=needed))
    return Told(tuple(found), tuple(full), needed), fault


def _plain_group(told: Told) -> str:
    """The one group that a sentence is about, when nothing narrows it: whom "those who …" in the next one are."""
    groups = {population for population, _, _ in _people(told)}
    group = only(groups)
    return group if 0 < len(group.split()) <= 2 else ""


def _people(told: Told) -> tuple[tuple[str, str, str], ...]:
    """The groups, with place and time, that a sentence's shares are of; without shares, the group that is its subject."""
    of_shares = tuple(dict.fromkeys((share.population, share.place, share.time) for share in told.shares))
    if of_shares or told.text is None:
        return of_shares
    group = group_of(told.text.rest)
    return ((group, told.text.place, told.text.time),) if group else ()


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
