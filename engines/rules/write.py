"""Writing a question with its answer from one or two keypoints (CHARGE alg. 1, 4–11), each of the eight types."""

from __future__ import annotations

import zlib
from typing import Any

from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.two_hops import write
from charge_stream.engines.rules.verify import NO_FRAME
from charge_stream.infra.stage import Abstained
from charge_stream.models import Keypoint
from charge_stream.prompts.outputs import WrittenQA


def write_single(inputs: dict[str, Any]) -> WrittenQA | Abstained:
    """The fact's own question; shares are asked for as a percentage or as a share."""
    keypoint: Keypoint = inputs["hops"][0]
    fact = Fact.from_dict(keypoint.frame)
    if fact is None:
        return NO_FRAME
    asked = fact.question()
    if fact.kind == "share" and zlib.crc32(asked.encode()) % 2:
        asked = asked.replace("what percentage of", "what share of", 1).replace("What percentage of", "What share of", 1)
    return WrittenQA(query=asked, answer=fact.reply(), form=f"{fact.kind}: {fact.form}")


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
