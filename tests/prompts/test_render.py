"""What is refused when a prompt is loaded, and when it is asked with the wrong inputs."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import CHUNK, INPUTS, READING

from charge_stream.prompts.render import PromptError, load, parse, render

GOOD = """---
id: example
version: 2
role: judge
output: GateVerdict
inputs:
  chunk: Chunk
  notes: list[str]
  hint: str|None
unseen: [hint]
---
Look at {{ show.code }}.

<!-- material -->
{{ show.paragraph(chunk) }}
{{ show.items("notes", notes) }}
"""

INPUT = {"chunk": CHUNK, "notes": ["one", "two"], "hint": None}


def test_a_good_prompt_is_taken() -> None:
    prompt = parse(GOOD)
    assert (prompt.front.version, prompt.front.seen) == (2, {"chunk", "notes"})
    rendered = render(prompt, INPUT)
    assert rendered.instructions.startswith("Look at ")
    assert "[0] one\n[1] two" in rendered.material


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("---\nid", "id", "starts with front matter"),
        ("version: 2", "version: two", "front matter"),
        ("version: 2", "version: 0", "front matter"),
        ("role: judge", "role: king", "front matter"),
        ("output: GateVerdict\n", "", "front matter"),
        ("role: judge", "role: judge\nauthor: x", "front matter"),
        ("chunk: Chunk", "chunk: Chonk", "unknown type Chonk"),
        ("<!-- material -->\n", "", "must stand once"),
        ("<!-- material -->\n", "<!-- material -->\n\n<!-- material -->\n", "must stand once"),
        ("show.code", "show", None),
        ("Look at {{ show.code }}.", "Look.", "must name the code"),
        ('{{ show.items("notes", notes) }}', "", "declared but not used: notes"),
        ('"notes", notes)', '"notes", others)', "notes, others"),
        ('"notes", notes)', '"notes", [hint])', "hint, notes"),
        ("chunk: Chunk\n  ", "", "not declared.*: chunk"),
    ],
)
def test_a_prompt_at_odds_with_its_front_matter_is_refused(old: str, new: str, problem: str | None) -> None:
    assert old in GOOD
    with pytest.raises(PromptError, match=problem):
        render(parse(GOOD.replace(old, new, 1)), INPUT)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"extra": 1}, "missing or undeclared: extra"),
        ({"chunk": READING}, "input chunk must be Chunk"),
        ({"chunk": None}, "input chunk must be Chunk"),
        ({"notes": "one"}, r"input notes must be list\[str\]"),
        ({"notes": ["one", 2]}, r"input notes must be list\[str\]"),
        ({"hint": 3}, r"input hint must be str\|None"),
    ],
)
def test_other_inputs_than_declared_are_refused(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(PromptError, match=problem):
        render(parse(GOOD), {**INPUT, **changed})


def test_a_missing_input_is_refused_even_when_unseen() -> None:
    with pytest.raises(PromptError, match="missing or undeclared: hint"):
        render(parse(GOOD), {"chunk": CHUNK, "notes": []})


BARE = ["{{ chunk.text }}", "{{ chunk }}", "{{ chunk.text | upper }}", "{{ show.paragraph(chunk) ~ chunk.text }}"]


@pytest.mark.parametrize("bare", BARE)
def test_document_text_cannot_be_put_out_bare(bare: str) -> None:
    with pytest.raises(PromptError, match="show it through a fence"):
        render(parse(GOOD.replace("{{ show.paragraph(chunk) }}", bare)), INPUT)


@pytest.mark.parametrize("reach", ["{{ show._code }}", "{{ show.text.__globals__ }}", "{{ chunk.__class__.__mro__ }}"])
def test_templates_run_in_a_sandbox(reach: str) -> None:
    with pytest.raises(Exception, match=r"unsafe|bare"):
        render(parse(GOOD.replace("{{ show.paragraph(chunk) }}", "{{ show.paragraph(chunk) }}" + reach)), INPUT)


def test_a_prompt_that_is_not_there_is_refused() -> None:
    with pytest.raises(PromptError, match="no prompt named nonsense"):
        load("nonsense")


def test_pictures_are_refused_where_none_are_declared() -> None:
    with pytest.raises(PromptError, match="takes no pictures"):
        render(load("judge"), INPUTS["judge"], pictures=1)
