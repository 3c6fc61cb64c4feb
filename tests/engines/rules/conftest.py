"""Chunks, readings and keypoints of our own making."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from charge_stream.engines.rules import chart_facts, text_facts
from charge_stream.engines.rules.facts import Fact
from charge_stream.models import Chart, Chunk, Context, Keypoint, ReadCell, Reading

CONTEXT = Context(title="Work in the North", publisher="Example Institute", published="2020-03-01", language="en")

MakeChunk = Callable[..., Chunk]
MakeReading = Callable[..., Reading]
MakeKeypoint = Callable[..., Keypoint]


def _chunk(text: str, *, id: str = "t1", document: str = "d1", context: Context = CONTEXT, headings: Sequence[str] = ()) -> Chunk:
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", text)
    return Chunk(
        id=id, document_id=document, position=0, text=text, sentences=sentences, headings=list(headings), paired=[], context=context
    )


def _reading(
    subtitle: str,
    table: list[list[Any]],
    *,
    title: str = "",
    id: str = "c1",
    document: str = "d1",
    context: Context = CONTEXT,
    unit: str | None = None,
    confidence: float = 1.0,
    abstained: bool = False,
    words: Sequence[str] = (),
) -> Reading:
    """``table``: header row, then rows of a label and numbers (None where there is none)."""
    header, *rows = table or [[""]]
    cells = [
        ReadCell(row=i, column=j, value=float(value), confidence=confidence, text=None)
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if j and value is not None
    ]
    chart = Chart(
        id=id, document_id=document, position=0, paired=[], headings=[], context=context, title=title or None, subtitle=subtitle or None
    )
    return Reading(
        id=id,
        chart=chart,
        chart_type="bar",
        columns=[str(name) for name in header],
        rows=rows,
        cells=[] if abstained else cells,
        confidence=0.0 if abstained else confidence,
        abstained=abstained,
        words=list(words),
        notes=[],
        origin="data",
        reader="test",
        reason="blurred" if abstained else None,
        title=title or None,
        subtitle=subtitle or None,
        unit=unit,
    )


def _keypoint(fact: Fact, source: Chunk | Reading, *, id: str = "") -> Keypoint:
    text = isinstance(source, Chunk)
    context = source.context if isinstance(source, Chunk) else source.chart.context
    return Keypoint(
        id=id or f"{source.id}-{fact.form}",
        document_id=source.document_id,
        source_id=source.id,
        modality="text" if text else "chart",
        statement=fact.statement(),
        context=context,
        engine="rules",
        classified="text-only" if text else "chart-only",
        sentences=list(fact.sentences),
        cells=[list(cell) for cell in fact.cells],
        frame=fact.to_dict(),
    )


@pytest.fixture(scope="session")
def chunk() -> MakeChunk:
    return _chunk


@pytest.fixture(scope="session")
def reading() -> MakeReading:
    return _reading


@pytest.fixture(scope="session")
def keypoint() -> MakeKeypoint:
    return _keypoint


@pytest.fixture(scope="session")
def facts() -> Callable[[Chunk | Reading], list[Fact]]:
    """The facts that the rules find in a source."""

    def of(source: Chunk | Reading) -> list[Fact]:
        found = text_facts.facts_of(source) if isinstance(source, Chunk) else chart_facts.facts_of(source)
        return list(found.facts)

    return of
