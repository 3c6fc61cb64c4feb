"""What a run takes: wall time, processor time and memory, worker processes and the embedded broker included."""

from __future__ import annotations

import asyncio
import contextlib
import time

import psutil

from charge_stream.evaluation.figures import Timing
from charge_stream.infra import metrics

SAMPLE_SECONDS = 0.5
MEBIBYTE = 1024 * 1024


class Usage:
    """Samples this process and its descendants. What a process used after its last sample is missed: half a second at most."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._cpu_s: dict[tuple[int, float], float] = {}
        self._peak_bytes = 0

    async def watch(self) -> None:
        """Sample until cancelled."""
        while True:
            self.sample()
            await asyncio.sleep(SAMPLE_SECONDS)

    def sample(self) -> None:
        """Look once. Resident memory is added up over the processes, so pages that they share count more than once."""
        own = psutil.Process()
        resident = 0
        for process in [own, *own.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):  # it ended meanwhile
                times = process.cpu_times()
                self._cpu_s[process.pid, process.create_time()] = times.user + times.system
                resident += process.memory_info().rss
        self._peak_bytes = max(self._peak_bytes, resident)

    def timing(self) -> Timing:
        """The figures so far."""
        self.sample()
        return Timing(
            wall_s=round(time.monotonic() - self._started, 2),
            cpu_s=round(sum(self._cpu_s.values()), 2),
            peak_rss_mb=round(self._peak_bytes / MEBIBYTE, 1),
            stages_s=metrics.seconds(),
        )
