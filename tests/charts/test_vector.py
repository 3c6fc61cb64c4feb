"""Drawings are read exactly: rectangles, sectors and polylines as drawn, words as written."""

import json
import math

import pytest
from drawn import RGB_BLUE, RGB_DARK, RGB_GREEN, label, rectangle, table, upright_bars

from charge_stream.charts import Drawing, Hints, Shape, Text, read_vector
from charge_stream.charts.measured import data_steps


def test_bars_are_measured_on_the_axis() -> None:
    values = [12.34, 47.9, 33.05, 80.0]
    reading = read_vector(upright_bars(values, ["Spain", "Italy", "France", "Malta"], [0, 20, 40, 60, 80], 2.0), Hints(title="Share"))
    assert not reading.abstained and reading.origin == "vector" and reading.chart_type == "bar" and reading.title == "Share"
    assert [row[0] for row in reading.rows] == ["Spain", "Italy", "France", "Malta"]
    assert [row[1] for row in reading.rows] == pytest.approx(values, rel=0.003)
    assert all(cell.confidence >= 0.9 and cell.text is None for cell in reading.cells)


def test_negative_bars_keep_their_sign() -> None:
    drawing = upright_bars([30, -10, 15], ["North", "South", "West"], [-20, 0, 20, 40], 2.0)
    texts = tuple(text for text in drawing.texts if text.text not in ("North", "South", "West"))
    names = tuple(label(name, 80 + 60 * i, 252) for i, name in enumerate(["North", "South", "West"]))
    reading = read_vector(Drawing(400, 280, drawing.shapes, texts + names))
    assert table(reading) == pytest.approx({("North", "Value"): 30, ("South", "Value"): -10, ("West", "Value"): 15}, abs=0.05)


def stacks() -> Drawing:
    """Two lying stacks with headers over the first one's segments."""
    shapes, texts = [], [label("More", 120, 28), label("Same", 205, 28), label("Less", 275, 28)]
    for i, (name, parts) in enumerate({"U.S.": (29, 41, 29), "EU": (19, 59, 21)}.items()):
        left = 80.0
        texts.append(label(name, 60, 50 + 40 * i))
        for part, colour in zip(parts, (RGB_BLUE, RGB_GREEN, RGB_DARK), strict=True):
            shapes.append(rectangle(left, 38 + 40 * i, left + 2.5 * part, 62 + 40 * i, colour))
            texts.append(label(f"{part}%" if i == 0 else str(part), left + 1.25 * part, 50 + 40 * i))
            left += 2.5 * part
    return Drawing(360, 130, tuple(shapes), tuple(texts))


def test_headers_name_the_segments_of_stacks() -> None:
    reading = read_vector(stacks())
    assert reading.chart_type == "stacked bar" and reading.columns == ["", "More", "Same", "Less"]
    assert reading.rows == [["U.S.", 29.0, 41.0, 29.0], ["EU", 19.0, 59.0, 21.0]]
    assert reading.confidence >= 0.95 and {cell.text for cell in reading.cells} >= {"29%", "59"}


