"""The bench of questions: halves, samples, intervals, agreement of readers; and the program that checks published questions again."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def _load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_load("halves")
published = _load("published")
questions = _load("questions")
recheck = _load("recheck")

TEXT = {"source_id": "t1", "document_id": "d1", "uri": "a.md", "modality": "text", "cells": [], "image": None}
CHART = {"source_id": "c1", "document_id": "d1", "uri": "a.md", "modality": "chart", "cells": [[0, 1]], "image": None}
LINE = {
    "id": "q1",
    "type": "Intra-Document_Text-Chart",
    "query": "By how many percentage points was the share of adults who smoked in 2016 higher in Finland than in Norway?",
    "gt_answer": "11 percentage points (31% against 20%)",
    "gt_keypoints": {"t1": "In 2016, 31% of adults in Finland smoked.", "c1": "In Norway in 2016, 20% of adults smoked."},
    "gt_text": ["t1#0"],
    "gt_chart": ["c1"],
    "references": [TEXT, CHART],
}
READING = {
    "chart": {"id": "c1", "title": "Smoking", "subtitle": "% of adults who smoke, 2016", "headings": [], "context": {}},
    "columns": ["", "Share"],
    "rows": [["Norway", 20], ["Denmark", 17]],
    "cells": [{"row": 0, "column": 1, "value": 20.0}, {"row": 1, "column": 1, "value": 17.0}],
    "words": [],
}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of one question, as ``charge-stream run`` leaves it."""
    evidence = [{**TEXT, "text": "In 2016, 31% of adults in Finland smoked."}, {**CHART, "text": "Smoking"}]
    decision = {"status": "published", "record": {"references": evidence, "form": "higher on one side"}}
    (tmp_path / ".charge-stream" / "decisions").mkdir(parents=True)
    (tmp_path / ".charge-stream" / "decisions" / "q1.json").write_text(json.dumps(decision))
    (tmp_path / "qa.jsonl").write_text(json.dumps(LINE) + "\n")
    return tmp_path


def test_halves_are_by_document_and_never_change() -> None:
    assert published.half_of("https://example.org/pew019") == "building"
    assert published.half_of("pew/pew023/pew023.bundle.json") == "untouched"
    assert {published.half_of(f"report-{number}.html") for number in range(9)} == {"building", "untouched"}
    assert published.half_of("report-1.html") == published.half_of("report-1.html")


def test_a_sample_is_the_same_for_the_same_seed(run: Path) -> None:
    (item,) = published.published(run)
    many = [published.Item(run, {**item.line, "id": f"q{number}"}, [], "") for number in range(30)]
    chosen = [picked.id for picked in questions.sample(many, 5, seed=1)]
    assert len(set(chosen)) == 5
    assert chosen == [picked.id for picked in questions.sample(reversed(many), 5, seed=1)]
    assert chosen != [picked.id for picked in questions.sample(many, 5, seed=2)]


def test_a_sheet_shows_question_answer_and_evidence(run: Path) -> None:
    page = questions.sheet(published.published(run))
    for shown in (LINE["query"], LINE["gt_answer"], "In 2016, 31% of adults in Finland smoked.", "every hop needed", "q1"):
        assert shown in page


@pytest.mark.parametrize(("accepted", "judged", "low", "high"), [(9, 10, 0.596, 0.982), (0, 10, 0.0, 0.278), (0, 0, 0.0, 1.0)])
def test_wilson_intervals(accepted: int, judged: int, low: float, high: float) -> None:
    assert questions.wilson(accepted, judged) == pytest.approx((low, high), abs=0.001)


def test_kappa() -> None:
    """Of 50 items both accept 20 and reject 15, the first alone accepts 5, the second alone 10: they agree on .7, by chance on .5."""
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert questions.kappa(pairs) == pytest.approx(0.4)
    assert questions.kappa([(True, True)] * 3) == 1.0


def test_the_report_counts_by_type_with_reasons_and_agreement() -> None:
    told = [("a", "x", True, ""), ("a", "y", True, ""), ("b", "x", True, ""), ("b", "y", False, "glued"), ("other run", "x", True, "")]
    verdicts = [{"id": item, "reader": reader, "accepted": accepted, "reason": reason} for item, reader, accepted, reason in told]
    assert questions.report({"a": "Single", "b": "Multi"}, verdicts) == [
        "Multi: 0 of 1 accepted (0% to 79%)",
        "Single: 1 of 1 accepted (21% to 100%)",
        "all: 1 of 2 accepted (9% to 91%)",
        "  rejected 1 times: glued",
        "x and y: agree on 1 of 2, kappa 0.00",
    ]


def test_a_question_that_stands_has_no_fault(run: Path) -> None:
    (item,) = published.published(run)
    assert list(recheck.check(item, {"c1": READING}, {})) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"gt_answer": "12 percentage points (31% against 20%)"}, "12 is not what 31 and 20 give (11)"),
        ({"gt_answer": "10 percentage points (30% against 20%)"}, "30 of the answer stands in no keypoint"),
        ({"gt_answer": "20% (Denmark)"}, "Denmark stands in no keypoint"),
        ({"gt_chart": []}, "references, keypoints and gold sources name different sources"),
        ({"gt_keypoints": {**LINE["gt_keypoints"], "c1": "In Norway in 2016, 21% of adults smoked."}},
         "21 of “In Norway in 2016, 21% of adults smoked.” does not stand in its source"),
    ],
)  # fmt: skip
def test_faults_are_found(run: Path, change: dict[str, Any], fault: str) -> None:
    (item,) = published.published(run)
    assert fault in list(recheck.check(published.Item(run, item.line | change, item.evidence, ""), {"c1": READING}, {}))


def test_a_cell_that_is_not_there_is_found(run: Path) -> None:
    (item,) = published.published(run)
    assert "a cell that chart c1 has not" in list(recheck.check(item, {"c1": {**READING, "cells": []}}, {}))


@pytest.mark.parametrize(
    ("said", "given", "faults"),
    [
        ("About 1.6 times (31% against 20%)", [31, 20], []),
        ("About 1.4 times (31% against 20%)", [31, 20], ["1.4 is not what 31 and 20 give (1.55)"]),
        ("About 144% (from 80 to 195)", [80, 195], []),
        ("In 2009, by 5 index points (174 against 169)", [2009, 174, 169], []),
        ("A fall of 17 index points, from 96 to 79", [96, 79], []),
        ("6.8% (1.3% plus 5.5%)", [1.3, 5.5], []),
        ("25 percentage points (45% in Italy, 70% in Denmark)", [45, 70], []),
    ],
)
def test_sums_are_done_again(said: str, given: list[float], faults: list[str]) -> None:
    assert list(recheck.answer(said, [], given)) == faults
