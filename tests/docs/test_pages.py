"""What the pages on documents, charts and operations say in tables and examples is what the program does."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from charge_stream.charts import ChartReading
from charge_stream.cli.main import app
from charge_stream.documents import SUFFIXES, Limits, attachments_of, media, parse
from charge_stream.infra import metrics
from charge_stream.infra.gateway import figures
from charge_stream.infra.settings import Settings
from charge_stream.models import errors

ROOT = Path(__file__).parents[2]
DOCUMENTS = (ROOT / "docs/documents.md").read_text()
CHARTS = (ROOT / "docs/charts.md").read_text()
OPERATIONS = (ROOT / "docs/operations.md").read_text()


def json_of(page: str) -> Any:
    found = re.search(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_formats_are_those_that_are_read() -> None:
    table = DOCUMENTS.partition("| format |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\.[a-z.]+)`", table)) == set(SUFFIXES)


def test_the_bundle_is_read_as_it_stands_there() -> None:
    content = json.dumps(json_of(DOCUMENTS)).encode()
    assert attachments_of(content, media.BUNDLE) == ["pictures/origin.png"]
    document = parse(content, media.BUNDLE, document_id="d", uri="x", attachments={}, context=None, limits=Limits())
    assert document.warnings == []
    context = document.context
    assert (context.country, context.as_of, context.licence, context.tags) == ("US", "2018", "CC BY 4.0", ["immigration"])
    (chunk,) = document.chunks
    assert chunk.headings == ["Where immigrants come from"]
    assert len(chunk.sentences) == 2
    (chart,) = [parsed.chart for parsed in document.charts]
    assert chart.data is not None
    assert chart.data[1] == ["Mexico", "25%"]
    assert chunk.paired == [chart.id]


def test_bounds_are_those_of_the_parser() -> None:
    limits = Limits()
    assert f"{limits.max_nodes:,} elements" in DOCUMENTS
    assert f"{limits.max_charts:,} charts, {limits.max_characters // 1_000_000} million characters" in DOCUMENTS
    assert f"{limits.max_shapes:,} shapes" in DOCUMENTS


def test_the_line_of_read_charts_is_what_the_command_prints() -> None:
    example = json_of(CHARTS)
    result = CliRunner().invoke(app, ["read-charts", str(ROOT / example["path"]), "--format", "jsonl"])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    assert list(printed) == list(example)
    same = ("chart_type", "title", "subtitle", "unit", "scale", "table", "abstained", "reason", "origin")
    assert {name: printed[name] for name in same} == {name: example[name] for name in same}
    assert [(cell["value"], cell["text"]) for cell in printed["cells"]] == [(cell["value"], cell["text"]) for cell in example["cells"]]
    assert set(example["words"]) <= set(printed["words"])


def test_every_field_of_a_reading_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", "\n".join(line.split(" | ")[0] for line in CHARTS.splitlines() if line.startswith("| `"))))
    fields = {field.name for field in dataclasses.fields(ChartReading)} - {"columns", "rows"}
    assert told == fields | {"path", "page", "table", "seconds"}


def test_the_errors_of_dead_letters_exist() -> None:
    table = OPERATIONS.partition("| error | usual cause |")[2].partition("\n\n")[0]
    names = re.findall(r"`(\w+)`", "\n".join(line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `")))
    assert names
    assert all(hasattr(errors, name) or name in ("TimeoutError", "ConnectionError") for name in names)


def test_the_metrics_are_those_exported() -> None:
    told = dict(re.findall(r"^\| `(charge_\w+)\{([\w,]+)\}`", OPERATIONS, re.MULTILINE))
    real = {metric.name: metric for metric in metrics.REGISTRY.collect()}
    assert {name.removesuffix("_total") for name in told} == set(real)
    own = {"charge_records_total": "stage,outcome", "charge_handling_seconds": "stage", "charge_waiting": "stage"}
    route = ",".join(figures.ROUTE)
    models = {
        "charge_model_calls_total": f"{route},outcome",
        "charge_model_tokens_total": f"{route},part",
        **dict.fromkeys(("charge_model_spent_usd_total", "charge_model_down", "charge_model_in_flight"), route),
        **dict.fromkeys(("charge_model_room", "charge_model_pace"), route),
    }
    assert told == own | models


def test_the_session_timeout_is_the_default() -> None:
    assert f"`CHARGE_SESSION_S` ({Settings().session_s:g} s unless set)" in OPERATIONS
