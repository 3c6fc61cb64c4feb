"""Links, files, commands, settings and tables of the pages are those of the repository."""

from __future__ import annotations

import re
from pathlib import Path

import command_lines
import pytest
import typer

from charge_stream.cli.main import app
from charge_stream.infra.settings import Settings, reference

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = "agents|charts|cli|docs|documents|engines|evaluation|examples|infra|models|prompts|tests|topics"
MADE = {"models/question_length.py"}
"""Files that the extending page tells how to make."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def prose(page: Path) -> str:
    """The page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@each_page
def test_relative_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            assert anchor in {slug(heading) for heading in re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)}, target


@each_page
def test_files_named_exist(page: Path) -> None:
    names = re.findall(rf"`((?:{FOLDERS})/[\w./-]*)`", prose(page))
    assert [name for name in names if not (ROOT / name).exists() and name not in MADE] == []


@each_page
def test_commands_are_as_the_program_has_them(page: Path) -> None:
    for block in re.findall(r"^```bash\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
        for arguments in command_lines.in_shell(block):
            command_lines.check(arguments)


@each_page
def test_commands_in_the_text_are_as_the_program_has_them(page: Path) -> None:
    for command in re.findall(r"`charge-stream ([a-z][^`]*)`", prose(page)):
        words = command.replace("|", " | ").split()
        given = words[: words.index("|")] if "|" in words else words
        if given == ["COMMAND", "--help"]:
            continue
        command_lines.check_names(given)


@each_page
def test_settings_named_exist(page: Path) -> None:
    known = {f"CHARGE_{name.upper()}" for name in Settings.model_fields} | set(re.findall(r"CHARGE_\w+(?=`)", reference()))
    named = set(re.findall(r"\bCHARGE_[A-Z_]+[A-Z]\b", page.read_text()))
    roles = {name for name in named if name.startswith("CHARGE_OPENAI__ROLES__")}
    assert named - known - roles == set()


def test_the_readme_lists_every_command() -> None:
    group = typer.main.get_command(app)
    every = {
        f"{name} {sub}" if sub else name
        for name, command in vars(group)["commands"].items()
        for sub in (getattr(command, "commands", None) or {"": None})
    }
    table = (ROOT / "README.md").read_text().partition("## Commands")[2].partition("\n## ")[0]
    cells = [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `")]
    told = {" ".join(re.findall(r"^[a-z-]+|(?<= )[a-z]+$", name)) for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    assert told == every


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"(docs/{page.name})" not in readme] == []
