"""The same inputs into empty stores give the same bytes, however records arrive (``design``: batch order)."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_reports import CYCLING, WALKING, run

from charge_stream.agents import all_stages
from charge_stream.cli import announce, job
from charge_stream.cli.inputs import Found, Place, find
from charge_stream.infra.stage import Deps, Emission, Stage


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "walking.md").write_text(WALKING)
    (folder / "cycling.md").write_text(CYCLING)
    return folder


def delayed(stage: Stage, chance: random.Random) -> Stage:
    async def handle(record: Any, deps: Deps) -> Sequence[Emission]:
        await asyncio.sleep(chance.uniform(0, 0.05))
        emissions = list(await stage.handle(record, deps))
        await asyncio.sleep(chance.uniform(0, 0.05))
        return emissions

    return replace(stage, handle=handle)


async def test_order_of_arrival_and_delays_change_nothing(reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await run(reports, tmp_path / "plain")
    chance = random.Random(3)

    def backwards(place: Place, largest: int, unread: dict[str, str] | None = None) -> Iterator[Found]:
        return iter(list(find(place, largest, unread))[::-1])

    monkeypatch.setattr(announce, "find", backwards)
    monkeypatch.setattr(job, "all_stages", lambda: tuple(delayed(stage, chance) for stage in all_stages()))
    await run(reports, tmp_path / "shuffled")
    plain = (tmp_path / "plain" / "qa.jsonl").read_bytes()
    assert plain
    assert (tmp_path / "shuffled" / "qa.jsonl").read_bytes() == plain


def test_hash_seeds_change_nothing(reports: Path, tmp_path: Path) -> None:
    seeds = ("1", "2")
    command = [sys.executable, "-m", "charge_stream", "run", str(reports), "--quiet", "--out"]
    runs = [subprocess.Popen([*command, str(tmp_path / seed)], env={**os.environ, "PYTHONHASHSEED": seed}) for seed in seeds]
    assert [run.wait(timeout=120) for run in runs] == [0, 0]
    first, second = ((tmp_path / seed / "qa.jsonl").read_bytes() for seed in seeds)
    assert first
    assert first == second
