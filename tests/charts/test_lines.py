"""Lines: heights to a fraction of a pixel, steps of the data, moments along the axis, names, and what lies under what."""

import math

import pytest
from drawn import BLUE, figure, paper, png, table, understood

from charge_stream.charts import ChartReading, read
from charge_stream.charts.axes import axis_on_floor
from charge_stream.charts.check import Declined
from charge_stream.charts.legend import cut_at_keys, legend
from charge_stream.charts.line_names import data_lines, line_names, names_left
from charge_stream.charts.measured import data_steps, likelihood
from charge_stream.charts.pale_keys import pale_keys
from charge_stream.charts.palette import without_smears
from charge_stream.charts.polyline import fit_heights
from charge_stream.charts.scene import Mark, Scene, Trace, Word
from charge_stream.charts.swatches import swatches
from charge_stream.charts.timeaxis import Moment, moment, words_of
from charge_stream.charts.traces import traces
from charge_stream.charts.xlabels import _scaled

REP, DEM = "#cd2900", "#3b6886"


def test_heights_come_from_the_whole_pieces_and_not_from_one_column() -> None:
    truth = [50.0, 20.0, 35.0, 35.0]
    points = [(float(x), truth[x // 30] + (truth[x // 30 + 1] - truth[x // 30]) * (x % 30) / 30) for x in range(90)]
    points = [(x, y + (9.0 if 40 <= x <= 44 else 0.1 * math.sin(x))) for x, y in points]
    fit = fit_heights(points, (), [0.0, 30.0, 60.0, 90.0])
    assert [height.y for height in fit.heights if height] == pytest.approx(truth, abs=0.3)
    assert all(height is not None and height.error < 0.5 for height in fit.heights)


def test_a_place_that_the_line_does_not_reach_has_no_height() -> None:
    points = [(float(x), 10.0) for x in range(30, 61)]
    assert [height is not None for height in fit_heights(points, (), [0.0, 30.0, 60.0, 90.0]).heights] == [False, True, True, False]


def test_a_line_that_bends_between_the_places_has_strayed() -> None:
    points = [(float(x), abs(x - 15.0)) for x in range(31)]
    assert fit_heights(points, (), [0.0, 30.0]).strayed > 0.5
    assert fit_heights(points, (), [0.0, 15.0, 30.0]).strayed == 0


def test_the_steps_of_the_data_are_found_although_the_axis_is_a_little_off() -> None:
    truth = [44, 43, 47, 50, 46, 45, 41, 40, 43, 39, 38, 42]
    measured = [value + 0.3 + 0.05 * math.sin(7 * i) for i, value in enumerate(truth)]
    steps = data_steps([measured], 0.1, 0.5)
    assert steps is not None and steps.step == 1.0
    assert [steps.nearest(value)[0] for value in measured] == truth
    assert all(steps.nearest(value)[1] > 0.95 for value in measured)


def test_free_values_have_no_steps() -> None:
    assert data_steps([[44.13, 43.71, 47.42, 50.55, 46.05, 45.29, 41.83, 40.34, 43.97, 39.62]], 0.1, 0.5) is None


def test_the_chance_of_being_within_the_tolerance() -> None:
    assert likelihood(0.0, 1.0) == 1.0
    assert likelihood(1.0, 1.96) == pytest.approx(0.95, abs=0.001)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2019", Moment(2019, 1, "year")),
        ("2023*", Moment(2023, 1, "year")),
        ("'19", Moment(2019, 1, "year")),
        ("2019/20", Moment(2019, 1, "season")),
        ("Q3 '19", Moment(2019 * 4 + 2, 4, "quarter")),
        ("Q320", Moment(2020 * 4 + 2, 4, "quarter")),
        ("2018 Q1", Moment(2018 * 4, 4, "quarter last")),
        ("Sept 2018", Moment(2018 * 12 + 8, 12, "month")),
        ("Dec'18", Moment(2018 * 12 + 11, 12, "month")),
        ("2010-14", None),
        ("18-29", None),
    ],
)
def test_moments(text: str, found: Moment | None) -> None:
    assert moment(text) == found


def test_labels_that_are_missing_are_written_like_the_others() -> None:
    assert words_of(2019 * 12 + 3, "Mar '19") == "Apr '19"
    assert words_of(2020 * 4, "Q320") == "Q1 '20"
    assert words_of(2021, "2019") == "2021" and words_of(2019, "2018/19") == "2019/20"


@pytest.fixture(scope="module")
def parties() -> ChartReading:
    """Two lines without markers whose values are whole numbers, every other year labelled, as the polls are drawn."""
    drawn, axes = figure(6.4, 3.1)
    years = range(1992, 2015)
    axes.plot(years, RATES[0], color=REP, linewidth=2, label="Rep/Lean Rep")
    axes.plot(years, RATES[1], color=DEM, linewidth=2, label="Dem/Lean Dem")
    axes.set_ylim(0, 75)
    axes.set_yticks([0, 25, 50, 75])
    axes.set_xticks(range(1992, 2015, 2))
    axes.grid(axis="y", linestyle=":", color="#dddddd")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    drawn.tight_layout()
    return read(png(drawn))


RATES = (
    [44, 43, 47, 50, 46, 45, 43, 43, 43, 44, 46, 46, 45, 43, 41, 40, 38, 40, 43, 43, 42, 43, 43],
    [35, 34, 30, 28, 34, 32, 33, 35, 30, 31, 29, 30, 34, 35, 34, 36, 37, 35, 33, 34, 36, 34, 34],
)


def test_whole_numbers_are_read_exactly_at_every_year(parties: ChartReading) -> None:
    assert [row[0] for row in parties.rows] == [str(year) for year in range(1992, 2015)]
    assert [row[1] for row in parties.rows] == RATES[0] and [row[2] for row in parties.rows] == RATES[1]


def test_sure_cells_are_most_of_them(parties: ChartReading) -> None:
    assert sum(cell.confidence >= 0.9 for cell in parties.cells) >= 0.8 * len(parties.cells)


def test_data_at_every_other_year_is_not_read_in_between() -> None:
    drawn, axes = figure()
    years = list(range(1965, 2020, 2))
    values = [6, 6, 10, 12, 15, 16, 16, 16, 18, 21, 20, 22, 24, 27, 39, 41, 39, 37, 37, 38, 40, 44, 39, 43, 42, 47, 47, 52]
    axes.plot(years, values, color="black")
    axes.set_ylim(0, 60)
    axes.set_xticks(range(1970, 2019, 10))
    found = read(png(drawn))
    assert table(found) == {(str(year), "Value"): value for year, value in zip(years, values, strict=True)}


def test_slanted_months_are_read() -> None:
    drawn, axes = figure(8, 5)
    names = [
        f"{month} '{year}"
        for year in (18, 19)
        for month in ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    ]
    values = [1.0, 1.6, 1.2, 2.5, 2.9, 2.2, 3.8, 3.1, 3.3, 4.4, 4.0, 4.9, 5.5, 5.0, 4.1, 4.6, 3.9, 3.0, 3.6, 2.7, 2.1, 2.6, 1.8, 1.1]
    axes.plot(range(24), values, "o-", color=DEM, markersize=7)
    axes.set_xticks(range(24), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_ylim(0, 6)
    axes.grid(axis="y")
    drawn.tight_layout()
    found = read(png(drawn))
    assert [row[0] for row in found.rows] == names
    assert [row[1] for row in found.rows] == pytest.approx(values, abs=0.05)


def test_names_at_the_ends_of_lines() -> None:
    drawn, axes = figure(7, 4)
    years = list(range(2008, 2018))
    lines = {"Urban areas": (REP, [20, 24, 23, 28, 33, 35, 31, 38, 42, 45]), "Rural areas": (DEM, [60, 57, 58, 52, 54, 49, 50, 47, 52, 51])}
    for name, (colour, values) in lines.items():
        axes.plot(years, values, color=colour, linewidth=2)
        axes.annotate(name, (years[-1], values[-1]), xytext=(6, 0), textcoords="offset points", va="center")
    axes.set_ylim(0, 80)
    axes.set_xlim(2007.5, 2019.5)
    axes.set_xticks(years)
    found = read(png(drawn))
    expected = {(str(year), name): value for name, (_, values) in lines.items() for year, value in zip(years, values, strict=True)}
    assert table(found) == pytest.approx(expected, abs=0.5)


def test_a_few_printed_values_and_the_ends_of_the_scale_fix_the_axis() -> None:
    drawn, axes = figure(4, 4)
    years, values = [2008, 2009, 2010, 2011, 2012, 2013, 2014], [44, 45, 40, 37, 28, 33, 34]
    axes.plot(years, values, "o-", color=DEM, markerfacecolor="white")
    for year, value in zip(years, values, strict=True):
        axes.annotate(str(value), (year, value), xytext=(0, 9), textcoords="offset points", ha="center")
    axes.set_ylim(0, 75)
    axes.set_yticks([0, 75], ["0", "75%"])
    axes.set_xticks(years)
    axes.spines[["top", "right", "left"]].set_visible(False)
    found = read(png(drawn))
    assert table(found) == {(str(year), "Value"): value for year, value in zip(years, values, strict=True)}
    assert sum(cell.text is not None and cell.confidence >= 0.9 for cell in found.cells) >= 6


def test_a_line_that_is_interrupted_where_values_are_missing_is_one_line() -> None:
    drawn, axes = figure()
    values = [240, 255, 262, 248, 251, 260, math.nan, math.nan, math.nan, 290, 296, 301, 288, 294, 299]
    axes.plot(range(2001, 2016), values, color=DEM)
    axes.grid(True)
    reading = read(png(drawn))
    read_at = table(reading)
    assert {row for row, _ in read_at} >= {str(year) for year in (2001, 2005, 2010, 2015)}
    assert not {row for row, _ in read_at} & {"2007", "2008", "2009"}
    assert all(value == pytest.approx(values[int(row) - 2001], abs=1.0) for (row, _), value in read_at.items())


def test_a_dotted_line_is_found() -> None:
    drawn, axes = figure()
    values = [40, 52, 47, 61, 58, 66, 71, 64, 69]
    axes.plot(range(2001, 2010), values, color=REP, linestyle=":", linewidth=2)
    axes.grid(True)
    reading = read(png(drawn))
    assert not reading.abstained and len(reading.rows) >= 6
    assert all(value == pytest.approx(values[int(row) - 2001], abs=0.5) for (row, _), value in table(reading).items())


def test_a_legend_may_show_dashes() -> None:
    drawn, axes = figure()
    years = range(2001, 2013)
    axes.plot(years, [70, 72, 71, 75, 74, 76, 79, 78, 80, 83, 81, 84], color=REP, linestyle="--", label="Rural areas")
    axes.plot(years, [30, 33, 31, 35, 34, 38, 37, 41, 40, 44, 43, 45], color=DEM, linestyle="-.", label="Urban areas")
    axes.legend(loc="center right")
    axes.grid(True)
    reading = read(png(drawn))
    assert sorted(reading.columns[1:]) == ["Rural areas", "Urban areas"]


def test_tick_marks_tie_the_axis_where_there_is_no_grid() -> None:
    drawn, axes = figure()
    values = [12, 18, 15, 24, 31, 28, 36, 33, 41]
    axes.plot(range(2001, 2010), values, color=DEM)
    reading = read(png(drawn))
    assert table(reading) == {(str(2001 + i), "Value"): pytest.approx(value, abs=0.3) for i, value in enumerate(values)}


def test_labels_pushed_inwards_at_both_ends_do_not_bend_the_scale_of_time() -> None:
    places = [64.9, 159.2, 267.0, 374.8, 469.1]
    row = [Word(str(1980 + 10 * i), (x - 13, 100.0, x + 13, 110.0)) for i, x in enumerate(places)]
    axis = _scaled(row)
    assert axis.step == pytest.approx(10.78, abs=0.01)
    assert 1980 - axis.first == pytest.approx(51.4 / axis.step, abs=0.01)


def test_a_grey_line_with_its_name_in_grey_at_its_end_is_data() -> None:
    line = Trace((186, 186, 186), ((10.0, 50.0), (200.0, 60.0)))
    named = Word("International", (206.0, 55.0, 280.0, 66.0), colour=(190, 190, 190))
    coloured = Trace((205, 41, 0), ((10.0, 20.0), (200.0, 30.0)))
    assert data_lines([coloured, line], [], Scene(300, 100, (named,))) == [coloured, line]
    assert data_lines([coloured, line], [], Scene(300, 100, ())) == [coloured]


def test_the_smear_of_a_line_is_no_line_though_a_key_seems_to_name_it() -> None:
    pixels = paper(300, 200)
    olive, blue, pale = (148, 157, 72), (0, 102, 153), (255, 235, 193)
    for x in range(20, 280):
        pixels[60 + x // 10 : 64 + x // 10, x] = olive
        pixels[150 - x // 10 : 154 - x // 10, x] = blue
        if x % 4 == 0:
            pixels[64 + x // 10 : 66 + x // 10, x] = pale
    key = (pale, (40.0, 20.0, 52.0, 24.0))
    assert {line.colour for line in traces(pixels, (255, 255, 255), [], [key])} == {olive, blue}


def test_smears_of_compression_are_no_colours() -> None:
    pixels = paper(300, 200)
    pixels[50:54, 20:280] = (60, 110, 60)
    pixels[56:58, 20:280] = (252, 255, 230)
    pixels[120:160, 40:80] = (255, 240, 200)
    assert without_smears([(60, 110, 60), (252, 255, 230), (255, 240, 200)], pixels, (255, 255, 255)) == [(60, 110, 60), (255, 240, 200)]


def test_pieces_of_a_rule_are_no_keys_of_a_legend() -> None:
    pixels = paper(400, 200)
    for x in range(20, 380, 50):
        pixels[150:153, x : x + 30] = (221, 221, 221)
    pixels[20:23, 300:330] = (39, 118, 221)
    assert [mark.box for mark in swatches(pixels, [(221, 221, 221), (39, 118, 221)], (255, 255, 255), 12.0)] == [(300, 20, 330, 23)]


def test_a_small_key_before_letters_of_nearly_its_colour_is_not_drawn_out_over_them() -> None:
    pixels = paper(200, 60)
    pixels[20:26, 20:27] = (220, 216, 199)
    for x in range(30, 45, 3):
        pixels[20:26, x] = (220, 216, 199)
    assert [mark.box for mark in swatches(pixels, [(220, 216, 199)], (255, 255, 255), 14.0)] == [(20, 20, 27, 26)]


def test_a_pale_bar_between_strong_ones_is_no_smear() -> None:
    pixels = paper(300, 200)
    for x in range(20, 280, 30):
        pixels[50:150, x : x + 9] = (15, 40, 62)
        pixels[80:150, x + 9 : x + 18] = (232, 230, 220)
        pixels[40:150, x + 18 : x + 27] = (166, 11, 11)
    colours = [(15, 40, 62), (232, 230, 220), (166, 11, 11)]
    assert without_smears(colours, pixels, (255, 255, 255)) == colours


def test_a_thin_dash_between_two_rows_of_pixels_is_a_key_and_the_level_line_it_names_is_data() -> None:
    blue, red, blend = (78, 121, 167), (225, 87, 89), (131, 161, 193)
    pixels = paper(300, 200)
    pixels[20:22, 200:230] = blend
    pixels[150:153, 20:280] = red
    for x in range(20, 280):
        pixels[60 + x // 10 : 62 + x // 10, x] = blue
    keys = swatches(pixels, [blue, red], (255, 255, 255), 14.0)
    assert [(mark.colour, mark.box) for mark in keys] == [(blue, (200, 20, 230, 22))]
    named = [(blue, keys[0].box), (red, (200.0, 40.0, 230.0, 43.0))]
    assert {line.colour for line in traces(pixels, (255, 255, 255), [], named)} == {blue, red}
    assert {line.colour for line in traces(pixels, (255, 255, 255), [], named[:1])} == {blue}


def test_blobs_of_letters_that_leave_no_room_for_a_name_do_not_cut_a_word() -> None:
    word = Word(
        "Occasional consumers",
        (500.0, 427.0, 640.0, 445.0),
        colour=(0, 0, 0),
        parts=(("Occasional", 500.0, 570.0), ("consumers", 574.0, 640.0)),
    )
    blobs = [Mark((x, 433.0, x + 27.0, 439.0), (200, 120, 60)) for x in (530.0, 560.0)]
    keys = [Mark((x, 431.0, x + 8.0, 439.0), (200, 120, 60)) for x in (501.0, 571.0)]
    assert cut_at_keys(word, tuple(blobs), (255, 255, 255)) == [word]
    assert len(cut_at_keys(word, tuple(keys), (255, 255, 255))) == 2


def test_two_labels_whose_zero_is_the_x_axis_are_enough() -> None:
    drawn, axes = figure()
    axes.plot([2010, 2011, 2012, 2013, 2014], [300, 520, 410, 980, 1150], color=BLUE)
    axes.set_ylim(0, 1200)
    axes.set_yticks([500, 1000])
    axes.set_xticks([2010, 2011, 2012, 2013, 2014])
    reading = understood(drawn)
    assert [row[1] for row in reading.rows] == pytest.approx([300, 520, 410, 980, 1150], abs=10)


def test_a_sliver_in_a_row_of_small_keys_is_no_pale_key() -> None:
    pixels = paper(120, 40)
    keys = [Mark((x, 20.0, x + 3, 23.0), (39, 118, 221)) for x in (10.0, 60.0)]
    pixels[20:22, 90:92] = 230
    assert pale_keys(pixels, (255, 255, 255), keys, keys) == ()


def test_where_two_names_stand_at_the_ends_and_one_line_is_seen_the_other_is_missing() -> None:
    line = Trace((39, 118, 221), ((20.0, 40.0), (200.0, 50.0)))
    names = [Word("Women", (206.0, 44.0, 250.0, 56.0)), Word("Men", (206.0, 94.0, 236.0, 106.0))]
    assert line_names([line], Scene(300, 200, tuple(names[:1]), text_height=12.0), [], set())[0] == {line: "Value"}
    with pytest.raises(Declined):
        line_names([line], Scene(300, 200, tuple(names), text_height=12.0), [], set())


def test_names_in_the_column_at_the_ends_that_no_line_has_are_told() -> None:
    line = Trace((39, 118, 221), ((20.0, 40.0), (180.0, 60.0)))
    own = Word("World", (206.0, 94.0, 250.0, 106.0), colour=(60, 130, 225))
    below = Word("Germany", (206.0, 134.0, 256.0, 146.0))
    for words, left in (([own], False), ([own, below], True), ([below], False)):
        assert names_left([line], set(), Scene(300, 200, tuple(words), text_height=12.0, level_rules=(20.0, 190.0)), set()) is left
    wrapped = Word("economy", (206.0, 108.0, 256.0, 120.0), colour=own.colour)
    assert not names_left([line], set(), Scene(300, 200, (own, wrapped), text_height=12.0, level_rules=(20.0, 190.0)), set())


def test_a_chart_loses_confidence_where_a_line_named_at_its_end_was_not_seen() -> None:
    drawn, axes = figure(7, 4)
    years = list(range(2008, 2018))
    lines = {"Urban": (REP, [20, 24, 23, 28, 33, 35, 31, 38, 42, 45]), "Rural": (DEM, [60, 57, 58, 52, 54, 49, 50, 47, 52, 51])}
    for name, (colour, values) in (lines | {"Coast": ("none", [75] * 10)}).items():
        axes.plot(years, values, color=colour, linewidth=2)
        axes.annotate(name, (years[-1], values[-1]), xytext=(6, 0), textcoords="offset points", va="center")
    axes.set_ylim(0, 80)
    axes.set_xlim(2007.5, 2019.5)
    axes.set_xticks(years)
    reading = understood(drawn)
    assert reading.columns == ["", "Urban", "Rural"]
    assert max(cell.confidence for cell in reading.cells) < 0.9


def test_a_grey_dash_taken_into_its_word_is_a_key_beside_others_like_it() -> None:
    words = [Word(text, box, colour=(51, 51, 51)) for text, box in (("Ind", (30.0, 33.0, 78.0, 51.0)), ("Rep", (109.0, 33.0, 141.0, 51.0)))]
    grey, red = Mark((33.0, 42.0, 49.0, 44.0), (167, 169, 172)), Mark((94.0, 42.0, 109.0, 44.0), (205, 41, 0))
    scene = Scene(300, 80, tuple(words), text_height=15.0)
    assert [entry.name for entry in legend(scene, (red, grey))] == ["Ind", "Rep"]
    assert [entry.name for entry in legend(scene, (grey,))] == []


@pytest.mark.parametrize(("low", "high", "linear"), [(10, 100, False), (1, 1000, False), (50, 100, True)])
def test_two_labels_whole_powers_of_ten_apart_may_be_logarithmic_and_make_no_axis(low: int, high: int, linear: bool) -> None:
    ticks = [Word(str(value), (10.0, 294.0 - 2.0 * value * 100 / high, 34.0, 306.0 - 2.0 * value * 100 / high)) for value in (low, high)]
    scene = Scene(400, 320, tuple(ticks), text_height=12.0)
    assert (axis_on_floor(scene, True, -300.0, 60.0, 380.0) is not None) is linear
