"""Titles taken apart, labels put into sentences, and what a table says beyond its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from charge_stream.engines.rules.chart_facts import facts_of
from charge_stream.engines.rules.extract import extract_chart
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.measures import measure_of
from charge_stream.infra.stage import Abstained
from charge_stream.models import Context

US = Context(title="Trust", publisher="Example Institute", published="2019-06-03", language="en", country="US")


@pytest.mark.parametrize(
    ("title", "slots"),
    [
        (
            "Share of adults ages 25–34 who are employed, %, by highest level of education, 2016",
            {
                "kind": "share",
                "population": "adults ages 25–34",
                "predicate": "are employed",
                "dimension": "highest level of education",
                "time": "2016",
            },
        ),
        (
            "Deaths from accidents per terawatt-hour of energy, by source, world, 1990–2013",
            {
                "kind": "amount",
                "noun": "number of deaths from accidents per terawatt-hour of energy",
                "place": "the world",
                "time": "1990–2013",
            },
        ),
        (
            "Real price of coal, index, 2000 = 100, world, selected years 2000–2015",
            {"kind": "amount", "noun": "real price of coal", "unit": "index", "basis": "2000 = 100", "spaced": True},
        ),
        ("Real GDP of Norway from 2000 to 2019 (in billion U.S. dollars)", {"noun": "real GDP of Norway", "unit": "$", "scale": "billion"}),
        ("Among men, % who own a car", {"kind": "share", "population": "men", "predicate": "own a car"}),
        ("% of 171 countries by the stages that have a test, 2010–2015", {"kind": "breakdown", "population": "171 countries"}),
        (
            "Number of students enrolled in associate, bachelor's or doctorate programs",
            {"noun": "number of students enrolled in associate, bachelor's or doctorate programs"},
        ),
    ],
)
def test_titles(title: str, slots: dict[str, object]) -> None:
    measure = measure_of([title])
    assert measure is not None
    assert {name: getattr(measure, name) for name in slots} == slots


@pytest.mark.parametrize("title", ["Coal is the deadliest fuel", "% living in poverty", "", "Overview: what next?"])
def test_titles_without_a_measure(title: str) -> None:
    assert measure_of([title]) is None


def questions(found: tuple[Fact, ...], kind: str) -> dict[str, str]:
    return {fact.question(): fact.reply() for fact in found if fact.kind == kind}


def test_shares_by_country_and_schooling(reading) -> None:
    found = facts_of(
        reading(
            "Share of adults ages 25–34 who are employed, %, by highest level of education, 2016",
            [["", "Below upper secondary", "College or university"], ["Denmark", 61, 83], ["Finland", 50, 81], ["Iceland", 81, 92]],
            unit="%",
        )
    ).facts
    asked = (
        "In Finland in 2016, what percentage of adults ages 25 to 34 whose highest level of education was below upper secondary "
        "were employed?"
    )
    assert questions(found, "share")[asked] == "50%"
    tops = {(fact.superlative, fact.subject.split("was ")[1].split(" who")[0]): fact.answer for fact in found if fact.kind == "top"}
    assert tops == {
        ("highest", "below upper secondary"): "Iceland",
        ("lowest", "below upper secondary"): "Finland",
        ("highest", "college or university"): "Iceland",
        ("lowest", "college or university"): "Finland",
    }
    gap = next(fact for fact in found if fact.kind == "gap" and fact.place == "Finland")
    assert gap.reply() == "31 percentage points (81% against 50%)"
    assert sorted(gap.cells) == [(1, 1), (1, 2)]


def test_options_are_not_in_the_order_of_the_chart(reading) -> None:
    found = facts_of(
        reading(
            "Deaths per terawatt-hour of electricity, by fuel, world, 2021", [["", "Deaths"], ["Oil", 18.4], ["Gas", 2.8], ["Coal", 24.6]]
        )
    )
    top = next(fact for fact in found.facts if fact.superlative == "highest")
    assert (
        top.question()
        == "Among coal, gas and oil, which fuel had the highest number of deaths per terawatt-hour of electricity worldwide in 2021?"
    )
    assert top.answer == "coal"


def test_series_over_time(reading) -> None:
    table = [["", "Oil", "Natural gas"], ["2001", 90, 70], ["2002", 120, 60], ["2003", 110, 80], ["2004", 100, 95]]
    found = facts_of(reading("Real prices of oil and natural gas, index, 2000 = 100, world", table)).facts
    assert questions(found, "amount")["What was the real price of oil (2000 = 100) worldwide in 2003?"] == "110 index points"
    peaks = questions(found, "peak")
    assert peaks["In which year between 2001 and 2004 was the real price of oil (2000 = 100) worldwide at its highest?"] == "2002"
    assert not any("natural gas" in asked and "highest" in asked for asked in peaks), "an end of the range would give the answer away"
    changes = questions(found, "change")
    assert changes["By how much did the real price of natural gas (2000 = 100) worldwide change between 2001 and 2004?"] == (
        "A rise of 25 index points, from 70 to 95"
    )


def test_years_with_gaps_are_named(reading) -> None:
    found = facts_of(
        reading(
            "Real price of coal, index, world, selected years", [["", "Index"], ["2000", 100], ["2004", 200], ["2008", 410], ["2010", 257]]
        )
    )
    asked = "In which of the years 2000, 2004, 2008 and 2010 was the real price of coal worldwide at its highest?"
    assert questions(found.facts, "peak")[asked] == "2008"


def test_answers_fill_the_blank_and_choices(reading) -> None:
    blank = facts_of(
        reading(
            "% of U.S. adults in 2019 who say hunting should be ...", [["", "%"], ["Legal in all cases", 27], ["Illegal in all cases", 12]]
        )
    )
    assert "In 2019, what percentage of U.S. adults said hunting should be legal in all cases?" in questions(blank.facts, "share")
    choice = facts_of(
        reading(
            "% of adults who agree or disagree that dogs are better than cats, 2010",
            [["", "Agree", "Disagree"], ["Kenya", 46, 53], ["Japan", 41, 58]],
        )
    )
    assert (
        questions(choice.facts, "share")["In Japan in 2010, what percentage of adults disagreed that dogs are better than cats?"] == "58%"
    )


def test_groups_and_leaners(reading) -> None:
    found = facts_of(
        reading(
            "% of U.S. adults who use the internet, by age, 2015",
            [["Age", "%"], ["18-29", 96], ["65+", 58], ["Women", 84], ["Republican/lean Rep.", 83], ["No answer", 1]],
        )
    )
    assert [fact.subject for fact in found.facts if fact.kind == "share"] == [
        "U.S. adults ages 18 to 29",
        "U.S. adults ages 65 and older",
        "U.S. women",
        "Republicans and Republican leaners in the U.S.",
    ]


def test_a_member_takes_the_place_of_its_group(reading) -> None:
    table = [["Entrepreneur (company)", "Net worth"], ["Ma Huateng (Tencent)", 21.9], ["Gabe Newell (Valve)", 4.1]]
    found = facts_of(
        reading("Estimated net worth of the wealthiest game entrepreneurs worldwide as of July 2016 (in billion U.S. dollars)", table)
    )
    assert questions(found.facts, "amount")["What was the estimated net worth of Ma Huateng (Tencent) in July 2016?"] == "$21.9 billion"
    assert next(fact.value for fact in found.facts) == 21.9e9


def test_a_label_that_fits_no_sentence_is_quoted_with_its_report(reading) -> None:
    table = [["", "Over-the-air", "Digital"], ["2016", 19, 1], ["2017", 17, 2]]
    found = facts_of(reading("Total local TV advertising revenue (in U.S. dollars)", table)).facts
    assert found[0].question() == (
        "According to Example Institute's March 2020 report “Work in the North”, what was the value for “Over-the-air” in the data on "
        "total local TV advertising revenue in 2016?"
    )


def test_the_country_of_the_document_is_said(reading) -> None:
    found = facts_of(reading("% of adults who smoke", [["", "%"], ["2016", 22], ["2018", 20]], context=US)).facts
    assert found[0].statement() == "In 2016, 22% of U.S. adults smoked."


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"confidence": 0.8}, "the reading is unsure (0.80)"),
        ({"abstained": True}, "the chart was not read: blurred"),
        ({"context": Context(title="Rapport", language="fr")}, "language fr: the rules know English only"),
    ],
)
def test_declined(reading, change: dict[str, object], reason: str) -> None:
    found = facts_of(reading("% of adults who smoke, 2016", [["", "%"], ["Kenya", 22], ["Japan", 20]], **change))
    assert (found.facts, found.reason) == ((), reason)


def test_fractions_are_no_percentages(reading) -> None:
    found = facts_of(reading("Share of students who read, 2017", [["", "Share"], ["Kenya", 0.42], ["Japan", 0.9]]))
    assert found.reason == "shares given as fractions"


def test_two_rows_of_one_label_are_ambiguous(reading) -> None:
    found = facts_of(reading("% of adults who smoke, 2016", [["", "%"], ["Kenya", 22], ["Kenya", 25], ["Japan", 20]]))
    assert [fact.place for fact in found.facts if fact.kind == "share"] == ["Japan"]


def test_frames_survive_the_record(reading) -> None:
    found = facts_of(
        reading("Real price of coal, index, world", [["", "Index"], ["2000", 100], ["2001", 200], ["2002", 410], ["2003", 257]])
    ).facts
    assert len(found) > 5
    assert all(Fact.from_dict(fact.to_dict()) == fact for fact in found)


def test_of_a_long_line_a_few_values_are_extracted_its_ends_among_them(reading: Callable[..., Any]) -> None:
    years = [[str(year), 20 + year % 7] for year in range(1980, 2020)]
    line = reading("% of adults in Denmark who cycle to work", [["Year", "Share"], *years])
    extracted = extract_chart({"reading": line})
    assert not isinstance(extracted, Abstained)
    kinds = Counter(keypoint.frame["kind"] for keypoint in extracted.keypoints)
    assert max(kinds.values()) == kinds["share"] == 6
    times = [keypoint.frame["time"] for keypoint in extracted.keypoints if keypoint.frame["kind"] == "share"]
    assert (times[0], times[-1]) == ("1980", "2019")
