"""Charts drawn from real tables (`owid_datasets`) in many styles by matplotlib and by reportlab: the truth is known exactly.

Every choice comes from a generator seeded by the chart's number, so the same charts are drawn again.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chart_cases import Case, Triple

KINDS = ("bar", "lying bar", "grouped bar", "stacked bar", "line", "lines", "line", "lines", "pie", "log line")
PALETTES = (
    ("#2776dd", "#0f283e", "#bababa", "#a60b0b", "#87bc24", "#ebb523"),
    ("#949d48", "#d1a730", "#436983", "#bf3927", "#756a7e", "#333333"),
    ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"),
    ("#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948"),
    ("#00847e", "#c15065", "#4c6a9c", "#b16214", "#6d3e91", "#883039"),
)
FONTS = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral")


@dataclass(frozen=True)
class Plan:
    """What is drawn and how; `values[i][j]` belongs to row i and series j."""

    kind: str
    rows: list[str]
    series: list[str]
    values: list[list[float]]
    rng: random.Random = field(repr=False)
    decimals: int = 1

    @property
    def gold(self) -> list[Triple]:
        """The true table."""
        names = self.series if len(self.series) > 1 else [""]
        return [
            (row, name, value) for row, line in zip(self.rows, self.values, strict=True) for name, value in zip(names, line, strict=True)
        ]

    @property
    def labelled(self) -> bool:
        """Values are printed on about half of the bars' charts, rarely on lines."""
        return random.Random(f"{self.rows}{self.kind}").random() < (0.5 if "bar" in self.kind else 0.15)


def drawn_cases(data: Path, count: int = 80, first: int = 0) -> Iterator[Case]:
    """`count` pictures from number `first` on, two of three by matplotlib, and the same charts as shapes and text in a PDF."""
    tables = _tables(data / "owid_datasets")
    for number in range(first, first + count):
        rng = random.Random(number)
        plan = _plan(KINDS[number % len(KINDS)], tables, rng)
        tool = "reportlab" if number % 3 == 2 and plan.kind in ("bar", "lying bar", "grouped bar", "stacked bar", "lines") else "matplotlib"
        picture, pdf = _by_reportlab(plan) if tool == "reportlab" else _by_matplotlib(plan)
        kind, name = plan.kind.split()[-1].removesuffix("s"), f"drawn-{number:03}"
        yield Case(f"drawn by {tool}", kind, name, picture, plan.gold)
        yield Case(f"PDF by {tool}", kind, name, b"", plan.gold, pdf=in_a_report(pdf))


def _tables(home: Path) -> list[dict[str, dict[int, float]]]:
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


def _plan(kind: str, tables: list[dict[str, dict[int, float]]], rng: random.Random) -> Plan:
    """Rows and series of a table that suits the kind; values are rounded as charts' data mostly is."""
    decimals = rng.choice((0, 0, 1, 1, 2))
    if "line" in kind:
        long = [(name, years) for table in tables for name, years in table.items() if len(years) >= 8]
        name, years = rng.choice(long)
        others = [
            pair
            for pair in long
            if (pair[1].keys() == years.keys() and pair[0] != name) or (pair[1] is not years and set(years) <= set(pair[1]))
        ]
        chosen = [(name, years)] + (rng.sample(others, min(len(others), rng.randint(1, 3))) if kind == "lines" else [])
        rows = sorted(years)[-rng.randint(8, 40) :]
        labels = [other if [n for n, _ in chosen].count(other) == 1 else f"{other} {'ABCD'[i]}" for i, (other, _) in enumerate(chosen)]
        top = max(abs(years[row]) for _, years in chosen for row in rows)
        factor = 10.0 ** rng.choice((0, 1, 2)) * (30 / top if top < 3 else 1)
        values = [
            [
                _rounded(years[row] * factor * (i + 1 if kind != "log line" else 10 ** (3 * j / len(rows))), decimals)
                for i, (_, years) in enumerate(chosen)
            ]
            for j, row in enumerate(rows)
        ]
        return Plan(kind, [str(row) for row in rows], labels if len(labels) > 1 else ["Value"], values, rng, decimals)
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
    return Plan(kind, names, series if count > 1 else ["Value"], values, rng, decimals)


def _rounded(value: float, decimals: int) -> float:
    return round(value, decimals)


