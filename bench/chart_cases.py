"""The charts with true data that `bench/charts.py` reads, each in the building half or the untouched half by the hash of its name."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import halves

from charge_stream.charts import Hints, parse_number

Triple = tuple[str, str, float]


@dataclass(frozen=True)
class Case:
    """One chart with its true values. `kind` is what is drawn: bar, line, pie or area. `page` is a document of type `media` that shows
    the chart drawn as shapes and text: then that is read, not a picture."""

    source: str
    kind: str
    name: str
    image: bytes
    gold: list[Triple]
    hints: Hints = field(default_factory=Hints)
    page: bytes | None = None
    media: str = "application/pdf"

    @property
    def half(self) -> str:
        """`building` or `untouched`, by its name."""
        return halves.half(self.name)

    @property
    def extent(self) -> float:
        """The range of the values, zero included: what an axis must at least span."""
        values = [value for _, _, value in self.gold]
        return max(0.0, *values) - min(0.0, *values)


def real_cases(data: Path) -> Iterator[Case]:
    """All charts with true data below `data`, in a fixed order. Machine-made tables are no truth and left out."""
    yield from _typed_in(data / "chart_readings")
    yield from _statista(data / "statista_c2t")
    yield from _chartqa(data / "chartqa")
    yield from _pew(data / "pew_docs")


TYPES = {"line": ("12275", "4258", "two_col_62753")}
"""What the charts without a stated type show; the others are bars."""


def _typed_in(home: Path) -> Iterator[Case]:
    for name, triples in sorted(json.loads((home / "gold.json").read_text()).items()):
        gold = [(str(row), str(column), float(value)) for row, column, value in triples]
        yield Case("chart_readings", _type_of(name), name, (home / "png" / f"{name}.png").read_bytes(), gold)


def _statista(home: Path) -> Iterator[Case]:
    for entry in json.loads((home / "index.json").read_text()):
        picture = home / entry["image"]
        hints = Hints(title=entry["title"])
        yield Case("statista_c2t", entry["chart_type"], picture.stem, picture.read_bytes(), table(home / entry["table"]), hints)


def _chartqa(home: Path) -> Iterator[Case]:
    for entry in json.loads((home / "index.json").read_text()):
        if entry["source"] != "Pew":
            picture = home / entry["image"]
            yield Case("chartqa", _type_of(picture.stem), picture.stem, picture.read_bytes(), table(home / entry["table"]))


def _pew(home: Path) -> Iterator[Case]:
    for page in json.loads((home / "documents.json").read_text()):
        for chart in page["charts"]:
            picture = home / chart["image"]
            hints = Hints(title=chart["title"] or None, subtitle=chart["subtitle"] or None, notes=chart["notes"] or None)
            kind = "bar" if chart["chart_type"] == "column" else chart["chart_type"]
            yield Case("pew_docs", kind, picture.stem, picture.read_bytes(), table(home / chart["table"]), hints)


def _type_of(name: str) -> str:
    return next((kind for kind, names in TYPES.items() if name in names), "bar")


def table(path: Path) -> list[Triple]:
    """The numbers of a CSV file; a single column of values has no column header."""
    header, *rows = list(csv.reader(path.open(encoding="utf-8")))
    found = [(row[0], header[j] if len(header) > 2 else "", parse_number(row[j])) for row in rows for j in range(1, len(row))]
    return [(row, column, number.value) for row, column, number in found if number is not None]
