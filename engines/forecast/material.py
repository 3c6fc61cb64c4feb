"""What the forecast is made from: paragraphs and charts as they were parsed, and keypoints made up from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from charge_stream.engines.forecast.expected import MOST_KEYPOINTS, Expected, cells, has_figures
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.models.ids import make_id
from charge_stream.prompts.outputs import ExtractedKeypoint

Source = Chunk | Reading


@dataclass(frozen=True)
class Material:
    """``pictures``: tokens of the picture by chart id, where there is one. ``known``: ids of sources that were extracted from before."""

    chunks: Sequence[Chunk] = ()
    readings: Sequence[Reading] = ()
    pictures: dict[str, int] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    @property
    def sources(self) -> dict[str, Source]:
        """Chunks and readings by the id that keypoints name them with."""
        return {chunk.id: chunk for chunk in self.chunks} | {reading.chart.id: reading for reading in self.readings}

    def shown(self, *sources: Source) -> list[int]:
        """The pictures that come along with these sources."""
        return [self.pictures[one.chart.id] for one in sources if isinstance(one, Reading) and one.chart.id in self.pictures]


def id_of(source: Source) -> str:
    """What keypoints name it with."""
    return source.chart.id if isinstance(source, Reading) else source.id


class Spread:
    """Whole numbers of a mean: each time what is due by now and was not given yet."""

    def __init__(self) -> None:
        self._due = 0.0

    def take(self, amount: float) -> int:
        """How many now; what is more than one source gives is lost."""
        self._due += min(amount, MOST_KEYPOINTS)
        whole = int(self._due + 1e-9)
        self._due -= whole
        return whole


def keypoints(material: Material, expected: Expected) -> dict[str, list[Keypoint]]:
    """The keypoints made up for each source."""
    text, charts = Spread(), Spread()
    made: dict[str, list[Keypoint]] = {}
    for chunk in material.chunks:
        rates = [expected.per_figure_sentence if has_figures(line) else expected.per_plain_sentence for line in chunk.sentences]
        likely = sorted(range(len(rates)), key=lambda number: -rates[number])
        count = text.take(sum(rates))
        made[chunk.id] = [_keypoint(chunk, chunk.sentences[likely[turn % len(likely)]], turn) for turn in range(count)] if likely else []
    for reading in material.readings:
        count = charts.take(expected.per_picture if reading.abstained else min(expected.per_table, cells(reading)))
        facts = list(_facts(reading)) or [reading.title or reading.chart.title or "A chart."]
        made[reading.chart.id] = [_keypoint(reading, facts[turn * len(facts) // count], turn) for turn in range(count)]
    return made


def extracted(keypoints: Sequence[Keypoint]) -> list[ExtractedKeypoint]:
    """As a model would tell them, each with a place as its evidence."""
    evidence: dict[str, dict[str, Any]] = {"text": {"sentences": [0]}, "chart": {"cells": [(0, 1)]}}
    return [ExtractedKeypoint(statement=item.statement, **evidence[item.modality]) for item in keypoints]


def _keypoint(source: Source, statement: str, number: int) -> Keypoint:
    modality = "text" if isinstance(source, Chunk) else "chart"
    return Keypoint(
        id=make_id("expected", id_of(source), number),
        document_id=source.document_id,
        source_id=id_of(source),
        modality=modality,
        statement=statement,
        context=source.context if isinstance(source, Chunk) else source.chart.context,
        engine="",
        classified=f"{modality}-only",
    )


def _facts(reading: Reading) -> Iterator[str]:
    title = reading.title or reading.chart.title or reading.chart.context.title
    for row in reading.rows:
        for column, value in list(zip(reading.columns, row, strict=False))[1:]:
            if isinstance(value, int | float):
                yield f"{title}: {row[0]}, {column}: {value:g} {reading.unit or ''}".strip() + "."
