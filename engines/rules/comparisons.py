"""How two facts beside each other are asked for: one line a wording, each a template of its own.

A wording names the contrasts it fits; its slots are filled from the contrast. Every answer is worked out from both values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from charge_stream.engines.rules.computed import bare, percent_change, ratio, total
from charge_stream.engines.rules.contrasts import Contrast, by_how
from charge_stream.engines.rules.english import cap, query
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.phrases import tail
from charge_stream.engines.rules.quantities import PERCENT

Fits = Callable[[Contrast], bool]


@dataclass(frozen=True, slots=True)
class Wording:
    """``name`` is the template's; ``fits`` says which contrasts it can put; question and answer have slots in braces."""

    name: str
    fits: Fits
    question: str
    answer: str


def wordings(beside: Contrast) -> Iterator[tuple[str, str, str]]:
    """Template, question and answer of every wording that fits, in the table's order."""
    slots = _slots(beside)
    for wording in WORDINGS:
        if wording.fits(beside):
            yield wording.name, query(beside.high.scope + wording.question.format(**slots)), cap(wording.answer.format(**slots))


def _slots(beside: Contrast) -> dict[str, str]:
    high, low = beside.high, beside.low
    first, last = sorted((high, low), key=lambda fact: fact.time)
    x, y = sorted((high, low), key=beside.named)
    rose = (last.value or 0) > (first.value or 0)
    return {
        "by_how": by_how(high),
        "larger": f"{beside.named(high)}, by {beside.answer()}",
        "in_points": ", in percentage points" if high.unit == PERCENT else f", in {high.object}" if high.object else "",
        "was": beside.verb,
        "lead": beside.lead,
        "ending": beside.ending,
        "high": beside.named(high),
        "low": beside.named(low),
        "than_low": beside.noun(low, high),
        "than_high": beside.noun(high, low),
        "x": beside.named(x),
        "y": beside.named(y),
        "bare_x": _name(beside, x),
        "bare_y": _name(beside, y),
        "t1": first.time,
        "t2": last.time,
        "rise": "rise" if rose else "fall",
        "rose": "rose" if rose else "fell",
        "from": bare(first.shown),
        "to": bare(last.shown),
        "amount": beside.amount,
        "difference": beside.answer(),
        "times": f"{ratio(high, low)} times ({beside.values})",
        "in_percent": f"{percent_change(first, last)} (from {bare(first.shown)} to {bare(last.shown)})",
        "total": total(high, low),
        "sum": f"{bare(x.shown)} plus {bare(y.shown)}",
        "object": high.object,
        "do": high.verb,
        "did": high.predicate,
        "whole": f"the share of {high.object}",
        "done_by": f"{x.subject} and {y.subject}",
        "where_when": tail(high),
    }


def _name(beside: Contrast, fact: Fact) -> str:
    """A side without its preposition: "in Denmark" → "Denmark"."""
    return re.sub(r"^(?:in|among) ", "", beside.named(fact))


def _style(*styles: str) -> Fits:
    return lambda beside: beside.style in styles


def _sided(beside: Contrast) -> bool:
    return beside.style == "sided" and beside.dimension != "time"


def _sided_points(beside: Contrast) -> bool:
    return _sided(beside) and beside.high.unit == PERCENT


def _over_time(beside: Contrast) -> bool:
    return beside.style == "sided" and beside.dimension == "time"


def _multiple(fits: Fits) -> Fits:
    return lambda beside: fits(beside) and not _needs_unit(beside) and bool(ratio(beside.high, beside.low))


def _in_percent(beside: Contrast) -> bool:
    first, last = sorted((beside.high, beside.low), key=lambda fact: fact.time)
    return _over_time(beside) and not _needs_unit(beside) and bool(percent_change(first, last))


def _needs_unit(beside: Contrast) -> bool:
    """Does only the unit tell what is counted per what? A multiple or a percentage would be asked for without it."""
    return beside.high.kind == "amount" and bool(beside.high.object)


