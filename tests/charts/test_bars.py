"""Bars: measured where they end, small ones, missing ones, totals, several columns, and what is no bar."""

import numpy as np
import pytest
from drawn import BLUE, DARK, GREEN, RGB_BLUE, RGB_DARK, RGB_GREEN, figure, label, png, rectangle, table, understood

from charge_stream.charts import ChartReading, Drawing, Text, read, read_vector

PALE = "#c6ddf0"


def test_whole_numbers_are_read_exactly_without_a_printed_value() -> None:
    drawn, axes = figure(6.4, 4)
    truth = {"18-29": (70, 29), "30-49": (64, 35), "50-64": (54, 44), "65+": (55, 43)}
    places = np.arange(4)
    for i, (name, colour) in enumerate({"Legal": "#0090c6", "Illegal": PALE}.items()):
        axes.bar(places + 0.3 * i, [pair[i] for pair in truth.values()], width=0.25, color=colour, label=name)
    axes.set_xticks(places + 0.15, list(truth))
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.grid(axis="y", linestyle=":", color="#dddddd")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=2)
    drawn.tight_layout()
    found = read(png(drawn))
    assert table(found) == {(row, name): pair[i] for row, pair in truth.items() for i, name in enumerate(("Legal", "Illegal"))}
    assert all(cell.text is None and cell.confidence >= 0.9 for cell in found.cells)


