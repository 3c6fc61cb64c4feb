"""Dot plots and dumbbells, lying and upright, with and without printed values; and dots that are none."""

import math

import numpy as np
import pytest
from drawn import BLUE, GREEN, RGB_BLUE, RGB_GREEN, figure, label, png, table

from charge_stream.charts import Drawing, Shape, read, read_vector

NAMES = ("Germany", "France", "Spain", "Italy", "Poland")
EARLY, LATE = (41, 55, 62, 30, 71), (52, 65, 48, 45, 80)
TRUTH = {(name, year): value for year, values in (("2010", EARLY), ("2020", LATE)) for name, value in zip(NAMES, values, strict=True)}


def circle(x: float, y: float, fill: tuple[int, int, int], radius: float = 4.0) -> Shape:
    """A dot as drawing programs write it."""
    return Shape(
        "path", tuple((x + radius * math.cos(i / 8 * math.pi), y + radius * math.sin(i / 8 * math.pi)) for i in range(16)), fill=fill
    )


def test_lying_dots_on_an_axis() -> None:
    drawn, axes = figure(7, 4)
    axes.hlines(range(5), EARLY, LATE, color="#bbbbbb", linewidth=3, zorder=1)
    axes.scatter(EARLY, range(5), color=BLUE, s=90, label="2010", zorder=3)
    axes.scatter(LATE, range(5), color=GREEN, s=90, label="2020", zorder=3)
    axes.set_yticks(range(5), NAMES)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.legend(loc="upper left", bbox_to_anchor=(0, 1.12), ncols=2)
    found = read(png(drawn))
    assert found.chart_type == "dot" and table(found) == TRUTH
    assert all(cell.text is None for cell in found.cells) and len(found.ticks) >= 5


def test_upright_dots_of_which_some_touch() -> None:
    drawn, axes = figure(7, 4)
    men, women = (41, 55, 62, 30, 71), (44, 60, 48, 45, 80)
    axes.scatter(NAMES, men, color=BLUE, s=110, label="Men", zorder=3)
    axes.scatter(NAMES, women, color=GREEN, s=110, label="Women", zorder=3)
    axes.set_ylim(0, 100)
    axes.grid(axis="y", color="#dddddd")
    axes.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.12))
    truth = {(name, sex): value for sex, values in (("Men", men), ("Women", women)) for name, value in zip(NAMES, values, strict=True)}
    found = read(png(drawn))
    assert found.chart_type == "dot" and table(found) == pytest.approx(truth, abs=1)


def dumbbells(printed: dict[tuple[str, str], str]) -> Drawing:
    """Dots 4 units a point apart, a header over the first of each series, the printed values outside."""
    shapes, texts = [], [label("2010", 4 * 41, 26), label("2020", 4 * 52, 26)]
    for i, name in enumerate(NAMES):
        y = 40 + 30 * i
        texts.append(label(name, 30, y))
        early, late = TRUTH[(name, "2010")], TRUTH[(name, "2020")]
        shapes.append(Shape("line", ((4 * early, y), (4 * late, y)), stroke=(190, 190, 190), stroke_width=1))
        for year, value, fill in (("2010", early, RGB_BLUE), ("2020", late, RGB_GREEN)):
            shapes.append(circle(4 * value, y, fill))
            outwards = -11 if value == min(early, late) else 11
            texts.append(label(printed.get((name, year), str(value)), 4 * value + outwards, y))
    return Drawing(380, 200, tuple(shapes), tuple(texts))


def test_printed_values_are_proven_by_the_places_of_the_dots() -> None:
    found = read_vector(dumbbells({}))
    assert table(found) == TRUTH and all(cell.text == f"{cell.value:g}" and cell.confidence >= 0.95 for cell in found.cells)


def test_a_print_that_contradicts_its_place_loses_to_it() -> None:
    found = read_vector(dumbbells({("Spain", "2010"): "26"}))
    (wrong,) = (cell for cell in found.cells if cell.confidence < 0.9)
    assert (found.rows[wrong.row][0], found.columns[wrong.column]) == ("Spain", "2010")
    assert wrong.text is None and wrong.value == pytest.approx(62, abs=0.5)


def test_prints_that_obey_no_line_are_declined() -> None:
    shuffled = {key: str(7 + 13 * i % 89) for i, key in enumerate(sorted(TRUTH))}
    found = read_vector(dumbbells(shuffled))
    assert found.abstained and found.reason == "marks and labels disagree"


def test_a_cloud_of_points_is_no_dot_plot() -> None:
    drawn, axes = figure(7, 5)
    rng = np.random.default_rng(3)
    across = rng.uniform(0, 100, 70)
    axes.scatter(across, 0.5 * across + rng.normal(0, 9, 70), color=BLUE)
    axes.set_xlabel("Income")
    found = read(png(drawn))
    assert found.abstained and found.reason == "looks like a scatter plot" and "Income" in found.words


def test_markers_of_a_drawn_line_are_no_dots_of_their_own() -> None:
    values = (20, 35, 31, 48, 60, 52, 66, 70, 61, 75, 80, 78, 90)
    points = tuple((60 + 24.0 * i, 220 - 2.0 * value) for i, value in enumerate(values))
    shapes = [Shape("path", points, stroke=RGB_BLUE, stroke_width=1.5), *(circle(x, y, RGB_BLUE, 3) for x, y in points)]
    texts = [label(str(tick), 30, 220 - 2 * tick) for tick in (0, 50, 100)] + [
        label(str(2000 + i), x, 232, 5) for i, (x, _) in enumerate(points)
    ]
    found = read_vector(Drawing(380, 240, tuple(shapes), tuple(texts)))
    assert found.chart_type == "line" and [cell.value for cell in found.cells] == list(values)


def test_pieces_of_bars_between_printed_digits_are_no_dots() -> None:
    drawn, axes = figure(5, 6)
    values = [70, 66, 75, 59, 68, 77, 92, 88, 81, 72, 67, 55, 63, 49]
    placed = axes.barh([f"Group {i + 1}" for i in range(len(values))], values, color="#20487c", height=0.7)
    axes.bar_label(placed, label_type="edge", padding=-22, color="white")
    axes.set_xticks([])
    axes.invert_yaxis()
    found = read(png(drawn))
    assert found.chart_type == "bar" and [row[1] for row in found.rows] == values
