"""The examples of the extending page, run as they stand there."""

from __future__ import annotations

import doctest
import importlib
import re
import types
from pathlib import Path
from typing import Any, Literal, cast

import pytest

import charge_stream.agents
import charge_stream.documents
from charge_stream import models
from charge_stream.agents import all_stages
from charge_stream.documents import Limits, media, media_type_of, parse
from charge_stream.infra.stage import Deps, Tombstone
from charge_stream.models import QA, Context, Keypoint
from charge_stream.prompts import outputs
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.render import parse as parse_prompt
from charge_stream.prompts.render import render
from charge_stream.topics import catalogue, codec

PAGE = (Path(__file__).parents[2] / "docs/extending.md").read_text()
NO_DEPS = cast(Deps, None)


def example(file: str) -> str:
    """The code block that stands on the page for a file."""
    found = re.findall(rf"^```\w+ {re.escape(file)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, file
    return str(found[0])


def run(file: str, **names: Any) -> dict[str, Any]:
    """The example's code, carried out with ``names`` at hand."""
    module = types.ModuleType(f"example_{Path(file).stem}")
    module.__dict__.update(names)
    exec(compile(example(file), file, "exec", dont_inherit=True), module.__dict__)
    return module.__dict__


def published(question: str) -> QA:
    return QA(
        id="q1", type="Single-Point_Text-only", query=question, gt_answer="33%", gt_keypoints={}, gt_text=[], gt_chart=[], references=[],
        gates={}, engine="rules", form="value", prompts={},
    )  # fmt: skip


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package with the page's record, topic and stage in it."""
    length = run("models/question_length.py")["QuestionLength"]
    monkeypatch.setattr(models, "QuestionLength", length, raising=False)
    topic = run("topics/catalogue.py", Topic=catalogue.Topic, models=models)["QUESTION_LENGTHS"]
    monkeypatch.setattr(catalogue, "QUESTION_LENGTHS", topic, raising=False)
    (tmp_path / "question_length.py").write_text(example("agents/question_length.py"))
    monkeypatch.setattr(charge_stream.agents, "__path__", [*charge_stream.agents.__path__, str(tmp_path)])


@pytest.mark.usefixtures("extended")
async def test_a_stage_is_found_and_handles_what_it_consumes() -> None:
    names = [stage.name for stage in all_stages()]
    assert names.index("question_length") > names.index("publish")
    stage = all_stages()[names.index("question_length")]
    (emission,) = await stage.handle(published("What share of adults read?"), NO_DEPS)
    assert emission.wire_key() == "q1"
    assert emission.record is not None
    wire = codec.encode(emission.record)
    assert wire == b'{"qa_id":"q1","schema":"charge.question-length.v1","words":5}'
    assert codec.decode(wire, type(emission.record)) == emission.record
    (gone,) = await stage.handle(Tombstone("q1"), NO_DEPS)
    assert (gone.record, gone.wire_key(), gone.topic.compacted) == (None, "q1", True)


@pytest.mark.usefixtures("extended")
def test_a_topic_has_its_schema_from_its_line() -> None:
    topic = vars(catalogue)["QUESTION_LENGTHS"]
    schema = codec.json_schema(topic.noun)
    assert schema["properties"]["schema"] == {"const": "charge.question-length.v1"}
    assert schema["required"] == ["schema", "qa_id", "words"]
    assert topic.settings()["cleanup.policy"] == "compact"


def test_a_prompt_renders_and_fences_what_it_quotes() -> None:
    difficulty = run("prompts/outputs.py", Output=outputs.Output, Literal=Literal)["Difficulty"]
    prompt = run("prompts/catalogue.py", Prompt=Prompt, outputs=types.SimpleNamespace(Difficulty=difficulty))["DIFFICULTY"]
    file = parse_prompt(example("prompts/difficulty.md"))
    assert (file.front.id, file.front.output) == (prompt.id, prompt.output.__name__)
    statement = "33% of adults read."
    hop = Keypoint(
        id="k", document_id="d", source_id="s", modality="text", statement=statement, context=Context(), engine="rules", classified=""
    )  # fmt: skip
    rendered = render(file, {"question": "What share?", "hops": [hop]})
    assert "33% of adults read." in rendered.material
    assert "33% of adults read." not in rendered.instructions
    assert prompt.output.model_validate_json('{"level": "easy"}').level == "easy"


def test_a_metric_gives_what_its_example_says() -> None:
    names = run("evaluation/metrics/precision.py")
    tests = doctest.DocTestFinder().find(names["precision"], "precision", globs=names, module=False)
    runner = doctest.DocTestRunner()
    assert [runner.run(test).failed for test in tests] == [0]
    assert runner.tries == 1
    assert names["precision"](set(), ["a"]) is None
    assert names["precision"]({"a"}, []) == 0.0


def test_a_document_format_is_parsed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    parsing = importlib.import_module("charge_stream.documents.parse")  # the function of that name hides the module
    suffixes, parsers = dict(media.SUFFIXES), dict(vars(parsing)["_PARSERS"])
    run("documents/media.py", SUFFIXES=suffixes)
    run("documents/parse.py", _PARSERS=parsers)
    monkeypatch.setattr(media, "SUFFIXES", suffixes)
    monkeypatch.setattr(parsing, "_PARSERS", parsers)
    (tmp_path / "plain.py").write_text(example("documents/plain.py"))
    monkeypatch.setattr(charge_stream.documents, "__path__", [*charge_stream.documents.__path__, str(tmp_path)])

    content = b"Reading\n\nOne third of adults read. Two thirds do not.\n\nMost children read every day."
    kind = media_type_of("notes.txt", content)
    assert kind == "text/plain"
    document = parse(content, kind, document_id="d", uri="notes.txt", attachments={}, context=None, limits=Limits())
    assert document.context.title == "Reading"
    assert [chunk.sentences for chunk in document.chunks] == [
        ["One third of adults read.", "Two thirds do not."],
        ["Most children read every day."],
    ]


def test_every_example_is_run_here() -> None:
    here = Path(__file__).read_text()
    files = re.findall(r"^```\w+ (\S+)$", PAGE, re.MULTILINE)
    assert files
    assert all(f'"{file}"' in here for file in files)
