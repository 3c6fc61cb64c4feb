"""The gateway against the endpoint that misbehaves, which runs in a process of its own. Ratios hold within one run only.

    python bench/models.py [CASE…] [--calls 640] [--latency 0.3]

Cases: throughput (with the processor time), faults, unknown_limit, kill, outage, memory. Each prints one line of figures as JSON.
A "call" is a whole ``OpenAIEngine.ask``: prompt rendered, reply stored (where said), parsed and validated.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import openai
import psutil

from charge_stream.engines.openai import OpenAIEngine
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.retries import Pause
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import DependencyDown, Transient
from charge_stream.prompts.catalogue import MATCH_KEYPOINTS

LATENCY_S = 0.3
"""Unless --latency says otherwise: with more of it, a machine that is busy with other work is not what is measured."""
AT_ONCE = 64


class Server:
    """``charge-stream fake-endpoint``, started with ``options``."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "charge_stream", "fake-endpoint", "--port", "0", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().rpartition("=")[2].strip()

    def counts(self) -> dict[str, int]:
        with urllib.request.urlopen(self.url.removesuffix("/v1") + "/counts") as answer:
            found: dict[str, int] = json.load(answer)
        return found

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


@contextlib.contextmanager
def serving(*options: str) -> Iterator[Server]:
    server = Server(*options)
    try:
        yield server
    finally:
        server.stop()


OPENED: list[OpenAIEngine | openai.AsyncOpenAI] = []
"""What a case leaves open."""


async def run(case: Callable[[int, float], Awaitable[dict[str, Any]]], calls: int, latency_s: float) -> dict[str, Any]:
    try:
        return await case(calls, latency_s)
    finally:
        await asyncio.gather(*(opened.close() for opened in OPENED), return_exceptions=True)
        OPENED.clear()


def engine_at(server: Server, store: ContentStore | None = None, **settings: Any) -> OpenAIEngine:
    engine = OpenAIEngine(OpenAISettings(base_url=server.url, **{"in_flight": AT_ONCE, **settings}), store)
    OPENED.append(engine)
    return engine


def asked(number: int) -> dict[str, list[str]]:
    statement = f"{number}.5% of adults in country {number} agree."  # no number is a year
    return {"ground_truth": [statement], "response": [statement]}


async def ask(engine: OpenAIEngine, number: int) -> None:
    answer = await engine.ask(MATCH_KEYPOINTS, asked(number))
    assert getattr(answer, "matches", None) == [(0, 0)], answer


async def among(workers: int, numbers: Iterator[int], work: Callable[[int], Awaitable[object]]) -> None:
    async def worker() -> None:
        for number in numbers:
            await work(number)

    await asyncio.gather(*(worker() for _ in range(workers)))


async def measured(calls: int, first: int, work: Callable[[int], Awaitable[object]], workers: int = AT_ONCE) -> dict[str, float]:
    wall, cpu = time.monotonic(), time.process_time()
    await among(workers, iter(range(first, first + calls)), work)
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    return {"per_s": round(calls / wall, 1), "cpu_ms": round(1000 * cpu / calls, 2)}


def bare_at(server: Server) -> Callable[[int], Awaitable[object]]:
    """A plain loop over ``AsyncOpenAI`` with the same text, without anything of ours, parsing or validation."""
    client = openai.AsyncOpenAI(base_url=server.url, api_key="none", max_retries=0)
    OPENED.append(client)
    schema = {"type": "object", "properties": {"matches": {"type": "array"}}}

    async def call(number: int) -> object:
        text = "\n".join(
            f"<{kind}-0123456789ab>\n[0] {asked(number)[kind][0]}\n</{kind}-0123456789ab>" for kind in ("ground_truth", "response")
        )
        return await client.chat.completions.create(
            model="gpt-4o-mini",
            messages=[{"role": "system", "content": "x" * 1500}, {"role": "user", "content": text}],
            response_format={"type": "json_schema", "json_schema": {"name": "m", "schema": schema}},  # type: ignore[arg-type,misc]
        )

    return call


