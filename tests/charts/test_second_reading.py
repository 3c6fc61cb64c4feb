"""A second reading: agreement takes half of the doubt, a dispute is told and costs confidence, what only it saw is not mixed in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from charge_stream.charts import ChartReading, read_data, reconcile
from charge_stream.charts.reading import Cell, declined

VALUES = {("Denmark", "2010"): 40.0, ("Denmark", "2020"): 60.0, ("Ireland", "2010"): 0.5, ("Ireland", "2020"): 100.0}


def own() -> ChartReading:
    """Two countries in two years, read with a confidence of .8."""
    rows, columns = ["Denmark", "Ireland"], ["2010", "2020"]
    cells = [Cell(rows.index(row), 1 + columns.index(column), value, None, 0.8, (0, 0, 1, 1)) for (row, column), value in VALUES.items()]
    table = [[row, *(VALUES[row, column] for column in columns)] for row in rows]
    return replace(
        declined("", chart_type="bar"), columns=["", *columns], rows=table, cells=cells, confidence=0.8, abstained=False, reason=None
    )


def confidences(reading: ChartReading) -> dict[tuple[str, str], float]:
    return {(str(reading.rows[cell.row][0]), reading.columns[cell.column]): cell.confidence for cell in reading.cells}


def test_agreement_within_one_percent_of_the_range_takes_half_of_the_doubt() -> None:
    """The range is 0 to 100: 40.9 agrees with 40, 61.1 does not with 60; .5 and 1.4 do."""
    found = reconcile(own(), ["2010", "2020"], [("Denmark", [40.9, 61.1]), ("Ireland", [1.4, 100.0])])
    assert confidences(found) == pytest.approx(
        {("Denmark", "2010"): 0.9, ("Denmark", "2020"): 0.48, ("Ireland", "2010"): 0.9, ("Ireland", "2020"): 0.9}
    )
    assert found.disputed == ["Denmark, 2020: 60 here, 61.1 by the second reader"]
    assert found.confidence == pytest.approx(0.7 * (0.9 * 3 + 0.48) / 4 + 0.3 * 0.48, abs=0.001)
    assert found.rows == own().rows


def test_rows_and_columns_belong_together_by_name_in_any_order() -> None:
    found = reconcile(own(), ["2020", "2010"], [("IRELAND ", [100.0, 0.5]), ("Denmark*", [60.0, 40.0]), ("Norway", [1.0, 2.0])])
    assert set(confidences(found).values()) == {0.9}
    assert found.disputed == [] and [row[0] for row in found.rows] == ["Denmark", "Ireland"]


def test_cells_without_a_counterpart_stay_as_they_were() -> None:
    found = reconcile(own(), ["2010"], [("Denmark", [40.0]), ("Ireland", [None])])
    assert confidences(found) == {("Denmark", "2010"): 0.9, **{key: 0.8 for key in VALUES if key != ("Denmark", "2010")}}


def test_a_single_series_needs_no_name() -> None:
    single = replace(own(), columns=["", "Value"], rows=[["Denmark", 40.0]], cells=[Cell(0, 1, 40.0, None, 0.8, (0, 0, 1, 1))])
    assert confidences(reconcile(single, ["Share of adults"], [("Danmark", [40.0])])) == {("Denmark", "Value"): 0.9}


def test_a_declined_chart_is_stated_by_the_second_reader_alone_with_little_confidence() -> None:
    refused = declined("the lines have no names", words=["A"])
    found = reconcile(refused, ["A", "B"], [("2010", [1.0, None]), ("2020", [3.0, 4.0])], "%")
    assert not found.abstained and found.reason is None
    assert (found.origin, found.unit, found.confidence) == ("model", "%", 0.6)
    assert found.rows == [["2010", 1.0, None], ["2020", 3.0, 4.0]] and {cell.confidence for cell in found.cells} == {0.6}


@pytest.mark.parametrize(
    "rows", [[], [("2010", [1.0])], [("2010", [1.0]), ("2010", [2.0])], [("2010", [None]), ("2020", [None])]], ids=repr
)
def test_a_table_that_tells_nothing_leaves_a_declined_chart_declined(rows: list[tuple[str, list[float | None]]]) -> None:
    refused = declined("the lines have no names")
    assert reconcile(refused, ["A"], rows) == refused


def test_a_table_that_came_with_the_chart_is_not_disputed() -> None:
    given = read_data([["", "Value"], ["Denmark", "40"], ["Ireland", "50"]])
    assert reconcile(given, ["Value"], [("Denmark", [10.0]), ("Ireland", [50.0])]) == given
