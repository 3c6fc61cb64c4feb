"""Each gate on a question it lets through and on one it stops, with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from charge_stream.engines.rules import gates, write
from charge_stream.models import Keypoint


@pytest.fixture
def pair(chunk, reading, keypoint, facts) -> dict[str, Any]:
    """A text fact and a chart fact of one document, with the question the writer makes of them."""
    text = chunk("In Latvia, 67% of adults ages 25 to 34 were employed in 2016.")
    chart = reading("Share of adults ages 25–34 who are employed, %, 2016", [["", "Share"], ["Denmark", 83], ["Finland", 79]], unit="%")
    hops = [keypoint(facts(text)[0], text), keypoint(next(fact for fact in facts(chart) if fact.place == "Denmark"), chart)]
    made = write.write_pair({"hops": hops, "sources": [text, chart]})
    return {
        "query": made.query,
        "answer": made.answer,
        "form": made.form,
        "type": "",
        "hops": hops,
        "sources": [text, chart],
        "neighbours": [],
    }


ALL = (gates.gate_grounded, gates.gate_numbers, gates.gate_not_given_away, gates.gate_hops_needed, gates.gate_self_contained)


def test_a_good_pair_passes_all(pair) -> None:
    assert "16 percentage points (83% against 67%)" in pair["answer"]
    for gate in ALL:
        assert gate(pair).passed, gate(pair)


@pytest.mark.parametrize(
    ("gate", "change", "reason"),
    [
        (gates.gate_grounded, {"answer": "In Denmark, by 17 percentage points"}, "17 percentage points stands in no source"),
        (gates.gate_grounded, {"answer": "In Denmark, not in Germany"}, "Germany stands in no source"),
        (gates.gate_numbers, {"answer": "17 percentage points (83% against 67%)"}, "the figure does not recompute from the two values"),
        (
            gates.gate_numbers,
            {"answer": "16 percentage points (83% against 66%)"},
            "66% is neither a value of a keypoint nor computed from them",
        ),
        (gates.gate_not_given_away, {"query": "Is 83% in Denmark higher than the share in Latvia in 2016?"}, "the question names 83%"),
        (gates.gate_self_contained, {"query": "How does the chart compare with Latvia in 2016?"}, "“the chart” needs a context"),
        (gates.gate_self_contained, {"query": "What did this survey find in 2016?"}, "“this survey” needs a context"),
        (gates.gate_self_contained, {"query": "What share of adults were employed?"}, "no place, time or source"),
        (gates.gate_self_contained, {"query": "In 2016, what share of “adults were employed?"}, "the question is cut or too long"),
    ],
)
def test_stopped(pair, gate, change: dict[str, str], reason: str) -> None:
    verdict = gate(pair | change)
    assert (verdict.passed, verdict.reason) == (False, reason)


def test_a_hop_must_follow_from_its_source(pair, chunk) -> None:
    other = chunk("In Latvia, 76% of adults ages 25 to 34 were employed in 2016.")
    assert "does not follow from its source" in gates.gate_grounded(pair | {"sources": [other, pair["sources"][1]]}).reason


def test_one_source_with_both_facts_is_enough(pair, chunk) -> None:
    both = chunk("In 2016, 67% of adults ages 25 to 34 in Latvia were employed, and in Denmark 83% of them were employed.", id="t2")
    assert gates.gate_hops_needed(pair | {"neighbours": [both]}).reason == "one source holds both facts"


def test_the_first_document_may_not_hold_the_second_fact(pair, chunk) -> None:
    text, chart = pair["hops"]
    hops: list[Keypoint] = [text, chart.derive(document_id="d2")]
    elsewhere = pair["sources"][1].derive(chart=pair["sources"][1].chart.derive(document_id="d2"))
    pair = pair | {"sources": [pair["sources"][0], elsewhere]}
    again = chunk("In 2016, 83% of adults ages 25 to 34 in Denmark were employed.", id="t3", document="d1")
    assert gates.gate_hops_needed(pair | {"hops": hops}).passed
    assert gates.gate_hops_needed(pair | {"hops": hops, "neighbours": [again]}).reason == "the first document holds the second fact too"


def test_the_end_of_a_named_range_gives_itself_away(reading, keypoint, facts) -> None:
    chart = reading("Real price of coal, index, world", [["", "Index"], ["2000", 100], ["2001", 200], ["2002", 410], ["2003", 257]])
    peak = next(fact for fact in facts(chart) if fact.kind == "peak")
    inputs = {"query": peak.question(), "answer": peak.answer, "form": "", "type": "", "sources": [chart], "neighbours": []}
    assert gates.gate_not_given_away(inputs | {"hops": [keypoint(peak, chart)]}).passed
    end = peak.but(answer="2003")
    assert (
        gates.gate_not_given_away(inputs | {"hops": [keypoint(end, chart)]}).reason
        == "the answer is an end of the range that the question names"
    )


def test_what_is_compared_differs_in_one_thing(pair, chunk, keypoint, facts) -> None:
    other = chunk("In 2012, 67% of adults ages 25 to 34 in Latvia were employed.")
    hops = [keypoint(facts(other)[0], other), pair["hops"][1]]
    verdict = gates.gate_numbers(pair | {"hops": hops, "sources": [other, pair["sources"][1]]})
    assert (verdict.passed, verdict.reason) == (False, "the two facts differ in more than one thing")


@pytest.mark.parametrize(("years", "passed"), [("several", True), ("one", False), ("twice", False)])
def test_a_value_selects_one_of_several_known_years(reading, keypoint, facts, years: str, passed: bool) -> None:
    earlier = {"several": ["2004", 200], "one": ["2000", 100], "twice": ["2004", 410]}[years]  # an index says nothing of its base year
    table = [earlier, ["2008", 410]]
    coal = reading("Real price of coal, index, 2000 = 100, world", [["", "Index"], *table], id="c1")
    oil = reading("Real price of oil, index, 2000 = 100, world", [["", "Index"], ["2007", 180], ["2008", 273]], id="c2")
    first, second = ([fact for fact in facts(chart) if fact.kind == "amount" and fact.time == "2008"] for chart in (coal, oil))
    inputs = {
        "query": "In the year in which the real price of coal (2000 = 100) worldwide was 410 index points, what was the real price of oil "
        "(2000 = 100) worldwide?",
        "answer": "273 index points (in 2008)",
        "form": "bridge by the year of a value, selecting clause first",
        "type": "",
        "hops": [keypoint(first[0], coal), keypoint(second[0], oil)],
        "sources": [coal, oil],
        "neighbours": [],
    }
    assert gates.gate_self_contained(inputs).passed is passed


def test_an_index_without_its_base_is_not_clear(chunk, keypoint, facts) -> None:
    text = chunk("In 2002, the real price of oil on world markets stood at 84 index points.")
    (fact,) = facts(text)
    inputs = {"query": fact.question(), "answer": fact.answer, "form": "", "type": "", "hops": [keypoint(fact, text)], "sources": [text]}
    assert gates.gate_self_contained(inputs).reason == "index points without the year that is 100"


def test_bridges_may_point_at_what_they_introduced(pair) -> None:
    good = (
        "Among Denmark, Finland and Norway, one country had the highest share of adults with a car in 2016. "
        "In that country, what share of adults smoked?"
    )
    bad = "Denmark had many cars in 2016. In that country, what share of adults smoked?"
    assert gates.gate_self_contained(pair | {"query": good}).passed
    assert not gates.gate_self_contained(pair | {"query": bad}).passed
