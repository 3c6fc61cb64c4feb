"""Money in whole runs: a ceiling pauses and loses nothing, a forecast comes near, and no command shows the key."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rehearsal import KEY, Rehearsal

BUDGET = 0.004
"""US dollars; the whole run takes about 0.02."""

FIRST = {"Norway": (39, 21, 8), "Sweden": (28, 33, 14), "Latvia": (44, 19, 7)}
SECOND = {"Denmark": (41, 17, 9), "Finland": (35, 22, 12), "Iceland": (29, 11, 4), "Estonia": (33, 26, 15)}

REPORT = """---
title: Ways to work in {country}
publisher: Statistics for tests
published: 2015-05-02
language: en
---

# Ways to work in {country}

In 2013, {walked}% of adults in {country} walked to work. Most of them live in towns.
In 2013, {drove}% of adults in {country} drove to work.

In 2013, {home}% of adults in {country} worked at home. Fewer did so before.

## By train

Share of adults who took the train to work, %, {country}, by year

| Year | Share |
| --- | --- |
| 2011 | {home} |
| 2012 | {drove} |
| 2013 | {walked} |
"""


def write(folder: Path, countries: dict[str, tuple[int, int, int]]) -> None:
    """A report on each country."""
    folder.mkdir()
    for country, (walked, drove, home) in countries.items():
        (folder / f"{country.lower()}.md").write_text(REPORT.format(country=country, walked=walked, drove=drove, home=home))


PROMPTS_OF = {
    "extract": ("extract_text", "extract_chart", "classify_keypoint"),
    "verify": ("question_from_keypoint", "answer_from_text", "answer_from_chart", "judge"),
    "generate": ("write_",),
    "check": ("gate_",),
    "evaluate": ("answer_question", "keypoints_of_response", "match_keypoints"),
}
"""What ``summary.json`` counts by prompt, by stage; the two that extract share one."""

TOLERANCE = {"extract": 0.1, "verify": 0.2, "generate": 0.35, "check": 0.35, "evaluate": 0.5}
"""Extraction follows from the documents alone. Verification stands on shares that were measured on other reports. How many pairs are near
enough, and so how many questions are written and checked, depends on the words of keypoints that are only made up here; how many of them
are near-duplicates, and so what is evaluated, on the words of questions that nobody has written yet."""


@dataclass(frozen=True)
class Played:
    """A run over three reports that hit its ceiling and was started again without one."""

    rehearsal: Rehearsal
    stopped: Any
    stopped_after: int
    finished: Any
    requests: int
    store: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("rehearsal")
    rehearsal = Rehearsal(folder)
    reports, out = folder / "reports", folder / "out"
    write(reports, FIRST)
    run = ("run", reports, "--out", out, "--quota", "8", "--quiet")
    stopped = rehearsal.call(*run, "--patience", "3", openai__budget_run_usd=str(BUDGET))
    stopped_after = rehearsal.requests
    finished = rehearsal.call(*run)
    yield Played(rehearsal, stopped, stopped_after, finished, rehearsal.requests, out / ".charge-stream")
    rehearsal.stop()


def spent(store: Path) -> list[dict[str, Any]]:
    """The ledgers, a worker's each, in the order they were written."""
    return [json.loads(path.read_bytes()) for path in sorted((store / "spend").rglob("*.json"), key=lambda path: path.stat().st_mtime)]


def test_a_ceiling_ends_the_run_with_a_sentence_and_is_not_passed(played: Played) -> None:
    assert played.stopped.returncode == 2
    said = played.stopped.stderr.decode()
    assert "Gave up after 3 s: The budget of this run, 0.004 USD, does not allow another call" in said
    assert "raise CHARGE_OPENAI__BUDGET_RUN_USD and start again; nothing is lost" in said
    first = spent(played.store)[0]
    assert 0 < first["usd"] <= BUDGET
    assert first["calls"] == played.stopped_after


def test_without_it_the_run_goes_on_and_pays_for_no_call_twice(played: Played) -> None:
    """Each call that was paid for has its reply in the store, by the hash of what was asked."""
    assert played.finished.returncode == 0, played.finished.stderr[-2000:]
    summary = json.loads((played.store.parent / "summary.json").read_text())
    assert summary["dead_letters"] == {} and summary["questions"]["published"] > 0
    assert len(list((played.store / "calls").rglob("*.json"))) == played.requests > played.stopped_after
    assert sum(ledger["calls"] for ledger in spent(played.store)) == played.requests


