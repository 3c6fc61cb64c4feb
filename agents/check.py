"""The gates (CHARGE 3.4): grounded, numbers agree, answer not given away, every hop needed, clear when read alone."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.readings import as_engines_see, source_of
from charge_stream.infra.references import reference
from charge_stream.infra.stage import Abstained, Deps, Emission, Stage
from charge_stream.models import Candidate, Checked, Chunk, Reading
from charge_stream.models.errors import Permanent
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics


async def handle(candidate: Candidate, deps: Deps) -> Sequence[Emission]:
    hops = [hop.keypoint for hop in candidate.pair.hops]
    sources = [source for hop in hops if (source := await source_of(hop.document_id, hop.source_id, deps)) is not None]
    if len(sources) < len(hops):
        raise Permanent("no manifest names a source that this question rests on")
    references = [await reference(hop, source, deps) for hop, source in zip(hops, sources, strict=True)]
    gates, reasons = ({}, {}) if candidate.reason else await _gates(candidate, sources, deps)
    passed = bool(gates) and all(gates.values())
    vector = (await deps.encoder.encode([candidate.query], "query"))[0].tolist() if passed else []
    encoder = deps.encoder.name if passed else ""
    checked = Checked(candidate=candidate, gates=gates, reasons=reasons, vector=vector, references=references, encoder=encoder)
    return [Emission(topics.CHECKED, checked)]


STAGE = Stage(
    "check",
    consumes=(topics.CANDIDATES,),
    emits=(topics.CHECKED,),
    handle=handle,
    about="hold each question against the gates",
)


async def _gates(candidate: Candidate, sources: Sequence[Chunk | Reading], deps: Deps) -> tuple[dict[str, bool], dict[str, str]]:
    """Each gate's verdict, in order, up to the first that fails; a gate the engine declines is not passed."""
    inputs = {
        "query": candidate.query,
        "answer": candidate.gt_answer,
        "form": candidate.form,
        "type": candidate.pair.type,
        "hops": [hop.keypoint for hop in candidate.pair.hops],
        "sources": list(sources),
        "neighbours": await _neighbours(sources, deps),
    }
    gates: dict[str, bool] = {}
    for name, prompt in prompts.GATES.items():
        verdict = await deps.engine.ask(prompt, inputs)
        gates[name] = not isinstance(verdict, Abstained) and verdict.passed
        if not gates[name]:
            return gates, {name: verdict.reason}
    return gates, {}


async def _neighbours(sources: Sequence[Chunk | Reading], deps: Deps) -> list[Chunk | Reading]:
    """Everything else the documents involved say now: where one of them gives the answer alone, a hop is not needed."""
    own = {source.chart.id if isinstance(source, Reading) else source.id for source in sources}
    seen: list[Chunk | Reading] = []
    for document_id in sorted({source.document_id for source in sources}):
        for other in await deps.sources.all_of(document_id):
            if other.id not in own and (read := await as_engines_see(other, deps)) is not None:
                seen.append(read)
    return seen
