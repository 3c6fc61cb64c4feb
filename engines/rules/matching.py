"""Keypoints of a response, and which of them say what the ground truth says (CHARGE 4, fig. 28, 29)."""

from __future__ import annotations

import itertools
import re
from typing import Any

from charge_stream.documents.sentences import split_sentences
from charge_stream.engines.rules import places, quantities
from charge_stream.engines.rules.english import ascii_punctuation, sentence
from charge_stream.engines.rules.quantities import Quantity
from charge_stream.engines.rules.words import keys, overlap
from charge_stream.prompts.outputs import KeypointMatches, ResponseKeypoints

_ENUMERATED = re.compile(r"(?<=[.;])\s*(?:[-*•]\s+)|;\s+")
_CLAUSE = re.compile(r",? (?:while|whereas|compared (?:with|to)|but) |, and (?=\S)|,(?= (?:with|up from|down from) )")
_REFUSAL = re.compile(
    r"(?:i (?:do not|don't|cannot|can't)|(?:this|it|the question) cannot|cannot be answered|unknown|not known|no answer"
    r"|the references do not|there is no information)\b",
    re.IGNORECASE,
)
MAX_KEYPOINTS = 60
_WORDS_SHARED = 0.3
_WORDS_ALONE = 0.6


def keypoints_of_response(inputs: dict[str, Any]) -> ResponseKeypoints:
    """The response taken apart into statements, each with at most one value where its clauses allow; a bare value is one keypoint.

    What follows from other statements (a difference beside its two values) is no keypoint, nor is a refusal.
    """
    found: list[str] = []
    for part in (part for text in split_sentences(inputs["response"]) for part in _ENUMERATED.split(text)):
        part = part.strip(" -*•\t")
        if part and not _REFUSAL.match(part):
            found += _clauses(part)
    return ResponseKeypoints(keypoints=_without_conclusion(list(dict.fromkeys(found)))[:MAX_KEYPOINTS])


def _without_conclusion(stated: list[str]) -> list[str]:
    """The statements but for a first or last one whose every figure is one of the others, or worked out from two of them."""
    if len(stated) < 3:
        return stated
    for place in (0, -1):
        others = [text for text in stated if text is not stated[place]]
        if all(map(_values, others)) and _follows(stated[place], others):
            return others
    return stated


def _follows(text: str, others: list[str]) -> bool:
    given = [item for other in others for item in _values(other)]
    derived = [item for item in _values(text) if not any(_stands_for(known, item) for known in given)]
    said = keys(ascii_punctuation(text))
    if not derived:
        return len(said) < min(len(keys(ascii_punctuation(other))) for other in others)
    pairs = list(itertools.permutations(given, 2))
    return all(any(_worked_out(item, one.value, two.value) for one, two in pairs) for item in derived)


def _worked_out(item: Quantity, one: float, two: float) -> bool:
    """Is it the difference, sum or ratio of the two, or the change in percent, as far as its digits tell?"""
    if item.unit == quantities.PERCENT:
        made = [one + two, abs(one / two - 1) * 100] if two else [one + two]
    elif item.unit == quantities.TIMES:
        made = [one / two] if two else []
    else:
        made = [one - two, one + two]
    return any(abs(value - item.value) <= item.step * 0.51 for value in made)


def _clauses(part: str) -> list[str]:
    pieces = [piece.strip(" ,") for piece in _CLAUSE.split(part)]
    valued = [piece for piece in pieces if _values(piece)]
    if len(pieces) < 2 or len(valued) < len(pieces) or any(len(piece.split()) < 3 for piece in pieces):
        return [sentence(part)]
    return [sentence(piece) for piece in pieces]


def match_keypoints(inputs: dict[str, Any]) -> KeypointMatches:
    """One-to-one matches, the most alike first: the values of the ground truth must stand in the response, and the words must agree."""
    truth: list[str] = inputs["ground_truth"]
    said: list[str] = inputs["response"]
    scores = [(_alike(one, two), i, j) for i, one in enumerate(truth) for j, two in enumerate(said)]
    matches: list[tuple[int, int]] = []
    for score, i, j in sorted(scores, key=lambda item: (-item[0], item[1], item[2])):
        if score > 0 and all(i != first and j != second for first, second in matches):
            matches.append((i, j))
    return KeypointMatches(matches=sorted(matches))


def _alike(truth: str, said: str) -> float:
    """0 for another meaning; else between 0 and 2, higher for more shared words."""
    truth, said = ascii_punctuation(truth), ascii_punctuation(said)
    wanted, found = _values(truth), _values(said)
    words, other = keys(truth), keys(said)
    if not wanted:
        shared = min(overlap(words, other), overlap(other, words)) if words and other else 0.0
        return shared if shared >= _WORDS_ALONE or (other and len(other) <= 3 and other <= words) else 0.0
    years, said_years = set(quantities.years(truth)), set(quantities.years(said))
    if (years and said_years and not years & said_years) or _elsewhere(truth, said):
        return 0.0
    if not all(any(_stands_for(item, other_item) for other_item in found) for item in wanted[:1] if found) or not found:
        return 0.0
    if len(wanted) > 1 and not any(_stands_for(item, other_item) for item in wanted[1:] for other_item in found) and len(found) > 1:
        return 0.0
    if not other:
        return 0.5
    shared = max(overlap(words, other), overlap(other, words) * 0.9)
    return 1 + shared if shared >= _WORDS_SHARED else 0.0


def _elsewhere(truth: str, said: str) -> bool:
    """Does each name a place or people, and none that the other names?"""
    there, here = places.named_in(truth), places.named_in(said)
    return bool(there and here) and not there & here


def _stands_for(wanted: Quantity, said: Quantity) -> bool:
    bare = said.unit == "" and not said.worded
    return quantities.agrees(wanted, said) or quantities.agrees(said, wanted) or (bare and quantities.equal(wanted.value, said.value))


def _values(text: str) -> list[Quantity]:
    """What the text says in figures, without years and the bounds of age groups."""
    return [item for item in quantities.values(text) if not (item.worded and item.unit == "")]
