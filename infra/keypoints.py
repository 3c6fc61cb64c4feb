"""From what an engine extracted to keypoints with their ids and their first classification (CHARGE fig. 22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from charge_stream.infra import provenance
from charge_stream.infra.stage import Abstained, Deps
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.models.ids import make_id
from charge_stream.prompts.catalogue import CLASSIFY_KEYPOINT, Prompt
from charge_stream.prompts.outputs import ExtractedKeypoint


async def classified(extracted: Sequence[ExtractedKeypoint], source: Chunk | Reading, prompt: Prompt[Any], deps: Deps) -> list[Keypoint]:
    """One keypoint for each one extracted from ``source``, in order; a classification the engine declines is left open (``""``)."""
    return [await _classified(item, ordinal, source, prompt, deps) for ordinal, item in enumerate(extracted)]


async def _classified(item: ExtractedKeypoint, ordinal: int, source: Chunk | Reading, prompt: Prompt[Any], deps: Deps) -> Keypoint:
    text = source if isinstance(source, Chunk) else None
    chart = source if isinstance(source, Reading) else None
    modality = "text" if text else "chart"
    inputs = {"statement": item.statement, "modality": modality, "chunk": text, "reading": chart}
    verdict = await deps.engine.ask(CLASSIFY_KEYPOINT, inputs)
    source_id = chart.chart.id if chart else source.record_id
    return Keypoint(
        id=make_id("keypoint", source_id, ordinal, deps.settings.generation),
        document_id=source.document_id,
        source_id=source_id,
        modality=modality,
        statement=item.statement,
        context=chart.chart.context if chart else source.context,
        engine=deps.engine.name,
        classified="" if isinstance(verdict, Abstained) else verdict.modality,
        sentences=list(item.sentences),
        cells=[list(cell) for cell in item.cells],
        frame=dict(item.frame),
        shown=provenance.shown(prompt.id) if chart else None,
        prompts={used.id: deps.engine.version(used) for used in (prompt, CLASSIFY_KEYPOINT)},
    )
