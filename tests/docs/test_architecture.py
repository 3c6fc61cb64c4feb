"""What the architecture page says of stages, folders and the store is what the code has."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from charge_stream.agents import all_stages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()
SOURCES = "\n".join(
    path.read_text() for folder in ("agents", "infra", "cli", "evaluation") for path in sorted((ROOT / folder).rglob("*.py"))
)


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of every table row after the head."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and not set(line) <= set("|- ")]
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in lines
        if not line.startswith(("| stage ", "| folder ", "| path "))
    ]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_table_of_stages_is_the_flow() -> None:
    told = {names(name)[0]: (names(consumes), names(emits)) for name, consumes, emits, *_ in rows(section("The flow"))}
    real = {stage.name: ([topic.name for topic in stage.consumes], [topic.name for topic in stage.emits]) for stage in all_stages()}
    assert told == real


def test_the_diagram_is_the_flow() -> None:
    diagram = PAGE.partition("```mermaid")[2].partition("```")[0]
    called = dict(re.findall(r"(\w+)\(\[([\w-]+)\]\)", diagram))
    drawn: set[tuple[str, str]] = set()
    for line in diagram.splitlines():
        steps = [re.sub(r"\(\[.*", "", step.strip()) for step in re.split(r"-->|-\.->", line)]
        drawn |= {(called.get(left, left), called.get(right, right)) for left, right in itertools.pairwise(steps)}
    arrows = {(topic.name, stage.name) for stage in all_stages() for topic in stage.consumes}
    arrows |= {(stage.name, topic.name) for stage in all_stages() for topic in stage.emits}
    assert drawn == arrows


def test_the_folders_exist() -> None:
    told = [names(folder)[0] for folder, _ in rows(section("The house"))]
    assert all((ROOT / folder / "__init__.py").is_file() for folder in told)
    packages = {path.parent.name + "/" for path in ROOT.glob("*/__init__.py")}
    assert set(told) == packages


def test_the_stores_paths_are_in_the_code() -> None:
    for row in rows(section("State")):
        for path in names(row[0]):
            top = path.partition("/")[0]
            assert re.search(rf'["\']{re.escape(top)}[/"\']', SOURCES), f"nothing writes {path}"


def test_the_code_writes_no_other_paths() -> None:
    told = {path.partition("/")[0] for row in rows(section("State")) for path in names(row[0])}
    written = set(re.findall(r"\b(?:put|put_if_absent|add|list)\(f?\"([a-z-]+)/", SOURCES))
    assert written - told == set()


def test_stages_that_are_not_stored_are_named() -> None:
    sentence = next(line for line in PAGE.splitlines() if "depend on the present" in line)
    assert set(names(sentence)) == {stage.name for stage in all_stages() if not stage.stored}


def test_batched_stages_are_named() -> None:
    sentence = next(line for line in PAGE.splitlines() if "is a batch:" in line)
    assert set(names(sentence)) - {"charge-stream run"} == {stage.name for stage in all_stages() if stage.batched}
