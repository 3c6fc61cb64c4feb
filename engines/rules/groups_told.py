"""Of whom a sentence without a known share speaks: "Americans also commonly express unease about …", for the sentence that goes on."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules.english import parse, root
from charge_stream.engines.rules.places import is_place_word
from charge_stream.engines.rules.words import wordset

_PEOPLE = wordset(
    """
    adults americans people teens teenagers women men parents students teachers workers voters users democrats republicans independents
    protestants catholics christians muslims jews hindus buddhists latinos hispanics asians immigrants supporters
    graduates residents owners nurses doctors veterans conservatives liberals moderates citizens consumers mothers fathers
    employees households families firms businesses journalists scientists
    """
)
_PARTS = wordset(
    "majority majorities minority share shares half third quarter quarters thirds most many few % ten five four number numbers plurality"
)
_TWO = re.compile(r"\b(?:than|while|whereas|compared|both|whose|each|between|by contrast|but)\b|;")


def names_people(sentence: str) -> bool:
    """Does ``sentence`` speak of any group or place, so that the one after it may go on about that?"""
    return bool(re.search(r"\b(?:among|those|groups?|both)\b", sentence, re.IGNORECASE)) or any(
        word.lower() in _PEOPLE or is_place_word(word) for word in re.findall(r"[A-Za-z]+", sentence)
    )


def group_of(sentence: str) -> str:
    """The one group of people that is the subject of ``sentence``, without the quantity; "" where it is none or may be several."""
    plain = re.sub(r" \([^()]*\)", "", sentence)
    if _TWO.search(plain):
        return ""
    doc = parse(f"{plain.rstrip('.')}.")
    verb = root(doc)
    subject = next((word for word in verb.children if word.dep_ in ("nsubj", "nsubjpass")), None)
    head = _whole(subject) if subject is not None else None
    if head is None or head.lower_ not in _PEOPLE or any(child.dep_ == "conj" for child in head.children):
        return ""
    words = [word for word in head.subtree if word.dep_ != "punct"]
    span = doc[words[0].i : words[-1].i + 1]
    quantified = next((word.i for word in span if word.lower_ == "of" and word.i < head.i), None)
    text = str(doc[quantified + 1 : span.end].text if quantified is not None else span.text)
    text = re.sub(r"^(?:(?:most|many|few|some|all|these|the) )+", "", text, flags=re.IGNORECASE)
    return "" if len(text.split()) > 10 or re.match(r"(?:these|those|such|other)\b", text, re.IGNORECASE) else text


def _whole(subject: Any) -> Any:
    """ "A majority of adults": the adults."""
    if subject.lower_ not in _PARTS:
        return subject
    of = next((child for child in subject.children if child.lower_ == "of"), None)
    return next((child for child in of.children if child.dep_ == "pobj"), None) if of is not None else None
