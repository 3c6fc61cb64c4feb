"""Two readings of one chart: where they agree each is surer, where they differ both are doubtful, and it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from charge_stream.charts.check import MIN_CELLS, chart_confidence
from charge_stream.charts.reading import Cell, ChartReading

AGREED, DISPUTED = 0.5, 0.6
"""An agreement takes so much of the doubt away; a dispute leaves so much of the confidence."""
ALONE = 0.6
"""Confidence of a table that nobody but the second reader could read."""
WITHIN, SHARE = 0.01, 0.005
"""Readings agree within 1% of the range of the values (zero included), or within half a percent of the value."""
ALIKE = 85.0
"""Names are the same from this likeness on (of 100)."""

Rows = Sequence[tuple[str, Sequence[float | None]]]


def reconcile(own: ChartReading, columns: Sequence[str], rows: Rows, unit: str | None = None, scale: str | None = None) -> ChartReading:
    """`own` with its confidences moved by a second reading: a name for each of `columns`, and `rows` with a value for each column.

    What only the second reader saw is not added, unless the chart was declined: then its table is stated, with little confidence
    (`origin` is then model). Rows and columns belong together by name. A second reading without rows changes nothing, and neither does
    one of a table that came with the chart.
    """
    if not rows or own.origin == "data":
        return own
    if own.abstained:
        return _alone(own, columns, rows, unit, scale)
    by_row = _counterparts([str(row[0]) for row in own.rows], [name for name, _ in rows])
    by_column = _counterparts(own.columns[1:], list(columns))
    values = [cell.value for cell in own.cells]
    extent = max(0.0, *values) - min(0.0, *values)
    cells, disputed = [], list(own.disputed)
    for cell in own.cells:
        other = _value(rows, by_row.get(cell.row), by_column.get(cell.column - 1))
        if other is None:
            cells.append(cell)
        elif abs(other - cell.value) <= max(WITHIN * extent, SHARE * abs(cell.value)):
            cells.append(replace(cell, confidence=round(1 - (1 - cell.confidence) * AGREED, 3)))
        else:
            cells.append(replace(cell, confidence=round(cell.confidence * DISPUTED, 3)))
            place = ", ".join(part for part in (str(own.rows[cell.row][0]), own.columns[cell.column]) if part)
            disputed.append(f"{place}: {cell.value:g} here, {other:g} by the second reader")
    return replace(own, cells=cells, confidence=chart_confidence(cells), disputed=disputed)


def _alone(own: ChartReading, columns: Sequence[str], rows: Rows, unit: str | None, scale: str | None) -> ChartReading:
    width = len(columns)
    table = [[name, *list(values)[:width], *[None] * (width - len(values))] for name, values in rows]
    cells = [
        Cell(i, j, float(value), None, ALONE, None)
        for i, row in enumerate(table)
        for j, value in enumerate(row)
        if j and isinstance(value, int | float)
    ]
    if len(cells) < MIN_CELLS or len({name for name, _ in rows}) < len(rows) or len(set(columns)) < width:
        return own
    return replace(
        own,
        columns=["", *columns],
        rows=[[name, *(None if value is None else float(value) for value in values)] for name, *values in table],
        cells=cells,
        confidence=ALONE,
        abstained=False,
        reason=None,
        origin="model",
        unit=own.unit or unit,
        scale=own.scale or scale,
    )


def _value(rows: Rows, row: int | None, column: int | None) -> float | None:
    if row is None or column is None:
        return None
    values = rows[row][1]
    return values[column] if column < len(values) else None


def _counterparts(own: Sequence[str], others: Sequence[str]) -> dict[int, int]:
    """Names that belong together, one to one, the most alike first; a single name on either side belongs to the other."""
    if len(own) == len(others) == 1:
        return {0: 0}
    likeness = sorted(
        ((-fuzz.ratio(_plain(name), _plain(other)), i, j) for i, name in enumerate(own) for j, other in enumerate(others)),
    )
    pairs: dict[int, int] = {}
    for unlike, i, j in likeness:
        if -unlike >= ALIKE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
