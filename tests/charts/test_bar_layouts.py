"""Layouts of bar charts in pictures: frames, tints, lines across, labels that are skipped. The words are known, the pixels are read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn import BLUE, DARK, GREEN, RGB_DARK, RGB_GREEN, figure, lettered, png, table, understood

from charge_stream.charts import read
from charge_stream.charts.alike import written_alike
from charge_stream.charts.scene import Word, union
from charge_stream.charts.turned_text import turned_regions

NAMES = ["Norway", "Israel", "Chile", "Poland"]


def test_framed_bars_on_both_sides_of_a_centre() -> None:
    drawn, axes = figure()
    left, right = [14, 9, 33, 53], [30, 36, 12, 7]
    for values, sign, colour, name in ((left, -1, DARK, "Disagree"), (right, 1, GREEN, "Agree")):
        bars = axes.barh(NAMES, [sign * value for value in values], 0.7, color=colour, edgecolor="black", linewidth=2.5, label=name)
        axes.bar_label(bars, [f"{value}%" for value in values], label_type="center", color="white")
    axes.set_xlim(-60, 60)
    axes.xaxis.set_visible(False)
    axes.set_ylim(-0.6, 4.6)
    axes.legend(loc="upper right")
    both = zip(NAMES, left, right, strict=True)
    assert table(understood(drawn)) == {(name, side): n for name, a, b in both for side, n in (("Disagree", a), ("Agree", b))}


def test_stacks_with_white_borders() -> None:
    drawn, axes = figure(9, 5)
    rows, floor = [str(year) for year in range(2008, 2016)], [0.0] * 8
    parts = {"Coal": [30, 28, 27, 25, 22, 20, 18, 15], "Gas": [20, 22, 24, 25, 27, 28, 30, 32]}
    for (name, values), colour in zip(parts.items(), (DARK, BLUE), strict=True):
        axes.bar(rows, values, 0.7, floor, color=colour, edgecolor="white", linewidth=3, label=name)
        floor = [a + b for a, b in zip(floor, values, strict=True)]
    axes.set_ylim(0, 60)
    axes.legend(loc="upper center", ncols=2)
    reading = understood(drawn)
    assert reading.columns[1:] == ["Coal", "Gas"]
    for name, values in parts.items():
        assert [table(reading)[(row, name)] for row in rows] == pytest.approx(values, abs=0.6)


@pytest.mark.parametrize("page", ["white", "#e8e8e8"])
def test_a_tinted_plot_and_an_average_across(page: str) -> None:
    drawn, axes = figure()
    drawn.set_facecolor(page)
    axes.set_facecolor("#e8e8e8" if page == "white" else "white")
    axes.bar(NAMES, [58, 41, 33, 12], 0.6, color=BLUE)
    axes.axhline(36, color="#cc0000", linestyle="--", linewidth=1)
    axes.set_ylim(0, 70)
    axes.grid(axis="y", color="white" if page == "white" else "#e8e8e8")
    axes.set_axisbelow(True)
    assert list(table(understood(drawn)).values()) == pytest.approx([58, 41, 33, 12], abs=0.5)


def test_bars_in_the_colour_of_the_axis_they_stand_on() -> None:
    drawn, axes = figure()
    bars = axes.barh(NAMES, [64.9, 74.2, 48.2, 51.6], 0.6, color="black")
    axes.bar_label(bars, ["64.9", "74.2", "48.2", "51.6"], padding=4)
    axes.set_xlim(0, 90)
    axes.xaxis.set_visible(False)
    assert table(understood(drawn)) == {
        ("Norway", "Value"): 64.9,
        ("Israel", "Value"): 74.2,
        ("Chile", "Value"): 48.2,
        ("Poland", "Value"): 51.6,
    }


def test_values_that_hang_from_bars_are_not_their_names() -> None:
    drawn, axes = figure()
    values = [45, -20, 33, -38]
    bars = axes.bar(["2004", "2005", "2006", "2007*"], values, 0.7, color=BLUE)
    axes.bar_label(bars, [f"{value}%" for value in values], padding=2)
    axes.set_ylim(-50, 55)
    axes.yaxis.set_visible(False)
    assert list(table(understood(drawn)).values()) == values


def test_every_second_season_is_written() -> None:
    drawn, axes = figure(9, 4)
    values = [12, 18, 15, 22, 27, 24, 30, 33, 29, 35]
    axes.bar(range(10), values, 0.7, color=BLUE)
    axes.set_xticks(range(0, 10, 2), [f"{year}/{(year + 1) % 100:02}" for year in range(2001, 2011, 2)])
    axes.set_ylim(0, 40)
    reading = understood(drawn)
    assert [row[0] for row in reading.rows][:3] == ["2001/02", "2002/03", "2003/04"]
    assert list(table(reading).values()) == pytest.approx(values, abs=0.4)


def test_names_of_groups_that_were_found_as_one_line() -> None:
    drawn, axes = figure()
    for shift, values, colour, name in ((-0.2, [12, 30, 21, 25], DARK, "Men"), (0.2, [18, 24, 33, 14], GREEN, "Women")):
        axes.bar([i + shift for i in range(4)], values, 0.4, color=colour, label=name)
    axes.set_xticks(range(4), NAMES)
    axes.set_ylim(0, 40)
    axes.legend(loc="upper left", ncols=2)
    words = lettered(drawn)
    names = [word for word in words if word.text in NAMES]
    parts = tuple((word.text, word.box[0], word.box[2]) for word in names)
    line = Word(" ".join(NAMES), union(word.box for word in names), parts=parts)
    reading = read(png(drawn), words=lambda pixels: [word for word in words if word not in names] + [line])
    assert [row[0] for row in reading.rows] == NAMES
    assert [table(reading)[(name, "Women")] for name in NAMES] == pytest.approx([18, 24, 33, 14], abs=0.4)


def test_a_line_of_notes_below_is_no_row_of_names() -> None:
    drawn, axes = figure(7, 4)
    for shift, colour, name in ((-0.3, DARK, "Men"), (0, GREEN, "Women"), (0.3, BLUE, "All")):
        axes.bar([i + shift for i in range(6)], [12 + i for i in range(6)], 0.3, color=colour, label=name)
    axes.set_xticks(range(6), ["A1", "B1", "C1", "D1", "E1", "F1"])
    axes.set_ylim(0, 30)
    axes.legend(loc="upper left", ncols=3)
    drawn.text(0.1, 0.0, "Source: national offices, compiled from the yearly returns of all of their members", va="bottom")
    assert [row[0] for row in understood(drawn).rows] == ["A1", "B1", "C1", "D1", "E1", "F1"]


def test_an_axis_of_which_half_the_labels_were_read() -> None:
    drawn, axes = figure()
    axes.barh(NAMES, [1.01, 0.55, 0.22, 0.87], 0.6, color=BLUE)
    axes.set_xticks([0, 0.3, 0.6, 0.9], ["0.0M", "03M", "0.6M", "0.9M"])
    axes.set_xlim(0, 1.2)
    assert list(table(understood(drawn)).values()) == pytest.approx([0.87, 0.22, 0.55, 1.01], abs=0.01)


def test_numbers_left_over_among_the_bars_take_confidence() -> None:
    drawn, axes = figure()
    axes.bar(NAMES, [58, 41, 33, 52], 0.6, color=BLUE)
    axes.set_ylim(0, 70)
    alone = understood(drawn)
    for place, text in ((0.45, "71"), (1.5, "64"), (2.5, "80")):
        axes.text(place, 20, text)
    assert alone.confidence > 0.9
    assert max(cell.confidence for cell in understood(drawn).cells) < 0.9


def test_tick_marks_are_no_upright_text() -> None:
    title = Word("Share of respondents", (4, 123, 20, 230), angle=-90)
    ticks = [Word("1", (49, 122, 57, 128), angle=-90), Word("4000", (23, 120, 50, 130))]
    (region,) = turned_regions([title, *ticks], (300, 500))
    assert [region.holds(word) for word in (title, *ticks)] == [True, False, False]


def test_numbers_of_one_picture_are_written_alike() -> None:
    def words(*texts: str) -> list[Word]:
        return [Word(text, (0, 0, 10, 10)) for text in texts]

    assert [w.text for w in written_alike(words("47.589", "39,635", "12,230"))] == ["47,589", "39,635", "12,230"]
    assert [w.text for w in written_alike(words("47.58", "39,635", "12,230"))] == ["47.58", "39,635", "12,230"]
    assert [w.text for w in written_alike(words("$7.0", "56.0", "$5.0", "$4.0"))] == ["$7.0", "$6.0", "$5.0", "$4.0"]
    assert [w.text for w in written_alike(words("50", "$100", "$150", "$200"))] == ["50", "$100", "$150", "$200"]


def test_pale_rests_show_only_how_long_a_bar_could_be() -> None:
    drawn, axes = figure()
    values = [70, 48, 92, 31]
    bars = axes.barh(NAMES, values, 0.6, color=DARK)
    axes.bar_label(bars, [f"{value}%" for value in values], label_type="center", color="white")
    axes.barh(NAMES, [100 - value for value in values], 0.6, values, color="#dadada")
    axes.set_xlim(0, 110)
    axes.xaxis.set_visible(False)
    assert table(understood(drawn)) == {(name, "Value"): value for name, value in zip(NAMES, values, strict=True)}


def test_bars_over_one_another_are_no_stack() -> None:
    drawn, axes = figure()
    now, later = [220, 195, 144, 90], [257, 311, 182, 231]
    axes.barh(NAMES, later, 0.6, color=GREEN)
    axes.barh(NAMES, now, 0.6, color=DARK)
    for i, (first, last) in enumerate(zip(now, later, strict=True)):
        axes.text(first - 4, i, str(first), ha="right", va="center", color="white")
        wide = last - first > 60
        axes.text(last - 4 if wide else last + 4, i, str(last), ha="right" if wide else "left", va="center")
    axes.text(120, 3.7, "Population now", color=DARK)
    axes.text(230, 3.7, "In a generation", color=GREEN)
    axes.set_xlim(0, 360)
    axes.set_ylim(-0.6, 4.2)
    axes.xaxis.set_visible(False)
    inks = {"Population now": RGB_DARK, "In a generation": RGB_GREEN}
    words = [replace(word, colour=inks.get(word.text, (0, 0, 0))) for word in lettered(drawn)]
    reading = read(png(drawn), words=lambda pixels: words)
    assert reading.columns[1:] == list(inks)
    assert sorted((row[0], row[1], row[2]) for row in reading.rows) == sorted(zip(NAMES, now, later, strict=True))
