"""Evenly spaced starts: at most so many units a second, with little in one go."""

from __future__ import annotations

BURST_S = 0.05
"""How much time without starts may be caught up with, beside the place of one start: timers of a busy machine come late."""


class Spacing:
    """``rate`` in units (calls, tokens) a second; None: unlimited. Times in seconds of the caller's clock."""

    def __init__(self, rate: float | None, burst_s: float = BURST_S) -> None:
        self.rate = rate
        self._burst_s = burst_s
        self._free_at = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next may start."""
        return 0.0 if self.rate is None else max(0.0, self._free_at - now)

    def start(self, now: float, units: float = 1.0) -> None:
        """Something of so many units starts."""
        if self.rate is None:
            return
        step = units / self.rate
        self._free_at = max(self._free_at, now - self._burst_s - min(step, 1.0)) + step

    def give_back(self, units: float) -> None:
        """Units that were not used after all."""
        if self.rate is not None:
            self._free_at -= units / self.rate
