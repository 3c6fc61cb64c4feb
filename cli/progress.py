"""Progress while a run works: a live table on a terminal, JSON lines on stderr elsewhere."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from charge_stream.infra.hosting import Host
from charge_stream.infra.stage import Stage

LIVE_SECONDS = 0.25
LINE_SECONDS = 5.0


class Progress:
    """Per stage: done, waiting, failed; elapsed; and what the run waits for. ``quiet`` shows nothing."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live: Any = None
        self._started = self._shown = time.monotonic()
        self._host: Host | None = None
        self._stages: Sequence[Stage] = ()

    def begin(self, host: Host, stages: Sequence[Stage]) -> None:
        self._host, self._stages = host, stages
        if not self._quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()

    def update(self, waiting_for: str) -> None:
        """Show where the run stands, not more often than it can be read."""
        now = time.monotonic()
        if self._quiet or self._host is None or now - self._shown < (LIVE_SECONDS if self._live else LINE_SECONDS):
            return
        self._shown = now
        if self._live:
            self._live.update(self._table(waiting_for), refresh=True)
        else:
            self._line(waiting_for)

    def note(self, what: str) -> None:
        """A step outside the stages."""
        self._shown = 0.0
        self.update(what)

    def end(self) -> None:
        if self._live:
            self._live.stop()
            self._live = None

    def _table(self, waiting_for: str) -> Any:
        from rich.table import Table

        table = Table(title=f"{time.monotonic() - self._started:.0f} s, waiting for {waiting_for}", title_justify="left")
        for name in ("stage", "done", "waiting", "failed", ""):
            table.add_column(name, justify="left" if name in ("stage", "") else "right")
        assert self._host is not None
        for stage in self._stages:
            stats = self._host.stats()[stage.name]
            waiting = stats.received - stats.done
            table.add_row(stage.name, str(stats.done), str(waiting or ""), str(stats.failed or ""), stats.paused or "")
        return table

    def _line(self, waiting_for: str) -> None:
        assert self._host is not None
        stages = {
            name: {"done": stats.done, "waiting": stats.received - stats.done, "failed": stats.failed}
            for name, stats in self._host.stats().items()
            if stats.received
        }
        print(
            json.dumps({"elapsed": round(time.monotonic() - self._started, 1), "waiting_for": waiting_for, "stages": stages}),
            file=sys.stderr,
            flush=True,
        )