def test_all_results_tell_their_prompts(played: Played) -> None:
    """Every prompt that was asked is recorded, with today's versions."""
    told = played.rehearsal.call("prompts", "diff", "--all", "--json", "--store", played.store).stdout
    rows = [json.loads(line) for line in told.splitlines()]
    summary = json.loads((played.store.parent / "summary.json").read_text())
    assert {row["prompt"] for row in rows} >= set(summary["engine_calls"])
    assert {(row["engine"], row["model"], row["old"]) for row in rows} == {("openai", "gpt-4o-mini", False)}
    assert b"Nothing was made with other versions" in played.rehearsal.call("prompts", "diff", "--store", played.store).stdout


def calls_of(prompts: dict[str, int]) -> dict[str, int]:
    """Calls by stage from calls by prompt."""
    found = {stage: sum(count for name, count in prompts.items() if name.startswith(heads)) for stage, heads in PROMPTS_OF.items()}
    assert sum(found.values()) == sum(prompts.values())
    return found


def test_a_forecast_comes_near_the_run(played: Played, tmp_path: Path) -> None:
    """Answers are measured on the run over the first reports; the forecast is about others. No endpoint is asked for it."""
    reports, out = tmp_path / "second", tmp_path / "out"
    write(reports, SECOND)
    before = played.rehearsal.requests
    told = json.loads(played.rehearsal.call("estimate", reports, "--quota", "8", "--json", "--store", played.store).stdout)
    assert played.rehearsal.requests == before
    assert (told["documents"], told["paragraphs"], told["charts"], told["unpriced"]) == (4, 12, 4, [])
    assert played.rehearsal.call("run", reports, "--out", out, "--quota", "8", "--quiet").returncode == 0
    summary = json.loads((out / "summary.json").read_text())
    forecast: Counter[str] = Counter()
    for line in told["prompts"]:
        forecast[line["prompt"]] += line["calls"]
    real = calls_of({prompt: sum(counts.values()) for prompt, counts in summary["engine_calls"].items()})
    for stage, calls in calls_of(forecast).items():
        assert calls == pytest.approx(real[stage], rel=TOLERANCE[stage]), (stage, calls_of(forecast), real)
    (ledger,) = spent(out / ".charge-stream")
    for part, name in (("prompt", "prompt_tokens"), ("completion", "completion_tokens"), ("usd", "usd")):
        assert told["total"][name] == pytest.approx(ledger[part], rel=0.35), (part, told["total"], ledger)


def test_what_was_extracted_before_costs_nothing_again(played: Played) -> None:
    reports = played.rehearsal.folder / "reports"
    told = json.loads(played.rehearsal.call("estimate", reports, "--json", "--store", played.store).stdout)
    assert told["known"] == told["paragraphs"] + told["charts"] > 0
    assert not {"extract_text", "extract_chart", "verify"} & set(told["stages"])


def test_no_price_and_too_small_a_budget_are_said(played: Played) -> None:
    reports = played.rehearsal.folder / "reports"
    unpriced = played.rehearsal.call("estimate", reports, openai__prices="").stdout.decode()
    assert "No price is set for gpt-4o-mini: what it costs is unknown" in unpriced
    small = played.rehearsal.call("estimate", reports, openai__budget_run_usd="0.001").stdout.decode()
    assert "The budget of a run, 0.001 USD, would stop it before its end" in small


def test_no_command_shows_the_key_and_no_file_holds_it(played: Played) -> None:
    """After all of the above: every command that knows of models or of the store, at the most talkative level of the log."""
    question = json.loads((played.store.parent / "qa.jsonl").read_text().splitlines()[0])["id"]
    store = ("--store", str(played.store))
    reports = played.rehearsal.folder / "reports"
    for arguments in (
        ("doctor", *store),
        ("prompts", "show", "judge"),
        ("prompts", "render", "gate_numbers", question, *store),
        ("prompts", "test", "gate_numbers", question, "--no-cache", *store),
        ("export", str(played.rehearsal.folder / "exported"), *store),
        ("estimate", str(reports), *store),
    ):
        done = played.rehearsal.call(*arguments)
        assert done.returncode == 0, (arguments, done.stderr[-2000:])
    wrong = played.rehearsal.call("prompts", "test", "gate_numbers", question, "--no-cache", *store, openai__api_key=f"{KEY}-of-another")
    assert (wrong.returncode, b"refuses the key" in wrong.stderr) == (1, True)
    refused = played.rehearsal.call(
        "run", reports, "--out", played.rehearsal.folder / "refused", "--quiet", "--patience", "1", openai__api_key=f"{KEY}-of-another"
    )
    assert refused.returncode != 0
    files = [path for path in played.rehearsal.folder.rglob("*") if path.is_file()]
    assert len(files) > 200
    holding = [path for path in files if KEY.encode() in path.read_bytes()]
    assert holding == []
    assert [output for output in played.rehearsal.outputs if KEY.encode() in output] == []
