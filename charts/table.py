"""From single facts (row, series, value) to the table of a reading."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.reading import Box, Cell, Value


@dataclass(frozen=True, slots=True)
class Fact:
    """One value read: `text` as printed, None where measured."""

    row: int
    series: str
    value: float
    text: str | None
    confidence: float
    box: Box | None


def assemble(
    rows: Sequence[str], series: Sequence[str], facts: Sequence[Fact], header: str = ""
) -> tuple[list[str], list[list[Value]], list[Cell]]:
    """Columns, rows and cells; the first fact of a place wins, places without one stay None."""
    columns = [header, *series]
    table: list[list[Value]] = [[name, *[None] * len(series)] for name in rows]
    cells: list[Cell] = []
    for fact in facts:
        column = columns.index(fact.series, 1)
        if table[fact.row][column] is None:
            table[fact.row][column] = fact.value
            cells.append(Cell(fact.row, column, fact.value, fact.text, round(fact.confidence, 3), fact.box))
    return columns, table, sorted(cells, key=lambda cell: (cell.row, cell.column))


def rounded(value: float, step: float) -> float:
    """A measured value, to the decimal place that a step of the drawing's grain can tell apart."""
    if step <= 0:
        return value
    places = -round(math.log10(step)) if step < 1 else -math.floor(math.log10(step))
    result = round(value, places)
    return float(result) if result else 0.0
