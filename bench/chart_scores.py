"""Scores of chart readings against true tables, summed over the charts of one source or type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from chart_cases import Case, Triple
from rapidfuzz.distance import Levenshtein

from charge_stream.charts import Cell, ChartReading
from charge_stream.charts.numbers import SCALES
from charge_stream.charts.series import SINGLE
from charge_stream.evaluation.metrics.matching import cheapest_matching
from charge_stream.evaluation.metrics.rms import rms
from charge_stream.evaluation.metrics.rnss import rnss

FACTORS = dict(SCALES.values())
SURE = 0.9
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)
"""Edges of the confidence bins of the calibration table."""


@dataclass
class Tally:
    """Sums over charts. A declined chart scores 0 everywhere and is counted."""

    charts: int = 0
    declined: int = 0
    strict: int = 0
    f1: float = 0.0
    f1_narrow: float = 0.0
    numbers: float = 0.0
    values: int = 0
    near: int = 0
    within: int = 0
    sure: int = 0
    sure_right: int = 0
    largest: float = 0.0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    bins: Counter[tuple[int, bool]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


def score(tally: Tally, case: Case, reading: ChartReading, seconds: float, cpu: float) -> list[tuple[Triple, Cell | None, bool]]:
    """Adds one reading, as it stands or with its scale applied, whichever is nearer; returns what became of each true value."""
    best = max((reading, scaled(reading)), key=lambda candidate: f1(candidate, case, 0.1))
    tally.charts += 1
    tally.seconds.append(seconds)
    tally.cpu.append(cpu)
    tally.declined += reading.abstained
    if reading.abstained and reading.reason:
        tally.reasons[reading.reason] += 1
    tally.f1 += f1(best, case, 0.1)
    tally.f1_narrow += f1(best, case, 0.05)
    tally.numbers += rnss([cell.value for cell in best.cells], [value for _, _, value in case.gold]) or 0.0
    return compare(tally, best, case)


def scaled(reading: ChartReading) -> ChartReading:
    """The reading counted in ones: ticks may carry a scale (`20k`) where the true table does not."""
    factor = FACTORS.get(reading.scale or "", 1.0)
    return replace(reading, cells=[replace(cell, value=cell.value * factor) for cell in reading.cells])


def compare(tally: Tally, reading: ChartReading, case: Case) -> list[tuple[Triple, Cell | None, bool]]:
    """Each true value beside the cell of the nearest key. Cells that match no true value are wrong, whatever they state."""
    stated = entries(reading, case)
    pairs = matched(stated, case.gold)
    report: list[tuple[Triple, Cell | None, bool]] = []
    hits = 0
    for i, entry in enumerate(case.gold):
        cell = reading.cells[pairs[i]] if i in pairs else None
        gap = abs(cell.value - entry[2]) if cell else np.inf
        near = gap <= max(0.05 * abs(entry[2]), 0.01 * case.extent)
        tally.near += bool(near)
        tally.within += bool(gap <= 0.01 * case.extent)
        hits += bool(near)
        report.append((entry, cell, bool(near)))
    truths = {j: case.gold[i][2] for i, j in pairs.items()}
    for j, cell in enumerate(reading.cells):
        right = j in truths and exact_enough(cell, truths[j], case)
        tally.bins[(bin_of(cell.confidence), right)] += 1
        tally.sure += cell.confidence >= SURE
        tally.sure_right += right and cell.confidence >= SURE
        if j in truths and cell.confidence >= SURE and cell.text is None:
            tally.largest = max(tally.largest, abs(cell.value - truths[j]) / case.extent)
    tally.values += len(case.gold)
    tally.strict += hits == len(case.gold) == len(reading.cells)
    return report


def exact_enough(cell: Cell, truth: float, case: Case) -> bool:
    """What a sure cell must be: exact where printed, within 1% of the axis range where measured."""
    gap = abs(cell.value - truth)
    return bool(gap <= 1e-6 * max(abs(truth), 1.0) if cell.text is not None else gap <= 0.01 * case.extent)


def bin_of(confidence: float) -> int:
    """The index of the confidence bin."""
    return next(i for i in range(len(BINS) - 1) if BINS[i] <= confidence < BINS[i + 1])


def matched(stated: Sequence[Triple], gold: Sequence[Triple]) -> dict[int, int]:
    """True entries with the stated entry of the nearest key (one to one, total distance least), values as they may be.

    Where several keys are equally near, the nearer value is taken.
    """
    if not stated:
        return {}
    cost = np.array([[away(entry, other) for other in stated] for entry in gold])
    gaps = np.array([[min(abs(entry[2] - other[2]) / max(abs(entry[2]), 1e-9), 1.0) for other in stated] for entry in gold])
    pairs = cheapest_matching(np.minimum(cost, 0.6) + 1e-4 * gaps)
    return {int(i): int(j) for i, j in pairs if cost[i, j] <= 0.5}


def f1(reading: ChartReading, case: Case, theta: float) -> float:
    """RMS-F1 of one reading, 0 where there is none."""
    result = rms(entries(reading, case), case.gold, theta)
    return result.f1 if result is not None else 0.0


def entries(reading: ChartReading, case: Case) -> list[Triple]:
    """The stated cells. Where truth and reading have one series each, its name is no matter."""
    alone = len(reading.columns) == 2 and len({column for _, column, _ in case.gold}) == 1
    columns = ["" if name == SINGLE or (alone and i) else name for i, name in enumerate(reading.columns)]
    return [(str(reading.rows[cell.row][0]), columns[cell.column], cell.value) for cell in reading.cells]


def away(entry: Triple, other: Triple) -> float:
    """Normalised edit distance of the keys, either way round."""
    here = plain(entry[0] + entry[1])
    return min(Levenshtein.normalized_distance(here, plain(key)) for key in (other[0] + other[1], other[1] + other[0]))


def plain(text: str) -> str:
    """Letters and digits only, lower case."""
    return "".join(c for c in text.casefold() if c.isalnum())