async def throughput(calls: int, latency_s: float) -> dict[str, Any]:
    """Bare, ours without and with the store, in turn, three times; medians."""
    found: dict[str, list[dict[str, float]]] = {"bare": [], "ours": [], "ours, stored": []}
    with serving("--latency", str(latency_s)) as server, tempfile.TemporaryDirectory() as folder:
        plain, stored = engine_at(server), engine_at(server, ContentStore(folder))
        works: dict[str, Callable[[int], Awaitable[object]]] = {
            "bare": bare_at(server),
            "ours": lambda number: ask(plain, number),
            "ours, stored": lambda number: ask(stored, number),
        }
        for work in works.values():  # connections made, libraries loaded, room found
            await measured(3 * AT_ONCE, 0, work)
        for turn in range(1, 4):
            for name, work in works.items():
                found[name].append(await measured(calls, turn * 10_000, work))
    middle = {
        name: {figure: statistics.median(row[figure] for row in rows) for figure in ("per_s", "cpu_ms")} for name, rows in found.items()
    }
    ratios = {name: round(middle[name]["per_s"] / middle["bare"]["per_s"], 3) for name in ("ours", "ours, stored")}
    cpu = {name: round(middle[name]["cpu_ms"] / middle["bare"]["cpu_ms"], 2) for name in ("ours", "ours, stored")}
    ideal = round(AT_ONCE / latency_s, 1)
    return {**middle, "ideal_per_s": ideal, "rate over bare": ratios, "processor time over bare": cpu}


async def faults(calls: int, latency_s: float) -> dict[str, Any]:
    """5% 429, 3% 5xx, 2% bad JSON, against none, in turn."""
    rates: dict[str, list[float]] = {"clean": [], "faulty": []}
    lost, counts = 0, {}
    shares = ("--rate-limited", "0.05", "--server-error", "0.03", "--invalid", "0.02")
    with serving("--latency", str(latency_s)) as clean, serving("--latency", str(latency_s), *shares) as faulty:
        engines = {"clean": engine_at(clean), "faulty": engine_at(faulty)}

        async def work(engine: OpenAIEngine, number: int) -> None:
            nonlocal lost
            try:
                await ask(engine, number)
            except (Transient, AssertionError):
                lost += 1

        for engine in engines.values():
            await measured(3 * AT_ONCE, 0, lambda number, engine=engine: work(engine, number))  # type: ignore[misc]
        for turn in range(1, 4):
            for name, engine in engines.items():
                found = await measured(calls, turn * 10_000, lambda number, engine=engine: work(engine, number), 2 * AT_ONCE)  # type: ignore[misc]
                rates[name].append(found["per_s"])
        counts = faulty.counts()
    middle = {name: statistics.median(values) for name, values in rates.items()}
    return {**middle, "over clean": round(middle["faulty"] / middle["clean"], 3), "lost": lost, "served": counts}


async def unknown_limit(
    calls: int, latency_s: float, per_second: float = 10, settle_s: float = 20, measure_s: float = 60
) -> dict[str, Any]:
    """The endpoint allows 10 calls a second; nobody told us."""
    with serving("--latency", str(latency_s), "--per-second", str(per_second), "--at-once", "10") as server:
        engine = engine_at(server)
        numbers = iter(range(10**6))
        work = asyncio.create_task(among(AT_ONCE, numbers, lambda number: ask(engine, number)))
        await asyncio.sleep(settle_s)
        before, started = server.counts(), time.monotonic()
        await asyncio.sleep(measure_s)
        after, elapsed = server.counts(), time.monotonic() - started
        work.cancel()
        await asyncio.wait([work])
    served, limited = (after.get(name, 0) - before.get(name, 0) for name in ("served", "429"))
    return {
        "share of 429": round(limited / (served + limited), 4),
        "use of the allowed rate": round(served / elapsed / per_second, 3),
        "429 while settling": before.get("429", 0),
    }


