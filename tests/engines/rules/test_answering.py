"""The rules as a system under test: their own questions answered from references, responses taken apart and matched."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules.answer import answer_question
from charge_stream.engines.rules.matching import keypoints_of_response, match_keypoints
from charge_stream.engines.rules.two_hops import Written, write

SENTENCES = [
    "In 2016, 65% of Estonians without an upper secondary education were employed.",
    "In Denmark, 83% of adults were employed in 2016.",
    "In Norway, 87% of adults were employed in 2016.",
    "The real price of natural gas fell from 96 index points in 2001 to 79 index points in 2002.",
    "In Finland, 17% of adults smoked daily in 2014.",
]


@pytest.fixture
def ask(reading):
    chart = reading("Share of adults who own a car, %, 2016", [["", "Share"], ["Denmark", 70], ["Finland", 80], ["Norway", 75]], unit="%")

    def asked(question: str, sentences: list[str] = SENTENCES) -> str | None:
        return answer_question({"question": question, "sentences": sentences, "readings": [chart]}).answer

    return asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In 2016, what share of Estonians without an upper secondary education were employed?", "65%"),
        ("What percentage of Estonians without an upper secondary education had been employed in 2016?", "65%"),
        ("In Norway in 2016, what percentage of adults owned a car?", "75%"),
        ("Among Denmark, Finland and Norway, which country had the highest share of adults who owned a car in 2016?", "Finland"),
        (
            "By how many percentage points was the share of adults who were employed in 2016 higher in Norway than in Denmark?",
            "4 percentage points (87% against 83%)",
        ),
        ("By how much did the real price of natural gas change between 2001 and 2002?", "A fall of 17 index points, from 96 to 79"),
        (
            "In Denmark in 2016, what percentage of adults were employed, and in Norway in 2016, what percentage of adults owned a car?",
            "83%; 75%",
        ),
        (
            "Among Denmark, Finland and Norway, one country had the highest share of adults who owned a car in 2016. "
            "In that country in 2014, what percentage of adults smoked daily?",
            "17% (Finland)",
        ),
        ("In 1999, what percentage of Estonians without an upper secondary education were employed?", None),
        ("What was the population of Mars in 2016?", None),
    ],
)
def test_answers(ask, question: str, answer: str | None) -> None:
    assert ask(question) == answer


def test_questions_of_the_writer_are_answered(chunk, facts, ask) -> None:
    found = facts(chunk(" ".join(SENTENCES[:3])))
    for one in found:
        for two in found:
            written = write(one, two)
            if isinstance(written, Written) and written.form != "compound":
                assert ask(written.query) == written.answer


def test_no_references_no_answer() -> None:
    assert answer_question({"question": "In 2016, what share of Danes smoked?", "sentences": [], "readings": []}).answer is None


@pytest.mark.parametrize(
    ("response", "keypoints"),
    [
        ("65%", ["65%."]),
        (
            "In 2016, 65% of Estonians were employed, while 56% of Lithuanians were employed. Latvia had 67%.",
            ["In 2016, 65% of Estonians were employed.", "56% of Lithuanians were employed.", "Latvia had 67%."],
        ),
        ("Coal and oil are fuels.", ["Coal and oil are fuels."]),
        ("", []),
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
        (["Nellie Ross was the first female governor."], ["The first female governor was Nellie Ross."], [(0, 0)]),
        (["Nellie Ross was the first female governor."], ["Gina Haspel led the agency."], []),
    ],
)
def test_matches(truth: list[str], said: list[str], matches: list[tuple[int, int]]) -> None:
    assert match_keypoints({"ground_truth": truth, "response": said}).matches == matches
