"""Kinds without a table, or with one that would be wrong, are declined by name; and logarithmic axes are never read as linear."""

import io
import math

import numpy as np
from drawn import BLUE, GREEN, RGB_BLUE, figure, label, png, rectangle, table, understood
from PIL import Image

from charge_stream.charts import ChartReading, Drawing, Shape, Text, read, read_vector


def silent(image: bytes) -> ChartReading:
    """The reading where no word is found: what is seen is enough here."""
    return read(image, words=lambda pixels: [])


def encoded(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, format="PNG")
    return out.getvalue()


def test_a_photograph_is_named() -> None:
    coarse = np.random.default_rng(7).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    picture = Image.fromarray(coarse).resize((640, 480), Image.Resampling.BICUBIC)
    found = silent(encoded(np.asarray(picture)))
    assert found.abstained and found.reason == "a photograph, or a picture with shading like one"


def test_a_map_is_named() -> None:
    """Regions nearest to scattered places, in three shades, winding white borders between them."""
    rng = np.random.default_rng(3)
    places, shades = rng.uniform(60, 440, (50, 2)), np.array([[158, 202, 225], [66, 146, 198], [8, 81, 156]])
    y, x = np.mgrid[0:500, 0:500]
    x, y = x + 14 * np.sin(y / 9), y + 14 * np.sin(x / 11)
    owner = ((x[..., None] - places[:, 0]) ** 2 + (y[..., None] - places[:, 1]) ** 2).argmin(axis=2)
    pixels = shades[rng.integers(0, 3, 50)][owner].astype(np.uint8)
    border = np.zeros(owner.shape, dtype=bool)
    border[2:] |= owner[2:] != owner[:-2]
    border[:, 2:] |= owner[:, 2:] != owner[:, :-2]
    pixels[border | ((x - 250) ** 2 + (y - 250) ** 2 > 200**2 + 4_000 * np.sin(x / 15))] = 255
    found = silent(encoded(pixels))
    assert found.abstained and found.reason == "looks like a map, or a drawing of things"


def test_panels_that_lines_cut_apart_are_no_map() -> None:
    drawn, axes = figure()
    axes.set_axis_off()
    for row in range(3):
        for column in range(4):
            left, top = 4 * column, 4 * row
            axes.fill([left, left + 3, left + 3, left], [top, top, top + 3, top + 3], color="#f1f1f0")
            axes.plot([left, left + 1, left + 2, left + 3], [top + 1, top + 2.2, top + 0.8, top + 2], color=GREEN, linewidth=4)
    found = silent(png(drawn))
    assert found.abstained and "map" not in (found.reason or "")


def test_a_table_with_shaded_cells_is_named_where_it_cannot_be_read() -> None:
    drawn, axes = figure(6, 5)
    for row in range(6):
        for column in range(7 - row % 2):
            if (row + column) % 3 == 0:
                axes.fill(
                    [column - 0.4, column + 0.4, column + 0.4, column - 0.4], [row - 0.4, row - 0.4, row + 0.4, row + 0.4], color="#c7d9f1"
                )
            axes.text(column, row, str(31 + 7 * row + 3 * column), ha="center", va="center")
    axes.set_axis_off()
    axes.set_position([0, 0, 1, 1])
    found = understood(drawn)
    assert found.abstained and found.chart_type == "table"


def test_a_treemap_is_named() -> None:
    drawn, axes = figure(7, 5)
    axes.set_axis_off()
    tiles = [(0, 0, 0.5, 0.6), (0, 0.6, 0.5, 0.4), (0.5, 0, 0.3, 0.5), (0.8, 0, 0.2, 0.5), (0.5, 0.5, 0.25, 0.5), (0.75, 0.5, 0.25, 0.5)]
    for (x, y, width, height), colour in zip(tiles, (BLUE, GREEN, "#e07b39", "#7a3e9d", "#aa1111", "#555555"), strict=True):
        axes.bar(x, height, width, bottom=y, color=colour, align="edge", edgecolor="white", linewidth=2)
    found = silent(png(drawn))
    assert found.abstained and found.reason == "looks like a treemap"


def test_dots_at_the_crossings_of_rows_and_columns_are_a_pictogram() -> None:
    dots = [(40 + 30 * column, 40 + 30 * row) for row in range(4) for column in range(10)]
    ring = [(math.cos(i / 8 * math.pi), math.sin(i / 8 * math.pi)) for i in range(16)]
    shapes = tuple(Shape("path", tuple((x + 8 * a, y + 8 * b) for a, b in ring), fill=RGB_BLUE) for x, y in dots)
    found = read_vector(Drawing(380, 200, shapes, (label("27 of 40 people agree", 150, 15),)))
    assert found.abstained and found.reason == "looks like a pictogram"


def test_two_scales_in_one_plot_are_declined() -> None:
    drawn, axes = figure(7, 4)
    years = list(range(2010, 2021))
    axes.plot(years, [10, 12, 15, 14, 18, 22, 25, 24, 30, 33, 35], color=BLUE, label="Output")
    other = axes.twinx()
    other.plot(years, [1000, 900, 1100, 1300, 1250, 1500, 1700, 1600, 1650, 1800, 2000], color=GREEN, label="Trade")
    drawn.legend(loc="upper center", ncols=2)
    found = read(png(drawn))
    assert found.abstained and found.reason == "two value axes with different scales"


def logarithmic(ticks: list[Text]) -> Drawing:
    """Bars of 10, 300 and 5,000 on a logarithmic axis from 1, 40 units a decade."""
    shapes, texts = [], list(ticks)
    for i, (name, value) in enumerate({"a": 10.0, "b": 300.0, "c": 5000.0}.items()):
        shapes.append(rectangle(60 + 60 * i, 200 - 40 * math.log10(value), 100 + 60 * i, 200, RGB_BLUE))
        texts.append(label(name, 80 + 60 * i, 212))
    return Drawing(260, 230, tuple(shapes), tuple(texts))


def test_logarithmic_axes_are_read_as_such() -> None:
    found = read_vector(logarithmic([label(f"{10**i:,}", 30, 200 - 40 * i) for i in range(5)]))
    assert {name: round(value) for (name, _), value in table(found).items()} == {"a": 10, "b": 300, "c": 5000}


def test_exponents_are_no_ticks() -> None:
    """`10` with a small number at its upper right, and the same as recognition sees it: 100, 101, 102 …"""
    small = [text for i in range(5) for text in (label("10", 28, 200 - 40 * i), label(str(i), 35, 196 - 40 * i, 5))]
    for ticks in (small, [label(f"10{i}", 30, 200 - 40 * i) for i in range(5)]):
        found = read_vector(logarithmic(ticks))
        assert found.abstained and found.reason == "no printed values and no axis"
