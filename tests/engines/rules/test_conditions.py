"""Conditions and bases that stand elsewhere in the document travel with the measure. All of our own making."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules.conditions import with_condition
from charge_stream.models import Context

TRAINS = Context(title="When Trains Are Full, Who Stands?", publisher="Example Institute", published="2020-03-01", language="en")
FUEL = Context(title="Fuel", publisher="Example Institute", published="2020-03-01", language="en", basis="2000 = 100")


def test_the_condition_of_the_reports_title_goes_with_a_charts_measure(facts, reading) -> None:
    chart = reading(
        "% of adults who agree or disagree that students should stand on trains, 2010",
        [["", "Share"], ["Agree", 51], ["Disagree", 44]],
        context=TRAINS,
    )
    assert facts(chart)[0].question().endswith("agreed that students should stand on trains when trains are full?")


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("agree that students should stand on trains", "agree that students should stand on trains when trains are full"),
        ("agree that students should stand when trains are full", "agree that students should stand when trains are full"),
        ("own a bicycle", "own a bicycle"),  # speaks of something else
    ],
)
def test_a_condition_is_said_once_and_only_of_what_it_speaks_of(predicate: str, expected: str) -> None:
    assert with_condition(predicate, [TRAINS.title]) == expected


def test_a_condition_behind_a_comma_is_kept(facts, reading) -> None:
    chart = reading("% of adults who would buy a car, if prices fell, 2010", [["", "Share"], ["Norway", 51], ["Sweden", 44]])
    assert facts(chart)[0].statement() == "In Norway in 2010, 51% of adults would buy a car if prices fell."


def test_the_base_of_the_document_completes_an_index_in_text(facts, chunk) -> None:
    text = "The real price of coal on world markets stood at 87 index points in 1987."
    (fact,) = facts(chunk(text, context=FUEL))
    assert fact.statement() == "The real price of coal (2000 = 100) on world markets in 1987 was 87 index points."
    (fact,) = facts(chunk(f"{text} The year 2010 equals 100.", context=FUEL))
    assert "(2010 = 100)" in fact.statement()  # the paragraph's own comes first


def test_the_base_of_the_document_completes_an_index_of_a_chart(facts, reading) -> None:
    table = [["Year", "Coal"], ["1987", 87], ["1990", 80]]
    chart = reading("Real price of coal, index, world", table, context=FUEL)
    assert facts(chart)[0].statement() == "The real price of coal (2000 = 100) worldwide in 1987 was 87 index points."
