"""One parser for all numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.quantities import COUNT, PERCENT, POINTS, TIMES, YEAR


@pytest.mark.parametrize(
    ("text", "value", "unit", "hedge"),
    [
        ("39% of adults", 39, PERCENT, ""),
        ("about 39 percent of adults", 39, PERCENT, "about"),
        ("9 per cent", 9, PERCENT, ""),
        ("up 12 percentage points", 12, POINTS, ""),
        ("a 5-point gap", 5, POINTS, ""),
        ("$4.2 billion", 4.2e9, "$", ""),
        ("1.1 million dollars", 1.1e6, "$", ""),
        ("€300bn", 3e11, "€", ""),
        ("24.6 deaths", 24.6, COUNT, ""),
        ("2,000 people", 2000, COUNT, ""),
        ("124 index points", 124, COUNT, ""),
        ("in 2012", 2012, YEAR, ""),
        ("about a third of men", 100 / 3, PERCENT, "about"),
        ("four-in-ten women", 40, PERCENT, ""),
        ("Two-thirds of Poles", 200 / 3, PERCENT, ""),
        ("more than half of them", 50, PERCENT, "more than"),
        ("twice its level", 2, TIMES, ""),
        ("three million jobs", 3e6, COUNT, ""),
        ("-3.5%", -3.5, PERCENT, ""),
    ],
)
def test_wordings(text: str, value: float, unit: str, hedge: str) -> None:
    found = quantities.find(text)
    assert [(item.unit, item.hedge) for item in found] == [(unit, hedge)]
    assert found[0].value == pytest.approx(value)


def test_ages_basis_and_years_are_no_values() -> None:
    text = "In 2016, 65% of adults ages 25 to 34 paid a price (2000 = 100) of 87 index points"
    assert [item.value for item in quantities.values(text)] == [65, 87]
    assert quantities.years(text) == ["2016", "2000"]


@pytest.mark.parametrize(
    ("exact", "said", "agree"),
    [
        ("33%", "about a third of men", True),
        ("33%", "a quarter of men", False),
        ("61.3%", "61%", True),
        ("61.6%", "61%", False),
        ("1,234,000", "1.2 million", True),
        ("43%", "more than four-in-ten men", True),
        ("39%", "39 deaths", False),
    ],
)
def test_rounded_and_worded(exact: str, said: str, agree: bool) -> None:
    assert quantities.agrees(quantities.find(exact)[0], quantities.find(said)[0]) is agree


@given(st.integers(0, 10**9), st.sampled_from(["", "%", " percentage points"]))
def test_what_is_printed_is_read(value: int, unit: str) -> None:
    (found,) = quantities.find(f"it was {value:,}{unit}.")
    assert found.value == value or found.unit == YEAR


@given(st.text(max_size=80))
def test_any_text_is_read_without_failing(text: str) -> None:
    for item in quantities.find(text):
        low, high = item.interval()
        assert low <= item.value <= high
        assert text[item.start : item.end] == item.text
