"""Which two facts may be put beside each other, and what is declined."""

from __future__ import annotations

import pytest
from hand_made_facts import FINLAND, GRADUATES, NORWAY, OTHERS, TOP, price, share

from charge_stream.engines.rules.aligned import aligned, difference_in
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.peers import comparable_groups
from charge_stream.engines.rules.two_hops import write, written


@pytest.mark.parametrize(
    ("said", "group", "place"),
    [
        ("Danes ages 25 to 64", "adults ages 25 to 64", "Denmark"),
        ("Greek adults ages 25 to 64", "adults ages 25 to 64", "Greece"),
        ("employed Lithuanians ages 25 to 64", "employed adults ages 25 to 64", "Lithuania"),
        ("adults ages 25 to 34 in Italy with vocational upper secondary education",
         "adults ages 25 to 34 with a vocational upper secondary education", "Italy"),
        ("Lithuanian university graduates ages 25 to 34", "adults ages 25 to 34 with a college or university degree", "Lithuania"),
        ("U.S. adults", "adults", "the United States"),
        ("Hispanic adults in the U.S.", "Hispanic adults", "the United States"),
        ("Republicans", "Republicans", "the United States"),
        ("Danes ages 12 to 17", "Danes ages 12 to 17", ""),
        ("Chinese immigrants in the United States", "Chinese immigrants in the United States", ""),
    ],
)  # fmt: skip
def test_the_country_of_a_population_becomes_its_place(said: str, group: str, place: str) -> None:
    brought = aligned(share(said, "smoked", 20))
    assert (brought.subject, brought.place) == (group, place)


def test_what_was_used_by_someone_is_what_they_used() -> None:
    amount = Fact(
        "amount",
        "test",
        "the energy used by buses",
        value=0.15,
        shown="0.15 kilowatt-hours",
        object="kilowatt-hours",
        time="2018",
        place="Norway",
    )
    said = Fact(
        "deed", "test", "trucks in Norway", predicate="used", verb="use", value=3.75, shown="3.75", object="kilowatt-hours", time="2018"
    )
    assert difference_in(aligned(amount), aligned(said)) == "doer"


@pytest.mark.parametrize(
    "other",
    [
        OTHERS.but(time="2014"),
        OTHERS.but(place="Finland"),
        OTHERS.but(hedge="about", approximate=True),
        OTHERS.but(scope="according to the report “Other”, "),
        OTHERS.but(predicate="reported having depression"),
        OTHERS.but(predicate="were not employed"),
        OTHERS.but(value=82, shown="82%"),
        share("employed adults", "were employed", 60, place="Denmark"),
        share("Finns without a degree ages 25 to 64", "were employed", 60),
        share("adults without a degree", "were employed", 60, place="Europe"),
        Fact("amount", "test", "the number of adults with a degree", value=61, shown="61", time="2016", place="Denmark"),
    ],
    ids=[
        "group and year", "group and country", "a hedged value", "another report", "group and what they did", "a negation of another group",
        "a difference that rounding may have made", "groups of two kinds", "group and hidden country", "a country and a region",
        "points and people",
    ],
)  # fmt: skip
def test_only_what_differs_in_one_thing_is_compared(other: Fact) -> None:
    assert isinstance(write(GRADUATES, other), str)


@pytest.mark.parametrize(
    ("one", "two", "comparable"),
    [
        ("Republicans", "Democrats", True),
        ("Black Protestants", "White mainline Protestants", True),
        ("adults ages 18 to 29", "adults ages 65 and older", True),
        ("adults ages 18 and older", "adults ages 30 to 49", False),
        ("adults", "adults ages 30 to 49", True),
        ("Democrats and Democratic leaners", "liberal Democrats and liberal Democratic leaners", True),
        ("Democrats", "conservative Republicans", False),
        ("those with post-graduate experience", "those with at least a college degree", False),
        ("adults with a high school education or less", "adults with at least a college degree", True),
        ("women", "Catholics", False),
        ("adults with a degree", "employed adults", False),
    ],
)
def test_groups_are_told_apart_by_one_thing(one: str, two: str, comparable: bool) -> None:
    assert comparable_groups(one, two) is comparable
    assert comparable_groups(two, one) is comparable


def test_two_questions_are_not_glued_together() -> None:
    assert write(share("Danes", "owned a car", 60), share("Swedish women", "owned a car in a city", 31, time="2018")) == "no form fits"


def test_unrelated_facts_are_not_asked_together() -> None:
    unrelated = write(share("Danes", "owned a car", 60), share("Finns", "trusted banks", 60, time="2018"))
    assert unrelated == "no form fits (the keypoints share too little: 0.00)"


def test_an_index_needs_the_year_that_is_100() -> None:
    assert write(price("gas", 79, "2002", base=""), price("gas", 96, "2001", base="")) == "index points without the year that is 100"


def test_which_of_all_is_asked_where_the_further_one_is_it() -> None:
    forms = {made.form for made in written(TOP, share("Dutch adults", "owned a car", 45))}
    assert forms == {"below the highest"}


def test_small_values_and_near_ones_give_no_ratio() -> None:
    for high, low in ((31, 4), (31, 29)):
        forms = {made.form for made in written(FINLAND.but(value=high, shown=f"{high}%"), NORWAY.but(value=low, shown=f"{low}%"))}
        assert "higher on one side" in forms
        assert "times as high on one side" not in forms


def test_the_same_question_twice_is_declined() -> None:
    assert write(GRADUATES, GRADUATES.but(form="other")) == "both keypoints ask the same"
