"""Sentences with something before or around the share, and numbers of things: accepted and refused ones of each kind."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules.text_facts import facts_of
from charge_stream.models import Context

US = Context(title="Trust", publisher="Example Institute", published="2019-06-03", language="en", country="US")


def said(chunk, text: str, context: Context = US) -> list[str]:
    """The statements of a paragraph, without the report they are scoped with."""
    return [fact.but(scope="").statement() for fact in facts_of(chunk(text, context=context)).facts]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("Ahead of the summer, 62% of nurses say they support free lunches.", ["62% of U.S. nurses say they support free lunches."]),
        ("As the fair draws near, 62% of nurses say trains are on time.", ["62% of U.S. nurses say trains are on time."]),
        ("In Norway, where boats are cheap, 31% of adults own a boat.", ["In Norway, 31% of adults own a boat."]),
        ("Nurses are fond of trains: 74% say they support more trains.", ["74% of U.S. nurses say they support more trains."]),
        (
            "More nurses (61%) than doctors (48%) say trains are on time.",
            ["61% of U.S. nurses say trains are on time.", "48% of U.S. doctors say trains are on time."],
        ),
        (
            "Roughly half or more adults in Norway (61%) and Sweden (52%) say they own a boat.",
            ["In Norway, 61% of adults say they own a boat.", "In Sweden, 52% of adults say they own a boat."],
        ),
        ("Among nurses, 72% of those with a degree own a car.", ["72% of U.S. nurses with a degree own a car."]),
        (
            "Nurses are more likely than doctors to say trains are on time. Some 57% of nurses say this, compared with 40% of doctors.",
            ["57% of U.S. nurses say trains are on time.", "40% of U.S. doctors say trains are on time."],
        ),
        (
            "Some 52% of nurses say they own a boat. The harbor has been free for years. Another 12% own a small car.",
            ["52% of U.S. nurses say they own a boat.", "12% of U.S. nurses own a small car."],
        ),
        ("This marks a rise from 2015, when 55% of nurses owned a boat.", ["In 2015, 55% of U.S. nurses owned a boat."]),
        ("Among nurses, a clear majority (68%) knows how boats are built.", ["68% of U.S. nurses know how boats are built."]),
        (
            "Rural nurses are far more likely to say trains should be free than to say that they should cost something (77% vs. 22%).",
            ["77% of rural nurses in the U.S. say trains should be free."],
        ),
        (
            "The vast majority of nurses and aides support free trains (91%), as do three-quarters of doctors in training (75%).",
            ["91% of U.S. nurses and aides support free trains.", "75% of U.S. doctors in training support free trains."],
        ),
        ("In 2014, 52% of nurses said high fares made things harder for families.", [
            "In 2014, 52% of U.S. nurses said high fares made things harder for families."
        ]),
    ],
)  # fmt: skip
def test_shares(chunk, text: str, statements: list[str]) -> None:
    assert said(chunk, text) == statements


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("As prices rise, 62% of nurses say they harm families.", "62%"),  # the prices
        ("When it comes to trains, 62% of nurses are satisfied.", "62%"),  # with trains only
        ("More nurses own (40%) than rent (24%) their home.", "40%"),  # one group, two deeds
        ("Some 52% of nurses say they own a boat. Doctors pay for theirs each year. Another 12% own a small car.", "12%"),  # doctors?
        ("Nurses are more likely than doctors to say they harm trains. Some 57% of patients say this.", "57%"),
        ("Just 18% of nurses who are not say they want a boat.", "18%"),  # who are not what?
        ("Some 69% of nurses say that having a boat would help.", "69%"),  # with what?
    ],
)
def test_refused(chunk, text: str, number: str) -> None:
    assert not any(number in statement for statement in said(chunk, text))


def test_what_holds_now_is_not_dated_by_the_sentence_before(chunk) -> None:
    statements = said(chunk, "In 2010, 66% of nurses said they owned a car. Over a third (37%) currently say they own a boat.")
    assert statements == ["In 2010, 66% of U.S. nurses said they owned a car.", "37% of U.S. nurses say they own a boat."]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            "In 2020, there were 1,603 boat clubs in the U.S. that offered lessons.",
            ["The number of boat clubs in the U.S. that offered lessons in 2020 was 1,603."],
        ),
        (
            "Roughly 13,500 Americans worked as boat builders in 2018, according to one count.",
            ["The number of Americans who worked as boat builders in 2018 was roughly 13,500."],
        ),
        (
            "The share of workers who own a boat has more than doubled, from 9.6% in 1995 to 22.2% in 2017.",
            [
                "The share of workers who own a boat in the United States in 1995 was 9.6%.",
                "The share of workers who own a boat in the United States in 2017 was 22.2%.",
            ],
        ),
        (
            "In 2019, revenue from boat sales in the U.S. grew to $109 million, an increase from $88 million in 2017.",
            [
                "The revenue from boat sales in the United States in 2019 was $109 million.",
                "The revenue from boat sales in the United States in 2017 was $88 million.",
            ],
        ),
        ("Women make up 25.5% of boat club members.", ["Women made up 25.5% of boat club members in the United States."]),
        (
            "Coal accounted for 35% of boat building in the world in 2018.",  # not of a country
            [],
        ),
        (
            "The share of female captains of boat clubs in the U.S. reached an all-time high of 6.4% in 2017, with 32 women in charge.",
            ["The share of female captains of boat clubs in the United States in 2017 was 6.4%."],
        ),
    ],
)
def test_numbers(chunk, text: str, statements: list[str]) -> None:
    assert said(chunk, text) == statements


@pytest.mark.parametrize(
    "text",
    [
        "About 39 boats were lost in 1972.",  # where?
        "There were 1,603 boat clubs in Norway.",  # when?
        "Nurses make up 14% of the workforce in Norway.",  # when?
        "About 2,000 more boats were sold in Norway in 1972.",  # a difference
        "Some 8,000 nurses in Norway are expected to own a boat in 2050.",  # a forecast
    ],
)
def test_numbers_refused(chunk, text: str) -> None:
    assert said(chunk, text, Context(language="en")) == []


def test_what_holds_now_is_dated_by_the_name_of_the_report(chunk) -> None:
    (fact,) = facts_of(chunk("Nurses make up 14% of the workforce in Norway.", context=US)).facts
    assert fact.statement() == ("According to Example Institute's June 2019 report “Trust”, nurses made up 14% of the workforce in Norway.")
