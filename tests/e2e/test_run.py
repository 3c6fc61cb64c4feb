"""The whole job on small reports: what a run leaves, and what a second one does about what changed."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from small_reports import CYCLING, MOVED, WALKING, run

from charge_stream.evaluation.figures import Summary
from charge_stream.infra import decisions
from charge_stream.infra.store import ContentStore
from charge_stream.models import QA_TYPES

FILES = (
    "qa.jsonl",
    "qa.parquet",
    "rejected.jsonl",
    "keypoints.jsonl",
    "readings.jsonl",
    "evaluations.jsonl",
    "summary.json",
    "report.html",
)


def questions(out: Path) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in map(json.loads, (out / "qa.jsonl").read_text().splitlines())}


def asked(summary: Summary) -> int:
    return sum(sum(calls.values()) for prompt, calls in summary.engine_calls.items())


async def test_a_run_and_what_follows_when_documents_change(tmp_path: Path) -> None:
    reports, out = tmp_path / "reports", tmp_path / "out"
    reports.mkdir()
    (reports / "walking.md").write_text(WALKING)
    (reports / "cycling.md").write_text(CYCLING)

    first = await run(reports, out)
    assert [name for name in FILES if not (out / name).is_file()] == []
    published = questions(out)
    assert first.documents.parsed == 2
    assert first.questions.published == len(published) > 0
    keypoints = {line["id"] for line in map(json.loads, (out / "keypoints.jsonl").read_text().splitlines())}
    assert sum(first.keypoints.extracted.values()) == len(keypoints)
    for question in published.values():
        assert question["gt_keypoints"].keys() == {place["source_id"] for place in question["references"]}
        assert {place["uri"] for place in question["references"]} <= {"reports/cycling.md", "reports/walking.md"}
        for statement in question["gt_keypoints"].values():
            assert statement in WALKING + CYCLING
    assert sum(row.published for row in first.questions.types) == len(published)
    assert len(pq.read_table(out / "qa.parquet")) == len(published)
    assert sum(gate.rejected for gate in first.questions.rejected) == len((out / "rejected.jsonl").read_text().splitlines())
    assert first.readings.found == len((out / "readings.jsonl").read_text().splitlines()) == 1
    summary = json.loads((out / "summary.json").read_text())
    assert summary["questions"]["published"] == len(published)
    assert {"read_chart", "extract_text", "publish"} <= {stage for stage, seconds in summary["timing"]["stages_s"].items() if seconds > 0}
    report = (out / "report.html").read_text()
    assert [question["query"] for question in published.values() if html.escape(question["query"]) not in report] == []
    proposals = [json.loads(path.read_bytes()) for path in (out / ".charge-stream" / "results" / "pair").iterdir()]
    hops = [[hop["keypoint"]["source_id"] for hop in item["record"]["hops"]] for made in proposals for item in made["emissions"]]
    assert max(len(sources) for sources in hops) == 2
    assert [sources for sources in hops if len(set(sources)) < len(sources)] == [], "two facts of one source are no two hops"
    bytes_before = (out / "qa.jsonl").read_bytes()

    again = await run(reports, out)
    assert asked(again) == 0
    assert (out / "qa.jsonl").read_bytes() == bytes_before

    (reports / "cycling.md").write_text(MOVED)
    moved = await run(reports, out)
    assert moved.engine_calls["extract_text"] == {"answered": 1, "abstained": 0}
    after = questions(out)
    gone = {key: question for key, question in published.items() if "8% of adults in Sweden worked at home" in json.dumps(question)}
    assert gone
    assert not gone.keys() & after.keys()
    assert {key for key in published.keys() - gone.keys() if "Sweden" not in json.dumps(published[key])} <= after.keys()

    (reports / "cycling.md").write_text(CYCLING)
    await run(reports, out)
    assert published.keys() <= questions(out).keys()

    (reports / "cycling.md").unlink()
    left = await run(reports, out)
    assert left.documents.retracted == 1
    remaining = questions(out)
    assert remaining
    assert not any("Sweden" in json.dumps(question) for question in remaining.values())
    store = ContentStore(str(out / ".charge-stream"))
    assert {key for kind in QA_TYPES for key in await decisions.live(store, kind)} == remaining.keys()
