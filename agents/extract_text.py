"""φ_t (CHARGE eq. 1) and the classification of fig. 22: a chunk's keypoints."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra import abstentions
from charge_stream.infra.keypoints import classified
from charge_stream.infra.stage import Abstained, Deps, Emission, Stage
from charge_stream.models import Chunk
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics


async def handle(chunk: Chunk, deps: Deps) -> Sequence[Emission]:
    extracted = await deps.engine.ask(prompts.EXTRACT_TEXT, {"chunk": chunk, "preceding": await deps.sources.preceding(chunk)})
    if isinstance(extracted, Abstained):
        await abstentions.note(deps.store, STAGE.name, chunk.id, extracted.reason)
        return []
    keypoints = await classified(extracted.keypoints, chunk, prompts.EXTRACT_TEXT, deps)
    return [Emission(topics.KEYPOINTS, keypoint) for keypoint in keypoints]


STAGE = Stage(
    "extract_text",
    consumes=(topics.CHUNKS,),
    emits=(topics.KEYPOINTS,),
    handle=handle,
    about="keypoints from paragraphs",
)
