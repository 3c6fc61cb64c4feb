"""The rules as a system under test: their own questions answered from references, responses taken apart and matched."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from charge_stream.engines.rules import chart_facts
from charge_stream.engines.rules.answer import answer_question
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.matching import keypoints_of_response, match_keypoints
from charge_stream.engines.rules.two_hops import Written, write
from charge_stream.evaluation.metrics.correctness import correctness

SENTENCES = [
    "In 2016, 65% of Estonians without an upper secondary education were employed.",
    "In Denmark, 83% of adults were employed in 2016.",
    "In Norway, 87% of adults were employed in 2016.",
    "The real price of natural gas fell from 96 index points in 2001 to 79 index points in 2002.",
    "In Finland, 17% of adults shared a car in 2014.",
]


CARS = [["", "Share"], ["Denmark", 70], ["Finland", 80], ["Norway", 75], ["Sweden", 62]]


@pytest.fixture
def cars(reading):
    return reading("Share of adults who own a car, %, 2016", CARS, unit="%")


@pytest.fixture
def ask(cars, chunk):
    def asked(question: str, sentences: Sequence[str] = SENTENCES) -> str | None:
        chunks = [chunk(text, id=f"t{index}") for index, text in enumerate(sentences)]
        return answer_question({"question": question, "chunks": chunks, "readings": [cars]}).answer

    return asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "In 2016, what share of Estonians without an upper secondary education were employed?",
            "In 2016, 65% of Estonians without an upper secondary education were employed.",
        ),
        (
            "What percentage of Estonians without an upper secondary education had been employed in 2016?",
            "In 2016, 65% of Estonians without an upper secondary education were employed.",
        ),
        ("In Norway in 2016, what percentage of adults owned a car?", "In Norway in 2016, 75% of adults owned a car."),
        (
            "Among Denmark, Finland and Norway, which country had the highest share of adults who owned a car in 2016?",
            None,  # Sweden is one of those that the chart shows
        ),
        (
            "Among Denmark, Finland, Norway and Sweden, which country had the highest share of adults who owned a car in 2016?",
            "Among Denmark, Finland, Norway and Sweden, Finland had the highest share of adults who owned a car in 2016, at 80%.",
        ),
        (
            "By how many percentage points was the share of adults who were employed in 2016 higher in Norway than in Denmark?",
            "4 percentage points (87% against 83%). In Denmark in 2016, 83% of adults were employed. "
            "In Norway in 2016, 87% of adults were employed.",
        ),
        (
            "By how much did the real price of natural gas change between 2001 and 2002?",
            "A fall of 17 index points, from 96 to 79. The real price of natural gas in 2001 was 96 index points. "
            "The real price of natural gas in 2002 was 79 index points.",
        ),
        (
            "In Denmark in 2016, what percentage of adults were employed, and in Norway in 2016, what percentage of adults owned a car?",
            "In Denmark in 2016, 83% of adults were employed. In Norway in 2016, 75% of adults owned a car.",
        ),
        (
            "One country among Denmark, Finland, Norway and Sweden had the highest share of adults who owned a car in 2016. "
            "What percentage of adults shared a car in that country in 2014?",
            "17% (Finland). In Finland in 2014, 17% of adults shared a car. "
            "Among Denmark, Finland, Norway and Sweden, Finland had the highest share of adults who owned a car in 2016, at 80%.",
        ),
    ],
)
def test_answers(ask, question: str, answer: str | None) -> None:
    assert ask(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "In 1999, what percentage of Estonians without an upper secondary education were employed?",
        "In 2016, what percentage of Estonians with an upper secondary education were employed?",
        "In 2016, what percentage of Latvians without an upper secondary education were employed?",
        "In Denmark in 2016, what percentage of adults were not employed?",
        "In Denmark in 2016, what percentage of women were employed?",
        "By how much did the real price of oil change between 2001 and 2002?",
        "What was the population of Mars in 2016?",
    ],
)
def test_of_another_year_group_place_or_thing_nothing_is_told(ask, question: str) -> None:
    assert ask(question) is None


def test_a_question_over_two_facts_needs_both(ask) -> None:
    question = "By how many percentage points was the share of adults who were employed in 2016 higher in Norway than in Denmark?"
    assert ask(question, [SENTENCES[1]]) is None
    assert ask(question, []) is None


def test_questions_of_the_writer_are_answered(chunk, facts, ask, cars) -> None:
    known = [fact for text in SENTENCES for fact in facts(chunk(text))] + facts(cars)
    asked = [(written, one, two) for one, two in itertools.permutations(known, 2) if isinstance(written := write(one, two), Written)]
    assert len({written.form for written, _, _ in asked}) > 5
    for written, one, two in asked:
        response = ask(written.query)
        assert response is not None
        assert response.startswith(written.answer)
        assert scored(response, [one, two]) == 1.0


def scored(response: str, facts: Sequence[Fact]) -> float | None:
    """Correctness against the statements of ``facts``."""
    truth = [fact.statement() for fact in facts]
    given = keypoints_of_response({"question": "", "response": response}).keypoints
    return correctness(match_keypoints({"ground_truth": truth, "response": given}).matches, len(truth), len(given))


def test_a_figure_that_needs_a_sentence_before_needs_it_among_the_references(ask) -> None:
    before = "In 1987, the real price of coal stood at 87 index points, where the price in 2000 equals 100."
    coal = "The real price of coal rose to 124 index points in 1995."
    question = "What was the real price of coal (2000 = 100) in 1995?"
    assert ask(question, [f"{before} {coal}"]) == "The real price of coal (2000 = 100) in 1995 was 124 index points."
    assert ask(question, [coal]) is None


def test_a_table_is_asked_for_by_its_title(reading) -> None:
    rows = [["Company", "Passengers"], ["Northline", 5.2], ["Seaways", 4.1]]
    chart = reading("", rows, title="Leading ferry companies in Europe in 2018")
    lead = "According to Example Institute's March 2020 data titled"
    named = "Leading ferry companies in Europe in 2018"
    fact = chart_facts.facts_of(chart).facts[0]
    assert fact.question().startswith(f"{lead} “{named}”, ")
    assert answer_question({"question": fact.question(), "chunks": [], "readings": [chart]}).answer == fact.but(scope="").statement()
    other = fact.question().replace("ferry", "shipping")
    assert answer_question({"question": other, "chunks": [], "readings": [chart]}).answer is None


def test_no_references_no_answer() -> None:
    assert answer_question({"question": "In 2016, what share of Danes smoked?", "chunks": [], "readings": []}).answer is None


@pytest.mark.parametrize(
    ("response", "keypoints"),
    [
        ("65%", ["65%."]),
        (
            "In 2016, 65% of Estonians were employed, while 56% of Lithuanians were employed. Latvia had 67%.",
            ["In 2016, 65% of Estonians were employed.", "56% of Lithuanians were employed.", "Latvia had 67%."],
        ),
        ("In 2006, 66% of U.S. Jews leaned left.", ["In 2006, 66% of U.S. Jews leaned left."]),
        ("Coal and oil are fuels.", ["Coal and oil are fuels."]),
        ("", []),
        ("This cannot be answered from the references.", []),
        (
            "4 percentage points (87% against 83%). In Norway, 87% of adults were employed. In Denmark, 83% of adults were employed.",
            ["In Norway, 87% of adults were employed.", "In Denmark, 83% of adults were employed."],
        ),
        (
            "In Norway, 87% of adults were employed. In Denmark, 83% were. The difference is 5 percentage points.",
            ["In Norway, 87% of adults were employed.", "In Denmark, 83% were.", "The difference is 5 percentage points."],
        ),
    ],
)
def test_responses_are_taken_apart(response: str, keypoints: list[str]) -> None:
    assert keypoints_of_response({"question": "", "response": response}).keypoints == keypoints


@pytest.mark.parametrize(
    ("truth", "said", "matches"),
    [
        (["In 2016, 65% of Estonians were employed."], ["65%."], [(0, 0)]),
        (["In 2016, 65% of Estonians were employed."], ["About two-thirds of Estonians had a job."], [(0, 0)]),
        (["In 2016, 65% of Estonians were employed."], ["In 2016, 56% of Estonians were employed."], []),
        (["In 2016, 65% of Estonians were employed."], ["In 2011, 65% of Estonians were employed."], []),
        (
            ["In 2016, 65% of Estonians were employed.", "In 2016, 67% of Latvians were employed."],
            ["67% of Latvians were employed.", "65% of Estonians were employed.", "Estonians were employed."],
            [(0, 1), (1, 0)],
        ),
        (["In Denmark, 83% of adults were employed."], ["In Norway, 83% of adults were employed."], []),
        (["In Denmark, 83% of adults were employed."], ["Of Danes, 83% had a job."], [(0, 0)]),
        (["Nellie Ross was the first female governor."], ["The first female governor was Nellie Ross."], [(0, 0)]),
        (["Nellie Ross was the first female governor."], ["Gina Haspel led the agency."], []),
    ],
)
def test_matches(truth: list[str], said: list[str], matches: list[tuple[int, int]]) -> None:
    assert match_keypoints({"ground_truth": truth, "response": said}).matches == matches
