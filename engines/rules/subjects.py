"""Where the subject of "N% of P VP" ends and its predicate begins."""

from __future__ import annotations

import re

from charge_stream.engines.rules.english import parse, subtree_end

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


def those(population: str, reference: str) -> str:
    """ "those ages 50 and older" → "adults ages 50 and older", with the head of the first population."""
    if not re.match(r"those\b", population):
        return population.strip()
    head = re.split(r"\b(?:who|with|ages?|under|living|whose|in|from|aged|of)\b", reference)[0].strip()
    return f"{head}{population.strip()[5:]}" if head and len(head.split()) <= 4 else population
