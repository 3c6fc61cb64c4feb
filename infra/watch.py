"""What a worker tells of its stages while they run: which of them wait for a service, once in the log and all the time in a metric."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from time import monotonic

from charge_stream.infra import metrics
from charge_stream.infra.runtime import StageStats

log = logging.getLogger(__name__)


class Watch:
    """To be shown the stages' counts every second or so."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def look(self, stages: Mapping[str, StageStats]) -> None:
        """Tell what has changed since the last look."""
        for name, stats in stages.items():
            metrics.waiting(name, stats.paused is not None)
            if stats.paused is not None and name not in self._since:
                self._since[name] = self._clock()
                log.warning("%s waits, and tries again until it can go on: %s", name, stats.paused)
            elif stats.paused is None and name in self._since:
                log.warning("%s goes on after %.0f s.", name, self._clock() - self._since.pop(name))
