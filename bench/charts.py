"""How well charts are read: `python bench/charts.py [DATA] [--only NAME]`, DATA holding `chart_readings`, `statista_c2t` and `pew_docs`.

Prints, per source and per chart type, with denominators: charts with every gold value read right (strict: within 5%, keys within half their
length), RMS-F1 at θ = .1 and .05, RNSS, values within 5% (or 1% of the largest), declined charts, cells stated at ≥ .9 that are right
(exact where printed), seconds a chart. A declined chart scores 0 and is counted. Where the ticks carry a scale (`20k`) and the table counts
in ones, the scale is applied.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from charge_stream.charts import ChartReading, Hints, parse_number, read
from charge_stream.charts.numbers import SCALES
from charge_stream.charts.series import SINGLE
from charge_stream.evaluation.metrics.rms import rms
from charge_stream.evaluation.metrics.rnss import rnss

Triple = tuple[str, str, float]
FACTORS = dict(SCALES.values())
SURE = 0.9


@dataclass(frozen=True)
class Case:
    """One chart with its true values."""

    source: str
    kind: str
    image: Path
    gold: list[Triple]
    hints: Hints


@dataclass
class Tally:
    """Sums over the charts of one source or type."""

    charts: int = 0
    declined: int = 0
    strict: int = 0
    f1: float = 0.0
    f1_narrow: float = 0.0
    numbers: float = 0.0
    values: int = 0
    near: int = 0
    sure: int = 0
    sure_right: int = 0
    seconds: list[float] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)


def main() -> None:
    """Reads every chart and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", help="a source, a chart type or the stem of one picture")
    arguments = parser.parse_args()
    tallies: dict[str, Tally] = {}
    for case in cases(arguments.data):
        if arguments.only and arguments.only not in (case.source, case.kind, case.image.stem):
            continue
        started = time.perf_counter()
        reading = read(case.image.read_bytes(), case.hints)
        seconds = time.perf_counter() - started
        for name in (case.source, f"{case.source}: {case.kind}", "all"):
            add(tallies.setdefault(name, Tally()), case, reading, seconds)
    for name, tally in sorted(tallies.items(), key=lambda item: (item[0] == "all", item[0])):
        print(line(name, tally))


def cases(data: Path) -> Iterator[Case]:
    """All charts with true data below `data`, in a fixed order."""
    for name, triples in sorted(json.loads((data / "chart_readings" / "gold.json").read_text()).items()):
        gold = [(str(row), str(column), float(value)) for row, column, value in triples]
        yield Case("chart_readings", "mixed", data / "chart_readings" / "png" / f"{name}.png", gold, Hints())
    for entry in json.loads((data / "statista_c2t" / "index.json").read_text()):
        home = data / "statista_c2t"
        yield Case("statista_c2t", entry["chart_type"], home / entry["image"], table(home / entry["table"]), Hints(title=entry["title"]))
    for page in json.loads((data / "pew_docs" / "documents.json").read_text()):
        for chart in page["charts"]:
            home = data / "pew_docs"
            hints = Hints(title=chart["title"] or None, subtitle=chart["subtitle"] or None, notes=chart["notes"] or None)
            yield Case("pew_docs", chart["chart_type"], home / chart["image"], table(home / chart["table"]), hints)


def table(path: Path) -> list[Triple]:
    """The numbers of a CSV file; a single column of values has no column header."""
    header, *rows = list(csv.reader(path.open(encoding="utf-8")))
    found = [(row[0], header[j] if len(header) > 2 else "", parse_number(row[j])) for row in rows for j in range(1, len(row))]
    return [(row, column, number.value) for row, column, number in found if number is not None]


def add(tally: Tally, case: Case, reading: ChartReading, seconds: float) -> None:
    """Scores one reading, as it stands or with its scale applied, whichever is nearer."""
    factor = FACTORS.get(reading.scale or "", 1.0)
    scaled = replace(reading, cells=[replace(cell, value=cell.value * factor) for cell in reading.cells])
    best = max((reading, scaled), key=lambda candidate: f1(candidate, case, 0.1))
    tally.charts += 1
    tally.seconds.append(seconds)
    tally.declined += reading.abstained
    if reading.abstained and reading.reason:
        tally.reasons[reading.reason] = tally.reasons.get(reading.reason, 0) + 1
    tally.f1 += f1(best, case, 0.1)
    tally.f1_narrow += f1(best, case, 0.05)
    tally.numbers += rnss([cell.value for cell in best.cells], [value for _, _, value in case.gold]) or 0.0
    compare(tally, best, case)


def compare(tally: Tally, reading: ChartReading, case: Case) -> None:
    """Each gold value against the stated cell of the nearest key."""
    stated = [(row, column, cell) for (row, column, _), cell in zip(entries(reading), reading.cells, strict=True)]
    largest = max(abs(value) for _, _, value in case.gold)
    taken: set[int] = set()
    right = 0
    for row, column, value in case.gold:
        free = [i for i in range(len(stated)) if i not in taken]
        options = [(away(row, column, stated[i][0], stated[i][1]), abs(stated[i][2].value - value), i) for i in free]
        if not options or min(options)[0] > 0.5:
            continue
        _, gap, at = min(options)
        taken.add(at)
        tally.near += gap <= max(0.05 * abs(value), 0.01 * largest)
        right += gap <= 0.05 * abs(value)
        cell = stated[at][2]
        if cell.confidence >= SURE:
            tally.sure_right += gap < 1e-9 * max(abs(value), 1) if cell.text is not None else gap <= 0.01 * largest
    tally.values += len(case.gold)
    tally.sure += sum(cell.confidence >= SURE for cell in reading.cells)
    tally.strict += right == len(case.gold) == len(stated)


def f1(reading: ChartReading, case: Case, theta: float) -> float:
    """RMS-F1 of one reading, 0 where there is none."""
    score = rms(entries(reading), case.gold, theta)
    return score.f1 if score is not None else 0.0


def entries(reading: ChartReading) -> list[Triple]:
    """The stated cells; the name given to a single series is no header of the chart's own."""
    columns = ["" if name == SINGLE else name for name in reading.columns]
    return [(str(reading.rows[cell.row][0]), columns[cell.column], cell.value) for cell in reading.cells]


def away(row: str, column: str, other_row: str, other_column: str) -> float:
    """Normalised edit distance of the keys, either way round."""
    here = plain(row + column)
    return min(Levenshtein.normalized_distance(here, plain(key)) for key in (other_row + other_column, other_column + other_row))


def plain(text: str) -> str:
    """Letters and digits only, lower case."""
    return "".join(c for c in text.casefold() if c.isalnum())


def line(name: str, tally: Tally) -> str:
    """One row of the report."""
    n, seconds = tally.charts, sorted(tally.seconds)
    sure = f"{tally.sure_right}/{tally.sure}" if tally.sure else "none"
    reasons = "; ".join(f"{reason} {count}" for reason, count in sorted(tally.reasons.items()))
    return (
        f"{name:32} charts {n:3}  strict {tally.strict / n:.3f}  RMS-F1 θ.1 {tally.f1 / n:.3f} θ.05 {tally.f1_narrow / n:.3f}"
        f"  RNSS {tally.numbers / n:.3f}  values near {tally.near}/{tally.values}  cells ≥.9 right {sure}"
        f"  declined {tally.declined}  median {seconds[n // 2]:.1f} s" + (f"  [{reasons}]" if reasons else "")
    )


if __name__ == "__main__":
    main()
