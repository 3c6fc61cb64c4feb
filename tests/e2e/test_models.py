"""The whole job with models, against an endpoint with every fault switched on: all is accounted for, the key is nowhere."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from small_reports import CYCLING, WALKING

from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint

KEY = "sk-planted-key-0123456789"
FAULTS = Faults(
    rate_limited=0.05,
    server_error=0.03,
    dropped=0.02,
    broken=0.02,
    cut=0.02,
    fenced=0.05,
    invalid=0.02,
    wrong_schema=0.01,
    latency_s=0.01,
)
OUTAGE_S = 2.0


async def go_down_once(fake: FakeEndpoint) -> None:
    """In the midst of the run."""
    while fake.counts["served"] < 60:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    fake.faults = replace(FAULTS, outages=((0.0, 1e9),))
    await asyncio.sleep(OUTAGE_S)
    fake.faults = FAULTS


async def test_a_run_with_every_fault_ends_with_all_accounted_for_and_no_secret_anywhere(tmp_path: Path) -> None:
    reports, out = tmp_path / "reports", tmp_path / "out"
    reports.mkdir()
    (reports / "walking.md").write_text(WALKING)
    (reports / "cycling.md").write_text(CYCLING)
    fake = FakeEndpoint(FAULTS, Accepts(key=KEY))
    await fake.start()
    environment = {
        **os.environ,
        "CHARGE_ENGINE": "openai",
        "CHARGE_OPENAI__BASE_URL": fake.base_url,
        "CHARGE_OPENAI__API_KEY": KEY,
        "CHARGE_OPENAI__PRICES": '{"gpt-4o-mini": {"prompt": 0.15, "completion": 0.6}}',
        "CHARGE_OPENAI__BUDGET_RUN_USD": "5",
        "CHARGE_LOG_LEVEL": "debug",
        "CHARGE_PROCESSES": "1",
    }
    command = [sys.executable, "-m", "charge_stream", "run", str(reports), "--out", str(out), "--quiet"]
    outage = asyncio.create_task(go_down_once(fake))
    try:
        ran = await asyncio.to_thread(subprocess.run, command, env=environment, capture_output=True)
    finally:
        outage.cancel()
        await fake.stop()
    summary = json.loads((out / "summary.json").read_text())
    assert ran.returncode == (1 if summary["dead_letters"] else 0), ran.stderr[-2000:]
    dead, questions = summary["dead_letters"], summary["questions"]
    assert summary["documents"]["parsed"] == 2
    assert questions["selected"] == questions["candidates"] + dead.get("generate", 0)
    assert questions["candidates"] == questions["published"] + sum(gate["rejected"] for gate in questions["rejected"]) + dead.get(
        "check", 0
    )
    assert questions["published"] > 0
    evaluated = {row["k"]: row["questions"] for row in summary["evaluations"] if row["type"] == "all"}
    assert set(evaluated.values()) == {questions["published"] - dead.get("evaluate", 0)}
    assert all(fake.counts[name] for name in ("429", "500", "503", "dropped", "broken", "cut", "fenced", "invalid"))
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert KEY.encode() not in ran.stdout + ran.stderr + written
