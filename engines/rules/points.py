"""The values of a reading that are sure enough to build on, with their labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from charge_stream.models import Reading

CONFIDENCE = 0.9
"""Values read with less confidence give no fact, and a reading with less gives none at all."""


@dataclass(frozen=True, slots=True)
class Point:
    """One sure value with its labels; ``series`` is the column's label, and ``alone`` tells that there is no other column of values."""

    row: int
    column: int
    value: float
    text: str | None
    category: str
    series: str
    alone: bool = False


def points_of(reading: Reading) -> Iterator[Point]:
    """The sure values of a reading with their labels, row by row."""
    alone = len(reading.columns) == 2
    for cell in sorted(reading.cells, key=lambda cell: (cell.row, cell.column)):
        if cell.confidence < CONFIDENCE or not (0 <= cell.row < len(reading.rows)) or not (0 < cell.column < len(reading.columns)):
            continue
        label, (value, text) = _label(reading.rows[cell.row][0]), sensible(cell.value, cell.text)
        yield Point(cell.row, cell.column, value, text, label, " ".join(str(reading.columns[cell.column]).split()), alone)


def sensible(value: float, text: str | None) -> tuple[float, str | None]:
    """A value of more digits than anyone measures, such as 72.806335 in a table, to four of them: 72.81."""
    digits = re.fullmatch(r"-?(?P<whole>\d*)\.(?P<decimals>\d+)", text or f"{value:.12g}")
    if digits is None or len(digits["decimals"]) <= 3 or len((digits["whole"] + digits["decimals"]).lstrip("0")) <= 5:
        return value, text
    short = f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    return (float(short), short) if "e" not in short else (value, text)


def titles(reading: Reading) -> list[str]:
    """Subtitle, title and caption: the reading's own, else what the document gives."""
    chart = reading.chart
    found = (reading.subtitle or chart.subtitle, reading.title or chart.title, chart.caption)
    return [title for title in found if title]


def _label(value: object) -> str:
    """A row's header as text; a year that was read as a number has no decimals."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else " ".join(str(value or "").split())
