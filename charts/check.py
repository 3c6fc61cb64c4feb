"""What a reading must pass before it is stated: otherwise the chart is declined, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.charts.reading import Cell, Value

MIN_CONFIDENCE = 0.5
MIN_CELLS = 2


class Declined(Exception):
    """The chart cannot be read honestly; the message is the reason."""

    def __init__(self, reason: str, chart_type: str = "unknown") -> None:
        super().__init__(reason)
        self.reason = reason
        self.chart_type = chart_type


def check_table(kind: str, columns: Sequence[str], rows: Sequence[Sequence[Value]], cells: Sequence[Cell]) -> None:
    """Raises `Declined` for tables that contradict themselves: names that stand twice, mostly holes, no rows."""
    names = [str(row[0]) for row in rows]
    seen = _seen(cells)
    if not rows or len(seen) < MIN_CELLS:
        raise Declined("hardly any values found", kind)
    if len(set(names)) < len(names):
        raise Declined("two categories carry the same name", kind)
    if any(not name.strip() for name in names):
        raise Declined("a category has no name", kind)
    if len(set(columns[1:])) < len(columns) - 1:
        raise Declined("two series carry the same name", kind)
    if len(seen) < 0.4 * len(rows) * (len(columns) - 1):
        raise Declined("most values are missing", kind)


def _seen(cells: Sequence[Cell]) -> list[Cell]:
    """Those read from a mark or a print."""
    return [cell for cell in cells if cell.box is not None]


def chart_confidence(cells: Sequence[Cell]) -> float:
    """The mean of the cells' confidences, drawn towards the least certain. Places without a mark do not count."""
    values = [cell.confidence for cell in _seen(cells)]
    return round(0.7 * sum(values) / len(values) + 0.3 * min(values), 3)
