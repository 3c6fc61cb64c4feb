"""Crossings, turning points, and units that nothing tells. Tables of our own making."""

from __future__ import annotations

from charge_stream.engines.rules.chart_facts import facts_of


def courses(reading, table, subtitle: str = "% of adults in Norway who own a …", form: str = "") -> list:
    return [fact for fact in facts_of(reading(subtitle, table)).facts if fact.kind == "course" and form in fact.form]


def lines(*pairs: tuple[int, int]) -> list[list[object]]:
    return [["Year", "Bicycle", "Car"], *([str(2010 + index), one, two] for index, (one, two) in enumerate(pairs))]


def test_the_year_in_which_one_line_overtook_another(reading) -> None:
    (fact,) = courses(reading, lines((40, 30), (40, 33), (38, 36), (37, 41), (38, 45)), form="crossing")
    assert fact.answer == "2013"
    assert fact.question() == (
        "In which year between 2010 and 2014 did the share of adults in Norway who owned a car first exceed"
        " the share of adults in Norway who owned a bicycle?"
    )
    assert fact.statement().endswith("in 2013, at 41% against 37%.")


def test_lines_that_touch_or_cross_twice_have_no_crossing(reading) -> None:
    assert not courses(reading, lines((40, 30), (40, 40), (38, 36), (37, 41), (38, 45)), form="crossing")
    assert not courses(reading, lines((40, 30), (40, 45), (38, 36), (37, 41), (38, 45)), form="crossing")
    assert not courses(reading, lines((40, 30), (40, 33), (38, 36), (37, 35), (38, 45)), form="crossing")  # the last year: an end


def test_the_turning_point_of_a_line(reading) -> None:
    table = [["Year", "Length"], *([str(2010 + index), value] for index, value in enumerate((10, 12, 15, 14, 11, 9)))]
    (fact,) = courses(reading, table, "Average length of ferries in Norway, in meters")
    assert fact.answer == "2012"
    assert fact.question() == (
        "In which year between 2010 and 2015 did the average length of ferries in Norway stop rising and begin to fall?"
    )


def test_a_line_that_turns_twice_or_skips_years_has_no_turning_point(reading) -> None:
    for values in ((10, 12, 15, 14, 16, 9), (10, 12, 15, 15, 11, 9)):
        table = [["Year", "Length"], *([str(2010 + index), value] for index, value in enumerate(values))]
        assert not courses(reading, table, "Average length of ferries in Norway, in meters")
    table = [["Year", "Length"], *([str(2010 + 2 * index), value] for index, value in enumerate((10, 12, 15, 14, 11, 9)))]
    assert not courses(reading, table, "Average length of ferries in Norway, in meters")


def test_a_measure_whose_unit_nothing_tells_is_refused(reading) -> None:
    table = [["Country", "Value"], ["Norway", 27.5], ["Spain", 30.1]]
    assert facts_of(reading("Child mortality, 2010", table)).reason == "the unit is not told"
    assert facts_of(reading("Child mortality, deaths per 1,000 births, 2010", table)).facts
    assert facts_of(reading("Number of ferries, 2010", table)).facts  # a count needs none


def test_the_field_period_dates_a_survey_and_an_axis_title_gives_the_unit(reading) -> None:
    table = [["Country", "Value"], ["Norway", 27.5], ["Spain", 30.1]]
    survey = reading("% of adults who own a bicycle", table)
    survey.field_period = "June 2–19, 2020"
    assert facts_of(survey).facts[0].statement() == "In Norway in June 2020, 27.5% of adults owned a bicycle."
    prices = reading("Price of coal, 2010", table)
    prices.axis_titles = ["U.S. dollars"]
    assert facts_of(prices).facts[0].shown == "$27.5"


def test_an_order_needs_no_unit_and_tells_no_value(reading) -> None:
    table = [["Country", "Value"], ["Norway", 27.5], ["Spain", 30.1], ["Kenya", 12.4]]
    found = facts_of(reading("Child mortality, 2010", table)).facts
    assert [fact.statement() for fact in found] == [
        "Among Kenya, Norway and Spain, Spain had the highest child mortality in 2010.",
        "Among Kenya, Norway and Spain, Kenya had the lowest child mortality in 2010.",
    ]
    assert all(fact.value is None and not fact.shown for fact in found)


def test_the_order_of_many_is_asked_of_some_with_the_first_and_the_last(reading) -> None:
    names = ["Norway", "Spain", "Kenya", "Chile", "Japan", "France", "Italy"]
    names += ["Greece", "Latvia", "Iceland", "Ireland", "Finland", "Denmark"]
    table = [["Country", "Value"], *([name, 10 + index] for index, name in enumerate(names))]
    tops = [fact for fact in facts_of(reading("Share of adults who own a boat, %, 2010", table)).facts if fact.kind == "top"]
    assert [(fact.superlative, fact.answer) for fact in tops] == [
        ("highest", "Denmark"),
        ("second-highest", "Finland"),
        ("lowest", "Norway"),
    ]
    assert all(len(fact.options) == 10 for fact in tops)
