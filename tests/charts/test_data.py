"""A data table that came with the chart is the reading."""

import pytest

from charge_stream.charts import ChartReading, Hints, read_chart, read_data


def test_years_are_rows_and_missing_is_not_zero() -> None:
    reading = read_data(
        [["Year", "Rep", "Dem"], ["2012", "24%", "32%"], ["2013", "–", "<1"], ["2014", "1,023%", "*"]], Hints(title="Party")
    )
    assert reading.origin == "data" and not reading.abstained and reading.title == "Party"
    assert reading.columns == ["Year", "Rep", "Dem"]
    assert reading.rows == [["2012", 24.0, 32.0], ["2013", None, "<1"], ["2014", 1023.0, None]]
    assert [(cell.row, cell.column, cell.value, cell.text, cell.confidence) for cell in reading.cells] == [
        (0, 1, 24.0, "24%", 1.0),
        (0, 2, 32.0, "32%", 1.0),
        (2, 1, 1023.0, "1,023%", 1.0),
    ]
    assert reading.unit == "%" and reading.chart_type == "line"


def test_ragged_rows_are_padded_and_blank_rows_dropped() -> None:
    reading = read_data([["", "A", "B"], ["x", "1"], ["", "", ""], ["y", "2", "3"]])
    assert reading.rows == [["x", 1.0, None], ["y", 2.0, 3.0]]


def test_tables_without_numbers_are_declined_with_their_words() -> None:
    for table in ([], [["a", "b"]], [["a", "b"], ["c", "d"]], [["a"], ["b"]]):
        reading = read_data(table)
        assert reading.abstained and reading.reason and reading.rows == [] and reading.cells == []
        assert reading.words == [text for row in table for text in row]


def test_readings_survive_json() -> None:
    import json

    reading = read_data([["", "A"], ["x", "$4.2bn"], ["y", "$5bn"]])
    assert reading.scale == "billion" and reading.unit == "$"
    assert ChartReading.from_dict(json.loads(json.dumps(reading.to_dict()))) == reading


def test_values_that_a_description_states_are_taken_where_nothing_can_be_read() -> None:
    hints = Hints(alt="Bar chart of support by country: Germany 41%, France 1,033 and Spain 50%.")
    found = read_chart(None, None, None, hints)
    assert found.origin == "description" and found.rows == [["Germany", 41.0], ["France", 1033.0], ["Spain", 50.0]]
    blank = read_chart(b"no picture", None, None, hints)
    assert blank.rows == found.rows
    assert read_chart(None, None, [["", "A"], ["x", "1"], ["y", "2"]], hints).origin == "data"


@pytest.mark.parametrize(
    "alt",
    [
        "Bar chart showing that 41% of Germans agree",
        "Support: Germany 41%, France 33%",
        "Line chart from 2010 to 2020, in percent, by country",
        "Support: Germany 41%, France 33%, and others less",
    ],
)
def test_other_descriptions_state_no_table(alt: str) -> None:
    assert read_chart(None, None, None, Hints(alt=alt)).abstained
