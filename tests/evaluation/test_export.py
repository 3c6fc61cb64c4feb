from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from charge_stream.evaluation.chart_mrag import export_chart_mrag
from charge_stream.evaluation.contents import Contents
from charge_stream.evaluation.export import export_jsonl, export_parquet
from charge_stream.evaluation.hugging_face import export_hugging_face

LINE_KEYS = ["id", "type", "query", "gt_answer", "gt_keypoints", "gt_text", "gt_chart", "references", "gates", "engine", "prompts"]
REFERENCE_KEYS = ["source_id", "document_id", "revision", "uri", "modality", "page", "box", "image", "cells"]


def test_a_line_of_qa(contents: Contents, tmp_path: Path) -> None:
    assert export_jsonl(reversed(contents.qa), tmp_path / "out" / "qa.jsonl") == 2
    lines = [json.loads(line) for line in (tmp_path / "out" / "qa.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == ["q1", "q2"]
    assert all(list(line) == LINE_KEYS for line in lines)
    crossing = lines[1]
    assert crossing["gt_text"] == ["tp#3"]
    assert crossing["gt_chart"] == ["cp"]
    assert crossing["gt_keypoints"] == {"cp": "Germany had 41% wind in 2019.", "tp": "Wind gave 41% in 2021."}
    chart, text = crossing["references"]
    assert list(chart) == list(text) == REFERENCE_KEYS
    assert chart["image"].startswith("blobs/")
    assert (chart["cells"], chart["page"], text["image"]) == ([[0, 1]], 4, None)


def test_the_same_questions_give_the_same_bytes(contents: Contents, tmp_path: Path) -> None:
    for name, export in {"a.jsonl": export_jsonl, "a.parquet": export_parquet}.items():
        export(contents.qa, tmp_path / name)
        export(list(reversed(contents.qa)), tmp_path / f"again-{name}")
        assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()


def test_a_file_that_cannot_be_written_whole_leaves_the_one_before(contents: Contents, tmp_path: Path) -> None:
    path = tmp_path / "qa.jsonl"
    export_jsonl(contents.qa, path)
    before, limit = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
    try:
        with pytest.raises(OSError):
            export_jsonl(contents.qa[:1], path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("qa.*")) == [path]


def test_other_records_are_lines_of_their_own_fields(contents: Contents, tmp_path: Path) -> None:
    export_jsonl(contents.rejected, tmp_path / "rejected.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "rejected.jsonl").read_text().splitlines()]
    assert [(line["id"], line["gate"]) for line in lines] == [("q3", "duplicate"), ("q5", "write")]
    assert export_jsonl([], tmp_path / "none.jsonl") == 0
    assert (tmp_path / "none.jsonl").read_bytes() == b""


def test_parquet_holds_what_the_lines_hold(contents: Contents, tmp_path: Path) -> None:
    assert export_parquet(contents.qa, tmp_path / "qa.parquet") == 2
    table = pq.read_table(tmp_path / "qa.parquet")
    assert table.column_names == LINE_KEYS
    crossing = table.to_pylist()[1]
    assert crossing["gt_keypoints"][1] == {"source_id": "tp", "keypoint": "Wind gave 41% in 2021."}
    assert crossing["references"][0]["cells"] == [[0, 1]]
    assert crossing["gates"] == [{"name": "grounded", "passed": True}, {"name": "not_given_away", "passed": True}]
    export_parquet([], tmp_path / "none.parquet")
    assert pq.read_table(tmp_path / "none.parquet").schema == table.schema


async def test_the_layout_of_chart_mrag(filled: Any, contents: Contents, tmp_path: Path) -> None:
    done = await export_chart_mrag(contents, filled.store, tmp_path)
    assert (done.samples, done.sentences, done.charts, done.left_out) == (2, 9, 1, [])
    single, crossing = json.loads((tmp_path / "samples.json").read_text())
    assert list(crossing) == ["id", "query", "gt_answer", "gt_chart", "gt_text", "gt_keypoints"]
    assert single["id"] == "Single-Point_Text-only_00001"
    assert single["gt_keypoints"] == {"paragraph_00001_01_04": "Wind gave 41% in 2021."}
    assert crossing["id"] == "Intra-Document_Text-Chart_00001"
    assert crossing["gt_chart"] == ["charts/chart_00001_01.png"]
    assert (tmp_path / crossing["gt_chart"][0]).read_bytes().startswith(b"\x89PNG")
    assert list(crossing["gt_text"]) == ["paragraph_00001_01"]
    assert crossing["gt_text"]["paragraph_00001_01"][3] == "Wind gave 41% in 2021."
    assert list(crossing["gt_keypoints"]) == ["chart_00001_01", "paragraph_00001_01_04"]
    corpus = [json.loads(line) for line in (tmp_path / "text_corpus.jsonl").read_text().splitlines()]
    assert corpus[3] == {"id": "paragraph_00001_01_04", "text": "Wind gave 41% in 2021."}
    assert corpus[-1] == {"id": "paragraph_00002_01_02", "text": "Then <b>work</b>."}
    ids = json.loads((tmp_path / "ids.json").read_text())
    assert ids["samples"] == {"Single-Point_Text-only_00001": "q1", "Intra-Document_Text-Chart_00001": "q2"}
    assert ids["charts"] == {"chart_00001_01": "cp", "chart_00002_01": "cs"}


async def test_a_question_about_a_chart_without_a_picture_is_left_out_and_named(filled: Any, contents: Contents, tmp_path: Path) -> None:
    contents.charts[0] = contents.charts[0].derive(image=None)
    done = await export_chart_mrag(contents, filled.store, tmp_path)
    assert (done.samples, done.left_out) == (1, ["q2"])


async def test_the_hugging_face_folder(filled: Any, contents: Contents, tmp_path: Path) -> None:
    assert await export_hugging_face(contents, filled.store, tmp_path) == {"qa": 2, "text_corpus": 9, "charts": 2}
    _, matter, text = (tmp_path / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(matter)
    for config in card["configs"]:
        assert (tmp_path / config["data_files"]).is_file()
    assert card["language"] == ["en"]
    assert "\\<script\\>alert(1)" in text
    assert "<script>" not in text
    charts = {row["id"]: row for row in pq.read_table(tmp_path / "data" / "charts.parquet").to_pylist()}
    assert charts["cp"]["image"]["path"] == "cp.png"
    assert charts["cp"]["image"]["bytes"].startswith(b"\x89PNG")
    assert charts["cs"]["image"] is None
    sentences = {row["id"] for row in pq.read_table(tmp_path / "data" / "text_corpus.parquet").to_pylist()}
    questions = pq.read_table(tmp_path / "data" / "qa.parquet").to_pylist()
    assert all(set(row["gt_text"]) <= sentences and set(row["gt_chart"]) <= charts.keys() for row in questions)
