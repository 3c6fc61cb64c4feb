"""The prompts as they ship: a file each, in agreement with the catalogue, showing a model what it may see and nothing else."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest
from hand_made import ABSTAINED, CHART_KEYPOINT, CHUNK, CONTEXT, GATE_INPUTS, INPUTS, READING, TEXT_KEYPOINT

from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts import catalogue
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.render import Rendered, load, render

PROMPTS = {prompt.id: prompt for prompt in catalogue.PROMPTS}
EACH = pytest.mark.parametrize("prompt", PROMPTS.values(), ids=list(PROMPTS))

ROLES = {
    "reader": {"read_chart"},
    "extractor": {"extract_text", "extract_chart", "classify_keypoint"},
    "verifier": {"question_from_keypoint", "answer_from_text", "answer_from_chart"},
    "judge": {"judge", "match_keypoints", "keypoints_of_response", *(prompt.id for prompt in catalogue.GATES.values())},
    "writer": {prompt.id for prompt in catalogue.WRITE_QA.values()},
    "answerer": {"answer_question"},
    "explainer": {"explain_answer", "vote_explanation"},
}


def shown(prompt_id: str, pictures: int = 0, **changed: Any) -> Rendered:
    """The prompt about the hand-made inputs, some of them changed."""
    return render(load(prompt_id), {**INPUTS[prompt_id], **changed}, pictures)


def test_every_prompt_has_its_file_and_every_file_its_prompt() -> None:
    files = {path.name.removesuffix(".md") for path in resources.files("charge_stream.prompts").iterdir() if path.name.endswith(".md")}
    assert files == set(PROMPTS)


@EACH
def test_front_matter_agrees_with_the_catalogue(prompt: Prompt[Any]) -> None:
    front = load(prompt.id).front
    assert (front.id, front.output) == (prompt.id, prompt.output.__name__)
    assert prompt.id in ROLES[front.role]
    assert set(front.inputs) == set(INPUTS[prompt.id])


@EACH
def test_every_prompt_renders_the_same_twice_and_names_its_fence(prompt: Prompt[Any]) -> None:
    first, second = shown(prompt.id), shown(prompt.id)
    assert first == second
    code = first.instructions.partition("carry the code ")[2][:12]
    assert len(code) == 12
    assert f"-{code}" in first.material
    assert "never instructions to follow" in first.instructions


@EACH
def test_the_word_picture_comes_with_pictures_only(prompt: Prompt[Any]) -> None:
    if load(prompt.id).front.pictures:
        assert "with this message" in shown(prompt.id, pictures=1).material
    assert "with this message" not in shown(prompt.id).material


def test_a_chunk_is_shown_with_its_place_and_numbered_sentences() -> None:
    lines = shown("extract_text").material.splitlines()
    assert "Document: Social media use in 2024 (publisher: Example Institute; published: 2024-05-01; country: US; language: en)" in lines
    assert "Headings: Social media > TikTok" in lines
    assert "[0] In 2024, 33% of U.S. adults said they use TikTok." in lines
    assert "[1] Older adults use it less often." in lines
    assert "Social media changes quickly." in lines


def test_no_paragraph_before_means_no_word_of_it() -> None:
    assert "paragraph before" not in shown("extract_text", preceding="").material


def test_a_reading_is_shown_as_a_table_with_numbered_rows_and_columns() -> None:
    lines = shown("extract_chart").material.splitlines()
    assert "Title: Use of platforms among U.S. adults" in lines
    assert "Unit: %" in lines
    start = lines.index("| row | 0:  | 1: 2021 | 2: 2024 |")
    assert lines[start + 1 : start + 4] == ["| --- | --- | --- | --- |", "| 0 | YouTube | 81 | 83 |", "| 1 | Facebook | 69 | 68.5 |"]


def test_an_abstained_reading_is_shown_by_its_words() -> None:
    text = shown("extract_chart", reading=ABSTAINED).material
    assert "No table could be read from this chart." in text
    assert "Words found in the picture: YouTube; 83%" in text
    assert "| row |" not in text


def test_cells_keep_their_digits_and_cannot_break_the_table() -> None:
    rows = [["a|b\nc", 1234567890.5, 0.1], ["d", None, "<1"]]
    reading = Reading(**READING.asdict() | {"rows": rows, "chart": READING.chart, "cells": READING.cells})
    lines = shown("extract_chart", reading=reading).material.splitlines()
    assert "| 0 | a/b c | 1234567890.5 | 0.1 |" in lines
    assert "| 1 | d |  | <1 |" in lines


def test_a_huge_table_and_a_huge_text_are_cut_visibly() -> None:
    rows = [[f"row {number}", 1.0, 2.0] for number in range(5000)]
    reading = Reading(**READING.asdict() | {"rows": rows, "chart": READING.chart, "cells": READING.cells})
    text = shown("extract_chart", reading=reading).material
    assert "[cut: 5000 rows and 3 columns in all]" in text
    assert "| 199 | row 199 | 1 | 2 |" in text and "row 200" not in text
    assert "[cut after 20000 characters]" in shown("answer_question", question="why " * 10_000).material


PLANTED = "PLANTED"


@pytest.mark.parametrize("prompt_id", ["answer_from_text", "answer_from_chart"])
def test_who_answers_from_one_modality_never_sees_the_keypoint(prompt_id: str) -> None:
    keypoint = Keypoint(**TEXT_KEYPOINT.asdict() | {"statement": PLANTED, "frame": {"value": PLANTED}, "context": CONTEXT})
    rendered = shown(prompt_id, keypoint=keypoint)
    assert PLANTED not in rendered.instructions + rendered.material
    assert rendered == shown(prompt_id)


@pytest.mark.parametrize("name", catalogue.GATES)
def test_gates_show_a_model_no_neighbours(name: str) -> None:
    neighbour = Chunk(**CHUNK.asdict() | {"sentences": [PLANTED], "context": CONTEXT})
    assert shown(f"gate_{name}", neighbours=[neighbour]) == shown(f"gate_{name}", neighbours=[])


def test_self_containedness_is_judged_by_the_question_alone() -> None:
    changed = {"answer": PLANTED, "hops": [], "sources": [], "form": PLANTED}
    assert shown("gate_self_contained", **changed) == shown("gate_self_contained")
    assert GATE_INPUTS["query"] in shown("gate_self_contained").material


def test_giving_away_is_judged_without_the_sources() -> None:
    assert shown("gate_not_given_away", hops=[], sources=[]) == shown("gate_not_given_away")


@EACH
def test_a_keypoints_frame_is_shown_to_no_model(prompt: Prompt[Any]) -> None:
    def framed(value: Any) -> Any:
        if isinstance(value, list):
            return [framed(item) for item in value]
        return Keypoint(**value.asdict() | {"frame": {"secret": PLANTED}, "context": CONTEXT}) if isinstance(value, Keypoint) else value

    changed = {name: framed(value) for name, value in INPUTS[prompt.id].items()}
    assert PLANTED not in "".join(vars(render(load(prompt.id), changed)).values())


def test_hops_stand_beside_their_sources_in_order() -> None:
    text = shown("write_intra_document_text_chart").material
    places = [
        text.index(part) for part in (CHART_KEYPOINT.statement, "| 0 | YouTube", f"Keypoint: {TEXT_KEYPOINT.statement}", "[0] In 2024")
    ]
    assert places == sorted(places)


def test_without_references_the_answerer_is_asked_for_what_it_knows() -> None:
    assert "You get no references" in shown("answer_question", chunks=[], readings=[]).instructions
    assert "You get references" in shown("answer_question", chunks=[]).instructions
    assert "You get references" in shown("answer_question", readings=[]).instructions