async def outage(calls: int, latency_s: float, seconds: float = 60) -> dict[str, Any]:
    """The endpoint is down for a minute; records wait as they do in a stage (``Pause``), and count as lost when they would be buried."""
    begin = 8.0
    with serving("--latency", "0.1", "--outage", f"{begin}-{begin + seconds}") as server:
        started = time.monotonic()
        engine, pause = engine_at(server), Pause()
        lost, done = 0, []

        async def record(number: int) -> None:
            nonlocal lost
            who = object()
            try:
                while True:
                    try:
                        await ask(engine, number)
                        done.append(time.monotonic() - started)
                        return
                    except DependencyDown as down:
                        await pause.wait(who, down)
                    except Transient:
                        lost += 1
                        return
            finally:
                pause.leave(who)

        work = asyncio.create_task(among(16, iter(range(10**6)), record))
        await asyncio.sleep(begin + seconds + 8 - (time.monotonic() - started))
        work.cancel()
        await asyncio.wait([work])
        refused = server.counts().get("503", 0)
        end = begin + seconds
        # the server's clock starts a moment before ours, when it begins to listen
        after = [at for at in done if at > end - 1]
    return {"seconds until the first reply": round(after[0] - end, 2), "lost": lost, "refused while down": refused}


async def kill(calls: int, latency_s: float) -> dict[str, Any]:
    """Killed half-way, run again: how many requests the endpoint saw beyond one for each call."""
    with serving("--latency", "0.1") as server, tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--work", server.url, folder, str(calls)]
        at_kill, stored = await asyncio.to_thread(kill_half_way, command, server, folder, calls)
        await asyncio.to_thread(subprocess.run, command, check=True)
        total = server.counts()["requests"]
    return {"calls": calls, "paid before": at_kill, "stored then": stored, "in flight then": at_kill - stored, "paid twice": total - calls}


def kill_half_way(command: list[str], server: Server, folder: str, calls: int) -> tuple[int, int]:
    """Requests that the endpoint has seen, and replies that are stored, when the process is gone."""
    process = subprocess.Popen(command)
    while server.counts().get("requests", 0) < calls // 2:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    return server.counts()["requests"], sum(1 for _ in Path(folder, "calls").rglob("*.json"))


async def work(url: str, folder: str, calls: int) -> None:
    engine = OpenAIEngine(OpenAISettings(base_url=url, in_flight=AT_ONCE), ContentStore(folder))
    await among(AT_ONCE, iter(range(calls)), lambda number: ask(engine, number))
    await engine.close()


async def memory(calls: int, latency_s: float) -> dict[str, Any]:
    """Resident memory of this process while calls go by."""
    process = psutil.Process()
    seen = []
    with serving() as server:
        engine = engine_at(server, in_flight=16)
        for tenth in range(11):
            await among(16, iter(range(tenth * calls // 10, (tenth + 1) * calls // 10)), lambda number: ask(engine, number))
            seen.append(round(process.memory_info().rss / 2**20, 1))
    return {"calls": calls, "MiB after each tenth": seen}


CASES = {"throughput": throughput, "faults": faults, "unknown_limit": unknown_limit, "kill": kill, "outage": outage, "memory": memory}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=[name for name in CASES if name != "memory"])
    parser.add_argument("--calls", type=int, default=640)
    parser.add_argument("--work", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--latency", type=float, default=LATENCY_S)
    arguments = parser.parse_args()
    if arguments.work:
        asyncio.run(work(arguments.work[0], arguments.work[1], int(arguments.work[2])))
        return
    for name in arguments.cases:
        print(json.dumps({name: asyncio.run(run(CASES[name], arguments.calls, arguments.latency))}), flush=True)


if __name__ == "__main__":
    main()
