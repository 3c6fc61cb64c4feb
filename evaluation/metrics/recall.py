"""Recall of retrieval (CHARGE eq. 5, appendix E.2).

``Recall = 1/n Σ 1(M(G_i, R))`` over the n ground-truth references of a question. A text reference counts when all its sentences
stand in one retrieved text unit; a chart reference when that very chart was retrieved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

Scope = Literal["single", "union"]


@dataclass(frozen=True, slots=True)
class TextUnit:
    """The ids of the sentences that a reference needs, or that a retrieved unit holds."""

    sentences: frozenset[str]


@dataclass(frozen=True, slots=True)
class ChartUnit:
    """A chart, as ground truth or retrieved. A retrieved caption of a chart counts as the chart."""

    chart: str


Unit = TextUnit | ChartUnit


@dataclass(frozen=True, slots=True)
class RecallScore:
    """``recall`` is eq. 5; ``recall_all`` is 1 when every reference was found, else 0 (what table 3 of the paper prints).

    ``n`` is the number of references, each counted once. The empty case: without references both scores are null.
    """

    recall: float | None
    recall_all: float | None
    n: int


def chart_unit(name: str) -> ChartUnit:
    """A chart is the stem of its path: ``charts/chart_00058_09.png`` and ``chart_00058_09`` are the same one."""
    return ChartUnit(PurePosixPath(name).stem)


def sentence_references(gt_text: Iterable[str], gt_chart: Iterable[str]) -> list[Unit]:
    """The references of a question where the text units are sentences: each sentence id is one, each chart is one."""
    return [*(TextUnit(frozenset({sentence})) for sentence in gt_text), *(chart_unit(name) for name in gt_chart)]


def recall(references: Iterable[Unit], retrieved: Sequence[Unit], scope: Scope = "single") -> RecallScore:
    """Eq. 5 for one question.

    Args:
        references: the ground truth; one that stands twice counts once.
        retrieved: what the system found. Nothing found scores 0.
        scope: ``single`` (the paper): one retrieved unit must hold all sentences of a text reference. ``union``: all retrieved units
            together must; printed beside it for chunkings that may cut a reference apart.
    """
    wanted = set(references)
    if not wanted:
        return RecallScore(None, None, 0)
    found = sum(_found(reference, retrieved, scope) for reference in wanted)
    return RecallScore(found / len(wanted), float(found == len(wanted)), len(wanted))


def _found(reference: Unit, retrieved: Sequence[Unit], scope: Scope) -> bool:
    if isinstance(reference, ChartUnit):
        return reference in retrieved
    held = [unit.sentences for unit in retrieved if isinstance(unit, TextUnit)]
    if scope == "union":
        held = [frozenset().union(*held)]
    return any(reference.sentences <= sentences for sentences in held)
