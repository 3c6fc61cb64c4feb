"""Writing a question with its answer from one or two keypoints (CHARGE alg. 1, 4–11), each of the eight types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from charge_stream.engines.rules.asked import ask
from charge_stream.engines.rules.computed import bare
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.two_hops import Written, write
from charge_stream.engines.rules.verify import NO_FRAME
from charge_stream.infra.stage import Abstained
from charge_stream.models import Keypoint
from charge_stream.prompts.outputs import WrittenQA


def write_single(inputs: dict[str, Any]) -> WrittenQA | Abstained:
    """The fact's question, in one of its wordings."""
    keypoint: Keypoint = inputs["hops"][0]
    fact = Fact.from_dict(keypoint.frame)
    if fact is None:
        return NO_FRAME
    asked = ask(fact)
    if asked is None:
        return Abstained("the question would list many options")
    text, form = asked
    return WrittenQA(query=text, answer=_told(fact, form), form=form)


def _told(fact: Fact, form: str) -> str:
    """The short answer; a question that asks for direction or amount alone is answered by that."""
    if fact.kind == "change" and form.endswith("from … to"):
        return f"{fact.shown} (from {bare(fact.before)} to {bare(fact.after)})"
    return fact.reply()


def suited(keypoint: Keypoint, partners: Sequence[Keypoint]) -> list[bool]:
    """Which partners have a form together with ``keypoint``."""
    one = Fact.from_dict(keypoint.frame)
    others = [Fact.from_dict(partner.frame) for partner in partners]
    return [one is not None and two is not None and isinstance(write(one, two), Written) for two in others]


def write_pair(inputs: dict[str, Any]) -> WrittenQA | Abstained:
    """A question that needs both keypoints, or the reason why there is none."""
    hops: list[Keypoint] = inputs["hops"]
    facts = [Fact.from_dict(keypoint.frame) for keypoint in hops]
    one, two = facts[0], facts[1] if len(facts) == 2 else None
    if one is None or two is None:
        return NO_FRAME
    if hops[0].source_id == hops[1].source_id:
        return Abstained("both keypoints stand in one source")
    written = write(one, two)
    return Abstained(written) if isinstance(written, str) else WrittenQA(query=written.query, answer=written.answer, form=written.form)
