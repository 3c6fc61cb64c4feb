"""φ_t and φ_c by rules (CHARGE eq. 1): the facts of a paragraph or of a chart reading as keypoints, and their classification (fig. 22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from charge_stream.engines.rules import chart_facts, text_facts
from charge_stream.engines.rules.facts import Fact
from charge_stream.infra.stage import Abstained
from charge_stream.models import Chunk, Reading
from charge_stream.prompts.outputs import Classification, ExtractedKeypoint, ExtractedKeypoints

MOST_OF_A_KIND = 6


def extract_text(inputs: dict[str, Any]) -> ExtractedKeypoints | Abstained:
    """The facts of ``chunk``; ``preceding`` (the paragraph before) helps to tell the country."""
    chunk: Chunk = inputs["chunk"]
    found = text_facts.facts_of(chunk, inputs.get("preceding") or "")
    return _keypoints(found.facts) or Abstained(_reasons(found.refused))


def extract_chart(inputs: dict[str, Any]) -> ExtractedKeypoints | Abstained:
    """Facts of ``reading``: values, extremes, ranks, peaks, changes, differences; of each kind a few, spread over the chart."""
    reading: Reading = inputs["reading"]
    found = chart_facts.facts_of(reading)
    return _keypoints(_few_of_each_kind(found.facts)) or Abstained(f"no fact: {found.reason}")


def classify_keypoint(inputs: dict[str, Any]) -> Classification:
    """Text-only or chart-only: the modality the statement was taken from."""
    return Classification(modality="text-only" if inputs["modality"] == "text" else "chart-only")


def _few_of_each_kind(facts: Sequence[Fact]) -> list[Fact]:
    """At most ``MOST_OF_A_KIND`` of each kind, the first and the last among them: a line over sixty years has sixty values, and a question
    about each would say little more than about some."""
    by_kind: dict[str, list[Fact]] = {}
    for fact in facts:
        by_kind.setdefault(fact.kind, []).append(fact)
    return [fact for kind in by_kind.values() for fact in _spread(kind)]


def _spread(facts: list[Fact]) -> list[Fact]:
    if len(facts) <= MOST_OF_A_KIND:
        return facts
    step = (len(facts) - 1) / (MOST_OF_A_KIND - 1)
    return [facts[round(index * step)] for index in range(MOST_OF_A_KIND)]


def _keypoints(facts: Iterable[Fact]) -> ExtractedKeypoints | None:
    keypoints = [
        ExtractedKeypoint(statement=fact.statement(), sentences=list(fact.sentences), cells=list(fact.cells), frame=fact.to_dict())
        for fact in facts
    ]
    return ExtractedKeypoints(keypoints=keypoints) if keypoints else None


def _reasons(refused: Counter[str]) -> str:
    """ "no fact: no country ×2, …", most frequent first."""
    if not refused:
        return "no fact: no sentence has a form the rules know"
    told = [
        f"{reason} ×{count}" if count > 1 else reason for reason, count in sorted(refused.items(), key=lambda item: (-item[1], item[0]))
    ]
    return f"no fact: {', '.join(told[:5])}"
