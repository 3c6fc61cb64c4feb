"""Sentences that lean on the one before, state several shares or put the value behind: one accepted and one refused of each kind."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules.text_facts import facts_of
from charge_stream.models import Context

US = Context(title="Trust", publisher="Example Institute", published="2019-06-03", language="en", country="US")
OWN = "52% of U.S. nurses say they own a bicycle."


def said(chunk, text: str) -> list[str]:
    """The statements of a paragraph, without the report they are scoped with."""
    return [fact.but(scope="").statement() for fact in facts_of(chunk(text, context=US)).facts]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            "Fully 52% of nurses say they own a bicycle. By comparison, 25% of doctors say the same.",
            [OWN, "25% of U.S. doctors say they own a bicycle."],
        ),
        (
            "In 2015, 52% of nurses said they owned a bicycle. Fully 25% of doctors hold this view.",
            ["In 2015, 52% of U.S. nurses said they owned a bicycle.", "In 2015, 25% of U.S. doctors said they owned a bicycle."],
        ),
        (
            "While 52% of nurses say they own a bicycle, a smaller share of doctors (25%) say the same.",
            [OWN, "25% of U.S. doctors say they own a bicycle."],
        ),
        (
            "About half of nurses (52%) say they own a bicycle, while 48% say they drive a car, and 11% say they walk to work.",
            [OWN, "48% of U.S. nurses say they drive a car.", "11% of U.S. nurses say they walk to work."],
        ),
        (
            "Most nurses are fond of trains. About four-in-ten (42%) own a boat.",
            ["42% of U.S. nurses own a boat."],
        ),
        (
            "A majority (57%) of nurses say they own a bicycle. A 58% majority of doctors say they drive a car.",
            ["57% of U.S. nurses say they own a bicycle.", "58% of U.S. doctors say they drive a car."],
        ),
        ("About four-in-ten nurses say they own a boat (39%).", ["39% of U.S. nurses say they own a boat."]),
        ("Younger nurses are especially likely to say they own a boat (39%).", []),
        ("Night nurses are especially likely to say they own a boat (39%).", ["39% of night nurses in the U.S. say they own a boat."]),
        ("Six-in-ten nurses say they own a boat.", ["Six-in-ten U.S. nurses say they own a boat."]),
        (
            "About half of Black (51%) and Asian (49%) nurses say they own a boat.",
            ["51% of Black nurses in the U.S. say they own a boat.", "49% of Asian nurses in the U.S. say they own a boat."],
        ),
        (
            "Just 41% of adults in Poland, 35% in Spain and 31% in Hungary say they own a boat.",
            [
                "In Poland, 41% of adults say they own a boat.",
                "In Spain, 35% of adults say they own a boat.",
                "In Hungary, 31% of adults say they own a boat.",
            ],
        ),
        (
            "Fully 52% of nurses say they own a bicycle, compared with 33% of doctors, 20% of pilots and 6% of bakers.",
            [
                OWN,
                *(f"{share}% of U.S. {group} say they own a bicycle." for share, group in ((33, "doctors"), (20, "pilots"), (6, "bakers"))),
            ],
        ),
        (
            "Fully 52% of nurses ages 25 to 34 own a bicycle, compared with 33% of nurses 65 and older.",
            ["52% of U.S. nurses ages 25 to 34 own a bicycle.", "33% of U.S. nurses 65 and older own a bicycle."],
        ),
        (
            "The median income of nurses in Norway in 2018 was $39,000, compared with $31,000 in Spain.",
            ["The median income of nurses in Norway in 2018 was $39,000."],
        ),
        (
            "A higher share of nurses than doctors say they own a boat (22% vs. 12%).",
            ["22% of U.S. nurses say they own a boat.", "12% of U.S. doctors say they own a boat."],
        ),
        (
            "Nurses are more likely than doctors (63% vs. 34%) to own a boat.",
            ["63% of U.S. nurses own a boat.", "34% of U.S. doctors own a boat."],
        ),
        ("We found in March 2018 that 58% of nurses own a boat.", ["In March 2018, 58% of U.S. nurses owned a boat."]),
        (
            "In Iceland, for example, 83% of nurses say they own a boat.",
            ["In Iceland, 83% of nurses say they own a boat."],
        ),
        ("Fully 76% of nurses in the country own a boat.", ["76% of nurses in the U.S. own a boat."]),
        (
            "Nurses made up 14.3% of the nation's workforce in 2018.",
            ["Nurses made up 14.3% of the U.S. workforce in 2018."],
        ),
    ],
)
def test_taken(chunk, text: str, statements: list[str]) -> None:
    assert said(chunk, text) == statements


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Fully 52% of nurses say they own a bicycle, while 40% say they own a boat. Just 25% of doctors say the same.", "25%"),  # which?
        ("Bicycles are popular. Just 25% of doctors say this.", "25%"),
        ("Fully 52% of nurses own a bicycle. Just 25% of doctors say this.", "25%"),  # owning is not saying
        ("Nurses like trains more than doctors do. About four-in-ten (42%) say they sleep on trains.", "42%"),  # of whom?
        ("Views of trains are warm. About four-in-ten (42%) say they sleep on trains.", "42%"),
        ("A majority of nurses say they own a boat (39%).", "39%"),  # 39% is no majority
        ("Fully 38% of nurses say they have a warm view of trains but a cold view of boats.", "38%"),  # half of a predicate
        ("A median of 48% of adults across 24 countries say they own a boat.", "48%"),  # a median is no share
        ("They made up 14% of the U.S. workforce in 2018.", "14%"),  # who?
        ("Fully 52% of nurses say unions help workers, and 23% say they harm workers.", "23%"),  # the unions
        ("Fully 38% of nurses express favor.", "38%"),  # of what?
        ("Among all nurses, 72% of those with a degree own a car, while 17% own a boat.", "17%"),  # of those with a degree
        ("Among night nurses, 72% of men own a car.", "72%"),  # men who are night nurses
    ],
)
def test_refused(chunk, text: str, number: str) -> None:
    assert not any(number in statement for statement in said(chunk, text))


def test_the_sentence_before_is_evidence_too(chunk) -> None:
    found = facts_of(chunk("Fully 52% of nurses say they own a bicycle. By comparison, 25% of doctors say the same.", context=US)).facts
    assert [fact.sentences for fact in found] == [(0,), (0, 1)]
