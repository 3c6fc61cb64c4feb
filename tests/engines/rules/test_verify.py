"""Is the fact stated in the other modality? Value, key words, place and year decide."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules import stated
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.verify import answer_from_chart, answer_from_text, judge, question_from_keypoint, verdict
from charge_stream.infra.stage import Abstained
from charge_stream.prompts.outputs import ModalityAnswer

FACT = Fact(
    "share", "chart value", "adults", predicate="reported having depression", value=33.4, unit="%", shown="33.4%", time="2014",
    place="Iceland",    category="Iceland",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("In 2014, 33.4% of adults in Iceland reported having depression.", "33.4%"),
        ("In Iceland, about a third of adults reported having depression in 2014.", "about a third"),
        ("In 2014, 33% of Icelanders reported depression.", "33%"),
        ("In 2014, 33.4% of adults in Norway reported having depression.", None),
        ("In 2011, 33.4% of adults in Iceland reported having depression.", None),
        ("In 2014, 33.4% of adults in Iceland went skiing on the glaciers every week in winter.", None),
        ("In 2014, 45% of adults in Iceland reported having depression.", None),
    ],
)
def test_stated_in_text(chunk, text: str, said: str | None) -> None:
    found = stated.in_text(FACT, chunk(text))
    assert (found.said if found else None) == said


def test_the_latest_value_may_stand_without_a_year(chunk) -> None:
    text = chunk("33.4% of adults in Iceland reported having depression.")
    assert stated.in_text(FACT, text) is None
    assert stated.in_text(FACT.but(latest=True), text) is not None


def test_an_extreme_needs_its_superlative(chunk) -> None:
    top = Fact(
        "top", "chart highest", "share of adults who reported having depression", answer="Iceland", value=33.4, unit="%", shown="33.4%",
        noun="country", superlative="highest", options=("Iceland", "Norway", "Sweden"),
    )  # fmt: skip
    assert stated.in_text(top, chunk("The share of adults who reported depression was highest in Iceland."))
    assert not stated.in_text(top, chunk("The share of adults who reported depression was lowest in Iceland."))
    assert not stated.in_text(top, chunk("Adults in Iceland reported depression, a share of some size."))


TEXT_FACT = Fact("share", "percentage as subject", "Danes", predicate="were employed", value=83, unit="%", shown="83%", time="2016")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["Denmark", 83], ["Norway", 87]], "83"),
        ([["Denmark", 61], ["Norway", 83]], None),
        ([["Denmark", 82.8], ["Norway", 87]], "82.8"),
        ([["2015", 81], ["2016", 80]], None),
    ],
)
def test_stated_in_a_chart(reading, rows: list[list[object]], said: str | None) -> None:
    found = stated.in_chart(TEXT_FACT, reading("Share of adults who are employed, %, 2016", [["", "Share"], *rows], unit="%"))
    assert (found.said if found else None) == said


def test_a_count_is_no_percentage(reading) -> None:
    assert stated.in_chart(TEXT_FACT, reading("Number of employed adults, 2016", [["", "Number"], ["Denmark", 83]])) is None


def test_own_text_answers_and_the_chart_does_not(chunk, reading, keypoint, facts) -> None:
    own = chunk("In 2016, 83% of Danes were employed. In 2016, 87% of Norwegians were employed.")
    point = keypoint(facts(own)[0], own)
    inputs = {"question": "", "keypoint": point}
    assert answer_from_text(inputs | {"chunks": [own]}) == ModalityAnswer(answer="83%")
    chart = reading("Share of adults who are employed, %, 2016", [["", "Share"], ["Norway", 83], ["Sweden", 87]], unit="%")
    assert answer_from_chart(inputs | {"readings": [chart]}) == ModalityAnswer(answer=None)
    assert question_from_keypoint(inputs).question == "In 2016, what percentage of Danes were employed?"  # type: ignore[union-attr]


def test_the_answer_comes_from_the_source_and_not_from_the_keypoint(chunk, keypoint, facts) -> None:
    own = chunk("In 2016, 83% of Danes were employed.")
    point = keypoint(facts(own)[0], own)
    changed = chunk("In 2016, 38% of Danes were employed.")
    assert answer_from_text({"question": "", "keypoint": point, "chunks": [changed]}) == ModalityAnswer(answer="38%")


def test_an_unread_chart_on_the_subject_decides_nothing(chunk, reading, keypoint, facts) -> None:
    own = chunk("In 2016, 83% of Danes were employed.")
    point = keypoint(facts(own)[0], own)
    silent = reading("Employed Danes, 2016", [], abstained=True, words=["Employed", "Danes"])
    printed = reading("Employed Danes, 2016", [], abstained=True, words=["Employed", "Danes", "83%"])
    elsewhere = reading("Price of coal", [], abstained=True, words=["coal", "price", "index"])
    inputs = {"question": "", "keypoint": point}
    unsure = answer_from_chart(inputs | {"readings": [silent]})
    assert isinstance(unsure, Abstained) and unsure.reason.startswith("unverifiable")
    assert answer_from_chart(inputs | {"readings": [printed]}) == ModalityAnswer(answer="83%")
    assert answer_from_chart(inputs | {"readings": [elsewhere]}) == ModalityAnswer(answer=None)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("33.4%", "same"),
        ("33%", "coarser"),
        ("about a third", "coarser"),
        ("43%", "different"),
        ("it is not told", "different"),
        ("33.4", "same"),
    ],
)
def test_verdicts(answer: str, expected: str) -> None:
    assert verdict(FACT, answer) == expected


def test_verdicts_on_names() -> None:
    top = Fact("top", "t", "share of adults", answer="the United States", superlative="highest", options=("a", "b", "c"))
    assert verdict(top, "the United States") == "same"
    assert verdict(top, "Mexico") == "different"


def test_a_keypoint_of_another_engine_is_declined(chunk, keypoint) -> None:
    point = keypoint(FACT, chunk("In 2016, 83% of Danes were employed.")).derive(frame={})
    for function, extra in ((question_from_keypoint, {}), (answer_from_text, {"chunks": []}), (judge, {"answer": "83%"})):
        assert isinstance(function({"keypoint": point, "question": "", **extra}), Abstained)
