"""``milvus-lite server`` for the tests, with one thread and a small memory table, as ``docs/operations.md`` tells."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from ports import answers, free_port

START_SECONDS = 90


class MilvusServer:
    """On a port of its own. ``start`` after ``kill`` goes on with the same rows."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = [str(Path(sys.executable).parent / "milvus-lite"), "server", "--data-dir", str(self._folder / "index")]
        address = ["--host", "127.0.0.1", "--port", str(self.port), "--max-workers", "1"]
        environment = {**os.environ, "MILVUS_LITE_MEMTABLE_MEMORY_LIMIT_BYTES": "524288"}
        log = self._folder / "index.log"
        with log.open("ab") as out:
            self._process = subprocess.Popen([*program, *address], stdout=out, stderr=out, env=environment)
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.port):
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """Everything it had stored."""
        shutil.rmtree(self._folder / "index")
