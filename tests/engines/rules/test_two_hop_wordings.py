"""Every wording of a question over two facts on an example of its own."""

from __future__ import annotations

import pytest
from hand_made_facts import FINLAND, GRADUATES, NORWAY, OTHERS, PEAK, TOP, price, share, spent, used

from charge_stream.engines.rules.comparisons import WORDINGS
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.two_hops import Written, write, written

# Template, the two facts, question, answer
EXAMPLES: list[tuple[str, Fact, Fact, str, str]] = [
    (
        "higher on one side", NORWAY, FINLAND,
        "By how many percentage points was the share of adults who smoked in 2016 higher in Finland than in Norway?",
        "11 percentage points (31% against 20%)",
    ),
    (
        "lower on one side", GRADUATES, OTHERS,
        "By how many percentage points was the share who were employed in Denmark in 2016 lower among adults without a degree than among "
        "adults with a degree?",
        "42 percentage points (83% against 41%)",
    ),
    (
        "points higher on one side", NORWAY, FINLAND,
        "How many percentage points higher was the share of adults who smoked in 2016 in Finland than in Norway?",
        "11 percentage points (31% against 20%)",
    ),
    (
        "which side", NORWAY, FINLAND,
        "Was the share of adults who smoked in 2016 higher in Finland or in Norway, and by how many percentage points?",
        "In Finland, by 11 percentage points (31% against 20%)",
    ),
    (
        "gap of sides", GRADUATES, OTHERS,
        "How wide was the gap between adults with a degree and adults without a degree in the share who were employed in Denmark in 2016, "
        "in percentage points?",
        "42 percentage points (83% against 41%)",
    ),
    (
        "apart", NORWAY, FINLAND,
        "How far apart were Finland and Norway in the share of adults who smoked in 2016, in percentage points?",
        "11 percentage points (31% against 20%)",
    ),
    (
        "times as high on one side", NORWAY, FINLAND,
        "How many times as high was the share of adults who smoked in 2016 in Finland as in Norway?",
        "About 1.6 times (31% against 20%)",
    ),
    (
        "change", price("gas", 79, "2002"), price("gas", 96, "2001"),
        "By how much did the real price of gas (2000 = 100) worldwide change between 2001 and 2002?",
        "A fall of 17 index points, from 96 to 79",
    ),
    (
        "rise or fall", price("gas", 79, "2002"), price("gas", 96, "2001"),
        "By how much did the real price of gas (2000 = 100) worldwide fall between 2001 and 2002?",
        "17 index points (from 96 to 79)",
    ),
    (
        "rose or fell", price("gas", 80, "2001"), price("gas", 160, "2004"),
        "Did the real price of gas (2000 = 100) worldwide rise or fall between 2001 and 2004, and by how much?",
        "It rose by 80 index points, from 80 to 160",
    ),
    (
        "higher at one time", price("gas", 80, "2001"), price("gas", 160, "2004"),
        "By how much was the real price of gas (2000 = 100) worldwide higher in 2004 than in 2001?",
        "80 index points (160 against 80)",
    ),
    (
        "when", price("gas", 80, "2001"), price("gas", 160, "2004"),
        "When was the real price of gas (2000 = 100) worldwide higher, in 2001 or in 2004, and by how much?",
        "In 2004, by 80 index points (160 against 80)",
    ),
    (
        "change in percent", price("gas", 80, "2001"), price("gas", 195, "2004"),
        "By what percentage did the real price of gas (2000 = 100) worldwide rise between 2001 and 2004?",
        "About 144% (from 80 to 195)",
    ),
    (
        "times as high at one time", price("gas", 80, "2001"), price("gas", 160, "2004"),
        "How many times as high was the real price of gas (2000 = 100) worldwide in 2004 as in 2001?",
        "2 times (160 against 80)",
    ),
    (
        "one higher than the other", price("coal", 410, "2008"), price("oil", 273, "2008"),
        "By how much was the real price of coal (2000 = 100) higher than that of oil (2000 = 100) worldwide in 2008?",
        "137 index points (410 against 273)",
    ),
    (
        "one lower than the other",
        share("Danes", "agreed that taxes should rise soon", 30), share("Danes", "disagreed that taxes should rise soon", 61),
        "By how many percentage points was the share of Danes who agreed that taxes should rise soon lower than the share who disagreed in "
        "2016?",
        "31 percentage points (61% against 30%)",
    ),
    (
        "which of two", price("coal", 410, "2008"), price("oil", 273, "2008"),
        "Which was higher worldwide in 2008, the real price of coal (2000 = 100) or the real price of oil (2000 = 100), and by how much?",
        "The real price of coal (2000 = 100), by 137 index points (410 against 273)",
    ),
    (
        "difference between two", price("coal", 410, "2008"), price("oil", 273, "2008"),
        "How large was the difference between the real price of coal (2000 = 100) and the real price of oil (2000 = 100) worldwide in "
        "2008?",
        "137 index points (410 against 273)",
    ),
    (
        "one times the other", price("coal", 410, "2008"), price("oil", 273, "2008"),
        "How many times as high was the real price of coal (2000 = 100) as that of oil (2000 = 100) worldwide in 2008?",
        "About 1.5 times (410 against 273)",
    ),
    (
        "how many more", used("buses", "0.15"), used("trucks", "3.75"),
        "How many more liters per kilometer did trucks use than buses in Norway in 2018?",
        "3.60 liters per kilometer (3.75 against 0.15)",
    ),
    (
        "how many fewer", used("buses", "0.15"), used("trucks in Norway", "3.75", place=""),
        "How many fewer liters per kilometer did buses use than trucks in Norway in 2018?",
        "3.60 liters per kilometer (3.75 against 0.15)",
    ),
    (
        "who did more", used("buses", "0.15"), used("trucks", "3.75"),
        "Which used more liters per kilometer in Norway in 2018, buses or trucks, and by how much?",
        "Trucks, by 3.60 liters per kilometer (3.75 against 0.15)",
    ),
    (
        "times as many", used("buses", "0.41"), used("trucks", "3.75"),
        "How many times as many liters per kilometer did trucks use as buses in Norway in 2018?",
        "About 9.1 times (3.75 against 0.41)",
    ),
    (
        "together", spent("public schools", 5.5), spent("private schools", 1.3),
        "What percentage of the gross domestic product did private schools and public schools spend together in Norway in 2008?",
        "6.8% (1.3% plus 5.5%)",
    ),
    (
        "below the highest", TOP, share("adults", "owned a car", 45, place="Italy"),
        "By how many percentage points was the share of adults who owned a car in 2016 lower in Italy than in the country with the "
        "highest share among Denmark, Finland and Norway?",
        "25 percentage points (45% in Italy, 70% in Denmark)",
    ),
    (
        "above the highest", TOP, share("Italian adults", "owned a car", 81),
        "By how many percentage points was the share of adults who owned a car in 2016 higher in Italy than in the country with the "
        "highest share among Denmark, Finland and Norway?",
        "11 percentage points (81% in Italy, 70% in Denmark)",
    ),
    (
        "country with the highest of all", TOP, share("adults", "owned a car", 81, place="Italy"),
        "Which of Denmark, Finland, Italy and Norway had the highest share of adults who owned a car in 2016?",
        "Italy (81%, against 70% in Denmark)",
    ),
    (
        "year of the highest of all", PEAK.but(noun="of the years", answer="2001"), price("coal", 457, "2012"),
        "In which of the years 2000, 2001, 2012 and 2015 was the real price of coal (2000 = 100) worldwide highest?",
        "2012 (457, against 410 in 2001)",
    ),
    (
        "bridge by country, selecting clause first", TOP, share("adults", "owned a bicycle", 17, time="2014", place="Denmark"),
        "In whichever of Denmark, Finland and Norway had the highest share of adults who owned a car in 2016, what percentage of adults "
        "owned a bicycle in 2014?",
        "17% (Denmark)",
    ),
    (
        "bridge by country, selecting clause last", TOP, share("Danish adults", "owned a bicycle", 17),
        "In 2016, what percentage of adults owned a bicycle in whichever of Denmark, Finland and Norway had the highest share of adults "
        "who owned a car?",
        "17% (Denmark)",
    ),
    (
        "bridge by country, two sentences", TOP, share("adults", "owned a bicycle", 17, time="2014", place="Denmark"),
        "One country among Denmark, Finland and Norway had the highest share of adults who owned a car in 2016. "
        "What percentage of adults owned a bicycle in that country in 2014?",
        "17% (Denmark)",
    ),
    (
        "bridge by the year of the highest, selecting clause first", PEAK, price("oil", 273, "2008"),
        "In the year between 2000 and 2015 in which the real price of coal (2000 = 100) worldwide was highest, "
        "what was the real price of oil (2000 = 100) worldwide?",
        "273 index points (in 2008)",
    ),
    (
        "bridge by the year of the highest, selecting clause last", PEAK.but(noun="of the years"), price("oil", 273, "2008"),
        "What was the real price of oil (2000 = 100) worldwide in whichever of the years 2000, 2001 and 2015 the real price of coal "
        "(2000 = 100) worldwide was highest?",
        "273 index points (in 2008)",
    ),
    (
        "bridge by the year of a value, selecting clause first", price("coal", 257, "2012"), price("oil", 294, "2012"),
        "In the year in which the real price of coal (2000 = 100) worldwide was 257 index points, what was the real price of oil "
        "(2000 = 100) worldwide?",
        "294 index points (in 2012)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("form", "one", "two", "query", "answer"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_wordings(form: str, one: Fact, two: Fact, query: str, answer: str) -> None:
    for first, second in ((one, two), (two, one)):
        assert Written(query, answer, form) in list(written(first, second))


def test_every_comparison_has_its_example() -> None:
    assert {wording.name for wording in WORDINGS} <= {example[0] for example in EXAMPLES}


@pytest.mark.parametrize(("one", "two"), [(NORWAY, FINLAND), (GRADUATES, OTHERS), (price("coal", 410, "2008"), price("oil", 273, "2008"))])
def test_one_of_the_wordings_is_taken_always_the_same(one: Fact, two: Fact) -> None:
    taken = write(one, two)
    assert taken in list(written(one, two))
    assert write(one, two) == taken


def test_a_whole_is_called_all() -> None:
    whole, part = share("adults", "smoked", 20, place="Norway"), share("adults ages 18 to 29", "smoked", 31, place="Norway")
    assert "among all adults" in next(written(whole, part)).query


def test_only_a_verb_stands_for_a_predicate() -> None:
    said = "said abortion should be {} in all or most cases"
    legal, illegal = share("Danes", said.format("legal"), 70), share("Danes", said.format("illegal"), 25)
    assert "than the share who said abortion should be illegal in all or most cases" in next(written(legal, illegal)).query


def test_a_unit_that_says_per_what_is_in_every_question() -> None:
    unit = "liters per kilometer"
    one = Fact("amount", "test", "the energy used by trains", value=0.38, shown=f"0.38 {unit}", object=unit, time="1990", place="Norway")
    two = one.but(value=0.29, shown=f"0.29 {unit}", time="2015")
    questions = [made.query for made in written(one, two)]
    assert "By how many liters per kilometer did the energy used by trains in Norway change between 1990 and 2015?" in questions
    assert all("liters per kilometer" in question for question in questions)
    peak = one.but(kind="peak", answer="1990", options=("1990", "1995", "2015"), noun="of the years", superlative="highest", time="")
    assert all("liters per kilometer, was highest" in made.query for made in written(peak, used("buses", "0.15", time="1990")))


def test_many_options_become_four_with_the_answer_among_them() -> None:
    many = TOP.but(options=("Denmark", "Estonia", "Finland", "Iceland", "Latvia", "Norway", "Sweden"))
    questions = [made.query for made in written(many, share("adults", "owned a bicycle", 17, time="2014", place="Denmark"))]
    for question in questions:
        assert "Denmark" in question
        assert sum(name in question for name in many.options) == 4