def test_labels_that_are_not_linear_in_the_bars_are_refused() -> None:
    drawing = stacks()
    shuffled = {"29%": "3%", "41%": "90%", "19": "88", "59": "7", "21": "55"}
    texts = tuple(label(shuffled.get(t.text, t.text), (t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2) for t in drawing.texts)
    reading = read_vector(Drawing(drawing.width, drawing.height, drawing.shapes, texts))
    assert reading.abstained and reading.reason == "marks and labels disagree" and reading.rows == []
    assert "U.S." in reading.words


def sector(start: float, end: float, colour: tuple[int, int, int]) -> Shape:
    """A slice of a disc around (100, 100) of radius 60, its arc as a polyline."""
    steps = [start + (end - start) * i / 24 for i in range(25)]
    arc = tuple((100 + 60 * math.sin(2 * math.pi * turn), 100 - 60 * math.cos(2 * math.pi * turn)) for turn in steps)
    return Shape("path", ((100.0, 100.0), *arc), fill=colour, closed=True)


def test_sectors_of_a_pie_take_the_labels_that_fit_their_angle() -> None:
    shapes = (sector(0, 0.5, RGB_BLUE), sector(0.5, 0.8, RGB_DARK), sector(0.8, 1.0, RGB_GREEN))
    texts = (label("Yes 50%", 185, 100), label("No 30%", 60, 175), label("Unsure 20%", 25, 55))
    reading = read_vector(Drawing(220, 200, shapes, texts))
    assert reading.chart_type == "pie" and reading.unit == "%"
    assert table(reading) == {("Yes", "Value"): 50.0, ("No", "Value"): 30.0, ("Unsure", "Value"): 20.0}


def outline(start: float, end: float, inner: float, colour: tuple[int, int, int]) -> Shape:
    """A slice as drawing programs write it: the outline begins on the rim, and its first point is its last."""
    turns = [2 * math.pi * (start + (end - start) * i / 24) for i in range(25)]
    rim = [(100 + 60 * math.sin(turn), 100 - 60 * math.cos(turn)) for turn in turns]
    back = [(100 + inner * math.sin(turn), 100 - inner * math.cos(turn)) for turn in reversed(turns)] if inner else [(100.0, 100.0)]
    return Shape("path", (*rim, *back, rim[0]), fill=colour, stroke=(255, 255, 255), closed=True)


@pytest.mark.parametrize("inner", [0.0, 35.0])
def test_pies_and_rings_are_read_wherever_their_outlines_begin(inner: float) -> None:
    shapes = (outline(0.1, 0.6, inner, RGB_BLUE), outline(0.6, 0.9, inner, RGB_DARK), outline(0.9, 1.1, inner, RGB_GREEN))
    texts = (label("Yes 50%", 180, 135), label("No 30%", 20, 120), label("Unsure 20%", 100, 30))
    reading = read_vector(Drawing(220, 200, shapes, texts))
    assert table(reading) == {("Yes", "Value"): 50.0, ("No", "Value"): 30.0, ("Unsure", "Value"): 20.0}


def slanted(text: str, x: float, y: float) -> Text:
    """Text at 45 degrees that ends under a point."""
    long = 0.4 * 8 * len(text)
    return Text(text, (x - long, y, x + 3, y + long + 3), 8.0, 315.0)


def test_slanted_names_that_reach_under_other_bars_are_whole() -> None:
    names = ("Spain", "Slovak Republic", "International flight")
    drawing = upright_bars([30, 12, 44], ["", "", ""], [0, 20, 40, 60], 2.0)
    texts = tuple(text for text in drawing.texts if text.text) + tuple(slanted(name, 82 + 60 * i, 204) for i, name in enumerate(names))
    reading = read_vector(Drawing(400, 280, drawing.shapes, texts))
    assert table(reading) == pytest.approx({(name, "Value"): value for name, value in zip(names, (30, 12, 44), strict=True)}, abs=0.05)


def test_slanted_names_hide_no_key_of_a_legend() -> None:
    names = ("Costa Rica and others", "Slovak Republic", "Italy")
    values = {RGB_BLUE: (30.0, 12.0, 44.0), RGB_DARK: (21.0, 35.0, 8.0)}
    shapes = [
        rectangle(60 + 90 * i + 25 * j, 200 - 2 * column[i], 85 + 90 * i + 25 * j, 200, colour)
        for j, (colour, column) in enumerate(values.items())
        for i in range(3)
    ]
    shapes += [rectangle(60, 240, 68, 248, RGB_BLUE), rectangle(140, 240, 148, 248, RGB_DARK)]
    texts = [label(f"{tick}", 28, 200 - 2 * tick) for tick in (0, 20, 40, 60)]
    texts += [slanted(name, 88 + 90 * i, 204) for i, name in enumerate(names)]
    texts += [label("2010", 81, 244), label("2012", 161, 244)]
    reading = read_vector(Drawing(400, 280, tuple(shapes), tuple(texts)))
    assert reading.columns == ["", "2010", "2012"]
    assert reading.rows == [[name, *(column[i] for column in values.values())] for i, name in enumerate(names)]


def test_names_along_the_zero_line_belong_to_bars_of_both_directions() -> None:
    drawing = upright_bars([30, -20, 15], ["North", "South", "West"], [-20, 0, 20, 40], 2.0)
    assert table(read_vector(drawing)) == pytest.approx({("North", "Value"): 30, ("South", "Value"): -20, ("West", "Value"): 15}, abs=0.05)


def test_values_that_crowd_around_a_multiple_are_not_taken_for_it() -> None:
    crowded = [[2512.1, 2998.0, 1052.3, 1068.1, 1043.9, 982.2, 960.4, 1021.7, 1010.2, 948.8, 965.5, 1033.3, 990.6, 1074.2, 957.1]]
    assert data_steps(crowded, 1.0, 1.0) is None
    exact = data_steps(crowded, 1.0, 1.0, exact=True)
    assert exact is None or exact.step <= 10
    whole = data_steps([[2510.0, 3000.0, 1050.0, 1070.0, 1040.0, 980.0, 960.0, 1020.0]], 0.5, 0.5, exact=True)
    assert whole is not None and whole.step == 10


def test_lines_are_read_at_every_year() -> None:
    years, first, second = list(range(2010, 2016)), [10, 14, 13, 20, 26, 30], [40, 38, 35, 30, 28, 20]
    shapes = [Shape("line", ((40.0, 200 - 4 * t), (300.0, 200 - 4 * t)), stroke=(220, 220, 220)) for t in (0, 20, 40)]
    for values, colour in ((first, RGB_BLUE), (second, RGB_DARK)):
        shapes.append(Shape("path", tuple((50 + 40.0 * i, 200 - 4.0 * v) for i, v in enumerate(values)), stroke=colour, stroke_width=2))
    shapes += [
        Shape("line", ((60.0 + 80 * i, 20.0), (72.0 + 80 * i, 20.0)), stroke=c, stroke_width=2) for i, c in enumerate((RGB_BLUE, RGB_DARK))
    ]
    texts = [label(str(t), 28, 200 - 4 * t) for t in (0, 20, 40)] + [
        label(str(y), 50 + 40 * i, 210) for i, y in enumerate(years) if i % 2 == 0
    ]
    texts += [label("Urban", 90, 20), label("Rural", 170, 20)]
    reading = read_vector(Drawing(320, 230, tuple(shapes), tuple(texts)))
    assert reading.chart_type == "line" and reading.columns == ["", "Urban", "Rural"]
    assert [row[0] for row in reading.rows] == [str(year) for year in years]
    assert [row[1] for row in reading.rows] == pytest.approx(first, abs=0.1)
    assert [row[2] for row in reading.rows] == pytest.approx(second, abs=0.1)


def test_drawings_survive_json_and_odd_ones_are_declined() -> None:
    drawing = stacks()
    assert Drawing.from_dict(json.loads(json.dumps(drawing.to_dict()))) == drawing
    for odd in (
        Drawing(0, 0, (), ()),
        Drawing(100, 100, (Shape("line", ((0.0, 0.0),), stroke=(0, 0, 0)),), ()),
        Drawing(100, 100, (), (label("7", 5, 5),)),
    ):
        reading = read_vector(odd)
        assert reading.abstained and reading.reason


def test_names_that_stand_twice_are_told_apart_by_their_headings() -> None:
    shapes, texts = [], [label("Among Republicans", 55, 20), label("Among Democrats", 55, 100)]
    for y, name, value in ((40, "Men", 40), (60, "Women", 31), (120, "Men", 22), (140, "Women", 57)):
        shapes.append(rectangle(90, y - 7, 90 + 2 * value, y + 7, RGB_BLUE))
        texts += [label(name, 60, y), label(str(value), 100 + 2 * value, y)]
    reading = read_vector(Drawing(260, 160, tuple(shapes), tuple(texts)))
    assert reading.rows == [
        ["Among Republicans: Men", 40.0],
        ["Among Republicans: Women", 31.0],
        ["Among Democrats: Men", 22.0],
        ["Among Democrats: Women", 57.0],
    ]


def test_bars_in_pairs_share_the_name_between_them() -> None:
    shapes, texts = [], [label("2015", 110, 15), label("2008", 160, 15)]
    shapes += [rectangle(94, 12, 100, 18, RGB_BLUE), rectangle(144, 12, 150, 18, RGB_DARK)]
    for i, (name, pair) in enumerate({"All": (40, 23), "U.S. born": (50, 33), "Foreign born": (31, 14)}.items()):
        # The first pair stands apart from the others, as totals do.
        middle = 45 + 30 * i + (20 if i else 0)
        texts.append(label(name, 50, middle))
        for value, colour, y in ((pair[0], RGB_BLUE, middle - 5), (pair[1], RGB_DARK, middle + 5)):
            shapes.append(rectangle(90, y - 5, 90 + 2 * value, y + 5, colour))
            texts.append(label(str(value), 100 + 2 * value, y))
    reading = read_vector(Drawing(240, 150, tuple(shapes), tuple(texts)))
    assert reading.columns == ["", "2015", "2008"]
    assert reading.rows == [["All", 40.0, 23.0], ["U.S. born", 50.0, 33.0], ["Foreign born", 31.0, 14.0]]


def test_pieces_of_an_interrupted_line_are_one_line_and_nothing_is_read_between() -> None:
    texts = [label(str(year), 40.0 + 40 * i, 215) for i, year in enumerate(range(2001, 2010))]
    texts += [label(str(value), 12.0, 200.0 - 2 * value) for value in (0, 20, 40, 60, 80)]
    heights = [30, 34, 41, 38, None, None, 52, 60, 57]
    points = [(40.0 + 40 * i, 200.0 - 2 * value) for i, value in enumerate(heights) if value is not None]
    pieces = [Shape("path", tuple(part), stroke=(20, 80, 160), stroke_width=2.0) for part in (points[:4], points[4:])]
    reading = read_vector(Drawing(400, 240, tuple(pieces), tuple(texts)))
    assert table(reading) == {(str(2001 + i), "Value"): value for i, value in enumerate(heights) if value is not None}
