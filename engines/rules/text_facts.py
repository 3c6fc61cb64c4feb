"""Facts of a paragraph, sentence by sentence, with the reasons for what was refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.engines.rules.admit import Paragraph, share_fact
from charge_stream.engines.rules.amounts import amounts
from charge_stream.engines.rules.anaphora import means_others, resolved, view_told
from charge_stream.engines.rules.clauses import STATES, clauses
from charge_stream.engines.rules.continued import continued
from charge_stream.engines.rules.english import ascii_punctuation
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.firsts import events, firsts
from charge_stream.engines.rules.groups_told import group_of, names_people
from charge_stream.engines.rules.index_base import completed
from charge_stream.engines.rules.listed_shares import listed_shares
from charge_stream.engines.rules.made_up import made_up
from charge_stream.engines.rules.memo import remembered
from charge_stream.engines.rules.quantities import years
from charge_stream.engines.rules.raw_shares import RawShare
from charge_stream.engines.rules.scope import Scope, language_fault
from charge_stream.engines.rules.sentences import TIME, Opened, opened
from charge_stream.engines.rules.shares import INNER, shares
from charge_stream.engines.rules.subjects import those
from charge_stream.engines.rules.words import only
from charge_stream.models import Chunk, Context

_RUN_IN = re.compile(
    r"^(?:Age|Gender|Race and ethnicity|Race|Ethnicity|Education|Income|Party|Religion|Community type|Political party|Ideology"
    r"|Overall) (?=[A-Z])"
)
_INTRODUCED = re.compile(rf"(?P<lead>[^:%()]{{10,180}}): (?P<clause>(?:in {TIME}, )?(?={STATES}).+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextFacts:
    """``refused`` counts the reasons."""

    facts: tuple[Fact, ...]
    refused: Counter[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What one sentence tells: its facts, and the shares it states, admitted or not; ``sentences`` are those needed to understand it.

    ``earlier`` is the sentence before, where this one names no group of its own.
    """

    facts: tuple[Fact, ...] = ()
    shares: tuple[RawShare, ...] = ()
    sentences: tuple[int, ...] = ()
    text: Opened | None = None
    earlier: Told | None = None

    def people(self) -> tuple[tuple[str, str, str], ...]:
        """The groups, with place and time, that its shares are of; without shares, the group that is its subject, or was spoken of last."""
        if any(share.form == INNER for share in self.shares):
            return ()
        of_shares = tuple(dict.fromkeys((share.population, share.place, share.time) for share in self.shares))
        if of_shares:
            return of_shares
        if self.text is not None:
            group = group_of(self.text.rest)
            if group:
                return ((group, self.text.place, self.text.time),)
        return self.earlier.people() if self.earlier is not None else ()


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
            told = _sentence(line, index, paragraph, refused, before or Told())
            found += told.facts
            if before is not None and not told.shares and not names_people(line):
                told = replace(told, earlier=before, sentences=tuple(sorted({*told.sentences, *before.sentences})))
            before = told
    return TextFacts(_unambiguous([_with_year(completed(fact, sentences, context.basis or ""), sentences) for fact in found]), refused)


def _sentence(sentence: str, index: int, paragraph: Paragraph, refused: Counter[str], before: Told) -> Told:
    """The facts of one sentence; ``before`` is what the sentence before it told."""
    plain = _RUN_IN.sub("", ascii_punctuation(sentence))
    if plain.endswith("?") or plain.count('"') % 2 or not 25 <= len(plain) <= 420:
        return Told()
    whole, told = _introduced(opened(plain), index, before)
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
    return Told(
        tuple(found or firsts(whole, index) or events(whole, index)),
        tuple(stated),
        told.sentences if stated else (index,),
        whole,
    )


def _introduced(text: Opened, index: int, before: Told) -> tuple[Opened, Told]:
    """ "Americans back it broadly: 74% say …": what stands behind the colon, and what before it as if it were the sentence before."""
    match = _INTRODUCED.match(text.rest)
    if match is None:
        return text, before
    clause = opened(match["clause"])
    lead = replace(text, rest=match["lead"])
    time, place = clause.time or text.time, clause.place or text.place
    return replace(clause, time=time, place=place, among=clause.among or text.among), Told(sentences=(index,), text=lead)


def _clause(clause: Opened, plain: str, index: int, paragraph: Paragraph, before: Told) -> tuple[Told, str]:
    """The shares of one clause and the facts that they give, and why the first that was refused was."""
    text = continued(clause, before.people)
    raw, fault = listed_shares(text), ""
    if not raw:
        raw, fault = shares(text)
    view = view_told(before.text.rest) if before.text is not None and not before.shares else ""
    full = [resolved(share, before.shares, view) for share in raw]
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
    return Told(tuple(found), tuple(full), needed, text, None if full else before), fault


def _plain_group(told: Told) -> str:
    """The one group that a sentence is about, when nothing narrows it: whom "those who …" in the next one are."""
    groups = {population for population, _, _ in told.people()}
    group = only(groups)
    return group if 0 < len(group.split()) <= 2 else ""


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
