"""The last word (CHARGE 3.4): near-duplicates, the hard quota, and whether the evidence still stands. The only writer of ``qa``."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra import decisions
from charge_stream.infra.decisions import Decision
from charge_stream.infra.questions import question_vector
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps, Emission, Order, Stage
from charge_stream.infra.together import together
from charge_stream.infra.wordings import one_word_apart
from charge_stream.models import QA, Checked, Rejected
from charge_stream.topics import catalogue as topics

SEEN = 12
"""The nearest published questions, looked at for a near-duplicate and for one that differs in a word only."""


async def handle(checked: Checked, deps: Deps) -> Sequence[Emission]:
    """Decide, then let ``qa`` say what is true now. Whatever revision comes in between, no question stays on a vanished source:

    1. store the decision, and the lineage by which ``reconcile`` finds it;
    2. read the manifests;
    3. all sources current → the question goes out, otherwise a tombstone;
    4. read the manifests again, and if they changed go to 2 (``ingest`` writes them before it announces a change).
    """
    decision = await _decided(checked, deps)  # 1
    if not isinstance(decision.record, QA):
        line = await _next_in_line(checked.candidate.pair.type, deps) if checked.recheck else []
        return [Emission(topics.REJECTED, decision.record), *line]
    while True:
        sources = deps.sources.as_of_now()  # 2
        stands = await _stands(checked, sources)
        follow_up = await _let_out(checked, decision.record, deps) if stands else await _withdraw(checked, deps)  # 3
        if await _manifests(checked, deps.sources.as_of_now()) == await _manifests(checked, sources):  # 4
            return follow_up


STAGE = Stage(
    "publish",
    consumes=(topics.CHECKED,),
    emits=(topics.QA, topics.REJECTED, topics.CHECKED),
    handle=handle,
    order=Order.ONE,
    stored=False,
    batched=True,
    needs_index=True,
    about="near-duplicates, quota, staleness; publish or withdraw",
)


async def _decided(checked: Checked, deps: Deps) -> Decision:
    """The stored decision; a new one, stored, where there is none, or where a rejected question is to be decided again."""
    decision = await decisions.load(deps.store, checked.candidate.id)
    writes = []
    if decision is None or (checked.recheck and not decision.published):
        decision = Decision(await _rejection(checked, deps) or _qa(checked))
        writes.append(decisions.save(deps.store, decision))
    if decision.published:
        writes += [deps.sources.add_lineage(source_id, decision.record.id) for source_id in _rests_on(checked)]
    await together(*writes)
    return decision


async def _rejection(checked: Checked, deps: Deps) -> Rejected | None:
    """Why the question is not published; None when it is. What waits on another question is noted, so that it is decided again."""
    candidate, store = checked.candidate, deps.store
    if candidate.reason:
        return _rejected(checked, "write", candidate.reason)
    for gate, passed in checked.gates.items():
        if not passed:
            return _rejected(checked, gate, checked.reasons.get(gate, ""))
    if not await _stands(checked, deps.sources):
        return None
    quota = deps.settings.quota[candidate.pair.type]
    if deps.settings.quota_mode == "total" and len(await decisions.live(store, candidate.pair.type)) >= quota:
        await store.put_if_absent(f"waiting/quota/{candidate.pair.type}/{candidate.id}", b"")
        return _rejected(checked, "quota", f"{quota} questions of this type are published")
    for gate, find, reason in (
        ("duplicate", _near_duplicate, "nearly the same question is published as"),
        ("wording", _overused, "many questions are worded as"),
    ):
        other = await find(checked, deps)
        if other is not None:
            await store.put_if_absent(f"waiting/duplicate/{other}/{candidate.id}", b"")
            return _rejected(checked, gate, f"{reason} {other}")
    return None


async def _near_duplicate(checked: Checked, deps: Deps) -> str | None:
    """The published question closest to this one: closer than ``settings.near_duplicate``, or the same but for one word or name."""
    limit = deps.settings.near_duplicate
    hits = await deps.index.similar_questions(await question_vector(checked, deps.encoder), SEEN)
    for hit in (hit for hit in hits if hit.id != checked.candidate.id):
        if hit.score >= limit or (limit <= 1 and await _differs_in_a_word(checked, hit.id, deps)):
            return hit.id
    return None


async def _differs_in_a_word(checked: Checked, published: str, deps: Deps) -> bool:
    decision = await decisions.load(deps.store, published)
    return decision is not None and one_word_apart(checked.candidate.query, decision.record.query)


async def _overused(checked: Checked, deps: Deps) -> str | None:
    """A published question of this wording and type, when no more of them are wanted (``settings.wording_share``)."""
    candidate = checked.candidate
    if not deps.engine.has_wordings:
        return None
    alike = await decisions.live_of_wording(deps.store, candidate.pair.type, candidate.form)
    total = deps.settings.quota_mode == "total"
    of = deps.settings.quota[candidate.pair.type] if total else len(await decisions.live(deps.store, candidate.pair.type)) + 1
    return alike[0] if len(alike) >= max(1, int(deps.settings.wording_share * of)) else None


async def _let_out(checked: Checked, qa: QA, deps: Deps) -> list[Emission]:
    """The question is out: findable as a duplicate, counted by its type, and on the topic."""
    await together(
        deps.index.upsert_question(qa.id, qa.type, await question_vector(checked, deps.encoder)),
        deps.store.put_if_absent(f"live/{qa.type}/{qa.id}", b""),
        deps.store.put_if_absent(decisions.wording_mark(qa.type, qa.form, qa.id), b""),
        deps.send(Emission(topics.QA, qa)),
    )
    return []


async def _withdraw(checked: Checked, deps: Deps) -> list[Emission]:
    """The question is gone: its tombstone is out, its slot free. What waited for it is decided again, lowest id first."""
    qa_id, qa_type = checked.candidate.id, checked.candidate.pair.type
    reason = checked.recheck or "its evidence changed before it was published"
    await deps.send(Emission(topics.QA, None, key=qa_id, headers={"reason": reason}))
    mark = f"live/{qa_type}/{qa_id}"
    was_live = await deps.store.exists(mark)
    if not was_live:
        return []
    await deps.index.delete_question(qa_id)
    await deps.store.delete(mark)
    await deps.store.delete(decisions.wording_mark(qa_type, checked.candidate.form, qa_id))
    twins = [again for path in await deps.store.list(f"waiting/duplicate/{qa_id}") for again in await _again(path, deps)]
    return twins + await _next_in_line(qa_type, deps)


async def _next_in_line(qa_type: str, deps: Deps) -> list[Emission]:
    """What waits longest on the quota (lowest id), if there is room; when it turns out to be a duplicate, the next is asked for then."""
    waiting = await deps.store.list(f"waiting/quota/{qa_type}")
    room = len(await decisions.live(deps.store, qa_type)) < deps.settings.quota[qa_type]
    return await _again(waiting[0], deps) if waiting and room else []


async def _again(path: str, deps: Deps) -> list[Emission]:
    """Ask for another decision on the question waiting at ``path``, which waits no longer."""
    checked = await decisions.recheck(deps.store, path.rpartition("/")[2], "what stood before it was withdrawn")
    await deps.store.delete(path)
    return [] if checked is None else [Emission(topics.CHECKED, checked)]


async def _stands(checked: Checked, sources: Sources) -> bool:
    """Whether all evidence is current, and paired as it was when verified."""
    for hop in checked.candidate.pair.hops:
        if not await sources.is_current(hop.document_id, hop.keypoint.source_id, hop.paired):
            return False
    return True


async def _manifests(checked: Checked, sources: Sources) -> list[tuple[int, int] | None]:
    documents = sorted({hop.document_id for hop in checked.candidate.pair.hops})
    current = [await sources.current(document_id) for document_id in documents]
    return [manifest.order if manifest else None for manifest in current]


def _rests_on(checked: Checked) -> list[str]:
    """The sources of the evidence, and those it was verified against."""
    hops = checked.candidate.pair.hops
    return sorted({hop.keypoint.source_id for hop in hops} | {other for hop in hops for other in hop.paired})


def _qa(checked: Checked) -> QA:
    candidate = checked.candidate
    hops = [hop.keypoint for hop in candidate.pair.hops]
    return QA(
        id=candidate.id,
        type=candidate.pair.type,
        query=candidate.query,
        gt_answer=candidate.gt_answer,
        gt_keypoints=_by_source(checked),
        gt_text=sorted({f"{hop.source_id}#{sentence}" for hop in hops if hop.modality == "text" for sentence in hop.sentences}),
        gt_chart=sorted({hop.source_id for hop in hops if hop.modality == "chart"}),
        references=checked.references,
        gates=checked.gates,
        engine=candidate.engine,
        form=candidate.form,
        prompts=candidate.prompts,
    )


def _by_source(checked: Checked) -> dict[str, str]:
    """Each source's keypoints; two from one source stand one after the other, as one value."""
    statements: dict[str, list[str]] = {}
    for hop in checked.candidate.pair.hops:
        statements.setdefault(hop.keypoint.source_id, []).append(hop.keypoint.statement)
    return {source_id: " ".join(dict.fromkeys(told)) for source_id, told in statements.items()}


def _rejected(checked: Checked, gate: str, reason: str) -> Rejected:
    candidate = checked.candidate
    return Rejected(
        id=candidate.id,
        type=candidate.pair.type,
        query=candidate.query,
        gt_answer=candidate.gt_answer,
        gate=gate,
        reason=reason,
        sources=sorted({hop.keypoint.source_id for hop in candidate.pair.hops}),
    )
