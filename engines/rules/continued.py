"""A sentence that goes on about the people of the one before: "About four-in-ten (42%) say …", "Another 11% say …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from charge_stream.engines.rules.sentences import Opened

_LEAD = (
    r"(?:(?:Another|An additional|A further|Still others?,?|Some|Just|Only|About|Roughly|Around|Nearly|Almost|Over|Fewer|Smaller"
    r"|Even|Even fewer|More than|Fewer than|An?|The|Slightly|Somewhat|Far|Much|Similar|Identical|Larger?|Small|Vast|Clear|Slim) )*"
)
_QUANTITY = (
    r"(?:majority|minority|share|shares|third|quarter|half|fifth|fewer|most|many|two-thirds|three-quarters|(?:one-|two-|three-)(?:third|quarter)s?"
    r"|\w+-in-(?:ten|five|four|three))"
)
_NO_VERB = (
    r"(?:of|in|among|to|from|for|on|at|who|that|which|and|or|as|by|with|majority|minority|plurality|shares?|points?|percentage|percent|more|less|fewer|higher|lower|each"
    r"|both|were|vs\.?|versus|than|are|is|was|had)"
)
_COPULA = r"(?:are|were|had) (?!of\b|in the case\b)"
_GOES_ON = re.compile(
    rf"{_LEAD}(?:{_QUANTITY} \((?:about |roughly |just )?(?P<inside>\d+(?:\.\d+)?)%\)|(?P<plain>\d+(?:\.\d+)?)%)"
    rf" (?={_COPULA}|(?!{_NO_VERB}\b)[a-z])",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|today|currently)\b", re.IGNORECASE)


def continued(text: Opened, groups: Callable[[], Sequence[tuple[str, str, str]]]) -> Opened:
    """``text`` among the one group (with its place and time) that the sentence before is about, when it names none of its own.

    After a sentence that compares several groups it is open whom the next one means; then nothing is taken over.
    """
    match = _GOES_ON.match(text.rest)
    if match is None or text.place:
        return text
    rest = f"{match['inside'] or match['plain']}% {text.rest[match.end() :]}"
    if text.among:
        return replace(text, rest=rest)
    people = groups()
    if len(people) != 1:
        return text
    ((population, place, time),) = people
    return replace(
        text, rest=rest, among=population, goes_on=True, place=place, time=text.time or ("" if text.now or _NOW.search(rest) else time)
    )
