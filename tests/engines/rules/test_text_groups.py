"""Several groups in one sentence, and sentences that go on about the group of the one before. All of our own making."""

from __future__ import annotations

import pytest

from charge_stream.models import Context

US = Context(title="Trust", publisher="Example Institute", published="2019-06-03", language="en", country="US")


def said(facts, chunk, text: str) -> list[str]:
    """The statements of a paragraph, without the report they are scoped with."""
    found = facts(chunk(text, context=US))
    return [fact.but(scope="").statement() for fact in found]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            "Majorities of nurses (76%) and doctors (71%) alike say their work is good for society.",
            ["76% of U.S. nurses say their work is good for society.", "71% of U.S. doctors say their work is good for society."],
        ),
        (
            "For instance, 63% of nurses and 57% of doctors say they sleep on trains.",
            ["63% of U.S. nurses say they sleep on trains.", "57% of U.S. doctors say they sleep on trains."],
        ),
        (
            "About half of nurses (52%) say they own a bicycle. Another 11% say they own a motorcycle.",
            ["52% of U.S. nurses say they own a bicycle.", "11% of U.S. nurses say they own a motorcycle."],
        ),
        (
            "About half of nurses (52%) say they own a bicycle. About four-in-ten (42%) have a garden.",
            ["52% of U.S. nurses say they own a bicycle.", "42% of U.S. nurses have a garden."],
        ),
        (
            "Between 2017 and 2019, 10% of nurses said they had moved house.",
            ["From 2017 to 2019, 10% of U.S. nurses said they had moved house."],
        ),
        (
            "Our December 2018 survey shows 62% of nurses believe rain is good.",
            ["In December 2018, 62% of U.S. nurses believed rain is good."],
        ),
        ("The Health Office says 56% of nurses own a bicycle.", ["56% of U.S. nurses own a bicycle."]),
        (
            "In 2018, 19% of nurses were members of a union, based on an analysis of tax data.",
            ["In 2018, 19% of U.S. nurses were members of a union."],
        ),
        ("Fully 71% of adults under 30 support a ban on fireworks.", ["71% of U.S. adults under 30 support a ban on fireworks."]),
    ],
)
def test_groups(facts, chunk, text: str, statements: list[str]) -> None:
    assert said(facts, chunk, text) == statements


@pytest.mark.parametrize(
    "text",
    [
        "Larger shares of older (65%) and younger (59%) nurses like rain.",  # half of a name
        "About half of nurses (52%) say rain is good, compared with 40% of doctors. Another 11% say snow is good.",  # of whom?
        "About half of nurses (52%) say rain is good. Another 11% say it is warming mostly due to natural patterns.",
        "Fully 65% of Japan say rain is good.",
        "Fully 65% of nurses say a major reason is that rain is rare.",  # of what?
        "Fully 38% of nurses say they have five or more.",
        "Fully 13% of nurses are superfans.",
    ],
)
def test_open_ends_are_refused(facts, chunk, text: str) -> None:
    second = text.rsplit(". ", 1)[-1].split("%")[0].rsplit(" ", 1)[-1]
    assert not any(f"{second}%" in statement for statement in said(facts, chunk, text))


def test_themselves_stays_where_it_is_an_object(facts, chunk) -> None:
    (statement,) = said(facts, chunk, "Fully 40% of adults who see themselves as religious say they own a bicycle.")
    assert statement == "40% of U.S. adults who see themselves as religious say they own a bicycle."


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            "Rural nurses (45%) are less likely than urban (62%) and coastal nurses (56%) to like night shifts.",
            [
                "45% of rural nurses in the U.S. like night shifts.",
                "62% of urban nurses in the U.S. like night shifts.",
                "56% of coastal nurses in the U.S. like night shifts.",
            ],
        ),
        (
            "Primary teachers (56%) are more likely than secondary (46%) or vocational (43%) teachers to say they drink coffee.",
            [
                "56% of primary teachers in the U.S. say they drink coffee.",
                "46% of secondary teachers in the U.S. say they drink coffee.",
                "43% of vocational teachers in the U.S. say they drink coffee.",
            ],
        ),
        # whose head is not told
        ("Night pilots (56%) are more likely than the young (46%) and the old (43%) to like night shifts.", []),
    ],
)
def test_a_group_is_set_against_several_others(chunk, facts, text: str, statements: list[str]) -> None:
    assert said(facts, chunk, text) == statements
