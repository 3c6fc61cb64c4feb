"""Areas on one another: each value is what lies between two edges."""

from dataclasses import replace

import pytest
from drawn import BLUE, GREEN, RGB_BLUE, RGB_GREEN, figure, label, png, table, upright_bars

from charge_stream.charts import ChartReading, Drawing, Shape, read, read_vector

YEARS = list(range(2012, 2021))
COAL, GAS = (10, 14, 13, 20, 25, 22, 30, 33, 31), (5, 6, 9, 12, 10, 12, 14, 11, 16)
TRUTH = {(str(year), name): value for name, values in (("Coal", COAL), ("Gas", GAS)) for year, value in zip(YEARS, values, strict=True)}


def stacked(bottom: float) -> ChartReading:
    drawn, axes = figure(7, 4)
    axes.stackplot(YEARS, COAL, GAS, labels=["Coal", "Gas"], colors=[BLUE, GREEN])
    axes.set_xlim(2012, 2020)
    axes.set_ylim(bottom, 60)
    axes.legend(loc="upper left")
    return read(png(drawn))


def test_stacked_areas_in_a_picture() -> None:
    found = stacked(0)
    assert found.chart_type == "area" and found.columns == ["", "Coal", "Gas"]
    assert table(found) == pytest.approx(TRUTH, abs=0.5)


def test_stacked_areas_that_do_not_stand_on_zero_are_declined() -> None:
    found = stacked(5)
    assert found.abstained and found.reason == "no axis from zero below stacked areas"


def test_stacked_areas_of_a_drawing_are_exact() -> None:
    xs = [50 + 40 * i for i in range(len(YEARS))]
    floor, coal = [200.0] * len(xs), [200 - 3.0 * value for value in COAL]
    both = [y - 3.0 * value for y, value in zip(coal, GAS, strict=True)]
    shapes = [
        Shape("path", (*zip(xs, lower, strict=True), *reversed(list(zip(xs, upper, strict=True)))), fill=fill, closed=True)
        for lower, upper, fill in ((floor, coal, RGB_BLUE), (coal, both, RGB_GREEN))
    ]
    shapes += [Shape("rect", ((60 + 60 * i, 20), (68 + 60 * i, 28)), fill=fill) for i, fill in enumerate((RGB_BLUE, RGB_GREEN))]
    texts = [label(str(tick), 30, 200 - 3 * tick) for tick in (0, 20, 40)] + [label(str(y), x, 212) for x, y in zip(xs, YEARS, strict=True)]
    texts += [label("Coal", 80, 24), label("Gas", 138, 24)]
    found = read_vector(Drawing(400, 230, tuple(shapes), tuple(texts)))
    assert found.chart_type == "area" and table(found) == pytest.approx(TRUTH, abs=1e-6)


def test_the_rounded_frame_of_a_legend_is_no_area() -> None:
    bars = upright_bars([30, 50, 20], ["a", "b", "c"], [0, 20, 40], 3)
    frame = Shape(
        "path", ((204, 10), (356, 10), (360, 15), (360, 35), (356, 40), (204, 40), (200, 35), (200, 15)), fill=(250, 250, 250), closed=True
    )
    found = read_vector(replace(bars, shapes=(*bars.shapes, frame)))
    assert found.chart_type == "bar" and [cell.value for cell in found.cells] == [30, 50, 20]
