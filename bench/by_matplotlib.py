"""Charts drawn by matplotlib."""

from __future__ import annotations

import io
import math
from typing import Any

from chart_styles import DASHES
from plans import PALETTES, Plan

FONTS = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral")


def by_matplotlib(plan: Plan) -> tuple[bytes, bytes]:
    """The chart as PNG or JPEG at 70 to 220 dots an inch, and as PDF."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rng, style = plan.rng, plan.style
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
        _PAINTERS[plan.shape](axes, plan, rng.choice(PALETTES))
        if rng.random() < 0.7 and len(plan.series) == 1 and not style.title:
            axes.set_title(rng.choice(("Output by group", "How the share changed", "Rates compared")), loc=rng.choice(("left", "center")))
        _words(figure, axes, plan)
        out = io.BytesIO()
        form = "jpeg" if rng.random() < 0.3 else "png"
        extra: dict[str, Any] = {"pil_kwargs": {"quality": rng.choice((55, 75, 90))}} if form == "jpeg" else {}
        dots = rng.choice((70, 100, 100, 140, 220))
        figure.savefig(out, format=form, dpi=100 * style.scale if style.scale else dots, **extra)
        pdf = io.BytesIO()
        figure.savefig(pdf, format="pdf")
    return out.getvalue(), pdf.getvalue()


def _words(figure: Any, axes: Any, plan: Plan) -> None:
    """Number formats, title, subtitle and source, and the layout around them."""
    style, height = plan.style, 72 * figure.get_figheight()
    if style.formats and plan.kind != "pie":
        axis = axes.xaxis if plan.kind == "lying bar" else axes.yaxis
        axis.set_major_formatter(lambda value, _: style.number(value))
    top = height - 4
    for text, size, weight in ((style.title, 13, "bold"), (style.subtitle, 9, "normal")):
        if text:
            figure.text(0.02, top / height, text, fontsize=size, fontweight=weight, va="top")
            top -= 1.5 * size
    if style.source:
        figure.text(0.02, 4 / height, style.source, fontsize=8, color="#666666", va="bottom")
    words = style.title or style.subtitle or style.source
    figure.tight_layout(**({"rect": (0, 18 / height if style.source else 0, 1, top / height)} if words else {}))


def _bars(axes: Any, plan: Plan, palette: tuple[str, ...]) -> None:
    lying, stacked = plan.kind == "lying bar", plan.kind == "stacked bar"
    count = len(plan.series)
    width = (0.8 if stacked or count == 1 else 0.8 / count) * plan.rng.uniform(0.75, 1.0)
    draw = axes.barh if lying else axes.bar
    floor = [0.0] * len(plan.rows)
    for j, name in enumerate(plan.series):
        present = [i for i, line in enumerate(plan.values) if line[j] is not None]
        column = [plan.column(j)[i] for i in present]
        at = [i + (0 if stacked else (j - (count - 1) / 2) * width) for i in present]
        place = {"left" if lying else "bottom": [floor[i] for i in present]} if stacked else {}
        drawn = draw(at, column, width, color=palette[j], label=name, **place)
        if plan.labelled:
            form: Any = (lambda value: plan.style.number(value, plan.decimals)) if plan.style.formats else f"%.{plan.decimals}f"
            axes.bar_label(drawn, fmt=form, label_type="center" if stacked else "edge", padding=0 if stacked else 2)
        if stacked:
            for i, value in zip(present, column, strict=True):
                floor[i] += value
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
    years, style = [int(row) for row in plan.rows], plan.style
    marker = plan.rng.choice(("", "", "o", "o", "s"))
    ends = plan.rng.random() < 0.35 or style.ends
    for j, name in enumerate(plan.series):
        column = plan.column(j)
        dash = DASHES[(j + len(plan.rows)) % len(DASHES)] if style.dashed else "-"
        width = plan.rng.choice((1.2, 1.8, 2.5))
        axes.plot(years, column, color=palette[j], label=name, marker=marker, linewidth=width, markersize=4, linestyle=dash)
        last = max(i for i, value in enumerate(column) if not math.isnan(value))
        if ends and len(plan.series) > 1:
            axes.annotate(name, (years[last], column[last]), xytext=(5, 0), textcoords="offset points", va="center", color=palette[j])
    if style.points:
        for i in sorted({0, plan.rng.randrange(len(years)), len(years) - 1}):
            if plan.values[i][0] is not None:
                text = style.number(plan.column(0)[i], plan.decimals)
                axes.annotate(text, (years[i], plan.column(0)[i]), xytext=(0, 6), textcoords="offset points", ha="center")
    if len(plan.series) > 1 and not ends:
        axes.legend(frameon=plan.rng.random() < 0.5, loc=plan.rng.choice(("best", "upper center")), ncols=plan.rng.choice((1, 2)))
    if plan.kind.startswith("log"):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:.0f}")
    elif plan.rng.random() < 0.6 and not style.negative:
        axes.set_ylim(0)
    axes.locator_params(axis="x", integer=True)


def _pie(axes: Any, plan: Plan, palette: tuple[str, ...]) -> None:
    shares = plan.column(0)
    labels = [f"{row} {share:.1f}%" for row, share in zip(plan.rows, shares, strict=True)]
    if plan.rng.random() < 0.5:
        axes.pie(shares, labels=labels, colors=palette, wedgeprops={"width": plan.rng.choice((0.35, 1.0)), "edgecolor": "white"})
    else:
        axes.pie(shares, labels=plan.rows, colors=palette, autopct="%.1f%%", pctdistance=0.7)


_PAINTERS = {"bar": _bars, "line": _lines, "pie": _pie}
