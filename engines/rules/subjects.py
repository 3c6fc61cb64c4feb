"""Where the subject of "N% of P VP" ends and its predicate begins."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules.english import parse, root, subtree_end

_VERB_AHEAD = re.compile(
    r"(?P<population>(?:(?!\b(?:who|that|which|whose|and|or)\b)[^,;]){3,60}?) (?P<predicate>(?:say|said|are|were|have|had|support|favor"
    r"|oppose|own|owned|think|believe|prefer|expect|approve|disapprove|agree|disagree)\b (?!who\b|that\b).+)$"
)
_SIMPLE = re.compile(r"(?P<population>(?:[\w.-]+ )?(?!\w*ss\b)[\w-]+s) (?P<predicate>(?:are|were|have|had|say|said) (?!who\b|that\b).+)$")
AGES = re.compile(r"\bages? (?:\d+ (?:to|and) (?:\d+|older|over|up|under)|\d+[-–]\d+)")


def population_and_predicate(number: str, body: str) -> tuple[str, str] | None:
    """ "adults say …" split where the subject ends, when "N% of adults" is the parsed subject of a finite verb.

    "ages 25 to 34" is left out of the parse: the parser takes "ages" for a verb.
    """
    ages = AGES.search(body)
    plain = body[: ages.start() - 1] + body[ages.end() :] if ages and ages.start() else body
    prefix = f"{number}% of "
    doc = parse(f"{prefix}{plain}.")
    sign = next((word for word in doc if word.text == "%"), None)
    if sign is None or sign.dep_ not in ("nsubj", "nsubjpass"):
        simple = _SIMPLE.match(body) or _VERB_AHEAD.match(body)  # "graduates" alone is parsed as a verb
        return (simple["population"], simple["predicate"]) if simple else None
    end = subtree_end(sign)
    if end + 2 >= len(doc):
        return None
    start = doc[end + 1].idx - len(prefix)
    if ages and plain != body:
        start += len(body) - len(plain) if ages.start() <= start else 0
    return body[:start].strip(" ,"), body[start:].strip(" ,")


def subject_and_deed(clause: str) -> tuple[Any, Any, str, str] | None:
    """Head of the subject and verb as tokens, the subject and what follows the verb as texts.

    None unless the clause starts with its subject, one verb of the past follows at once, and no other is joined to it.
    """
    doc = parse(f"{clause}.")
    verb = root(doc)
    if verb.tag_ != "VBD" or verb.pos_ != "VERB" or any(word.dep_ == "conj" and word.tag_ == "VBD" for word in verb.children):
        return None
    head = next((word for word in verb.children if word.dep_ == "nsubj"), None)
    if head is None or head.left_edge.i != 0 or head.right_edge.i + 1 != verb.i:
        return None
    return head, verb, doc[: verb.i].text, doc[verb.i + 1 :].text.rstrip(".")


def those(population: str, reference: str) -> str:
    """ "those ages 50 and older" → "adults ages 50 and older", with the head of the first population."""
    if not re.match(r"those\b", population):
        return population.strip()
    head = re.split(r"\b(?:who|with|ages?|under|living|whose|in|from|aged|of)\b", reference)[0].strip()
    return f"{head}{population.strip()[5:]}" if head and len(head.split()) <= 4 else population
