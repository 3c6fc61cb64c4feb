"""Crossmodal verification (CHARGE eq. 2, alg. 2 and 3): a keypoint stays only if its own modality gives the fact and the other does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from charge_stream.infra import provenance
from charge_stream.infra.readings import as_engines_see, pictures, source_of
from charge_stream.infra.stage import Abstained, Deps, Emission, Stage
from charge_stream.models import Chunk, Keypoint, Reading, Verified
from charge_stream.models.errors import Permanent
from charge_stream.models.ids import make_id
from charge_stream.prompts import catalogue as prompts
from charge_stream.topics import catalogue as topics

Source = Chunk | Reading


async def handle(keypoint: Keypoint, deps: Deps) -> Sequence[Emission]:
    own = await source_of(keypoint.document_id, keypoint.source_id, deps)
    if own is None:
        raise Permanent(f"no manifest names source {keypoint.source_id}, from which this keypoint was extracted")
    paired = await deps.sources.paired(keypoint.document_id, keypoint.source_id)
    others = [seen for other in paired if (seen := await as_engines_see(other, deps)) is not None]
    verdict = await _judged(keypoint, own, others, deps)
    verified = Verified(
        id=await _identity(keypoint, deps),
        keypoint=keypoint,
        paired=sorted(other.id for other in paired),
        shown=provenance.shown(prompts.ANSWER_FROM_CHART.id),
        **verdict._asdict(),
    )
    return [Emission(topics.VERIFIED, verified)]


async def _identity(keypoint: Keypoint, deps: Deps) -> str:
    """The keypoint and what it is held against: with other partners it is another verdict."""
    paired = await deps.sources.paired(keypoint.document_id, keypoint.source_id)
    return make_id("verify", keypoint.id, *sorted(source.id for source in paired), deps.settings.generation)


STAGE = Stage(
    "verify",
    consumes=(topics.KEYPOINTS,),
    emits=(topics.VERIFIED,),
    handle=handle,
    identity=_identity,
    about="hold each keypoint against the other modality",
)


class _Verdict(NamedTuple):
    """What eq. 2 says, and what it rests on: the fields of ``Verified``."""

    status: str
    reason: str | None = None
    question: str = ""
    from_own: str | None = None
    from_other: str | None = None
    granularity: str | None = None


async def _judged(keypoint: Keypoint, own: Source, others: Sequence[Source], deps: Deps) -> _Verdict:
    """Eq. 2: retain when the own modality gives the fact and the other does not."""
    if keypoint.classified and keypoint.classified != f"{keypoint.modality}-only":
        return _Verdict("drop", f"classified as {keypoint.classified}")
    asked = await deps.engine.ask(prompts.QUESTION_FROM_KEYPOINT, {"keypoint": keypoint})
    if isinstance(asked, Abstained):
        return _Verdict("unverifiable", asked.reason)
    from_own = await _answer(asked.question, [own], keypoint, deps)
    from_other = await _answer(asked.question, others, keypoint, deps)
    told = _Verdict("retain", None, asked.question, _text(from_own), _text(from_other))
    for answer in (from_own, from_other):
        if isinstance(answer, Abstained):
            return told._replace(status="unverifiable", reason=answer.reason)
    if await _judge(keypoint, asked.question, told.from_own, deps) != "same":
        return told._replace(status="drop", reason="its own source does not give the fact")
    other = await _judge(keypoint, asked.question, told.from_other, deps)
    if other == "same":
        return told._replace(status="drop", reason="the other modality gives the fact too")
    if other == "coarser":
        return told._replace(status="drop", reason="the other modality gives the fact at another granularity", granularity=other)
    return told


async def _answer(question: str, sources: Sequence[Source], keypoint: Keypoint, deps: Deps) -> str | Abstained | None:
    """The question answered from one modality alone; None when there is nothing of that modality, or it does not tell."""
    if not sources:
        return None
    chunks = [source for source in sources if isinstance(source, Chunk)]
    readings = [source for source in sources if isinstance(source, Reading)]
    inputs = {"question": question, "keypoint": keypoint}
    if chunks:
        answered = await deps.engine.ask(prompts.ANSWER_FROM_TEXT, {**inputs, "chunks": chunks})
    else:
        answered = await deps.engine.ask(prompts.ANSWER_FROM_CHART, {**inputs, "readings": readings}, await pictures(readings, deps))
    return answered if isinstance(answered, Abstained) else answered.answer


async def _judge(keypoint: Keypoint, question: str, answer: str | None, deps: Deps) -> str:
    """Same, coarser or different; an engine that cannot judge has not confirmed that the answers are the same."""
    if answer is None:
        return "different"
    verdict = await deps.engine.ask(prompts.JUDGE, {"keypoint": keypoint, "question": question, "answer": answer})
    return "different" if isinstance(verdict, Abstained) else verdict.verdict


def _text(answer: str | Abstained | None) -> str | None:
    return None if isinstance(answer, Abstained) else answer
