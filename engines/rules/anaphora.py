""" "… say this", "… say the same", "… hold this view": the predicate of the clause before, where that is one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from charge_stream.engines.rules.places import placed
from charge_stream.engines.rules.raw_shares import RawShare
from charge_stream.engines.rules.sentences import OWN_MIND
from charge_stream.engines.rules.words import only

_SAYING = r"(?:say|said|think|thought|believe|believed|feel|felt)"
_SAID_SO = re.compile(rf"(?:also )?(?P<verb>{_SAYING}) (?:this|that|the same(?: thing)?|so)(?: as well)?$")
_HELD_SO = re.compile(
    r"(?:also )?(?:(?:hold|held|share|shared|take|took|express|expressed) (?:this|that|the same) (?:view|opinion|position)"
    r"|(?:feel|felt) (?:this|that|the same)(?: way)?|(?:do|did) (?:so|the same))$"
)
_CLAUSE = re.compile(rf"(?P<verb>{_SAYING}) (?!this\b|that$|the same\b|so\b).{{8,}}")


_LIKELY_TO_SAY = re.compile(
    rf"\blikely (?:than [^,;:()]{{3,70}}? )?to (?P<predicate>{_SAYING} (?!this\b|that$|the same\b|so\b)[^;:()%]{{12,160}}?)"
    r"(?:, [^()%]*)?[.:]?$"
)


def refers(predicate: str) -> bool:
    """Does the predicate only point at one said before?"""
    return bool(_SAID_SO.fullmatch(predicate) or _HELD_SO.fullmatch(predicate))


def view_told(sentence: str) -> str:
    """What a sentence without a figure tells that people say: "Nurses are more likely than doctors to say it pays" → "say it pays"."""
    match = _LIKELY_TO_SAY.search(sentence)
    return match["predicate"] if match and not re.search(r"\b(?:and|or|but|while|they|them|their)\b", match["predicate"]) else ""


def resolved(share: RawShare, before: Sequence[RawShare], view: str = "") -> RawShare:
    """``share`` with the one predicate of the shares ``before`` it in place of "say this"; as it is where they have none or several.

    It holds where and when they hold, unless it tells so itself. Without shares before it, ``view`` is what was told there.
    """
    predicates = {earlier.predicate for earlier in before} or {view}
    if len(predicates) != 1 or not refers(share.predicate):
        return share
    (predicate,) = predicates
    said, clause = _SAID_SO.fullmatch(share.predicate), _CLAUSE.match(predicate)
    if clause is None or refers(predicate):
        return share
    if said and said["verb"][:3] == clause["verb"][:3]:
        predicate = f"{said['verb']}{predicate[clause.end('verb') :]}"
    time, place = ({getattr(earlier, slot) for earlier in before} or {""} for slot in ("time", "place"))
    return replace(
        share,
        predicate=predicate,
        time=share.time or only(time),
        place=share.place or ("" if placed(share.population) else only(place)),
    )


_THEY = rf"\b{_SAYING} (?:that )?they\b"


def means_others(share: RawShare, before: Sequence[RawShare]) -> bool:
    """May "they" in "Another 23% say they …" be what the clause before speaks of ("say unions help"), not those who say it?"""
    if not re.search(rf"{_THEY}(?!{OWN_MIND})", share.predicate):
        return False
    return not (before and all(re.search(_THEY, earlier.predicate) for earlier in before))
