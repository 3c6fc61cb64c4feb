"""Printed numbers: value, scale and unit kept apart, missing marks are no numbers."""

import pytest

from charge_stream.charts.numbers import Number, is_missing, is_year, mentions_year, parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234", Number(1234.0)),
        ("1 234", Number(1234.0)),
        ("55 937", Number(55937.0)),
        ("1 234,5", Number(1234.5)),
        ("1’234", Number(1234.0)),
        ("‒3", Number(-3.0)),
        ("€1.234,50", Number(1234.5, "€")),
        ("5 €", Number(5.0, "€")),
        ("1.2 Mio. €", Number(1.2, "€", "million")),
        ("R$5", Number(5.0, "R$")),
        ("2.3 GtCO2", Number(2.3, "GtCO2")),
        ("£3.5M", Number(3.5, "£", "million")),
        ("3.5 B", Number(3.5, None, "billion")),
        ("1.234,5", Number(1234.5)),
        ("1.234.567", Number(1234567.0)),
        ("3,7", Number(3.7)),
        ("12.5%", Number(12.5, "%")),
        ("12.5 %", Number(12.5, "%")),
        ("-3", Number(-3.0)),
        ("−3", Number(-3.0)),
        ("–3%", Number(-3.0, "%")),
        ("(3)", Number(-3.0)),
        ("$4.2bn", Number(4.2, "$", "billion")),
        ("-$5", Number(-5.0, "$")),
        ("$-5", Number(-5.0, "$")),
        ("68 million tonnes", Number(68.0, "tonnes", "million")),
        ("500k", Number(500.0, None, "thousand")),
        ("1.5 M", Number(1.5, None, "million")),
        ("<1", Number(1.0, None, None, "<")),
        ("<0.01%", Number(0.01, "%", None, "<")),
        ("4.6*", Number(4.6)),
        ("19.5 t", Number(19.5, "t")),
    ],
)
def test_numbers_are_read(text: str, number: Number) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "–",
        "--",
        "n/a",
        "",
        "18-29",
        "65+",
        "30 or more",
        "3 in 10",
        "Q1",
        "0 - 2.5 years",
        "3 x 4",
        "1 2345,5",
        "(3",
        "4th",
        "3 Mar",
        "12pm",
    ],
)
def test_other_text_is_no_number(text: str) -> None:
    assert parse_number(text) is None


def test_the_scale_is_applied_on_demand() -> None:
    number = parse_number("$4.2bn")
    assert number is not None and number.full == pytest.approx(4.2e9)


def test_missing_marks() -> None:
    assert all(is_missing(text) for text in ("*", "–", " -- ", "N/A", ""))
    assert not is_missing("0")


def test_years() -> None:
    assert is_year("2019") and is_year("2021*") and is_year("1500")
    assert not any(is_year(text) for text in ("2019.5", "201", "3000", "1,999"))
    assert all(mentions_year(text) for text in ("Q3 2019", "Dec '16", "2019/20"))
    assert not mentions_year("4,841")
