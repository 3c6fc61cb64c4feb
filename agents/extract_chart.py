"""φ_c (CHARGE eq. 1) and the classification of fig. 22: a chart's keypoints, from its picture and its reading."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra import abstentions
from charge_stream.infra.keypoints import classified
from charge_stream.infra.readings import pictures
from charge_stream.infra.stage import Abstained, Deps, Emission, Stage
from charge_stream.models import Reading
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics


async def handle(reading: Reading, deps: Deps) -> Sequence[Emission]:
    extracted = await deps.engine.ask(prompts.EXTRACT_CHART, {"reading": reading}, await pictures([reading], deps))
    if isinstance(extracted, Abstained):
        await abstentions.note(deps.store, STAGE.name, reading.id, extracted.reason)
        return []
    keypoints = await classified(extracted.keypoints, reading, prompts.EXTRACT_CHART, deps)
    return [Emission(topics.KEYPOINTS, keypoint) for keypoint in keypoints]


STAGE = Stage(
    "extract_chart",
    consumes=(topics.READINGS,),
    emits=(topics.KEYPOINTS,),
    handle=handle,
    about="keypoints from chart readings",
)
