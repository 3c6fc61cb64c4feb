"""What a chart's label is by itself: a time, the whole, a group, or nothing that could be asked for."""

from __future__ import annotations

import re

from charge_stream.engines.rules import places, times
from charge_stream.engines.rules.groups import narrowed

_SKIPPED = re.compile(
    r"(?:dk|don't know|no answer|refused|ref|other|others|n/?a|none|not sure|unknown|neither$|both$|all other)\b|.*\b(?:dk/ref"
    r"|no answer|refused|not specified)\b|$",
    re.IGNORECASE,
)
TOTAL = re.compile(r"(?:total|all|overall|all adults|u\.?s\.? adults|adults|all americans|average|net)$", re.IGNORECASE)
LEANING = re.compile(r"(?P<own>Rep|Dem|Republican|Democrat)(?:\.|s)?/\s?[Ll]ean\.? (?:Rep|Dem|Republican|Democratic)\.?$")


def is_skipped(label: str) -> bool:
    """Labels that name no category: refusals, rests, blanks, marked times (projections, unfinished years)."""
    marked = label.strip().endswith("*") and bool(times.spoken(label.strip(" *")))
    return bool(_SKIPPED.match(label.strip())) or marked or len(label) > 70


def is_time(label: str) -> bool:
    return bool(times.spoken(label))


def parts_people(label: str) -> bool:
    """Does the label name a group, a time, a place or the whole?"""
    return bool(is_time(label) or places.named(label) or TOTAL.match(label) or narrowed("adults", label, "") or LEANING.match(label))
