"""What strict readers turned down, as a kind: choices drawn at random, hops that nobody needs, words that join the wrong clause."""

from __future__ import annotations

import pytest
from hand_made_facts import PEAK, price, share

from charge_stream.engines.rules.asked import WORDINGS
from charge_stream.engines.rules.bridges import bridges
from charge_stream.engines.rules.chart_facts import facts_of
from charge_stream.engines.rules.text_facts import facts_of as told
from charge_stream.models import Context


@pytest.mark.parametrize(("years", "asked"), [((2010, 2012, 2013, 2015), True), ((2010, 2011, 2012, 2013, 2015, 2016), False)])
def test_years_with_gaps_are_asked_among_when_all_can_be_named(reading, years: tuple[int, ...], asked: bool) -> None:
    table = [["Year", "Bicycle", "Car"], *([str(year), 40 + (index * 7) % 10, 20 + index] for index, year in enumerate(years))]
    peaks = [fact for fact in facts_of(reading("% of adults in Norway who own a …", table)).facts if fact.kind == "peak"]
    assert bool(peaks) == asked
    assert all(all(str(year) in fact.question() for year in years) for fact in peaks)


def test_a_chart_of_one_year_needs_no_year_to_be_found() -> None:
    oil = price("oil", 120, "2008")
    assert list(bridges(PEAK, oil))
    in_a_line = oil.but(cells=((3, 1),), category="2008", series="Oil")
    of_one_year = oil.but(cells=((3, 1),), category="Oil", series="Value")
    assert list(bridges(PEAK, in_a_line))
    assert not list(bridges(PEAK, of_one_year))


def test_an_entry_of_a_number_tells_what_is_counted(reading) -> None:
    table = [["Year", "Men", "Women"], ["2015", 100, 90], ["2016", 120, 95]]
    fact, *_ = facts_of(reading("Number of passengers of ferry lines, 2015-2016", table)).facts
    assert "what was the number of passengers of ferry lines for “Men”" in fact.question()


def test_time_does_not_follow_a_clause_that_it_would_join() -> None:
    (how_large,) = [wording for name, wording in WORDINGS["share"] if name == "how large"]
    assert how_large(share("adults", "smoked", 20, time="2016")) == "how large was the share of adults who smoked in 2016"
    assert not how_large(share("adults", "said that boats helped families save", 20, time="2016"))


def test_a_number_without_a_place_is_of_the_document_s_country(chunk) -> None:
    context = Context(title="Radio", language="en", country="NO")
    (fact,) = told(chunk("There were 3,370 news employees in the radio industry in 2018.", context=context)).facts
    assert fact.question() == "What was the number of news employees in the radio industry in Norway in 2018?"
