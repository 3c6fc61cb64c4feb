"""Where a question's evidence stands: one reference for each hop."""

from __future__ import annotations

from charge_stream.infra.corpus import caption
from charge_stream.infra.stage import Deps
from charge_stream.models import Chunk, Keypoint, Reading, Reference


async def reference(hop: Keypoint, source: Chunk | Reading, deps: Deps) -> Reference:
    """The place of ``hop`` in its source, with the revision that is in force."""
    manifest = await deps.sources.current(hop.document_id)
    chart = source.chart if isinstance(source, Reading) else None
    place = chart or source
    text = caption(source) if isinstance(source, Reading) else " ".join(source.sentences[n] for n in hop.sentences)
    return Reference(
        source_id=hop.source_id,
        document_id=hop.document_id,
        revision=manifest.revision if manifest else "",
        uri=hop.context.uri,
        modality=hop.modality,
        text=text,
        page=place.page,
        box=place.box,
        image=chart.image if chart else None,
        sentences=list(hop.sentences),
        cells=[list(cell) for cell in hop.cells],
    )
