"""What is drawn: rows, series and values of real tables (`owid_datasets`), chosen by a generator."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from chart_cases import Triple
from chart_styles import PLAIN, Style

KINDS = ("bar", "lying bar", "grouped bar", "stacked bar", "line", "lines", "line", "lines", "pie", "log line")
PALETTES = (
    ("#2776dd", "#0f283e", "#bababa", "#a60b0b", "#87bc24", "#ebb523"),
    ("#949d48", "#d1a730", "#436983", "#bf3927", "#756a7e", "#333333"),
    ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"),
    ("#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948"),
    ("#00847e", "#c15065", "#4c6a9c", "#b16214", "#6d3e91", "#883039"),
)


@dataclass(frozen=True)
class Plan:
    """What is drawn and how; `values[i][j]` belongs to row i and series j, None where nothing is drawn."""

    kind: str
    rows: list[str]
    series: list[str]
    values: Sequence[Sequence[float | None]]
    rng: random.Random = field(repr=False)
    decimals: int = 1
    style: Style = PLAIN

    @property
    def gold(self) -> list[Triple]:
        """The true table."""
        names = self.series if len(self.series) > 1 else [""]
        return [
            (row, name, value)
            for row, line in zip(self.rows, self.values, strict=True)
            for name, value in zip(names, line, strict=True)
            if value is not None
        ]

    def column(self, j: int) -> list[float]:
        """The values of series j, NaN where nothing is drawn."""
        return [math.nan if (value := line[j]) is None else value for line in self.values]

    @property
    def shape(self) -> str:
        """What its values are drawn as: `bar`, `line` or `pie`."""
        return self.kind.split()[-1].removesuffix("s")

    @property
    def labelled(self) -> bool:
        """Values are printed on about half of the bars' charts, rarely on lines."""
        return random.Random(f"{self.rows}{self.kind}").random() < (0.5 if "bar" in self.kind else 0.15)


def tables_of(home: Path) -> list[dict[str, dict[int, float]]]:
    """Per column of each dataset: entity → year → value."""
    found = []
    for path in sorted(home.glob("*/*.csv")):
        header, *rows = list(csv.reader(path.open(encoding="utf-8")))
        for column in range(2, len(header)):
            values: dict[str, dict[int, float]] = {}
            for row in rows:
                try:
                    values.setdefault(row[0], {})[int(row[1])] = float(row[column])
                except ValueError:
                    continue
            if sum(map(len, values.values())) >= 5:
                found.append(values)
    return found


def plan_of(kind: str, tables: list[dict[str, dict[int, float]]], rng: random.Random, style: Style = PLAIN) -> Plan:
    """A plan with the gaps and the negative values of its style."""
    plan = _line_plan(kind, tables, rng, style) if "line" in kind else _bar_plan(kind, tables, rng, style)
    if kind == "lines" and style.log and all(value > 0 for line in plan.values for value in line if value is not None):
        plan = replace(plan, kind="log lines")
    if kind in ("line", "lines") and style.negative and plan.kind == kind:
        middle = sorted(value for line in plan.values for value in line if value is not None)[len(plan.rows) // 2]
        values = [[_rounded(value - middle, plan.decimals) for value in line if value is not None] for line in plan.values]
        plan = replace(plan, values=values)
    return replace(plan, values=_with_gaps(plan)) if style.gaps and kind != "pie" and "log" not in kind else plan


def _with_gaps(plan: Plan) -> list[list[float | None]]:
    """Bars left out here and there; of lines, the first years of one series or some in its middle."""
    rng, values = plan.rng, [list(line) for line in plan.values]
    rows, series = len(values), len(plan.series)
    if "bar" in plan.kind:
        for j in range(series):
            if series > 1 and rng.random() < 0.4:
                values[rng.randrange(rows)][j] = None
        return values
    j = rng.randrange(series)
    start = 0 if series > 1 and rng.random() < 0.5 else rng.randint(3, rows - 4)
    for i in range(start, min(start + rng.randint(1, 3), rows - 3)):
        values[i][j] = None
    return values


def _line_plan(kind: str, tables: list[dict[str, dict[int, float]]], rng: random.Random, style: Style) -> Plan:
    """Rows and series of a table that suits the kind; values are rounded as charts' data mostly is."""
    decimals = rng.choice((0, 0, 1, 1, 2))
    long = [(name, years) for table in tables for name, years in table.items() if len(years) >= 8]
    name, years = rng.choice(long)
    others = [
        pair
        for pair in long
        if (pair[1].keys() == years.keys() and pair[0] != name) or (pair[1] is not years and set(years) <= set(pair[1]))
    ]
    chosen = [(name, years)] + (rng.sample(others, min(len(others), rng.randint(1, style.most - 1))) if kind == "lines" else [])
    rows = sorted(years)[-rng.randint(8, 40) :]
    labels = [other if [n for n, _ in chosen].count(other) == 1 else f"{other} {'ABCDEF'[i]}" for i, (other, _) in enumerate(chosen)]
    top = max(abs(years[row]) for _, years in chosen for row in rows)
    factor = 10.0 ** rng.choice((0, 1, 2)) * (30 / top if top < 3 else 1)
    values = [
        [
            _rounded(years[row] * factor * (i + 1 if kind != "log line" else 10 ** (3 * j / len(rows))), decimals)
            for i, (_, years) in enumerate(chosen)
        ]
        for j, row in enumerate(rows)
    ]
    return Plan(kind, [str(row) for row in rows], labels if len(labels) > 1 else ["Value"], values, rng, decimals, style)


def _bar_plan(kind: str, tables: list[dict[str, dict[int, float]]], rng: random.Random, style: Style) -> Plan:
    """Rows and series for bars and pies."""
    decimals = rng.choice((0, 0, 1, 1, 2))
    table = rng.choice([table for table in tables if len(table) >= 5])
    names = rng.sample(sorted(table), min(len(table), rng.randint(3, 9 if kind != "pie" else 6)))
    count = 1 if kind in ("bar", "lying bar", "pie") else rng.randint(2, 4)
    series = [str(2010 + 2 * j) for j in range(count)] if rng.random() < 0.5 else ["Women", "Men", "Both", "Other"][:count]
    base = [next(iter(table[name].values())) for name in names]
    top = max(map(abs, base)) or 1.0
    scale = rng.choice((50, 90, 900, 9000)) / top
    sign = -1 if kind in ("bar", "lying bar") and rng.random() < 0.25 else 1
    values = [
        [
            _rounded(max(value * scale, 0.03 * scale * top) * rng.uniform(0.6, 1.1) * (sign if i % 3 == 1 else 1), decimals)
            for _ in range(count)
        ]
        for i, value in enumerate(base)
    ]
    if kind == "pie":
        total = sum(value[0] for value in values)
        values = [[_rounded(100 * value[0] / total, 1)] for value in values]
    return Plan(kind, names, series if count > 1 else ["Value"], values, rng, decimals, style)


def _rounded(value: float, decimals: int) -> float:
    return round(value, decimals)