def _by_matplotlib(plan: Plan) -> tuple[bytes, bytes]:
    """The chart as PNG or JPEG at 70 to 220 dots an inch, and as PDF."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rng = plan.rng
    settings = {
        "font.family": rng.choice(FONTS), "font.size": rng.choice((8, 9, 10, 11)),
        "axes.spines.top": rng.random() < 0.4, "axes.spines.right": rng.random() < 0.3, "axes.grid": rng.random() < 0.6,
        "grid.linestyle": rng.choice(("-", ":", "--")), "grid.color": rng.choice(("#dddddd", "#cccccc", "#eeeeee")), "axes.axisbelow": True,
        "axes.facecolor": rng.choice(("white", "white", "#f7f7f7")),
    }  # fmt: skip
    with mpl.rc_context(settings):
        figure = Figure(figsize=(rng.uniform(5.5, 9), rng.uniform(3.5, 5.5)))
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        _PAINTERS[plan.kind](axes, plan, rng.choice(PALETTES))
        if rng.random() < 0.7 and len(plan.series) == 1:
            axes.set_title(rng.choice(("Output by group", "How the share changed", "Rates compared")), loc=rng.choice(("left", "center")))
        figure.tight_layout()
        out = io.BytesIO()
        form = "jpeg" if rng.random() < 0.3 else "png"
        extra: dict[str, Any] = {"pil_kwargs": {"quality": rng.choice((55, 75, 90))}} if form == "jpeg" else {}
        figure.savefig(out, format=form, dpi=rng.choice((70, 100, 100, 140, 220)), **extra)
        pdf = io.BytesIO()
        figure.savefig(pdf, format="pdf")
    return out.getvalue(), pdf.getvalue()


def _bars(axes: Any, plan: Plan, palette: tuple[str, ...]) -> None:
    lying, stacked = plan.kind == "lying bar", plan.kind == "stacked bar"
    count = len(plan.series)
    width = (0.8 if stacked or count == 1 else 0.8 / count) * plan.rng.uniform(0.75, 1.0)
    draw = axes.barh if lying else axes.bar
    floor = [0.0] * len(plan.rows)
    for j, name in enumerate(plan.series):
        column = [line[j] for line in plan.values]
        at = [i + (0 if stacked else (j - (count - 1) / 2) * width) for i in range(len(plan.rows))]
        place = {"left" if lying else "bottom": floor} if stacked else {}
        drawn = draw(at, column, width, color=palette[j], label=name, **place)
        if plan.labelled:
            axes.bar_label(drawn, fmt=f"%.{plan.decimals}f", label_type="center" if stacked else "edge", padding=0 if stacked else 2)
        floor = [a + b for a, b in zip(floor, column, strict=True)] if stacked else floor
    if lying:
        axes.set_yticks(range(len(plan.rows)), plan.rows)
        axes.invert_yaxis()
    else:
        turn = plan.rng.choice((45, 90)) if len(plan.rows) > 5 or max(map(len, plan.rows)) > 9 else 0
        axes.set_xticks(
            range(len(plan.rows)),
            plan.rows,
            rotation=turn,
            ha="right" if turn == 45 else "center",
            rotation_mode="anchor" if turn == 45 else "default",
        )
    axes.margins(**{"x" if lying else "y": 0.12})
    if count > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0)) if plan.rng.random() < 0.5 else axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.15 if len(plan.rows) <= 5 else 1.15), ncols=count
        )


def _lines(axes: Any, plan: Plan, palette: tuple[str, ...]) -> None:
    years = [int(row) for row in plan.rows]
    marker = plan.rng.choice(("", "", "o", "o", "s"))
    ends = plan.rng.random() < 0.35
    for j, name in enumerate(plan.series):
        column = [line[j] for line in plan.values]
        axes.plot(years, column, color=palette[j], label=name, marker=marker, linewidth=plan.rng.choice((1.2, 1.8, 2.5)), markersize=4)
        if ends and len(plan.series) > 1:
            axes.annotate(name, (years[-1], column[-1]), xytext=(5, 0), textcoords="offset points", va="center", color=palette[j])
    if len(plan.series) > 1 and not ends:
        axes.legend(frameon=plan.rng.random() < 0.5, loc=plan.rng.choice(("best", "upper center")), ncols=plan.rng.choice((1, 2)))
    if plan.kind == "log line":
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:.0f}")
    elif plan.rng.random() < 0.6:
        axes.set_ylim(0)
    axes.locator_params(axis="x", integer=True)


def _pie(axes: Any, plan: Plan, palette: tuple[str, ...]) -> None:
    shares = [line[0] for line in plan.values]
    labels = [f"{row} {share:.1f}%" for row, share in zip(plan.rows, shares, strict=True)]
    if plan.rng.random() < 0.5:
        axes.pie(shares, labels=labels, colors=palette, wedgeprops={"width": plan.rng.choice((0.35, 1.0)), "edgecolor": "white"})
    else:
        axes.pie(shares, labels=plan.rows, colors=palette, autopct="%.1f%%", pctdistance=0.7)


_PAINTERS = {
    "bar": _bars,
    "lying bar": _bars,
    "grouped bar": _bars,
    "stacked bar": _bars,
    "line": _lines,
    "lines": _lines,
    "log line": _lines,
    "pie": _pie,
}


def _by_reportlab(plan: Plan) -> tuple[bytes, bytes]:
    """The chart drawn into a PDF and rendered, as office programs do, and the PDF."""
    import pypdfium2
    from reportlab.graphics import renderPDF
    from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
    from reportlab.graphics.charts.legends import Legend
    from reportlab.graphics.charts.linecharts import HorizontalLineChart
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import HexColor

    rng, palette = plan.rng, plan.rng.choice(PALETTES)
    lying = plan.kind == "lying bar"
    chart: Any = HorizontalBarChart() if lying else HorizontalLineChart() if plan.kind == "lines" else VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = (150 if lying else 60), 90, 380, 240
    chart.data = [tuple(line[j] for line in plan.values) for j in range(len(plan.series))]
    chart.categoryAxis.categoryNames = [row[:14] for row in plan.rows]
    if plan.kind == "lines" or len(plan.rows) > 5:
        chart.categoryAxis.labels.angle = 0 if lying else 90
        chart.categoryAxis.labels.boxAnchor = "e"
    if plan.kind == "stacked bar":
        chart.categoryAxis.style = "stacked"
    if plan.kind != "lines" and min(map(min, plan.values)) >= 0:
        chart.valueAxis.valueMin = 0
    chart.valueAxis.visibleGrid = rng.random() < 0.6
    parts = chart.lines if plan.kind == "lines" else chart.bars
    for j in range(len(plan.series)):
        setattr(parts[j], "strokeColor" if plan.kind == "lines" else "fillColor", HexColor(palette[j]))
        parts[j].strokeWidth = 1.6 if plan.kind == "lines" else 0
    drawing = Drawing(620, 380)
    drawing.add(chart)
    if len(plan.series) > 1:
        legend = Legend()
        legend.x, legend.y, legend.alignment = 470, 360, "right"
        legend.columnMaximum = len(plan.series)
        legend.colorNamePairs = [(HexColor(palette[j]), name) for j, name in enumerate(plan.series)]
        drawing.add(legend)
    out = io.BytesIO()
    renderPDF.drawToFile(drawing, out)
    page = pypdfium2.PdfDocument(out.getvalue())[0]
    picture = io.BytesIO()
    page.render(scale=rng.choice((1.2, 1.6, 2.2))).to_pil().convert("RGB").save(picture, format="PNG")
    return picture.getvalue(), out.getvalue()


PAGE = (612.0, 792.0)
TEXT = (
    "The figures are compiled from the yearly returns of the national offices and are rounded where they are shown. Changes from one year "
    "to the next should be read with care, since some countries have revised their definitions in the course of time. "
)


def in_a_report(chart: bytes) -> bytes:
    """A letter page with a paragraph, the chart of a one-page PDF at its own size (smaller where it would not fit), and two more."""
    import pypdfium2
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

    drawn = pypdfium2.PdfDocument(chart)
    width, height = drawn[0].get_size()
    scale = min(1.0, (PAGE[0] - 100) / width)
    style = getSampleStyleSheet()["BodyText"]
    out = io.BytesIO()
    text = Paragraph(TEXT * 3, style)
    SimpleDocTemplate(out, pagesize=PAGE).build([text, Spacer(1, height * scale + 30), text, text])
    report = pypdfium2.PdfDocument(out.getvalue())
    page = report[0]
    placed = drawn.page_as_xobject(0, report).as_pageobject()
    top = PAGE[1] - 72 - text.wrap(PAGE[0] - 156, PAGE[1])[1] - 15
    placed.set_matrix(pypdfium2.PdfMatrix().scale(scale, scale).translate(50, top - height * scale))
    page.insert_obj(placed)
    page.gen_content()
    saved = io.BytesIO()
    report.save(saved)
    return saved.getvalue()
