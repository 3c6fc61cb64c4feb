"""Small multiples of upright bars and of lines: one table, a column for each panel."""

from typing import Any

import pytest
from drawn import BLUE, GREEN, RGB_BLUE, figure, label, png, rectangle, table

from charge_stream.charts import Drawing, Shape, read, read_vector

YEARS = ["2010", "2015", "2020"]


def grid(rows: int, columns: int, width: float, height: float) -> tuple[Any, Any]:
    """A figure with several axes."""
    drawn, first = figure(width, height)
    first.remove()
    return drawn, drawn.subplots(rows, columns, sharey=True)


def test_upright_bars_side_by_side_share_the_axis_of_the_first() -> None:
    truth = {"Urban": (30, 50, 62), "Suburban": (25, 44, 70), "Rural": (10, 33, 57)}
    drawn, many = grid(1, 3, 9, 3.2)
    for axes, (name, values) in zip(many, truth.items(), strict=True):
        axes.bar(YEARS, values, color=BLUE)
        axes.set_title(name)
    found = read(png(drawn))
    assert found.chart_type == "bar" and found.columns == ["", "Urban", "Suburban", "Rural"]
    expected = {(year, name): value for name, values in truth.items() for year, value in zip(YEARS, values, strict=True)}
    assert table(found) == pytest.approx(expected, abs=0.7)


def test_lines_in_rows_and_columns_of_panels_with_one_legend() -> None:
    truth = {
        "North": ((30, 50, 62), (60, 52, 45)),
        "South": ((25, 44, 70), (35, 30, 41)),
        "East": ((10, 33, 57), (70, 63, 68)),
        "West": ((20, 45, 37), (82, 73, 64)),
    }
    drawn, many = grid(2, 2, 8, 6)
    for axes, (name, (men, women)) in zip(many.flat, truth.items(), strict=True):
        for values, colour, sex in ((men, BLUE, "Men"), (women, GREEN, "Women")):
            axes.plot([int(year) for year in YEARS], values, "o-", color=colour, label=sex)
        axes.set_title(name)
        axes.set_ylim(0, 100)
        axes.set_xticks([int(year) for year in YEARS])
    drawn.legend(*axes.get_legend_handles_labels(), loc="lower center", ncols=2)
    drawn.tight_layout(rect=(0, 0.06, 1, 1))
    found = read(png(drawn))
    expected = {
        (year, f"{name}: {sex}"): value
        for name, pair in truth.items()
        for sex, values in zip(("Men", "Women"), pair, strict=True)
        for year, value in zip(YEARS, values, strict=True)
    }
    assert found.chart_type == "line" and table(found) == pytest.approx(expected, abs=1)


def panels(headers: list[str]) -> Drawing:
    """Two panels of three bars of 2 units a point each, ticks at the left of the first only."""
    shapes: list[Shape] = []
    texts = [label(str(tick), 20, 200 - 2 * tick) for tick in (0, 20, 40, 60)]
    for i, (header, values) in enumerate(zip(headers, ((30, 50, 62), (25, 44, 68)), strict=True)):
        left = 50 + 200 * i
        texts.append(label(header, left + 80, 60))
        for j, (year, value) in enumerate(zip(YEARS, values, strict=True)):
            shapes.append(rectangle(left + 60 * j, 200 - 2 * value, left + 60 * j + 40, 200, RGB_BLUE))
            texts.append(label(year, left + 60 * j + 20, 212))
    return Drawing(460, 230, tuple(shapes), tuple(texts))


def test_panels_of_a_drawing_are_exact() -> None:
    found = read_vector(panels(["Men", "Women"]))
    assert found.rows == [[year, float(a), float(b)] for year, a, b in zip(YEARS, (30, 50, 62), (25, 44, 68), strict=True)]
    assert found.columns == ["", "Men", "Women"]
    left = min(cell.box[0] for cell in found.cells if cell.box and cell.column == 2)
    assert left == pytest.approx(250)


def test_labels_that_repeat_without_headers_are_no_panels() -> None:
    assert read_vector(panels(["Adults", "Adults"])).abstained
