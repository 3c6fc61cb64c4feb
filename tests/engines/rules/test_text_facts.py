"""Each surface form on a sentence it takes and on one it must refuse."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.text_facts import facts_of
from charge_stream.models import Context

US = Context(title="Trust", publisher="Example Institute", published="2019-06-03", language="en", country="US")

TAKEN = [
    (
        "In 2016, 65% of Estonians ages 25 to 34 without an upper secondary education were employed.",
        "In 2016, what percentage of Estonians ages 25 to 34 without an upper secondary education were employed?",
        "65%",
    ),
    (
        "In Latvia, 67% of adults with a degree were employed in 2016.",
        "In Latvia in 2016, what percentage of adults with a degree were employed?",
        "67%",
    ),
    (
        "Lithuania had the lowest rate: 56% of Lithuanians had a job in 2016.",
        "In 2016, what percentage of Lithuanians had a job?",
        "56%",
    ),
    (
        "The gap was widest in Iceland, where 22.5% of adults without an upper secondary education reported having depression in 2014.",
        "In Iceland in 2014, what percentage of adults without an upper secondary education reported having depression?",
        "22.5%",
    ),
    (
        "About a third of Danes (32%) say they own a bicycle, according to a survey conducted in 2018.",
        "In 2018, what percentage of Danes said they own a bicycle?",
        "32%",
    ),
    (
        "Among Swedish women, 41% worked part time in 2015.",
        "In 2015, what percentage of Swedish women worked part time?",
        "41%",
    ),
    (
        "The real price of coal on world markets stood at 87 index points in 1987.",
        "What was the real price of coal on world markets in 1987?",
        "87 index points",
    ),
    (
        "In 2021, nuclear power caused 0.03 deaths per terawatt-hour of electricity worldwide.",
        "How many deaths per terawatt-hour of electricity did nuclear power cause worldwide in 2021?",
        "0.03 deaths per terawatt-hour of electricity",
    ),
    (
        "In 2009, public schools in Norway spent 6.1% of the gross domestic product.",
        "What percentage of the gross domestic product did public schools in Norway spend in 2009?",
        "6.1%",
    ),
    (
        "Anna Maria Berg was the first woman to chair the Example Institute.",
        "Who was the first woman to chair the Example Institute?",
        "Anna Maria Berg",
    ),
    (
        "In 1998, Norway introduced a tax on plastic bags in all shops.",
        "In what year did Norway introduce a tax on plastic bags in all shops?",
        "1998",
    ),
]


@pytest.mark.parametrize(("sentence", "question", "answer"), TAKEN)
def test_taken(chunk, sentence: str, question: str, answer: str) -> None:
    (fact,) = facts_of(chunk(sentence)).facts
    assert (fact.question(), fact.reply()) == (question, answer)


REFUSED = [
    ("Most of them (62%) say they want this to change.", "only a quantity as population"),
    (
        "Democrats are more likely than Republicans to say protecting forests (63% vs. 23%) and dealing with floods should come first.",
        "goes on",
    ),
    ("In 2016, 40% of Danes say it is more important.", "elided complement"),
    ("In 2016, 40% of Danes say so.", ""),
    ("About 30% of them were employed in 2016.", ""),
    ("In 2016, 44% of Swedes said the survey was too long.", "needs its context"),
    ("In 2016, 52% of Danes had a favorable opinion.", "elided complement"),
    ("This year, coal caused 25 deaths per terawatt-hour.", ""),
    ("The price of coal is projected to have fallen to 80 index points in 2050.", ""),
    ("43% of Danes and 23% of Swedes respectively said no in 2016.", ""),
]


@pytest.mark.parametrize(("sentence", "reason"), REFUSED)
def test_refused(chunk, sentence: str, reason: str) -> None:
    found = facts_of(chunk(sentence))
    assert found.facts == ()
    assert reason == "" or any(reason in told for told in found.refused)


def answers(found: tuple[Fact, ...]) -> dict[str, str]:
    return {fact.question(): fact.reply() for fact in found}


def test_compared_groups_keep_ages_and_get_their_own_place(chunk) -> None:
    text = "In Latvia, 87% of graduates ages 25 to 34 were employed in 2016, compared with 81% of graduates in Estonia."
    assert answers(facts_of(chunk(text)).facts) == {
        "In Latvia in 2016, what percentage of graduates ages 25 to 34 were employed?": "87%",
        "In Estonia in 2016, what percentage of graduates ages 25 to 34 were employed?": "81%",
    }


def test_more_likely_gives_two_facts(chunk) -> None:
    text = "Democrats are more likely than Republicans to say that trees should be protected (69% vs. 41%)."
    found = facts_of(chunk(text, context=US)).facts
    assert [(fact.subject, fact.reply()) for fact in found] == [("Democrats", "69%"), ("Republicans", "41%")]


def test_rose_from_to_gives_both_ends(chunk) -> None:
    text = "The real price of natural gas fell from 96 index points in 2001 to 79 index points in 2002."
    assert answers(facts_of(chunk(text)).facts) == {
        "What was the real price of natural gas in 2001?": "96 index points",
        "What was the real price of natural gas in 2002?": "79 index points",
    }


def test_an_index_takes_its_base_and_markets_from_its_paragraph(chunk) -> None:
    text = (
        "In 1987, the real price of coal on world markets stood at 87 index points, where the price in 2000 equals 100. "
        "The real price of gas rose to 124 index points in 1995."
    )
    found = facts_of(chunk(text)).facts
    assert [(fact.statement(), fact.sentences) for fact in found] == [
        ("The real price of coal (2000 = 100) on world markets in 1987 was 87 index points.", (0,)),
        ("The real price of gas (2000 = 100) on world markets in 1995 was 124 index points.", (0, 1)),
    ]


def test_two_years_of_a_deed(chunk) -> None:
    text = (
        "Buses in Norway used 0.76 kilowatt-hours per passenger-kilometer in 1996 and 0.50 kilowatt-hours per passenger-kilometer in 2014."
    )
    assert [(fact.time, fact.value) for fact in facts_of(chunk(text)).facts] == [("1996", 0.76), ("2014", 0.5)]


def test_a_quarter_is_not_its_year(chunk) -> None:
    (fact,) = facts_of(chunk("In the second quarter of 2020, the value of online sales in Norway was $205.3 billion.")).facts
    assert fact.question() == "What was the value of online sales in Norway in the second quarter of 2020?"


def test_the_document_country_is_said(chunk) -> None:
    (fact,) = facts_of(chunk("In 2019, 54% of adults who smoke said they want to stop smoking.", context=US)).facts
    assert fact.statement() == "In 2019, 54% of U.S. adults who smoke said they want to stop smoking."


def test_without_a_year_the_report_is_named(chunk) -> None:
    (fact,) = facts_of(chunk("In Finland, 96% of students reach basic literacy in science.")).facts
    assert fact.question().startswith(
        "According to Example Institute's March 2020 report “Work in the North”, in Finland, what percentage of students"
    )


def test_a_year_is_inherited_only_from_the_one_survey_of_the_paragraph(chunk) -> None:
    one = facts_of(chunk("The survey was conducted in 2018. Some 40% of Danes own a bicycle.")).facts
    two = facts_of(chunk("The survey was conducted in 2018. A poll in 2019 was larger. Some 40% of Danes own a bicycle.")).facts
    assert [fact.time for fact in one] == ["2018"]
    assert [fact.time for fact in two] == [""]


def test_the_sentence_that_tells_the_year_is_evidence_too(chunk) -> None:
    told = chunk("The Center surveyed adults in a 2016 survey of Danes. About 38% of adults in Denmark say they own a bicycle.")
    assert [(fact.time, fact.sentences) for fact in facts_of(told).facts] == [("2016", (0, 1))]


def test_other_languages_are_declined(chunk) -> None:
    text = "Im Jahr 2016 waren 65% der Erwachsenen in Estland und in Lettland nicht bei der Arbeit, und das ist viel."
    assert list(facts_of(chunk(text, context=Context(title="Arbeit", language="de"))).refused) == [
        "language de: the rules know English only"
    ]
    assert facts_of(chunk(text, context=Context(title="Arbeit"))).facts == ()


def test_frames_survive_the_record(chunk) -> None:
    for sentence, _question, _answer in TAKEN:
        for fact in facts_of(chunk(sentence)).facts:
            assert Fact.from_dict(fact.to_dict()) == fact
    assert Fact.from_dict({"kind": "share"}) is None
    assert Fact.from_dict({}) is None
