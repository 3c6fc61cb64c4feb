"""A data table that came with the chart: taken as it is, only its numbers are parsed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from charge_stream.charts.field_period import field_period
from charge_stream.charts.numbers import Number, is_missing, is_year, mentions_year, parse_number
from charge_stream.charts.reading import READER_VERSION, Cell, ChartReading, Hints, Value, declined

MAX_ROWS = 5_000
MAX_COLUMNS = 200


def read_data(table: list[list[str]], hints: Hints = Hints()) -> ChartReading:
    """The reading of a table whose first row is the header and whose first column holds the row headers.

    Every number counts as certain (confidence 1). Ragged rows are padded; a table without any number is declined.
    """
    around = _around(hints)
    words = [text.strip() for row in table for text in row if text.strip()]
    if len(table) < 2 or not any(len(row) > 1 for row in table):
        return declined("the data table has no rows", origin="data", words=words, **around)
    width = max(len(row) for row in table)
    if len(table) > MAX_ROWS or width > MAX_COLUMNS:
        return declined("the data table is too large", origin="data", words=words[:MAX_ROWS], **around)
    columns = [text.strip() for text in _padded(table[0], width)]
    texts = [[text.strip() for text in _padded(row, width)] for row in table[1:] if any(text.strip() for text in row)]
    parsed = [[parse_number(text) for text in row] for row in texts]
    rows: list[list[Value]] = [[row[0], *map(_value, numbers[1:], row[1:])] for row, numbers in zip(texts, parsed, strict=True)]
    cells = [
        Cell(i, j, float(value), texts[i][j], 1.0, None)
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if j > 0 and isinstance(value, float)
    ]
    if not cells:
        return declined("the data table holds no numbers", origin="data", words=words, **around)
    numbers = [number for row in parsed for number in row[1:] if number is not None]
    kind = "line" if all(is_year(row[0]) or mentions_year(row[0]) for row in texts) and len(texts) > 2 else "bar"
    return ChartReading(
        chart_type=kind,
        scale=_common([number.scale for number in numbers]),
        columns=columns,
        rows=rows,
        cells=cells,
        confidence=1.0,
        abstained=False,
        reason=None,
        words=words,
        origin="data",
        reader=READER_VERSION,
        **around | {"unit": hints.unit or _common([number.unit for number in numbers])},
    )


def _around(hints: Hints) -> dict[str, Any]:
    """What a reading says of the words around the table."""
    return {
        "title": hints.title,
        "subtitle": hints.subtitle,
        "unit": hints.unit,
        "notes": _lines(hints.notes),
        "field_period": field_period([hints.notes, hints.caption, hints.subtitle, hints.title]),
    }


def _padded(row: list[str], width: int) -> list[str]:
    return [*row, *[""] * (width - len(row))]


def _value(number: Number | None, text: str) -> Value:
    """A plain number, None for a missing one, the text itself for `<1` and for words."""
    if number is not None and number.bound is None:
        return number.value
    return None if is_missing(text) else text


def _common(names: list[str | None]) -> str | None:
    """The name that most numbers carry, if more than half carry the same."""
    (name, count), *_ = Counter(names).most_common(1)
    return name if count * 2 > len(names) else None


def _lines(notes: str | None) -> list[str]:
    return [line.strip() for line in (notes or "").splitlines() if line.strip()]