def _parts_of_one_whole(beside: Contrast) -> bool:
    """Shares of one whole that two doers of one kind took ("public schools" and "private schools")."""
    if beside.dimension != "doer" or beside.high.unit != PERCENT:
        return False
    return (
        0 < (beside.high.value or 0) + (beside.low.value or 0) <= 100
        and {beside.high.subject.split()[0], beside.low.subject.split()[0]} in _APART
    )


_APART = ({"public", "private"}, {"men", "women"}, {"domestic", "international"}, {"urban", "rural"})
"""Words that tell the parts of a whole from each other, so that what they took may be added."""

WORDINGS: tuple[Wording, ...] = (
    Wording("higher on one side", _sided, "{by_how} {was} {lead} higher {high} than {low}", "{difference}"),
    Wording("lower on one side", _sided, "{by_how} {was} {lead} lower {low} than {high}", "{difference}"),
    Wording(
        "points higher on one side",
        _sided_points,
        "how many percentage points higher {was} {lead} {high} than {low}",
        "{difference}",
    ),
    Wording("which side", _sided, "{was} {lead} higher {x} or {y}, and {by_how}", "{larger}"),
    Wording("gap of sides", _sided, "how wide was the gap between {bare_x} and {bare_y} in {lead}{in_points}", "{difference}"),
    Wording("apart", _sided, "how far apart were {bare_x} and {bare_y} in {lead}{in_points}", "{difference}"),
    Wording("times as high on one side", _multiple(_sided), "how many times as high {was} {lead} {high} as {low}", "{times}"),
    Wording("change", _over_time, "{by_how} did {lead} change between {t1} and {t2}", "a {rise} of {amount}, from {from} to {to}"),
    Wording("rise or fall", _over_time, "{by_how} did {lead} {rise} between {t1} and {t2}", "{amount} (from {from} to {to})"),
    Wording(
        "rose or fell",
        _over_time,
        "did {lead} rise or fall between {t1} and {t2}, and {by_how}",
        "it {rose} by {amount}, from {from} to {to}",
    ),
    Wording("higher at one time", _over_time, "{by_how} {was} {lead} higher {high} than {low}", "{difference}"),
    Wording("when", _over_time, "when {was} {lead} higher, {x} or {y}, and {by_how}", "{larger}"),
    Wording("change in percent", _in_percent, "by what percentage did {lead} {rise} between {t1} and {t2}", "{in_percent}"),
    Wording("times as high at one time", _multiple(_over_time), "how many times as high {was} {lead} {high} as {low}", "{times}"),
    Wording("one higher than the other", _style("paired"), "{by_how} {was} {high} higher than {than_low}{ending}", "{difference}"),
    Wording("one lower than the other", _style("paired"), "{by_how} {was} {low} lower than {than_high}{ending}", "{difference}"),
    Wording("which of two", _style("paired"), "which was higher{ending}, {x} or {y}, and {by_how}", "{larger}"),
    Wording(
        "difference between two",
        _style("paired"),
        "how large was the difference between {x} and {y}{ending}{in_points}",
        "{difference}",
    ),
    Wording(
        "one times the other",
        _multiple(_style("paired")),
        "how many times as high {was} {high} as {than_low}{ending}",
        "{times}",
    ),
    Wording("how many more", _style("done"), "how many more {object} did {high} {do} than {low}{ending}", "{difference}"),
    Wording("how many fewer", _style("done"), "how many fewer {object} did {low} {do} than {high}{ending}", "{difference}"),
    Wording("who did more", _style("done"), "which {did} more {object}{ending}, {x} or {y}, and by how much", "{larger}"),
    Wording(
        "times as many",
        _multiple(_style("done")),
        "how many times as many {object} did {high} {do} as {low}{ending}",
        "{times}",
    ),
    Wording(
        "together",
        _parts_of_one_whole,
        "what percentage of {object} did {done_by} {do} together{where_when}",
        "{total} ({sum})",
    ),
)  # fmt: skip
