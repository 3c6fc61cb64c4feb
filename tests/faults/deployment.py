"""The program as it is deployed: Apache Kafka, one index server, workers in processes of their own, and the real commands."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from milvus_server import MilvusServer
from ports import free_port

from charge_stream.agents import all_stages
from charge_stream.infra.brokers import Broker
from charge_stream.infra.progress import Progress

UP_SECONDS = 60
DRAIN_SECONDS = 150
STOP_SECONDS = 40
POLL_SECONDS = 0.2

SMALL = {"PARTITIONS": "2", "PROCESSES": "1", "SESSION_S": "6"}
"""Two workers share every topic, and one that is dead is missed as soon as the brokers' own settings allow."""

HANDLED = re.compile(r'^charge_records_total\{outcome="done",stage="\w+"\} (\S+)$', re.MULTILINE)
GROUPS = {stage.name: [topic.name for topic in stage.consumes] for stage in all_stages()}


@contextmanager
def index_server(folder: Path) -> Iterator[str]:
    """A Milvus server; its URI."""
    server = MilvusServer(folder)
    server.start()
    try:
        yield server.uri
    finally:
        server.kill()


class Deployment:
    """Workers with topics, groups, collections and a store of their own (``prefix``). ``settings`` are environment variables."""

    def __init__(self, kafka: str, index: str, folder: Path, prefix: str, settings: Mapping[str, str]) -> None:
        self.prefix, self.store, self.broker = prefix, folder / prefix, Broker(kafka)
        self._folder = folder
        self._workers: list[subprocess.Popen[bytes]] = []
        self._metrics: dict[int, int] = {}
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CHARGE_")}
        own = {"BROKER": kafka, "INDEX": index, "STORE": str(self.store), "PREFIX": prefix, **SMALL}
        self._environment = {**inherited, **{f"CHARGE_{name}": value for name, value in {**own, **settings}.items()}}

    def __enter__(self) -> Deployment:
        return self

    def __exit__(self, *exception: object) -> None:
        for worker in self._workers:
            worker.kill()
            worker.wait()

    def start(self, *stages: str, **settings: str) -> subprocess.Popen[bytes]:
        """A worker for these stages (none: all), not yet in its groups."""
        chosen = [word for stage in stages for word in ("--stage", stage)]
        port = free_port()
        changed = {f"CHARGE_{name.upper()}": value for name, value in {**settings, "metrics_port": str(port)}.items()}
        with (self._folder / f"{self.prefix}-{len(self._workers)}.log").open("ab") as log:
            command = [sys.executable, "-m", "charge_stream", "worker", *chosen]
            worker = subprocess.Popen(command, stdout=log, stderr=log, env={**self._environment, **changed})
        self._workers.append(worker)
        self._metrics[worker.pid] = port
        return worker

    def until_up(self, members: Mapping[str, int]) -> None:
        """Wait until each group has that many members, by stage."""

        async def up(progress: Progress) -> bool:
            groups = {stage: await progress.members(f"{self.prefix}.{stage}") for stage in members}
            return groups == members

        self._ask(up, UP_SECONDS, "the workers did not join their groups")

    def until_drained(self) -> None:
        """Wait until every stage's group has committed up to the end of all its topics."""
        groups = [(f"{self.prefix}.{stage}", [f"{self.prefix}.{name}" for name in topics]) for stage, topics in GROUPS.items()]
        self._ask(lambda progress: progress.drained(groups), DRAIN_SECONDS, "the stream did not come to rest")

    def require_all(self) -> None:
        """Fail when a worker has ended that nobody killed."""
        dead = [worker.returncode for worker in self._workers if worker.poll() not in (None, 0, -signal.SIGKILL)]
        assert not dead, f"workers ended by themselves with {dead}: {self.logs()}"

    def logs(self) -> list[str]:
        """What each worker has said on stdout and stderr."""
        return [path.read_text().strip() for path in sorted(self._folder.glob(f"{self.prefix}-*.log"))]

    def handled(self, worker: subprocess.Popen[bytes]) -> int:
        """How many records a running worker has handled, by its own metrics."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._metrics[worker.pid]}/metrics", timeout=10) as answer:
            found = HANDLED.findall(answer.read().decode())
        return int(sum(float(number) for number in found))

    def stop_all(self) -> list[int]:
        """SIGTERM to every worker; their exit statuses."""
        for worker in self._workers:
            worker.send_signal(signal.SIGTERM)
        return [worker.wait(STOP_SECONDS) for worker in self._workers]

    def command(self, *arguments: str) -> list[str]:
        """Run ``charge-stream``; the lines it prints."""
        program = [sys.executable, "-m", "charge_stream", *arguments]
        done = subprocess.run(program, env=self._environment, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        return done.stdout.splitlines()

    def lag(self) -> list[dict[str, Any]]:
        """What ``charge-stream lag --json`` shows."""
        shown: list[dict[str, Any]] = json.loads(self.command("lag", "--json")[-1])
        return shown

    def tail(self, topic: str) -> list[dict[str, Any]]:
        """Everything on a topic, as ``charge-stream tail`` prints it."""
        return [json.loads(line) for line in self.command("tail", topic, "--from-start", "--until-end")]

    def _ask(self, question: Callable[[Progress], Any], seconds: float, complaint: str) -> None:
        async def ask() -> None:
            progress = Progress(self.broker)
            await progress.start()
            deadline = time.monotonic() + seconds
            try:
                while not await question(progress):
                    self.require_all()
                    assert time.monotonic() < deadline, f"{complaint} within {seconds} s: {self.logs()}"
                    await asyncio.sleep(POLL_SECONDS)
            finally:
                await progress.stop()

        asyncio.run(ask())
