"""HTML tables: data with numbers, or layout."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.documents.html_tree import text_of

MAX_ROWS, MAX_COLUMNS = 500, 60
_NUMBER = re.compile(r"^[<>~≈±+−–-]?\s*[$€£¥]?\s*[-−–+]?\d[\d,.\s]*\s*(?:%|[a-zA-Z]{1,3}|million|billion|trillion|pts?|percent)?\s*[*†‡]?$")
_NUMERIC_SHARE = 0.4


def table_rows(table: Any) -> list[list[str]]:
    """The cells, spanned ones repeated, all rows equally long, header rows joined to one; empty when there are none."""
    grid: list[list[str]] = []
    headers = 0
    waiting: dict[int, tuple[int, str]] = {}
    for row in _rows(table)[:MAX_ROWS]:
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            _fill(cells, waiting)
            text = text_of(cell)
            for _ in range(min(_span(cell, "colspan"), MAX_COLUMNS - len(cells))):
                if _span(cell, "rowspan") > 1:
                    waiting[len(cells)] = (_span(cell, "rowspan") - 1, text)
                cells.append(text)
        _fill(cells, waiting)
        if len(grid) == headers and _is_header(row):
            headers += 1
        grid.append(cells[:MAX_COLUMNS])
    width = max((len(row) for row in grid), default=0)
    grid = [row + [""] * (width - len(row)) for row in grid if any(row)]
    headers = min(headers, len(grid) - 1)
    return [_joined_header(grid[:headers]), *grid[headers:]] if headers > 1 else grid


def holds_data(rows: list[list[str]]) -> bool:
    """Whether a table is one of numbers: at least two rows and columns, and numbers in enough of the cells beyond the first of each."""
    body = [cell for row in rows[1:] for cell in row[1:] if cell]
    numbers = sum(bool(_NUMBER.match(cell)) for cell in body)
    return len(rows) > 1 and len(rows[0]) > 1 and numbers >= 2 and numbers >= _NUMERIC_SHARE * len(body)


def _rows(table: Any) -> list[Any]:
    """The rows of this table, not of tables in its cells."""
    return [row for row in table.iterdescendants("tr") if next(row.iterancestors("table"), None) is table]


def _span(cell: Any, name: str) -> int:
    value = cell.get(name, "1").strip()
    return max(1, min(int(value), MAX_COLUMNS)) if value.isdecimal() and len(value) < 5 else 1


def _fill(cells: list[str], waiting: dict[int, tuple[int, str]]) -> None:
    """Puts in cells that span down from earlier rows."""
    while len(cells) in waiting and len(cells) < MAX_COLUMNS:
        left, text = waiting.pop(len(cells))
        if left > 1:
            waiting[len(cells)] = (left - 1, text)
        cells.append(text)


def _is_header(row: Any) -> bool:
    cells = list(row.iterchildren("td", "th"))
    return row.getparent().tag == "thead" or (bool(cells) and all(cell.tag == "th" for cell in cells))


def _joined_header(rows: list[list[str]]) -> list[str]:
    return [" – ".join(dict.fromkeys(part for part in column if part)) for column in zip(*rows, strict=True)]
