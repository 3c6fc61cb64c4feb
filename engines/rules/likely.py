"""Two groups set against each other: "X are more likely than Y to VP (a% vs. b%)", "A higher share of X than Y VP (a% vs. b%)"."""

from __future__ import annotations

import re

from charge_stream.engines.rules.english import parse
from charge_stream.engines.rules.subjects import population_and_predicate

_VALUES = (
    r"\((?:about )?(?P<a>\d+(?:\.\d+)?)%,? (?:vs\.?|versus|to|compared with|compared to) (?:about |just )?(?P<b>\d+(?:\.\d+)?)%"
    r"(?:,? respectively)?\)"
)
_ARE = r"(?:are|were|remain|remained) (?:[\w-]+ ){0,5}?(?:more|less|as) likely"
_BEHIND = re.compile(
    rf"(?P<first>[A-Z][^,()]{{2,90}}?) {_ARE} (?:than|as) (?P<second>[^,()]{{2,90}}?) to (?P<predicate>[^()%]{{4,160}}?) {_VALUES}"
    r"(?P<after>.*)$"
)
_BETWEEN = re.compile(
    rf"(?P<first>[A-Z][^,()]{{2,90}}?) {_ARE} (?:than|as) (?P<second>[^,()]{{2,90}}?) {_VALUES}"
    r" to (?P<predicate>[^()%]{4,160})(?P<after>)$"
)
_INSIDE = re.compile(
    r"(?P<first>[A-Z][^,()]{2,60}?) \((?P<a>\d+(?:\.\d+)?)%\) (?:are|were) (?:[\w-]+ ){0,3}?(?:more|less) likely than"
    r" (?P<second>[^,()]{2,60}?) "
    r"\((?P<b>\d+(?:\.\d+)?)%\) to (?P<predicate>[^()%]{4,160})(?P<after>)$"
)
_TWO_VIEWS = re.compile(
    rf"(?P<who>[A-Z][^,()]{{2,90}}?) {_ARE} to (?P<first>[^()%]{{8,120}}?) than (?:to )?(?P<second>[^()%]{{3,120}}?) {_VALUES}"
    r"(?P<after>.*)$"
)
_SHARES = re.compile(
    r"(?:An?|Much|Far|Slightly|Somewhat)? ?(?:(?:much|far|slightly|somewhat|considerably|modestly) )?"
    r"(?:higher|larger|greater|smaller|lower)"
    rf" (?:shares?|percentages?) of (?P<first>[^,()%]{{3,60}}?) than (?:of )?(?P<rest>[^()%]{{8,200}}?) {_VALUES}(?P<after>.*)$",
    re.IGNORECASE,
)
_SHARES_INSIDE = re.compile(
    r"(?:(?:(?:An?|Much|Far|Slightly|Somewhat|Considerably|Substantially|Significantly) )*(?:higher|larger|greater|smaller|lower)"
    r" (?:shares?|percentages?) of|(?:(?:Far|Many|Slightly|Somewhat) )?(?:more|fewer)) (?P<first>(?!than\b)[^,()%]{3,60}?)"
    r" \((?P<a>\d+(?:\.\d+)?)%\) than (?:of )?(?P<second>[^,()%]{3,60}?) \((?P<b>\d+(?:\.\d+)?)%\) (?P<predicate>[^()%]{4,160})"
    r"(?P<after>)$",
    re.IGNORECASE,
)

_OTHER = r"[^,()%]{2,50}? \(\d+(?:\.\d+)?%\)"
_SEVERAL = re.compile(
    rf"(?P<first>[A-Z][^,()%]{{2,60}}?) \((?P<a>\d+(?:\.\d+)?)%\) {_ARE} (?:than|as) "
    rf"(?P<others>{_OTHER}(?:, {_OTHER})*,? (?:and|or) {_OTHER})(?: (?P<head>[a-z]+s|women|men|people))? to (?P<predicate>[^()%]{{4,160}})$"
)
_EACH = re.compile(r"(?:^|, |,? (?:and|or) )(?P<name>[^,()%]+?) \((?P<value>\d+(?:\.\d+)?)%\)")


def set_against_several(text: str) -> tuple[list[tuple[str, str]], str] | None:
    """The groups with their percentages and the predicate of "X (a%) are less likely than Y (b%) and Z (c%) to VP".

    Others that share a head take it: "than White (85%) and Asian Republicans (78%)", "than middle (46%) and high school (43%) teachers".
    None where one of them has no head.
    """
    match = _SEVERAL.match(text)
    if match is None:
        return None
    others = [(item["name"], item["value"]) for item in _EACH.finditer(match["others"])]
    head = match["head"] or others[-1][0].split()[-1]
    named = [(name if not match["head"] and _is_group(name) else f"{name} {head}", value) for name, value in others]
    if not all(_is_group(name) for name, _ in named):
        return None
    return [(match["first"], match["a"]), *named], match["predicate"]


def _is_group(name: str) -> bool:
    """Does it end in a plural noun ("Asian Republicans", but not "White" or "middle school")?"""
    last = parse(f"{name} say it.")[len(parse(name)) - 1]
    return last.tag_ in ("NNS", "NNPS")


def set_against(text: str) -> tuple[tuple[str, str], tuple[str, str], str, str] | None:
    """((group, percentage), (group, percentage), predicate, what follows) of such a sentence, or None."""
    match = _BEHIND.match(text) or _BETWEEN.match(text) or _INSIDE.match(text)
    if match:
        return (match["first"], match["a"]), (match["second"], match["b"]), match["predicate"], match["after"]
    match = _SHARES_INSIDE.match(text)
    if match and not any(
        word.pos_ in ("VERB", "AUX") for name in ("first", "second") for word in parse(match[name]) if word.dep_ == "ROOT"
    ):
        return (match["first"], match["a"]), (match["second"], match["b"]), match["predicate"], ""
    match = _SHARES.match(text)
    parts = population_and_predicate("50", match["rest"]) if match else None
    if match is None or parts is None:
        return None
    return (match["first"], match["a"]), (parts[0], match["b"]), parts[1], match["after"]


def rather(text: str) -> tuple[str, str, str, str] | None:
    """(group, percentage, predicate, what follows) of "X are more likely to VP than to VP (a% vs. b%)": the first of the two views."""
    match = _TWO_VIEWS.match(text)
    return (match["who"], match["a"], match["first"], match["after"]) if match else None
