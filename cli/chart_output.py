"""Chart readings for people (a table, doubtful cells marked, an overlay) and for programs (JSON lines)."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from charge_stream import charts
from charge_stream.charts import ChartReading
from charge_stream.cli.files import writable_folder

DOUBTFUL = 0.9
"""Cells below this confidence are marked."""


def print_jsonl(path: Path, page: int | None, reading: ChartReading, seconds: float) -> None:
    """One line with the reading, as documented in ``docs/charts.md``."""
    plain = reading.to_dict()
    columns, rows = plain.pop("columns"), plain.pop("rows")
    line = {"path": str(path), "page": page, **plain, "table": {"columns": columns, "rows": rows}, "seconds": round(seconds, 2)}
    print(json.dumps(line, ensure_ascii=False))


def print_table(path: Path, page: int | None, reading: ChartReading, seconds: float) -> None:
    """The reading as a table; doubtful cells carry a question mark."""
    console = Console()
    where = f"{path}" if page is None else f"{path}, page {page}"
    if reading.abstained:
        console.print(Text(f"{where}: declined: {reading.reason} ({len(reading.words)} words found, {seconds:.1f} s)"))
        return
    confidence = {(cell.row, cell.column): cell.confidence for cell in reading.cells}
    title = " · ".join(part for part in (reading.title, reading.subtitle, reading.unit) if part)
    table = Table(
        title=Text(title or where), caption=Text(f"{where}: {reading.chart_type}, confidence {reading.confidence:.2f}, {seconds:.1f} s")
    )
    for column in reading.columns:
        table.add_column(Text(column))
    for number, row in enumerate(reading.rows):
        cells = [Text("" if value is None else f"{value:g}" if isinstance(value, float) else str(value)) for value in row]
        for place, cell in enumerate(cells):
            if confidence.get((number, place), 1.0) < DOUBTFUL:
                cell.append(" ?", style="yellow")
        table.add_row(*cells)
    console.print(table)


def save_overlay(folder: Path, path: Path, number: int, image: bytes, reading: ChartReading) -> None:
    """The picture with what was read drawn over it, as ``<name>-<n>.png``."""
    (writable_folder(folder) / f"{path.stem}-{number}.png").write_bytes(charts.overlay(image, reading))
