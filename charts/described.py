"""A chart's values told in its description (alternative text): `Bar chart of support: Germany 41%, France 33%, Spain 50%`."""

from __future__ import annotations

import re

from charge_stream.charts.numbers import is_year, parse_number

LEAST = 3
"""Fewer values are an example, not the chart."""
_HEAD = re.compile(r"^[^:]*:\s+")
_PARTS = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+|\.\s*$")
_PAIR = re.compile(r"^(?P<name>\D.*?|\d{4})\s*(?:[:=–-]|\bis\b|\bwas\b|\bat\b|\bwith\b|\()?\s*(?P<number>[-−$€£<(]?\d.*?)\)?$")


def described_values(text: str) -> list[list[str]] | None:
    """The table that a description states, names before numbers, nothing else in the list; None where it states none."""
    parts = [part.strip() for part in _PARTS.split(_HEAD.sub("", text.strip())) if part.strip()]
    pairs = [(found["name"].strip(), found["number"].strip()) for part in parts if (found := _PAIR.match(part))]
    names = {name for name, _ in pairs}
    numbers = all(parse_number(number) is not None and not is_year(number) for _, number in pairs)
    if len(pairs) < max(LEAST, len(parts)) or len(names) < len(pairs) or not numbers:
        return None
    return [["", "Value"], *([name, number] for name, number in pairs)]
