"""A sentence that goes on about the people of the one before: "About four-in-ten (42%) say …", "Another 11% say …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from charge_stream.engines.rules.sentences import Opened

_LEAD = (
    r"(?:(?:Another|An additional|A further|Still others?,?|Some|Just|Only|About|Roughly|Around|Nearly|Almost|Fewer|Smaller|A smaller"
    r"|Even fewer|More than|Fewer than|An|A|Slightly) )*"
)
_QUANTITY = (
    r"(?:majority|minority|share|shares|third|quarter|half|fifth|(?:one-|two-|three-)(?:third|quarter)s?"
    r"|\w+-in-(?:ten|five|four|three))"
)
_VERBS = (
    r"(?:say|said|think|believe|are|were|have|had|see|view|favor|oppose|support|describe|express|feel|expect|want|agree|disagree|prefer|report"
    r"|use|used|know|trust|worry|identify|consider|would|get|got|do not|did not)"
)
_GOES_ON = re.compile(
    rf"{_LEAD}(?:{_QUANTITY} \((?:about |roughly )?(?P<inside>\d+(?:\.\d+)?)%\)|(?P<plain>\d+(?:\.\d+)?)%) (?={_VERBS}\b)", re.IGNORECASE
)


def continued(text: Opened, people: Sequence[tuple[str, str, str]]) -> Opened:
    """``text`` among the one group (with its place and time) that the sentence before is about, when it names none of its own.

    After a sentence that compares several groups it is open whom the next one means; then nothing is taken over.
    """
    match = _GOES_ON.match(text.rest)
    if match is None or text.among or text.place or len(people) != 1:
        return text
    ((population, place, time),) = people
    rest = f"{match['inside'] or match['plain']}% {text.rest[match.end() :]}"
    return replace(text, rest=rest, among=population, goes_on=True, place=place, time=text.time or time)