def test_a_name_without_a_bar_is_doubtfully_zero() -> None:
    drawn, axes = figure(6.4, 4)
    values = {"Johnson": 8, "Nixon": 0, "Ford": 9, "Carter": 7, "Reagan": 21, "Bush": 12}
    axes.barh(list(values), list(values.values()), color="black", height=0.5)
    axes.invert_yaxis()
    axes.grid(axis="x", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    found = read(png(drawn))
    assert table(found) == pytest.approx({(name, "Value"): value for name, value in values.items()}, abs=0.1)
    assert [cell.confidence < 0.9 for cell in found.cells] == [value == 0 for value in values.values()]


def test_a_value_too_small_to_be_drawn_is_taken_from_its_label() -> None:
    shapes, texts = [], [label(str(tick), 80 + 4 * tick, 130) for tick in (0, 20, 40, 60)]
    for i, (name, value) in enumerate({"Venezuela": "61", "Zambia": "57", "Guatemala": "5", "Grenada": "<1"}.items()):
        y = 20 + 25 * i
        texts.append(label(name, 45, y))
        if value != "<1":
            shapes.append(rectangle(80, y - 8, 80 + 4 * int(value), y + 8, RGB_BLUE))
        texts.append(label(value, 92 + (4 * int(value) if value != "<1" else 0), y))
    found = read_vector(Drawing(360, 140, tuple(shapes), tuple(texts)))
    assert found.rows == [["Venezuela", 61.0], ["Zambia", 57.0], ["Guatemala", 5.0], ["Grenada", "<1"]]
    assert len(found.cells) == 3


def test_groups_in_which_bars_are_missing_keep_their_series_and_may_be_zero() -> None:
    """On an axis from zero no bar is a bar of length zero, or no value: stated as a doubtful 0."""
    truth = {"Entercom": (None, None, 10), "CBS": (10, 9, None), "Hubbard": (3, 4, 5), "Davis": (None, None, 1), "Cox": (2, 3, 1)}
    shapes, texts = [], [label(str(tick), 100 + 20 * tick, 270) for tick in (0, 5, 10)]
    for i, (name, group) in enumerate(truth.items()):
        middle = 30 + 50 * i
        texts.append(label(name, 50, middle))
        for j, (value, colour) in enumerate(zip(group, (RGB_BLUE, RGB_GREEN, RGB_DARK), strict=True)):
            if value is not None:
                shapes.append(rectangle(100, middle - 15 + 10 * j, 100 + 20 * value, middle - 7 + 10 * j, colour))
    for j, (name, colour) in enumerate(zip(("2014", "2015", "2016"), (RGB_BLUE, RGB_GREEN, RGB_DARK), strict=True)):
        shapes.append(rectangle(100 + 60 * j, 286, 106 + 60 * j, 292, colour))
        texts.append(label(name, 118 + 60 * j, 289))
    found = read_vector(Drawing(340, 300, tuple(shapes), tuple(texts)))
    expected = {(row, year): value for row, group in truth.items() for year, value in zip(("2014", "2015", "2016"), group, strict=True)}
    assert table(found) == {key: value or 0.0 for key, value in expected.items()}
    assert {cell.confidence for cell in found.cells if cell.value == 0} == {0.7} and found.confidence >= 0.95
    assert all(cell.confidence >= 0.95 for cell in found.cells if cell.value)


Segments = list[tuple[float, tuple[int, int, int]]]
LEGEND = {"Web": RGB_BLUE, "App": RGB_GREEN}


def upright(bars: dict[float, Segments], texts: list[Text], legend: dict[str, tuple[int, int, int]]) -> ChartReading:
    """Bars on a floor at 200, two units of length a value, with an axis to 80: by middle, segments from the bottom."""
    shapes = []
    for middle, segments in bars.items():
        floor = 200.0
        for value, colour in segments:
            shapes.append(rectangle(middle - 8, floor - 2 * value, middle + 8, floor, colour))
            floor -= 2 * value
    words = [label(str(tick), 20, 200 - 2 * tick) for tick in (0, 20, 40, 60, 80)] + texts
    for j, (name, colour) in enumerate(legend.items()):
        shapes.append(rectangle(130 + 80 * j, 236, 136 + 80 * j, 242, colour))
        words.append(label(name, 152 + 80 * j, 239))
    return read_vector(Drawing(500, 260, tuple(shapes), tuple(words)))


def test_years_without_a_bar_between_years_that_are_not_all_written() -> None:
    values = {1975: 10, 1976: 12, 1977: 9, 1980: 14, 1981: 20, 1982: 22, 1983: 18, 1984: 11, 1985: 30}
    bars: dict[float, Segments] = {50.0 + 25 * (year - 1975): [(value, RGB_BLUE)] for year, value in values.items()}
    found = upright(bars, [label(str(year), 50 + 25 * (year - 1975), 212) for year in (1975, 1980, 1985)], {})
    assert table(found) == {(str(year), "Value"): values.get(year, 0) for year in range(1975, 1986)}
    assert {cell.row for cell in found.cells if cell.confidence < 0.9} == {3, 4}


def test_a_bar_too_short_to_be_seen_takes_the_value_printed_in_its_place() -> None:
    bars: dict[float, Segments] = {}
    texts = []
    for i, (name, group) in enumerate({"White": (40, 30), "Black": (20, 25), "Other": (36, 0)}.items()):
        texts.append(label(name, 80 + 80 * i, 212))
        for j, (value, colour) in enumerate(zip(group, LEGEND.values(), strict=True)):
            x = 70.0 + 80 * i + 20 * j
            bars[x] = [(value, colour)] if value else []
            texts.append(label(str(value or "0.4"), x, 193 - 2 * value))
    assert table(upright(bars, texts, LEGEND))[("Other", "App")] == 0.4


@pytest.mark.parametrize(("without", "stated"), [((2,), True), ((1, 2, 3), False)])
def test_a_stack_without_a_usual_segment_has_zero_of_it(without: tuple[int, ...], stated: bool) -> None:
    """A segment that many stacks lack was overlooked in them, or its series begins late: nothing is stated then."""
    bars: dict[float, Segments] = {80.0 + 60 * i: [(30.0 + i, RGB_BLUE), *([] if i in without else [(20.0, RGB_GREEN)])] for i in range(5)}
    found = upright(bars, [label(str(2016 + i), 80 + 60 * i, 212) for i in range(5)], LEGEND)
    zeros = {(str(2016 + i), "App"): 0.0 for i in without} if stated else {}
    web = {(str(2016 + i), "Web"): 30.0 + i for i in range(5)}
    app = {(str(2016 + i), "App"): 20.0 for i in range(5) if i not in without}
    assert table(found) == web | app | zeros


def totals(shown: tuple[int, int, int]) -> Drawing:
    """Three stacks of two segments with a number after each."""
    shapes, texts = [], [label("Very", 110, 12), label("Fairly", 180, 12), label("NET", 300, 12)]
    for i, ((name, parts), total) in enumerate(
        zip({"White": (18, 35), "Black": (30, 30), "Hispanic": (13, 22)}.items(), shown, strict=True)
    ):
        y, left = 30 + 25 * i, 80.0
        texts.append(label(name, 45, y))
        for j, (part, colour) in enumerate(zip(parts, (RGB_DARK, RGB_GREEN), strict=True)):
            shapes.append(rectangle(left, y - 8, left + 3 * part, y + 8, colour))
            if j == 0:
                texts.append(label(str(part), left + 1.5 * part, y))
            left += 3 * part
        texts.append(label(str(total), left + 10, y))
    return Drawing(340, 110, tuple(shapes), tuple(texts))


def test_totals_after_stacks_belong_to_no_segment() -> None:
    found = read_vector(totals((53, 60, 35)))
    assert found.columns == ["", "Very", "Fairly", "NET"] and [row[:3] for row in found.rows] == [
        ["White", 18.0, 35.0],
        ["Black", 30.0, 30.0],
        ["Hispanic", 13.0, 22.0],
    ]
    assert all(cell.text is None for cell in found.cells if cell.column == 2)


def test_numbers_after_stacks_that_fit_the_last_segments_are_theirs() -> None:
    found = read_vector(totals((35, 30, 22)))
    assert [row[:3] for row in found.rows] == [["White", 18.0, 35.0], ["Black", 30.0, 30.0], ["Hispanic", 13.0, 22.0]]
    assert all(cell.text is not None for cell in found.cells)


def columns(own_names: bool) -> Drawing:
    """Two columns of bars, each with a header and a baseline of its own."""
    shapes, texts = [], []
    for i, (header, values) in enumerate({"Seen a doctor": (70, 66, 75), "Have a doctor": (68, 52, 69)}.items()):
        left = 90.0 + 190 * i
        texts.append(label(header, left + 40, 10))
        for j, (name, value) in enumerate(zip(("All adults", "Men", "Women"), values, strict=True)):
            y = 30 + 25 * j
            shapes.append(rectangle(left, y - 8, left + value, y + 8, RGB_BLUE))
            texts.append(label(str(value), left + value - 10, y))
            if i == 0 or own_names:
                texts.append(label(name, left - 35, y))
    return Drawing(400, 110, tuple(shapes), tuple(texts))


def test_columns_of_bars_that_share_their_names_are_columns_of_the_table() -> None:
    found = read_vector(columns(own_names=False))
    assert found.columns == ["", "Seen a doctor", "Have a doctor"]
    assert found.rows == [["All adults", 70.0, 68.0], ["Men", 66.0, 52.0], ["Women", 75.0, 69.0]]


def test_columns_of_bars_with_names_of_their_own_keep_their_header_before_them() -> None:
    found = read_vector(columns(own_names=True))
    assert [row[0] for row in found.rows][::3] == ["Seen a doctor: All adults", "Have a doctor: All adults"]
    assert [row[1] for row in found.rows] == [70.0, 66.0, 75.0, 68.0, 52.0, 69.0]


def test_names_beside_the_last_stack() -> None:
    shapes, texts = [], [label("Others", 250, 70), label("Criminals", 255, 130)]
    for i, (year, low, high) in enumerate((("2001", 40, 60), ("2002", 50, 55), ("2003", 60, 80))):
        x = 60 + 60 * i
        shapes += [rectangle(x, 160 - low, x + 40, 160, RGB_DARK), rectangle(x, 160 - low - high, x + 40, 160 - low, RGB_GREEN)]
        texts += [label(str(low), x + 20, 160 - low / 2), label(str(high), x + 20, 160 - low - high / 2), label(year, x + 20, 172)]
    found = read_vector(Drawing(300, 190, tuple(shapes), tuple(texts)))
    assert set(found.columns) == {"", "Others", "Criminals"}
    assert table(found)[("2003", "Criminals")] == 60 and table(found)[("2001", "Others")] == 60


def test_grid_lines_between_bars_are_no_series() -> None:
    drawn, axes = figure(8, 6)
    axes.bar(np.arange(5) - 0.2, [45, 29, 23, 6, 40], width=0.4, color=BLUE, label="2010")
    axes.bar(np.arange(5) + 0.2, [33, 24, 15, 5, 36], width=0.4, color=DARK, label="2012")
    axes.set_xticks(np.arange(5), ["Spain", "Chad", "Peru", "Togo", "Iran"])
    axes.grid(color="#cccccc", linewidth=2)
    axes.set_axisbelow(True)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    drawn.tight_layout()
    found = read(png(drawn))
    assert found.columns == ["", "2010", "2012"] and [row[1] for row in found.rows] == [45.0, 29.0, 23.0, 6.0, 40.0]


def test_a_legend_read_as_one_line_is_cut_at_its_keys() -> None:
    shapes, texts = [], []
    for i, (name, parts) in enumerate({"Older": (65, 27, 5), "Poor": (62, 19, 15), "Young": (51, 29, 13)}.items()):
        left = 60.0
        texts.append(label(name, 35, 50 + 30 * i))
        for part, colour in zip(parts, (RGB_GREEN, RGB_BLUE, RGB_DARK), strict=True):
            shapes.append(rectangle(left, 40 + 30 * i, left + 2 * part, 60 + 30 * i, colour))
            texts.append(label(str(part), left + part, 50 + 30 * i))
            left += 2 * part
    line = Text("  Not enough   About right   Too much", (60.0, 16.0, 245.0, 24.0), 8.0)
    shapes += [rectangle(x, 17, x + 5, 23, colour) for x, colour in ((62, RGB_GREEN), (122, RGB_BLUE), (190, RGB_DARK))]
    found = read_vector(Drawing(270, 150, tuple(shapes), (line, *texts)))
    assert found.columns == ["", "Not enough", "About right", "Too much"]
    assert found.rows[1] == ["Poor", 62.0, 19.0, 15.0]


def test_stacks_measured_on_an_axis() -> None:
    drawn, axes = figure(7, 4)
    parts = {"Android": [35, 42, 31, 41], "Apple": [23, 17, 23, 5], "Both": [5, 3, 3, 12]}
    floor = np.zeros(4)
    for (name, values), colour in zip(parts.items(), (BLUE, GREEN, DARK), strict=True):
        axes.bar(
            ["2016", "2017", "2018", "2019"], values, bottom=floor, color=colour, width=0.5, label=name, edgecolor="white", linewidth=1
        )
        floor += values
    axes.set_ylim(0, 100)
    axes.grid(axis="y", linestyle=":")
    axes.set_axisbelow(True)
    axes.legend(loc="upper center", ncols=3)
    found = read(png(drawn))
    expected = {(str(2016 + i), name): value for name, values in parts.items() for i, value in enumerate(values)}
    assert table(found) == pytest.approx(expected, abs=0.8)


def test_a_sliver_labelled_less_than_one_stands_for_no_number() -> None:
    shapes, texts = [], []
    for i, (name, length, printed) in enumerate(
        (("Chile", 45.0, "45%"), ("Peru", 0.4, "<1%"), ("Cuba", 22.0, "22%"), ("Haiti", 70.0, "70%"))
    ):
        y = 20 + 25 * i
        texts += [label(name, 45, y), label(printed, 95 + 3 * length, y)]
        shapes.append(rectangle(80, y - 8, 80 + 3 * length, y + 8, RGB_BLUE))
    found = read_vector(Drawing(340, 120, tuple(shapes), tuple(texts)))
    assert found.rows == [["Chile", 45.0], ["Peru", "<1%"], ["Cuba", 22.0], ["Haiti", 70.0]]
    assert len(found.cells) == 3 and found.unit == "%"


def test_a_value_like_a_year_beside_a_short_bar_is_no_legend() -> None:
    drawn, axes = figure(7, 3)
    axes.barh(["Italy", "Spain", "Chile"], [1927, 5276, 9772], color=BLUE, height=0.35)
    for row, value in enumerate((1927, 5276, 9772)):
        axes.text(value + 60, row, str(value), va="center", fontsize=14)
    assert table(understood(drawn)) == {("Italy", "Value"): 1927, ("Spain", "Value"): 5276, ("Chile", "Value"): 9772}


@pytest.mark.parametrize(("drawn_as", "value", "text"), [(56.3, 58.0, "58"), (50.0, 50.0, None)])
def test_a_printed_value_wins_over_a_bar_drawn_a_little_short(drawn_as: float, value: float, text: str | None) -> None:
    shapes, texts = [], []
    for i, (name, printed) in enumerate({"Venezuela": 61, "Zambia": 58, "Guatemala": 35, "Grenada": 20, "Malta": 12}.items()):
        y = 20 + 25 * i
        length = 4 * (drawn_as if name == "Zambia" else printed)
        shapes.append(rectangle(80, y - 8, 80 + length, y + 8, RGB_BLUE))
        texts += [label(name, 45, y), label(str(printed), 92 + length, y)]
    found = read_vector(Drawing(360, 140, tuple(shapes), tuple(texts)))
    cell = found.cells[1]
    assert (cell.value, cell.text) == (value, text)
    assert cell.confidence < 0.9
