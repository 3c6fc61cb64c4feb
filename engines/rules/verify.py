"""Crossmodal verification by rules (CHARGE eq. 2, alg. 2 and 3): its question, what text and charts answer, whether that is the fact."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules import chart_facts, quantities, stated, text_facts
from charge_stream.engines.rules.facts import DIFFERENCES, NAMING, Fact
from charge_stream.engines.rules.words import keys, likeness
from charge_stream.infra.stage import Abstained
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts.outputs import Judgement, ModalityAnswer, Question

NO_FRAME = Abstained("the keypoint has no frame of these rules")
_SAME_FACT = 0.8


def question_from_keypoint(inputs: dict[str, Any]) -> Question | Abstained:
    """The question that the fact of ``keypoint`` answers."""
    fact = Fact.from_dict(inputs["keypoint"].frame)
    return Question(question=fact.question()) if fact else NO_FRAME


def answer_from_text(inputs: dict[str, Any]) -> ModalityAnswer | Abstained:
    """What ``chunks`` say of the keypoint's fact: read anew where the keypoint comes from, searched for elsewhere."""
    keypoint: Keypoint = inputs["keypoint"]
    fact = Fact.from_dict(keypoint.frame)
    if fact is None:
        return NO_FRAME
    chunks: list[Chunk] = inputs["chunks"]
    for chunk in chunks:
        found = again_in_text(fact, chunk) if chunk.id == keypoint.source_id else None
        if found:
            return ModalityAnswer(answer=found)
    for chunk in chunks:
        said = stated.in_text(fact, chunk)
        if said:
            return ModalityAnswer(answer=said.said)
    return ModalityAnswer(answer=None)


def again_in_text(fact: Fact, chunk: Chunk) -> str | None:
    """The answer that a fresh extraction of the chunk gives to the fact's question (its country may be told by another paragraph)."""
    found = text_facts.facts_of(chunk).facts
    for other in found:
        if other.question() == fact.question():
            return other.reply()
    near = [
        (likeness(other.key_words(), fact.key_words()), -index)
        for index, other in enumerate(found)
        if other.kind == fact.kind and other.sentences == fact.sentences
    ]
    if near and max(near)[0] >= _SAME_FACT:
        return found[-max(near)[1]].reply()
    return None


def answer_from_chart(inputs: dict[str, Any]) -> ModalityAnswer | Abstained:
    """What ``readings`` say of the keypoint's fact. Where a picture on the same subject could not be read, nothing can be decided."""
    keypoint: Keypoint = inputs["keypoint"]
    fact = Fact.from_dict(keypoint.frame)
    if fact is None:
        return NO_FRAME
    readings: list[Reading] = inputs["readings"]
    for reading in readings:
        found = again_in_chart(fact, reading) if reading.id == keypoint.source_id or reading.chart.id == keypoint.source_id else None
        if found:
            return ModalityAnswer(answer=found)
    for reading in readings:
        said = stated.in_words(fact, reading) if reading.abstained else stated.in_chart(fact, reading)
        if said:
            return ModalityAnswer(answer=said.said)
    unread = [reading for reading in readings if reading.abstained and stated.is_about(fact, reading)]
    if unread:
        return Abstained(f"unverifiable: a chart on the subject could not be read ({unread[0].reason or 'no reason given'})")
    return ModalityAnswer(answer=None)


def again_in_chart(fact: Fact, reading: Reading) -> str | None:
    """The answer that a fresh derivation from the reading gives to the fact's question."""
    question = fact.question()
    return next((other.reply() for other in chart_facts.facts_of(reading).facts if other.question() == question), None)


def judge(inputs: dict[str, Any]) -> Judgement | Abstained:
    """Does ``answer`` give the keypoint's fact: the same, the same more coarsely, or something else?"""
    fact = Fact.from_dict(inputs["keypoint"].frame)
    if fact is None:
        return NO_FRAME
    return Judgement(verdict=verdict(fact, inputs["answer"]))  # type: ignore[arg-type]


def verdict(fact: Fact, answer: str) -> str:
    """ "same", "coarser" or "different"; the fact's own value is compared, in figures or in words."""
    if _plain(answer) == _plain(fact.reply()):
        return "same"
    if fact.kind in NAMING:
        return (
            "same"
            if (keys(fact.answer) and keys(fact.answer) <= keys(answer)) or _plain(fact.answer) in _plain(answer).split()
            else "different"
        )
    wanted = fact.quantity() if fact.kind not in DIFFERENCES else quantities.first(fact.shown)
    if wanted is None:
        return "different"
    found = [item for item in quantities.find(answer) if item.unit in (wanted.unit, "") or wanted.unit == ""]
    if any(quantities.same(wanted, item) or _equal(wanted, item) for item in found):
        return "same"
    if any(quantities.agrees(wanted, item) or quantities.agrees(item, wanted) for item in found):
        return "coarser"
    return "different"


def _equal(wanted: quantities.Quantity, said: quantities.Quantity) -> bool:
    """The same figure, one of them without its unit, as cells print it."""
    return quantities.equal(wanted.value, said.value) and wanted.hedge == said.hedge and wanted.worded == said.worded


def _plain(text: str) -> str:
    return re.sub(r"[^\w%.$€£]+", " ", text.lower()).strip(" .")
