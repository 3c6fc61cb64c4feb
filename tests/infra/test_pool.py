"""The pool with functions that do their worst, and innocent ones beside them."""

from __future__ import annotations

import asyncio
import importlib
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

import pytest

from charge_stream.infra.pool import Pool
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import BrokenDocument, Permanent, WorkerDied


@pytest.fixture(autouse=True)
def bad(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))  # worker processes get the path as it is when they start
    return importlib.import_module("misbehaviour")


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(str(tmp_path / "store"))


@pytest.fixture
async def pool(store: ContentStore) -> AsyncIterator[Pool]:
    pool = Pool(Settings(processes=2, process_memory_mb=500, max_deaths=2), store)
    yield pool
    await pool.close()


async def test_runs_in_another_process_and_returns_the_result(bad: ModuleType, pool: Pool) -> None:
    assert await pool.run("a", bad.square, 7, timeout_s=20) == 49
    assert await pool.run("a", bad.process_id, timeout_s=20) != os.getpid()
    assert await pool.run("a", bad.heavy_modules, timeout_s=20) == []  # nothing of the parent's is loaded or forked


async def test_a_killer_is_given_up_after_the_deaths_allowed_and_the_others_finish(
    bad: ModuleType, pool: Pool, store: ContentStore
) -> None:
    outcomes = await asyncio.gather(
        pool.run("killer", bad.kill_self, timeout_s=20),
        *(pool.run(f"innocent-{number}", bad.slow_square, number, timeout_s=20) for number in range(6)),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], WorkerDied)
    assert "2 times" in str(outcomes[0]) and "SIGKILL" in str(outcomes[0])
    assert outcomes[1:] == [0, 1, 4, 9, 16, 25]
    assert await store.list("deaths") == []  # redriven later, it gets its chances anew


async def test_a_single_death_is_counted_in_the_store_and_forgiven(
    bad: ModuleType, pool: Pool, store: ContentStore, tmp_path: Path
) -> None:
    assert await pool.run("doc/1", bad.kill_self_once, str(tmp_path / "mark"), timeout_s=20) == "survived"
    assert await store.list("deaths") == ["deaths/doc%2F1/1"]
    assert b"SIGKILL" in (await store.get("deaths/doc%2F1/1") or b"")


async def test_deaths_before_a_restart_count(bad: ModuleType, pool: Pool, store: ContentStore) -> None:
    await store.put("deaths/doc/1", b"killed by SIGKILL")
    started = time.monotonic()
    with pytest.raises(WorkerDied, match=r"not done after 2\.5 s"):
        await pool.run("doc", bad.hang, timeout_s=0.5)
    assert 2.5 <= time.monotonic() - started < 15


async def test_work_is_measured_in_time_of_the_processor(bad: ModuleType, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charge_stream.infra.pool.PATIENCE", 100)  # however busy the machine is
    assert await pool.run("waits", bad.slow_square, 3, timeout_s=0.2) == 9  # 0.3 s by the clock, next to nothing of work
    with pytest.raises(WorkerDied, match=r"worked for more than 0\.2 s"):
        await pool.run("works", bad.work_forever, timeout_s=0.2)


async def test_eating_memory_kills_only_the_eater(bad: ModuleType, pool: Pool) -> None:
    assert await pool.run("modest", bad.use_memory, 100, timeout_s=20) == 100 * 1024**2
    with pytest.raises(WorkerDied, match="more than 500 MB"):
        await pool.run("eater", bad.use_memory, 2000, timeout_s=20)
    assert await pool.run("modest", bad.use_memory, 100, timeout_s=20) == 100 * 1024**2


async def test_exceptions_travel_back(bad: ModuleType, pool: Pool, store: ContentStore) -> None:
    with pytest.raises(BrokenDocument, match="page 3 is no page"):
        await pool.run("a", bad.refuse, timeout_s=20)
    with pytest.raises(TimeoutError, match="the function's own"):
        await pool.run("a", bad.time_out, timeout_s=20)
    with pytest.raises(Permanent, match="Unpicklable: this and that"):
        await pool.run("a", bad.raise_unpicklable, timeout_s=20)
    assert await store.list("deaths") == []


async def test_a_cancelled_call_frees_its_process(bad: ModuleType, pool: Pool) -> None:
    calls = [asyncio.create_task(pool.run(f"hang-{number}", bad.hang, timeout_s=60)) for number in range(2)]
    await asyncio.sleep(1)
    for call in calls:
        call.cancel()
    assert await asyncio.wait_for(pool.run("a", bad.square, 3, timeout_s=20), 20) == 9


async def test_a_status_is_told(bad: ModuleType, pool: Pool) -> None:
    with pytest.raises(WorkerDied, match="ended with status 3"):
        await pool.run("a", bad.exit_with, 3, timeout_s=20)
