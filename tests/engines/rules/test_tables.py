"""General tables: national statistics, companies, markets, rankings, surveys with blanks in their titles. All of our own making."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules import times
from charge_stream.engines.rules.chart_facts import facts_of
from charge_stream.engines.rules.measures import is_phrase, measure_of
from charge_stream.engines.rules.surveys import Survey, survey_of
from charge_stream.models import Context

MARKETS = Context(title="Markets", publisher="Example Figures", language="en")
SURVEY = "Note: Don't know not shown.\nSource: Survey of U.S. adults conducted Sept. 18-24, 2018."


def asked(reading, title: str, table: list[list[object]], **more: object) -> dict[str, str]:
    """Questions with their answers."""
    found = facts_of(reading("", table, title=title, context=more.pop("context", MARKETS), **more))
    return {fact.question(): fact.reply() for fact in found.facts}


@pytest.mark.parametrize(
    ("label", "spoken"),
    [
        ("Q3 '20", "the third quarter of 2020"),
        ("Sep 2015", "September 2015"),
        ("Jan '98", "January 1998"),
        ("H1 2016", "the first half of 2016"),
        ("3rd quarter 2014", "the third quarter of 2014"),
        ("2018/19", "2018/19"),
        ("March 2, 2020", "March 2, 2020"),
        ("Spring 2019", "spring 2019"),
        ("Top 20", ""),
        ("5-14", ""),
    ],
)
def test_times(label: str, spoken: str) -> None:
    assert times.spoken(label) == spoken


def test_times_in_order() -> None:
    said = ["2021", "November 2020", "the fourth quarter of 2019", "the second quarter of 2019", "2018"]
    assert sorted(said, key=times.order) == said[::-1]


@pytest.mark.parametrize(
    ("title", "slots"),
    [
        (
            "Crude steel production in Norland 1998 to 2019 (in million metric tons)",
            {"noun": "crude steel production in Norland", "unit": "metric tons", "scale": "million", "time": "1998–2019"},
        ),
        (
            "Average price of silver from January 2014 to June 2020 (in U.S. dollars per troy ounce)",
            {"noun": "average price of silver per troy ounce", "unit": "$", "time": "January 2014–June 2020"},
        ),
        ("Burglary rate in Canada in 2018, by province (per 100,000 residents)", {"noun": "burglary rate in Canada per 100,000 residents"}),
        ("Revenue of Maple Corp. 2019 (in million Canadian dollars)", {"unit": "Canadian dollars", "scale": "million"}),
        ("Number of ferries worldwide 2012, by region", {"noun": "number of ferries", "place": "the world", "dimension": "region"}),
        ("Ålesund Group's revenue 2008 to 2019 (in 2015 U.S. dollars)", {"basis": "in 2015 prices", "noun": "Ålesund Group's revenue"}),
        ("Distribution of ferry passengers in 2014, by age", {"kind": "breakdown", "population": "ferry passengers in 2014"}),
        ("% who are __ sure that the mayor can …", {"kind": "share", "population": "", "predicate": "are __ sure that the mayor can …"}),
        ("Lamp prices by region - Example Office", {"noun": "lamp prices", "dimension": "region"}),
    ],
)
def test_titles_of_general_tables(title: str, slots: dict[str, object]) -> None:
    measure = measure_of([title])
    assert measure is not None
    if slots.get("population") == "ferry passengers in 2014":
        slots = {"kind": "breakdown", "population": "ferry passengers", "time": "2014"}
    assert {name: getattr(measure, name) for name in slots} == slots


def test_headlines_name_no_measure() -> None:
    assert not is_phrase("Unemployment rate dropped in the north")
    assert is_phrase("Number of students enrolled in evening courses")
    assert measure_of(["Population growth slows in the north"]) is None


def test_rates_by_country_lose_the_group_of_countries(reading) -> None:
    found = asked(
        reading, "Unemployment rates in selected countries 2017", [["Country", "Rate"], ["Japan", "3"], ["Spain", "17"], ["Chile", "7"]]
    )
    assert found["What was the unemployment rate in Spain in 2017?"] == "17"
    assert found["Among Chile, Japan and Spain, which country had the highest unemployment rate in 2017?"] == "Spain"


def test_a_table_of_which_only_the_header_measures_is_quoted(reading) -> None:
    table = [["Company", "Passengers in millions"], ["Northline", 12], ["Fjordways", 7.5], ["Islandic", 3]]
    found = asked(reading, "Leading ferry companies in Europe in 2018", table)
    title = "According to Example Figures' data titled “Leading ferry companies in Europe in 2018”"
    assert found[f"{title}, what was the number of passengers for “Northline”?"] == "12 million"
    assert (
        found[f"{title}, among “Fjordways”, “Islandic” and “Northline”, which company had the highest number of passengers?"]
        == "“Northline”"
    )


def test_values_under_a_title_that_measures_keep_their_unit(reading) -> None:
    table = [["Response", "Share of respondents in percent"], ["Rake", 41], ["Hoe", 33]]
    found = asked(reading, "Most used tools among gardeners in 2020", table)
    lead = "According to Example Figures' data titled “Most used tools among gardeners in 2020”"
    assert found[f"{lead}, what was the share of respondents for “Hoe”?"] == "33%"


@pytest.mark.parametrize(
    "title",
    ["Supporters of the Blue Party like tea more", "% who drink __ in this part of the country", "Which tea do you drink?"],
)
def test_headlines_blanks_and_questions_are_not_quoted(reading, title: str) -> None:
    assert asked(reading, title, [["", "Value"], ["Green tea", 51], ["Black tea", 40]]) == {}


def test_quarters(reading) -> None:
    table = [["Quarter", "Growth"], ["Q3 '20", 29], ["Q2 '20", 31], ["Q1 '20", 33]]
    assert asked(reading, "Year-on-year growth of Lampworks revenue (in percent)", table) == {
        "What was the year-on-year growth of Lampworks revenue in the third quarter of 2020?": "29%",
        "What was the year-on-year growth of Lampworks revenue in the second quarter of 2020?": "31%",
        "What was the year-on-year growth of Lampworks revenue in the first quarter of 2020?": "33%",
    }


def test_held_by_is_no_breakdown(reading) -> None:
    found = asked(reading, "Percentage of seats held by women", [["Administration", "%"], ["Moe", 8], ["Roe, term 2", 12]], unit="%")
    assert [question.split("what was ")[1] for question in found] == [
        "the percentage of seats held by women during the Moe administration?",
        "the percentage of seats held by women during the Roe administration (second term)?",
    ]


def test_more_digits_than_anyone_measures_are_rounded(reading) -> None:
    found = asked(reading, "Literacy index in 2016", [["Country", "Index"], ["Japan", 72.806335], ["Chile", 0.0048]])
    assert list(found.values())[:2] == ["72.81", "0.0048"]


@pytest.mark.parametrize(
    ("notes", "survey"),
    [
        (SURVEY, Survey("U.S. adults", "", "September 2018")),
        ("Source: Survey of adults in Ohio conducted April 25-May 1, 2018.", Survey("adults in Ohio", "", "April–May 2018")),
        ("Source: Spring 2019 World Views Survey. Q5.", Survey("", "", "spring 2019")),
        (
            "Note: Based on registered voters. Source: Survey of U.S. adults conducted May 3-9, 2016.",
            Survey("registered voters", "", "May 2016"),
        ),
        ("Source: Surveys of teens conducted May 1-9, 2015 and of adults conducted June 1-9, 2016.", Survey("", "", "")),
    ],
)
def test_surveys_of_notes(notes: str, survey: Survey) -> None:
    assert survey_of([notes]) == survey


def shares(reading, title: str, table: list[list[object]], notes: str) -> dict[str, str]:
    read = reading(title, table, unit="%", context=MARKETS)
    read.notes = [notes]
    return {fact.statement(): fact.reply() for fact in facts_of(read).facts if fact.kind == "share"}


def test_two_blanks_and_the_population_of_the_note(reading) -> None:
    table = [["", "Not at all", "Very"], ["Mend broken roads", 20, 31], ["Run good schools", 12, 44]]
    found = shares(reading, "% who are __ confident that the city council can …", table, SURVEY)
    assert "In September 2018, 44% of U.S. adults were very confident that the city council can run good schools." in found
    assert len(found) == 4


def test_groups_in_rows_do_not_fill_the_blank(reading) -> None:
    table = [["", "Like", "Dislike"], ["Total", 20, 31], ["Rep/Lean Rep", 12, 44]]
    found = shares(reading, "% who say they __ long winters", table, SURVEY)
    assert "In September 2018, 44% of Republicans and Republican leaners in the U.S. said they dislike long winters." in found
    table = [["", "Value"], ["Republican", 61], ["Lean Rep", 50], ["Democrat", 33]]
    assert shares(reading, "% who say they …", table, SURVEY) == {}


def test_panels_give_group_and_answer(reading) -> None:
    table = [["", "Value"], ["Republican: France", 41], ["Democrat: France", 30]]
    found = shares(reading, "% who say __ is a good neighbor to Spain", table, SURVEY)
    assert "In September 2018, 41% of Republicans in the U.S. said France is a good neighbor to Spain." in found


def test_men_among_voters_are_no_registered_men(reading) -> None:
    found = shares(reading, "% of registered voters who like rain, 2018", [["", "%"], ["Men", 40], ["Women", 44]], "")
    assert all("men who are registered voters liked rain" in said for said in found)
