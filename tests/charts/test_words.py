"""The words around the plot: titles, axis titles, notes, unit and scale, and when the data was collected."""

import pytest
from drawn import BLUE, figure, png

from charge_stream.charts import ChartReading, Hints, read, read_data
from charge_stream.charts.around import _titles
from charge_stream.charts.field_period import field_period
from charge_stream.charts.ocr import clean
from charge_stream.charts.scene import Word

TONNES = {"Germany": 68, "France": 25, "Spain": 8, "Italy": 31, "Poland": 19}


@pytest.fixture(scope="module")
def reading() -> ChartReading:
    drawn, axes = figure(7, 5.5)
    axes.bar(list(TONNES), list(TONNES.values()), color=BLUE)
    axes.set_ylabel("Million tonnes")
    axes.set_xlabel("Country of origin")
    drawn.suptitle("Germany leads in coal", x=0.02, ha="left", weight="bold", fontsize=15)
    drawn.text(0.02, 0.885, "Coal burnt in a year", color="#555555")
    drawn.text(0.02, 0.08, "Note: Includes lignite. Poland is an estimate.", fontsize=9)
    drawn.text(0.02, 0.05, "Source: Survey of power stations conducted June 2-19, 2020. Q31a.", fontsize=9)
    drawn.subplots_adjust(top=0.83, bottom=0.24)
    return read(png(drawn))


def test_titles_and_notes_are_apart_from_the_data(reading: ChartReading) -> None:
    assert (reading.title, reading.subtitle) == ("Germany leads in coal", "Coal burnt in a year")
    assert reading.notes == [
        "Note: Includes lignite. Poland is an estimate.",
        "Source: Survey of power stations conducted June 2-19, 2020. Q31a.",
    ]
    assert [row[0] for row in reading.rows] == list(TONNES)


def line(text: str, top: float, height: float) -> Word:
    return Word(text, (10, top, 10 + 0.5 * height * len(text), top + height))


@pytest.mark.parametrize(
    ("lines", "title", "subtitle"),
    [
        # OCR boxes hold padding, so that sizes look nearly alike: the short line had room for "Per"
        ([line("Rates compared", 5, 20), line("Per 1,000 inhabitants", 30, 18)], "Rates compared", "Per 1,000 inhabitants"),
        # no room for "Nurses" in a picture of 400 pixels
        ([line("How Doctors, Nurses and their", 5, 22), line("Nurses' Aides Commute", 30, 21)], None, None),
        # a line without tall letters is found smaller, but starts inside a sentence
        ([line("Many nurses think trains will", 5, 20), line("run on time", 30, 15)], None, None),
    ],
)
def test_a_subtitle_begins_where_its_first_word_had_room(lines: list[Word], title: str | None, subtitle: str | None) -> None:
    whole = " ".join(word.text for word in lines)
    assert _titles(lines, 400) == (title or whole, subtitle)


def test_axis_titles_tell_unit_and_scale(reading: ChartReading) -> None:
    assert reading.axis_titles == ["Million tonnes", "Country of origin"]
    assert (reading.scale, reading.unit) == ("million", "tonnes")


def test_the_field_period_is_a_field_of_its_own(reading: ChartReading) -> None:
    assert reading.field_period == "June 2-19, 2020"


@pytest.mark.parametrize(
    ("line", "period"),
    [
        ("Survey conducted June 2–19, 2020", "June 2–19, 2020"),
        ("Spring 2020 Global Attitudes Survey. Q8c.", "Spring 2020"),
        ("Source: Survey of adults conducted Nov. 27-Dec. 10, 2018.", "Nov. 27-Dec. 10, 2018"),
        ("Surveys conducted 2002-2020.", "2002-2020"),
        ("Fieldwork: 3–17 May 2021, 1,012 adults", "3–17 May 2021"),
        ("Source: Eurostat, 2019", None),
        ("Note: In 2019 the survey changed.", None),
        ("Survey conducted June 2 to 19", None),
    ],
)
def test_what_names_a_field_period(line: str, period: str | None) -> None:
    assert field_period([None, line]) == period


def test_the_document_may_tell_the_field_period_of_a_data_table() -> None:
    found = read_data([["", "A"], ["x", "1"], ["y", "2"]], Hints(notes="Survey conducted June 2–19, 2020"))
    assert found.field_period == "June 2–19, 2020"


@pytest.mark.parametrize(
    ("seen", "text"), [("2,000t=", "2,000t"), ("1,500 t−", "1,500 t"), ("20%-", "20%"), ("$40-", "$40"), ("18-29", "18-29"), ("-3", "-3")]
)
def test_tick_marks_are_no_part_of_a_label(seen: str, text: str) -> None:
    assert clean(seen) == text
