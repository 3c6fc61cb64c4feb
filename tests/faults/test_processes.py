"""Stages in processes of their own, what ``lag`` shows of them, and a retraction while they run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from deployment import GROUPS
from killing import state
from running import ALONE, Undisturbed

pytestmark = pytest.mark.kafka


def compacted(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What a consumer that comes late keeps: the last value of each key, without tombstones."""
    last = {line["key"]: line["value"] for line in lines}
    return {key: value for key, value in last.items() if value is not None}


def test_lag_shows_each_stage_also_those_that_are_down(undisturbed: Undisturbed) -> None:
    before = {group["group"]: group for group in undisturbed.before}
    assert list(before) == [f"undisturbed.{stage}" for stage in GROUPS]
    assert {stage: before[f"undisturbed.{stage}"]["members"] for stage in GROUPS} == {stage: int(stage in ALONE) for stage in GROUPS}
    ingest = before["undisturbed.ingest"]
    assert (ingest["lag"], ingest["never"]) == (3, True)
    after = undisturbed.deployment.lag()
    assert {group["members"] for group in after} == {1}
    assert {group["lag"] for group in after} == {0}


def test_stages_in_separate_processes_make_every_noun(undisturbed: Undisturbed) -> None:
    found = {name: len(ids) for name, ids in undisturbed.state.ids.items()}
    assert found == {"chunks": 3, "charts": 3, "keypoints": 9, "verified": 9, "qa": found["qa"]}
    published = [json.loads(decision)["record"] for decision in undisturbed.state.questions.values()]
    assert len(published) > 12
    assert len({question["type"] for question in published}) >= 4
    assert compacted(undisturbed.deployment.tail("qa")).keys() == undisturbed.state.ids["qa"]
    assert undisturbed.deployment.tail("dead-letters") == []


def test_a_retraction_withdraws_every_question_of_the_document_and_no_other(undisturbed: Undisturbed) -> None:
    deployment = undisturbed.deployment
    norway = {
        qa_id
        for qa_id, decision in undisturbed.state.questions.items()
        if any(reference["uri"] == "reports/norway.md" for reference in json.loads(decision)["record"]["references"])
    }
    rest = undisturbed.state.ids["qa"] - norway
    assert norway
    assert rest
    assert deployment.command("retract", "reports/norway.md") == ["reports/norway.md is retracted."]
    deployment.until_drained()

    lines = deployment.tail("qa")
    withdrawn = {line["key"]: line["headers"]["reason"] for line in lines if line["value"] is None}
    assert withdrawn.keys() == norway
    assert all(reason.startswith("revision ") for reason in withdrawn.values())
    assert compacted(lines).keys() == state(deployment.store).ids["qa"] == rest
    evaluated = {value["qa_id"] for value in compacted(deployment.tail("evaluations")).values()}
    assert evaluated == rest


def test_the_document_announced_again_brings_its_questions_back(undisturbed: Undisturbed) -> None:
    deployment = undisturbed.deployment
    deployment.command("ingest", str(deployment.store.parent / "reports"))
    deployment.until_drained()
    assert state(deployment.store).ids == undisturbed.state.ids
    assert compacted(deployment.tail("qa")).keys() == undisturbed.state.ids["qa"]


def test_workers_that_are_told_to_stop_leave_their_groups_at_once(undisturbed: Undisturbed) -> None:
    assert undisturbed.deployment.stop_all() == [0, 0, 0]
    assert undisturbed.deployment.logs() == ["charge-stream: finishing what is in work; once more stops at once."] * 3
    groups = undisturbed.deployment.lag()
    assert [(group["members"], group["lag"]) for group in groups] == [(0, 0)] * len(GROUPS)
