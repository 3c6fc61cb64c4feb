"""The engine as a whole: every prompt has its function, the same input has the same output, nothing makes it fail."""

from __future__ import annotations

import asyncio
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from charge_stream.engines.rules.engine import ANSWERERS, RulesEngine
from charge_stream.engines.rules.text_facts import facts_in
from charge_stream.infra.stage import Abstained
from charge_stream.models import Context
from charge_stream.prompts import catalogue

TEXT = (
    "In 2016, 65% of Estonians ages 25 to 34 were employed. "
    "In Latvia, 87% of graduates were employed in 2016, compared with 81% of graduates in Estonia. "
    "The real price of coal fell from 96 index points in 2001 to 79 index points in 2002."
)
FRAGMENTS = (
    "In 2016, ", "65% of ", "adults ", "Danes (32%) ", "who ", "were ", "employed ", "$4.2 billion ", "(", ")", "“", '"',
    ", compared with ",
    "12% of ", "and ",
    "more likely than ", "(63% vs. 23%)", "rose from ", "5 in 2001 to 7 in 2002", "%", "…", "\n", ": ", " – ",
    "the first ", "was ", "it ", "é", "half of ", ".",
)  # fmt: skip


def test_every_prompt_has_a_function() -> None:
    assert set(ANSWERERS) == {prompt.id for prompt in catalogue.PROMPTS}


async def test_asked_at_once_or_in_turn(chunk, reading) -> None:
    chart = reading("% of adults who smoke, 2016", [["", "%"], ["Kenya", 22], ["Japan", 20], ["Peru", 15]])
    asked = [(catalogue.EXTRACT_TEXT, {"chunk": chunk(TEXT)}), (catalogue.EXTRACT_CHART, {"reading": chart})] * 8
    engine = RulesEngine()
    at_once = await asyncio.gather(*(engine.ask(prompt, inputs) for prompt, inputs in asked))
    in_turn = [await RulesEngine().ask(prompt, inputs) for prompt, inputs in asked]
    assert at_once == in_turn
    assert not isinstance(at_once[0], Abstained) and len(at_once[0].keypoints) == 5


async def test_abstentions_tell_why(chunk, reading) -> None:
    engine = RulesEngine()
    text = await engine.ask(catalogue.EXTRACT_TEXT, {"chunk": chunk("About 30% of them were employed in 2016, and this is low.")})
    chart = await engine.ask(catalogue.EXTRACT_CHART, {"reading": reading("", [["", "A"], ["B", 1], ["C", 2]], title="What next?")})
    assert text == Abstained("no fact: only a quantity as population")
    assert chart == Abstained("no fact: the titles name no measure")


def test_the_hash_seed_changes_nothing(chunk) -> None:
    program = (
        "import sys\nfrom charge_stream.engines.rules.text_facts import facts_in\nfrom charge_stream.models import Context\n"
        "text = sys.stdin.read()\n"
        "found = facts_in(text.split('. '), Context(title='Work', language='en'), text, text)\n"
        "print([(fact.statement(), sorted(fact.topic())) for fact in found.facts])"
    )
    there = subprocess.run(
        [sys.executable, "-c", program], input=TEXT, env={"PYTHONHASHSEED": "7"}, capture_output=True, check=True, text=True
    ).stdout
    here = facts_in(TEXT.split(". "), Context(title="Work", language="en"), TEXT, TEXT)
    assert there.strip() == str([(fact.statement(), sorted(fact.topic())) for fact in here.facts])
    assert len(here.facts) == 5


@settings(max_examples=60, deadline=None)
@given(parts=st.lists(st.sampled_from(FRAGMENTS), min_size=4, max_size=14))
def test_no_sentence_makes_it_fail(chunk, parts: list[str]) -> None:
    answer = ANSWERERS["extract_text"]({"chunk": chunk("".join(parts).strip() or "x")})
    assert isinstance(answer, Abstained) or all(keypoint.statement.endswith((".", "”")) for keypoint in answer.keypoints)


LABELS = st.one_of(
    st.sampled_from(["2016", "Norway", "Women", "18-29", "$30K+", "", "Total", "Legal/illegal", "…", "Rep/Lean Rep", "1st", "—"]),
    st.text(max_size=12),
)


@settings(max_examples=60, deadline=None)
@given(
    subtitle=st.sampled_from(
        [
            "% of adults who ...",
            "Share of people, by income",
            "Price of oil and gas, index",
            "Number of (x), 2016",
            "% by age",
            "Among men, % who are/lean …",
        ]
    ),
    columns=st.lists(LABELS, min_size=2, max_size=4),
    rows=st.lists(st.tuples(LABELS, st.floats(-1e9, 1e12, allow_nan=False)), min_size=2, max_size=5),
)
def test_no_table_makes_it_fail(reading, subtitle: str, columns: list[str], rows: list[tuple[str, float]]) -> None:
    table = [columns, *([label, *([value] * (len(columns) - 1))] for label, value in rows)]
    answer = ANSWERERS["extract_chart"]({"reading": reading(subtitle, table)})
    assert isinstance(answer, Abstained) or answer.keypoints
