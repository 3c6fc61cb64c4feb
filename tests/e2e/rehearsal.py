"""A rehearsal as the documentation tells: the real commands, in processes of their own, against ``charge-stream fake-endpoint``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

KEY = "sk-planted-key-0123456789"
PRICES = '{"gpt-4o-mini": {"prompt": 0.15, "completion": 0.6}}'
COMMAND = [sys.executable, "-m", "charge_stream"]


class Rehearsal:
    """``outputs`` holds all that the commands put out, on both channels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outputs: list[bytes] = []
        self._server = subprocess.Popen([*COMMAND, "fake-endpoint", "--port", "0", "--key", KEY], stdout=subprocess.PIPE)
        assert self._server.stdout is not None
        self.url = self._server.stdout.readline().decode().partition("=")[2].strip()

    def call(self, *arguments: str | Path, **settings: str) -> subprocess.CompletedProcess[bytes]:
        """Run a command; ``settings`` by their names without ``CHARGE_``, in small letters."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CHARGE_")}
        given = {
            "engine": "openai",
            "openai__base_url": self.url,
            "openai__api_key": KEY,
            "openai__prices": PRICES,
            "store": str(self.folder / "nothing"),
            "processes": "1",
            "log_level": "debug",
            **settings,
        }
        own = {f"CHARGE_{name.upper()}": value for name, value in given.items()}
        done = subprocess.run([*COMMAND, *map(str, arguments)], env={**inherited, **own}, capture_output=True, stdin=subprocess.DEVNULL)
        self.outputs += [done.stdout, done.stderr]
        return done

    @property
    def requests(self) -> int:
        """Requests that the endpoint has got."""
        with urllib.request.urlopen(self.url.removesuffix("/v1") + "/counts") as answer:
            return int(json.load(answer).get("requests", 0))

    def stop(self) -> None:
        """Stop the endpoint, and keep what it printed."""
        self._server.terminate()
        self.outputs.append(self._server.communicate()[0])
