"""Retrieve and answer with the built-in system, then score (CHARGE 4): Recall (eq. 5), Correctness and Coverage (eq. 3 and 4) at each k.

In the stream this is provisional: the corpus grows, so its fingerprint is part of each evaluation's id. A retracted question takes its
evaluations with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.evaluation.metrics.correctness import correctness
from charge_stream.evaluation.metrics.coverage import coverage
from charge_stream.evaluation.metrics.recall import ChartUnit, TextUnit, Unit, recall, sentence_references
from charge_stream.evaluation.retrieval import retrieve
from charge_stream.infra import decisions, provenance, results
from charge_stream.infra.index_rows import Hit
from charge_stream.infra.readings import pictures, reading_of
from charge_stream.infra.stage import Abstained, Deps, Emission, Order, Stage, Tombstone
from charge_stream.models import QA, Chart, Chunk, Evaluation, Reading
from charge_stream.models.chunk import sentences_named
from charge_stream.models.ids import make_id
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics

RETRIEVAL = "separate-stores-3:2"
"""How the built-in system retrieves: one store of sentences, one of charts, merged 3:2 (CHARGE E.1). The configured engine answers."""


async def handle(qa: QA | Tombstone, deps: Deps) -> Sequence[Emission]:
    if isinstance(qa, Tombstone):
        given = await deps.store.list(f"evaluated/{qa.key}")
        return [Emission(topics.EVALUATIONS, None, key=path.rpartition("/")[2], headers={"reason": "question withdrawn"}) for path in given]
    corpus = await deps.sources.fingerprint()
    ranking = Ranking(qa.query, max(deps.settings.top_k), deps)
    return [emission for k in deps.settings.top_k for emission in await _evaluation(qa, k, corpus, ranking, deps)]


STAGE = Stage(
    "evaluate",
    consumes=(topics.QA,),
    emits=(topics.EVALUATIONS,),
    handle=handle,
    order=Order.BY_KEY,
    stored=False,
    batched=True,
    needs_index=True,
    about="retrieve, answer, score",
)


async def _evaluation(qa: QA, k: int, corpus: str, ranking: Ranking, deps: Deps) -> Sequence[Emission]:
    """The evaluation, from the store where it was made before over the same corpus."""
    evaluation_id = make_id("evaluation", qa.id, _system(deps), k, corpus, deps.settings.generation)
    made = await results.load(deps.store, STAGE.name, evaluation_id)
    if made is None:
        evaluation = await _evaluated(evaluation_id, qa, k, corpus, await ranking.first(k), deps)
        made = await results.save(deps.store, STAGE.name, evaluation_id, [Emission(topics.EVALUATIONS, evaluation)])
    await deps.store.put_if_absent(f"evaluated/{qa.id}/{evaluation_id}", b"")
    return made


class Ranking:
    """What retrieval finds for a question among what is current, asked once for the largest k: a smaller k is its beginning."""

    def __init__(self, question: str, most: int, deps: Deps) -> None:
        self._question, self._most, self._deps = question, most, deps
        self._found: list[Hit] | None = None

    async def first(self, k: int) -> list[Hit]:
        """The ``k`` best."""
        if self._found is None:
            self._found = await retrieve(self._deps.index, self._deps.encoder, self._question, self._most, keep=self._is_current)
        return self._found[:k]

    async def _is_current(self, hit: Hit) -> bool:
        return await self._deps.sources.is_current(hit.document_id, hit.source_id)


async def _evaluated(evaluation_id: str, qa: QA, k: int, corpus: str, retrieved: Sequence[Hit], deps: Deps) -> Evaluation:
    response = await _response(qa.query, retrieved, deps)
    given = await _keypoints(qa.query, response, deps)
    truth = await _truth(qa, deps)
    matches = await _matches(truth, given, deps)
    found = recall(sentence_references(qa.gt_text, qa.gt_chart), [_unit(hit) for hit in retrieved])
    return Evaluation(
        id=evaluation_id,
        qa_id=qa.id,
        type=qa.type,
        system=_system(deps),
        k=k,
        corpus=corpus,
        retrieved=[hit.id for hit in retrieved],
        response=response if isinstance(response, str) else None,
        response_keypoints=given or [],
        recall=found.recall,
        recall_all=found.recall_all,
        correctness=None if given is None else correctness(matches, len(truth), len(given)),
        coverage=None if given is None else coverage(matches, len(truth), len(given)),
        reason=response.reason if isinstance(response, Abstained) else None,
        shown=provenance.shown(prompts.ANSWER_QUESTION.id),
    )


def _system(deps: Deps) -> str:
    return f"{RETRIEVAL} + {deps.engine.name}"


async def _truth(qa: QA, deps: Deps) -> list[str]:
    """The ground-truth keypoints, one a hop; two of one source stand as one value in ``gt_keypoints``, the dataset's form."""
    checked = await decisions.recheck(deps.store, qa.id, STAGE.name)
    return list(qa.gt_keypoints.values()) if checked is None else [hop.keypoint.statement for hop in checked.candidate.pair.hops]


def _unit(hit: Hit) -> Unit:
    return ChartUnit(hit.source_id) if hit.modality == "chart" else TextUnit(frozenset({hit.id}))


async def _response(question: str, retrieved: Sequence[Hit], deps: Deps) -> str | Abstained | None:
    """The system's answer from what it retrieved; None when that does not tell (scored 0, as a missing answer is)."""
    readings: list[Reading] = []
    for unit in retrieved:
        if unit.modality == "chart":
            chart = await deps.sources.source(unit.document_id, unit.source_id)
            readings += [await reading_of(chart, deps)] if isinstance(chart, Chart) else []
    inputs = {"question": question, "chunks": await _passages(retrieved, deps), "readings": readings}
    answered = await deps.engine.ask(prompts.ANSWER_QUESTION, inputs, await pictures(readings, deps))
    return answered if isinstance(answered, Abstained) else answered.answer


async def _passages(retrieved: Sequence[Hit], deps: Deps) -> list[Chunk]:
    """The sentences retrieved, those of a paragraph together, under the document and headings they stand in."""
    documents = {unit.source_id: unit.document_id for unit in retrieved}
    named = sentences_named(unit.id for unit in retrieved)
    found = [(await deps.sources.source(documents[chunk_id], chunk_id), numbers) for chunk_id, numbers in named.items()]
    return [chunk.cut_to(numbers) for chunk, numbers in found if isinstance(chunk, Chunk)]


async def _keypoints(question: str, response: str | Abstained | None, deps: Deps) -> list[str] | None:
    """The response's keypoints: none of a missing answer; null when the judge declines."""
    if not isinstance(response, str):
        return []
    told = await deps.engine.ask(prompts.KEYPOINTS_OF_RESPONSE, {"question": question, "response": response})
    return None if isinstance(told, Abstained) else told.keypoints


async def _matches(truth: Sequence[str], given: Sequence[str] | None, deps: Deps) -> list[tuple[int, int]] | None:
    """Which keypoints mean the same; null when the judge declines."""
    if given is None:
        return None
    if not given:
        return []
    told = await deps.engine.ask(prompts.MATCH_KEYPOINTS, {"ground_truth": list(truth), "response": list(given)})
    return None if isinstance(told, Abstained) else told.matches
