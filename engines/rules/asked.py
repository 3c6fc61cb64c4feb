"""How one fact is asked for: one line a wording, each a template of its own."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

from charge_stream.engines.rules.english import listed, query
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.phrases import MAX_LISTED, counted_in, few, in_place, in_time, its, opening, tail, was, when

Asked = Callable[[Fact], str]
_LEVEL = re.compile(r"the (?:[\w-]+ )*(?:price|rate|share|score|percentage|cost|wage|income)s?\b")
_GAP = re.compile(r"by how many percentage points (?P<was>was|were) (?P<what>.+?) higher (?P<than>.+)")


def ask(fact: Fact) -> tuple[str, str] | None:
    """A question for ``fact`` and the name of its wording, by the fact's own words; None where it would list more than a reader keeps."""
    if fact.options and fact.noun != "year" and len(few(fact)) > MAX_LISTED:
        return None
    fitting = [(name, text) for name, wording in WORDINGS[fact.kind] if (text := wording(fact))]
    name, text = fitting[zlib.crc32(fact.question().encode()) % len(fitting)]
    return query(fact.scope + text), f"{fact.kind}: {name}"


def _share_last(fact: Fact) -> str:
    """Place and time last, unless the predicate ends in a clause that they would join."""
    if not tail(fact) or re.search(r"\b(?:that|when|if|because|in|who|which)\b", fact.predicate):
        return ""
    return f"what percentage of {fact.subject} {fact.predicate}{tail(fact)}"


def _share_size(fact: Fact) -> str:
    """Not where place and time, which come last, would join a clause of the predicate."""
    joined = re.search(r"\b(?:when|if|unless|that|because|who|which)\b", fact.predicate)
    return f"how large was {fact.noun_phrase()}" if fact.time and not joined else ""


def _share_height(fact: Fact) -> str:
    if not fact.time or re.search(rf" {fact.relative} ", fact.subject):
        return ""
    return f"{opening(fact)}how high was the percentage of {fact.subject} {fact.relative} {fact.predicate}"


def _amount_first(fact: Fact) -> str:
    return _opened(fact) if fact.time else ""


def _amount_height(fact: Fact) -> str:
    return f"how high {was(fact.subject)} {fact.subject}{tail(fact)}{counted_in(fact)}" if _LEVEL.match(fact.subject) and fact.time else ""


def _amount_level(fact: Fact) -> str:
    if "index point" not in fact.shown or not fact.time:
        return ""
    return f"at how many index points did {fact.subject} stand{tail(fact)}"


def _deed_first(fact: Fact) -> str:
    return _opened(fact) if tail(fact) else ""


def _opened(fact: Fact) -> str:
    """The usual question with place and time first."""
    return f"{opening(fact)}{fact.but(place='', time='').bare_question()}"


def _of_few(fact: Fact) -> str:
    """The usual question, among a few of the options."""
    return _brief(fact).bare_question()


def _brief(fact: Fact) -> Fact:
    """The fact with a few of its options; the ends of a range of years stay."""
    return fact if fact.noun == "year" else fact.but(options=tuple(few(fact)))


def _which(fact: Fact) -> str:
    return f"which of {listed(few(fact))} had the {fact.superlative} {fact.subject}{tail(fact)}"


def _options_last(fact: Fact) -> str:
    return f"which {fact.noun} had the {fact.superlative} {fact.subject}{tail(fact)}: {listed(few(fact), 'or')}"


def _peak_when(fact: Fact) -> str:
    if fact.noun == "year":
        return ""
    return f"when {was(fact.subject)} {fact.subject}{tail(fact)} {fact.superlative}: in {listed(few(fact), 'or')}"


def _peak_reached(fact: Fact) -> str:
    end = "peak" if fact.superlative == "highest" else "lowest point"
    return f"{when(_brief(fact))} did {fact.subject}{tail(fact)} reach {its(fact)} {end}"


def _gap_points(fact: Fact) -> str:
    match = _GAP.fullmatch(fact.predicate)
    return f"how many percentage points higher {match['was']} {match['what']} {match['than']}" if match else ""


def _changed_to(fact: Fact) -> str:
    return f"did {fact.subject}{tail(fact, time=False)} rise or fall between {fact.since} and {fact.time}, and {_by(fact)}"


def _moved(fact: Fact) -> str:
    verb = "rise" if fact.predicate == "rose" else "fall"
    return f"{_by(fact)} did {fact.subject}{tail(fact, time=False)} {verb} from {fact.since} to {fact.time}"


def _by(fact: Fact) -> str:
    return "by how many percentage points" if "percentage point" in fact.shown else "by how much"


def _usual(fact: Fact) -> str:
    return fact.bare_question()


def _share_of(fact: Fact) -> str:
    return fact.bare_question().replace("what percentage of", "what share of", 1)


def _place_inside(fact: Fact) -> str:
    """ "In 2014, what percentage of adults in Iceland smoked?": the place within the population."""
    if not (fact.place and fact.time) or not re.fullmatch(r"[a-z-]+(?: ages \d+ (?:to \d+|and older))?", fact.subject):
        return ""
    return f"{in_time(fact.time)}, what percentage of {fact.subject} {in_place(fact.place)} {fact.predicate}"


# kind: the wordings that may fit, "" where one does not
WORDINGS: dict[str, tuple[tuple[str, Asked], ...]] = {
    "share": (
        ("percentage", _usual),
        ("share", _share_of),
        ("place and time last", _share_last),
        ("how large", _share_size),
        ("how high", _share_height),
        ("place inside", _place_inside),
    ),
    "amount": (("what was", _usual), ("time first", _amount_first), ("how high", _amount_height), ("index points", _amount_level)),
    "deed": (("how many", _usual), ("time first", _deed_first)),
    "top": (("among", _of_few), ("which of", _which), ("options last", _options_last)),
    "peak": (("in which year", _of_few), ("when", _peak_when), ("reached", _peak_reached)),
    "change": (("by how much", _usual), ("rise or fall", _changed_to), ("from … to", _moved)),
    "gap": (("by how much", _usual), ("points higher", _gap_points)),
    "course": (("course", _usual),),
    "first": (("first", _usual),),
    "event": (("event", _usual),),
}
