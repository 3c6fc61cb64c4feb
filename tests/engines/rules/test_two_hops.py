"""Each form of a question over two facts, and when none may be asked."""

from __future__ import annotations

import pytest

from charge_stream.engines.rules import two_hops
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.two_hops import Written, write


def share(population: str, predicate: str, value: float, time: str = "2016", place: str = "", **slots: object) -> Fact:
    base = Fact("share", "test", population, predicate=predicate, value=value, unit="%", shown=f"{value:g}%", time=time, place=place)
    return base.but(**slots)


def price(of: str, value: float, time: str) -> Fact:
    return Fact("amount", "test", f"the real price of {of}", value=value, shown=f"{value:g} index points", time=time, place="the world")


GRADUATES = share("adults with a degree", "were employed", 83, place="Denmark")
OTHERS = share("adults without a degree", "were employed", 61, place="Denmark")
TOP = Fact(
    "top", "test", "share of adults who had a car", answer="Denmark", value=70, unit="%", shown="70%", time="2016", noun="country",
    superlative="highest", options=("Denmark", "Finland", "Norway"),
)  # fmt: skip
PEAK = Fact(
    "peak", "test", "the real price of coal", answer="2008", value=410, shown="410 index points", place="the world", noun="year",
    superlative="highest", options=("2000", "2001", "2015"),
)  # fmt: skip


def test_two_populations() -> None:
    assert write(GRADUATES, OTHERS) == Written(
        "By how many percentage points was the share who were employed in Denmark in 2016 higher among adults with a degree "
        "than among adults without a degree?",
        "22 percentage points (83% against 61%)",
        "difference of populations",
    )


def test_two_predicates_in_either_order_name_the_higher_first() -> None:
    one, two = share("Danes", "owned a car", 60), share("Danes", "owned a bicycle", 80)
    forms = {write(one, two).form, write(two, one).form}  # type: ignore[union-attr]
    assert forms <= {"difference of predicates", "higher or lower"}
    for written in (write(one, two), write(two, one)):
        assert isinstance(written, Written)
        assert "20 percentage points (80% against 60%)" in written.answer


def test_two_places() -> None:
    written = write(share("adults", "smoked", 20, place="Norway"), share("adults", "smoked", 31, place="Finland"))
    assert isinstance(written, Written)
    assert (written.query, written.answer) in {
        (
            "By how many percentage points was the share of adults who smoked in 2016 higher in Finland than in Norway?",
            "11 percentage points (31% against 20%)",
        ),
        (
            "Was the share of adults who smoked in 2016 higher in Finland or in Norway, and by how many percentage points?",
            "In Finland, by 11 percentage points (31% against 20%)",
        ),
    }


@pytest.mark.parametrize(
    ("first", "last", "answer"), [(83, 84, "A rise of 1 index point, from 83 to 84"), (96, 79, "A fall of 17 index points, from 96 to 79")]
)
def test_one_measure_at_two_times(first: float, last: float, answer: str) -> None:
    written = write(price("gas", last, "2002"), price("gas", first, "2001"))
    assert written == Written("By how much did the real price of gas worldwide change between 2001 and 2002?", answer, "change over time")


def test_a_peak_selects_the_year() -> None:
    for written in (write(PEAK, price("oil", 273, "2008")), write(price("oil", 273, "2008"), PEAK)):
        assert written == Written(
            "Between 2000 and 2015, the real price of coal worldwide was highest in one year. "
            "What was the real price of oil worldwide in that year?",
            "273 index points (in 2008)",
            "bridge by the year of the highest",
        )


def test_a_value_selects_the_year() -> None:
    one = Fact("amount", "test", "the number of hotels in Norway", value=1234, shown="1,234", time="2008")
    two = Fact("amount", "test", "the number of guests of hotels in Norway", value=5e6, shown="5 million", time="2008")
    assert two_hops._bridge_value(one, two, 1.0) == Written(
        "The number of hotels in Norway was 1,234 in a certain year. What was the number of guests of hotels in Norway in that year?",
        "5 million (in 2008)",
        "bridge by the year of a value",
    )


def test_a_country_selects_the_second_fact() -> None:
    written = write(TOP, share("adults", "smoked daily", 17, time="2014", place="Denmark"))
    assert written == Written(
        "Among Denmark, Finland and Norway, one country had the highest share of adults who had a car in 2016. "
        "In that country in 2014, what percentage of adults smoked daily?",
        "17% (Denmark)",
        "bridge by the country with the highest value",
    )


def test_related_questions_are_compounded() -> None:
    one, two = (
        share("Danes", "owned a car", 60),
        share("Swedish women", "owned a car in a city", 31, time="2018", hedge="about", approximate=True),
    )
    assert write(one, two) == Written(
        "In 2016, what percentage of Danes owned a car, and in 2018, what percentage of Swedish women owned a car in a city?",
        "In 2016, 60% of Danes owned a car. In 2018, about 31% of Swedish women owned a car in a city.",
        "compound",
    )


def test_unrelated_facts_are_not_asked_together() -> None:
    written = write(share("Danes", "owned a car", 60), share("Finns", "trusted banks", 60, time="2018"))
    assert written == "no form fits (the keypoints share too little: 0.00)"


def test_what_may_not_be_subtracted() -> None:
    """Other years, hedged values, other reports, points against people."""
    for other in (
        OTHERS.but(time="2014"),
        OTHERS.but(hedge="about", approximate=True),
        OTHERS.but(scope="according to the report “Other”, "),
        Fact("amount", "test", "the number of adults with a degree", value=61, shown="61", time="2016", place="Denmark"),
    ):
        written = write(GRADUATES, other)
        assert isinstance(written, str) or written.form.startswith(("compound", "bridge"))


def test_the_same_question_twice_is_declined() -> None:
    assert write(GRADUATES, GRADUATES.but(form="other")) == "both keypoints ask the same"
