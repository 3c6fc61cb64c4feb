"""Chart readings for people (a table, doubtful cells marked, an overlay) and for programs (JSON lines)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from charge_stream import charts
from charge_stream.charts import ChartReading, Drawing
from charge_stream.charts.annotate import SURE_FROM
from charge_stream.cli.files import writable_folder
from charge_stream.models.errors import UserError


@dataclass(frozen=True)
class Found:
    """A chart in a file with its reading; ``page`` from 1 in a PDF, ``picture`` where it has one that is no SVG."""

    page: int | None
    picture: bytes | None
    drawing: Drawing | None
    reading: ChartReading
    seconds: float


def print_jsonl(path: Path, found: Found) -> None:
    """One line with the reading, as documented in ``docs/charts.md``."""
    plain = found.reading.to_dict()
    columns, rows = plain.pop("columns"), plain.pop("rows")
    line = {"path": str(path), "page": found.page, **plain, "table": {"columns": columns, "rows": rows}, "seconds": round(found.seconds, 2)}
    print(json.dumps(line, ensure_ascii=False))


def print_table(path: Path, found: Found) -> None:
    """The reading as a table; doubtful cells carry a question mark."""
    console, reading, seconds = Console(), found.reading, found.seconds
    where = f"{path}" if found.page is None else f"{path}, page {found.page}"
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
            if confidence.get((number, place), 1.0) < SURE_FROM:
                cell.append(" ?", style="yellow")
        table.add_row(*cells)
    console.print(table)


def save_overlay(folder: Path, path: Path, number: int, found: Found) -> None:
    """The picture with what was read drawn over it, as ``<name>-<n>.png``; nothing for a table, or for what is no picture."""
    try:
        drawn = charts.overlay(found.picture, found.reading, found.drawing)
    except ValueError:
        return
    try:
        (writable_folder(folder) / f"{path.stem}-{number}.png").write_bytes(drawn)
    except OSError as error:
        raise UserError(f"The overlay cannot be written to {folder}: {error.strerror}; make room or choose another folder.") from error
