"""What models are expected to answer: as measured on what the store holds of earlier runs, or assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from charge_stream.engines.figures import figures
from charge_stream.evaluation.contents import Contents
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts.catalogue import GATES

MOST_KEYPOINTS = 12
"""Of one source, as the prompts that extract say."""
ENOUGH = 3
"""Things counted from which on their share is taken for the models' own."""


@dataclass(frozen=True)
class Expected:
    """Means and shares. The defaults are on the high side of what models of 2024 do, so that a first forecast is not too low."""

    per_figure_sentence: float = 1.0
    """keypoints of a sentence with figures"""
    per_plain_sentence: float = 0.5
    """keypoints of a sentence without"""
    per_table: float = 8.0
    """keypoints of a chart with a table; of one with fewer values, all of them"""
    per_picture: float = 2.0
    """keypoints of a chart whose table could not be read"""
    verified: float = 0.9
    """share of keypoints classified as their own modality, which are verified"""
    own_answered: float = 0.95
    """share of verified keypoints whose own source answers the question"""
    other_answered: float = 0.4
    """share of verified keypoints with a paired source that gives some answer"""
    other_judged: float = 0.4
    """share of verified keypoints with a paired source whose answer is judged"""
    retained: float = 0.7
    """share of all keypoints that are kept"""
    written: float = 1.0
    """share of selected pairs that a question is written for"""
    gates: dict[str, float] = field(default_factory=lambda: dict.fromkeys(GATES, 0.95))
    """share of questions that pass each gate, of those that come to it"""
    unique: float = 0.95
    """share of questions that passed and are no near-duplicate"""
    answered: float = 0.9
    """share of questions that get an answer from what was retrieved"""
    measured: tuple[str, ...] = ()
    """names of the figures that were measured"""


def measured(contents: Contents) -> Expected:
    """The defaults, with everything measured that the store has enough of."""
    found: dict[str, Any] = _shares({**_extraction(contents), **_verification(contents), **_questions(contents)})
    gates = _shares(_gates(contents))
    if gates:
        found["gates"] = {**Expected().gates, **gates}
    return Expected(**found, measured=tuple(one.name for one in fields(Expected) if one.name in found))


Count = tuple[float, int]
"""How many, of how many."""


def _shares(counted: Mapping[str, Count]) -> dict[str, float]:
    return {name: share / of for name, (share, of) in counted.items() if of >= ENOUGH}


def has_figures(sentence: str) -> bool:
    """Whether a keypoint of the sentence would tell a figure."""
    return bool(figures(sentence))


def cells(reading: Reading) -> int:
    """The values of a table that may become keypoints."""
    return min(MOST_KEYPOINTS, sum(isinstance(value, int | float) for row in reading.rows for value in row[1:]))


def most_told(keypoints: int, sizes: Sequence[int]) -> float:
    """How many keypoints a table gives, when tables of these sizes gave so many together and each with fewer values gave all of them."""
    left, larger = keypoints, sorted(sizes)
    while larger and larger[0] * len(larger) <= left:
        left -= larger.pop(0)
    return left / len(larger) if larger else MOST_KEYPOINTS


def _extraction(contents: Contents) -> dict[str, Count]:
    chunks = {chunk.id: chunk for chunk in contents.chunks}
    sentences = [has_figures(sentence) for chunk in contents.chunks for sentence in chunk.sentences]
    text = [has_figures(_sentence(item, chunks)) for item in contents.keypoints if item.source_id in chunks]
    tables = {chart: not reading.abstained for chart, reading in contents.readings.items()}
    charts = [tables[item.source_id] for item in contents.keypoints if item.source_id in tables]
    sizes = [cells(reading) for reading in contents.readings.values() if not reading.abstained]
    return {
        "per_figure_sentence": (sum(text), sum(sentences)),
        "per_plain_sentence": (len(text) - sum(text), len(sentences) - sum(sentences)),
        "per_table": (most_told(sum(charts), sizes) * len(sizes), len(sizes)),
        "per_picture": (len(charts) - sum(charts), len(tables) - sum(tables.values())),
    }


def _sentence(keypoint: Keypoint, chunks: dict[str, Chunk]) -> str:
    return chunks[keypoint.source_id].sentences[keypoint.sentences[0]] if keypoint.sentences else keypoint.statement


_TWINS = ("duplicate", "wording")
"""Where a question is turned away for one that is published."""
OWN_FAILED = "its own source does not give the fact"


def _verification(contents: Contents) -> dict[str, Count]:
    asked = [verified for verified in contents.verified if verified.question]
    paired = [verified for verified in asked if verified.paired]
    return {
        "verified": (len(asked), len(contents.verified)),
        "own_answered": (sum(verified.from_own is not None for verified in asked), len(asked)),
        "other_answered": (sum(verified.from_other is not None for verified in paired), len(paired)),
        "other_judged": (sum(verified.from_other is not None and verified.reason != OWN_FAILED for verified in paired), len(paired)),
        "retained": (sum(verified.status == "retain" for verified in contents.verified), len(contents.verified)),
    }


def _questions(contents: Contents) -> dict[str, Count]:
    candidates = list(contents.candidates.values())
    passed = len(contents.qa) + sum(refused.gate in (*_TWINS, "quota") for refused in contents.rejected)
    duplicates = sum(refused.gate in _TWINS for refused in contents.rejected)
    return {
        "written": (sum(candidate.reason is None for candidate in candidates), len(candidates)),
        "unique": (passed - duplicates, passed),
        "answered": (sum(bool(evaluation.response) for evaluation in contents.evaluations), len(contents.evaluations)),
    }


def _gates(contents: Contents) -> dict[str, Count]:
    """Of the questions that came to each gate, those that passed it: in order, and up to the first that fails."""
    left = sum(candidate.reason is None for candidate in contents.candidates.values())
    found: dict[str, Count] = {}
    for name in GATES:
        failed = sum(refused.gate == name for refused in contents.rejected)
        found[name] = (left - failed, left)
        left -= failed
    return found
