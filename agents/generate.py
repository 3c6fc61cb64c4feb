"""Question and answer from a selected pair (CHARGE alg. 1, 4–11): the writer sees the keypoints and the sources they stand in."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.readings import pictures, source_of
from charge_stream.infra.stage import Abstained, Deps, Emission, Stage
from charge_stream.models import Candidate, Selection
from charge_stream.models.errors import Permanent
from charge_stream.models.ids import make_id
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics


async def handle(selection: Selection, deps: Deps) -> Sequence[Emission]:
    pair = selection.pair
    hops = [hop.keypoint for hop in pair.hops]
    sources = [await source_of(hop.document_id, hop.source_id, deps) for hop in hops]
    if None in sources:
        raise Permanent("no manifest names a source that this pair rests on")
    prompt = prompts.WRITE_QA[pair.type]
    written = await deps.engine.ask(prompt, {"hops": hops, "sources": sources}, await pictures(sources, deps))
    abstained = isinstance(written, Abstained)
    candidate = Candidate(
        id=make_id("qa", pair.id, deps.settings.generation),
        pair=pair,
        query="" if isinstance(written, Abstained) else written.query,
        gt_answer="" if isinstance(written, Abstained) else written.answer,
        engine=deps.engine.name,
        form="" if isinstance(written, Abstained) else written.form,
        prompts={prompt.id: deps.engine.version(prompt)},
        reason=written.reason if abstained else None,  # type: ignore[union-attr]
    )
    return [Emission(topics.CANDIDATES, candidate)]


STAGE = Stage(
    "generate",
    consumes=(topics.SELECTIONS,),
    emits=(topics.CANDIDATES,),
    handle=handle,
    about="write question and answer",
)
