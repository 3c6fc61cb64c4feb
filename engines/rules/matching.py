"""Keypoints of a response, and which of them say what the ground truth says (CHARGE 4, fig. 28, 29)."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.english import ascii_punctuation, sentence
from charge_stream.engines.rules.quantities import Quantity
from charge_stream.engines.rules.words import keys, overlap
from charge_stream.prompts.outputs import KeypointMatches, ResponseKeypoints

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(])|\n+|(?<=[.;])\s*(?:[-*•]\s+)|;\s+")
_CLAUSE = re.compile(r",? (?:while|whereas|compared (?:with|to)|but) |, and (?=\S)|,(?= (?:with|up from|down from) )")
MAX_KEYPOINTS = 60
_WORDS_SHARED = 0.3
_WORDS_ALONE = 0.6


def keypoints_of_response(inputs: dict[str, Any]) -> ResponseKeypoints:
    """The response taken apart into statements, each with at most one value where its clauses allow; a bare value is one keypoint."""
    found: list[str] = []
    for part in _SENTENCE_END.split(inputs["response"].strip()):
        part = part.strip(" -*•\t")
        if part:
            found += _clauses(part)
    return ResponseKeypoints(keypoints=list(dict.fromkeys(found))[:MAX_KEYPOINTS])


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
    if years and said_years and not years & said_years:
        return 0.0
    if not all(any(_stands_for(item, other_item) for other_item in found) for item in wanted[:1] if found) or not found:
        return 0.0
    if len(wanted) > 1 and not any(_stands_for(item, other_item) for item in wanted[1:] for other_item in found) and len(found) > 1:
        return 0.0
    if not other:
        return 0.5
    shared = max(overlap(words, other), overlap(other, words) * 0.9)
    return 1 + shared if shared >= _WORDS_SHARED else 0.0


def _stands_for(wanted: Quantity, said: Quantity) -> bool:
    bare = said.unit == "" and not said.worded
    close = abs(wanted.value - said.value) < 1e-9 * max(1.0, abs(wanted.value))
    return quantities.agrees(wanted, said) or quantities.agrees(said, wanted) or (bare and close)


def _values(text: str) -> list[Quantity]:
    """What the text says in figures, without years and the bounds of age groups."""
    return [item for item in quantities.values(text) if not (item.worded and item.unit == "")]
