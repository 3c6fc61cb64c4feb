"""Draws charts as pictures with matplotlib, in a look of their own, for the reports that embed or link PNG files."""

import io
from typing import TYPE_CHECKING, Any

from PIL import Image

from example_reports.model import Chart, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH_INCHES = 6.5
COLORS = ("#1b6e70", "#d1495b", "#edae49", "#8d99ae")
DARK_TEXT_ON = frozenset({"#edae49"})
INK, GREY, RULE = "#22272e", "#66707c", "#d9dde2"
HEIGHTS = {"columns": 3.1, "grouped": 3.3, "line": 3.4, "pie": 2.9}
HEAD, FOOT = 0.62, 0.34
# A point lower than this share of the highest has its label above, clear of the axis; a slice smaller than this has it outside.
ROOM_BELOW, ROOM_INSIDE = 0.13, 0.07


def figure(chart: Chart) -> "Figure":
    """The chart as a matplotlib figure. Words that state a value carry the gid `value`."""
    from matplotlib.figure import Figure

    several = len(chart.table.series) > 1
    tall = HEIGHTS.get(chart.kind, HEAD + FOOT + 0.3 + 0.3 * len(chart.table.rows) + (0.25 if several else 0))
    canvas = Figure(figsize=(WIDTH_INCHES, tall))
    canvas.text(0.008, 1 - 0.2 / tall, chart.title, fontsize=11.5, fontweight="bold", color=INK)
    canvas.text(0.008, 1 - 0.4 / tall, chart.subtitle, fontsize=8.5, color=GREY)
    note = f"{chart.note} " if chart.note else ""
    canvas.text(0.008, 0.07 / tall, f"{note}Source: {chart.table.source.name}.", fontsize=7, color=GREY)
    head = HEAD + (0.25 if several else 0)
    axes = canvas.add_axes((0.05, (FOOT + 0.16) / tall, 0.94, (tall - head - FOOT - 0.2) / tall))
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0, labelsize=8.5, colors=INK)
    PAINTERS[chart.kind](axes, chart.table)
    if several:
        handles, names = axes.get_legend_handles_labels()
        canvas.legend(
            handles, names, loc="upper left", bbox_to_anchor=(0, 1 - 0.46 / tall), ncols=4, frameon=False, fontsize=8, handlelength=1.1
        )
    return canvas


def picture(chart: Chart, dpi: int) -> tuple[io.BytesIO, tuple[float, float]]:
    """The chart as PNG bytes, with its width and height in points. 64 colors are enough for flat charts and keep files small."""
    drawn, small = io.BytesIO(), io.BytesIO()
    canvas = figure(chart)
    canvas.savefig(drawn, format="png", dpi=dpi, metadata={"Software": None})
    drawn.seek(0)
    Image.open(drawn).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(small, "PNG", optimize=True, dpi=(dpi, dpi))
    small.seek(0)
    wide, tall = canvas.get_size_inches()
    return small, (float(wide) * 72, float(tall) * 72)


def _values(axes: "Axes", table: Table, bars: Any, values: list[float], **how: Any) -> None:
    for words in axes.bar_label(bars, [table.printed(value) for value in values], fontsize=8, fontweight="bold", **how):
        words.set_gid("value")


def _column(table: Table, place: int) -> list[float]:
    return [values[place] for _, values in table.rows]


def _bars(axes: "Axes", table: Table) -> None:
    values = _column(table, 0)
    bars = axes.barh(table.labels, values, color=COLORS[0], height=0.66)
    _values(axes, table, bars, values, padding=3, color=INK)
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.set_xlim(0, max(values) * 1.1)
    _room_for_labels(axes, table)


def _room_for_labels(axes: "Axes", table: Table) -> None:
    """Moves the plot right by the width of the longest label at about 0.075 inches a letter."""
    box = axes.get_position()
    left = (max(len(label) for label in table.labels) * 0.075 + 0.15) / WIDTH_INCHES
    axes.set_position((left, box.y0 - 0.02, 0.99 - left, box.height + 0.02))


def _columns(axes: "Axes", table: Table) -> None:
    share = 0.76 / len(table.series)
    for place, name in enumerate(table.series):
        values = _column(table, place)
        offset = (place - (len(table.series) - 1) / 2) * share
        bars = axes.bar([index + offset for index in range(len(values))], values, share * 0.92, label=name, color=COLORS[place])
        _values(axes, table, bars, values, padding=2, color=INK)
    axes.set_xticks(range(len(table.rows)), table.labels)
    axes.set_yticks([])
    axes.spines["bottom"].set_visible(True)
    axes.spines["bottom"].set_color(GREY)
    axes.margins(x=0.01, y=0.1)
    box = axes.get_position()
    axes.set_position((0.01, box.y0, 0.98, box.height))


def _stacked(axes: "Axes", table: Table) -> None:
    left = [0.0] * len(table.rows)
    for place, name in enumerate(table.series):
        values = _column(table, place)
        bars = axes.barh(table.labels, values, left=left, color=COLORS[place], height=0.72, label=name)
        _values(axes, table, bars, values, label_type="center", color=INK if COLORS[place] in DARK_TEXT_ON else "white")
        left = [before + value for before, value in zip(left, values, strict=True)]
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.set_xlim(0, max(left))
    _room_for_labels(axes, table)


def _line(axes: "Axes", table: Table) -> None:
    for place, name in enumerate(table.series):
        axes.plot(table.labels, _column(table, place), color=COLORS[place], marker="o", markersize=5, linewidth=2.2, label=name)
    highest = max(value for *_, value in table.cells())
    for index, (_, values) in enumerate(table.rows):
        lowest = min(values) if len(set(values)) > 1 else None
        for place, value in enumerate(values):
            below = value == lowest and value > highest * ROOM_BELOW
            words = axes.annotate(
                table.printed(value),
                (index, value),
                (0, -8 if below else 7),
                textcoords="offset points",
                ha="center",
                va="top" if below else "bottom",
                fontsize=8,
                fontweight="bold",
                color=COLORS[place],
            )
            words.set_gid("value")
    axes.set_ylim(0, highest * 1.15)
    axes.grid(axis="y", color=RULE, linewidth=0.7)
    axes.set_axisbelow(True)


def _pie(axes: "Axes", table: Table) -> None:
    values = _column(table, 0)
    wedges, _, inside = axes.pie(
        values,
        startangle=90,
        counterclock=False,
        colors=COLORS,
        autopct="",
        pctdistance=0.62,
        wedgeprops={"edgecolor": "white", "linewidth": 1.2},
    )
    for place, (words, value) in enumerate(zip(inside, values, strict=True)):
        words.set(text=table.printed(value), fontsize=9, fontweight="bold", gid="value")
        outside = value < sum(values) * ROOM_INSIDE
        if outside:
            x, y = words.get_position()
            words.set_position((x * 1.8, y * 1.8))
        words.set_color(INK if outside or COLORS[place] in DARK_TEXT_ON else "white")
    axes.set_position((0.02, 0.11, 0.4, 0.7))
    axes.legend(wedges, table.labels, loc="center left", bbox_to_anchor=(1.05, 0.5), frameon=False, fontsize=9, labelspacing=1.1)


PAINTERS = {"bars": _bars, "columns": _columns, "grouped": _columns, "stacked": _stacked, "line": _line, "pie": _pie}
