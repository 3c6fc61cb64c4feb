"""How long a call that fails in passing ways is tried again, and how long it rests between two tries."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic

from charge_stream.infra.retries import backoff
from charge_stream.models.errors import CallFailed

FIRST_REST_S = 0.5
LONGEST_REST_S = 15.0


class Patience:
    """The tries of one call. The deadline runs from its first failure: waiting for a turn is no failure."""

    def __init__(self, deadline_s: float, clock: Callable[[], float] = monotonic) -> None:
        self._deadline_s = deadline_s
        self._clock = clock
        self._since: float | None = None
        self._failures = 0

    def rest(self, error: CallFailed) -> float:
        """Seconds until the next try: as long as the endpoint asks, else doubling, with jitter from half to whole.

        Raises:
            CallFailed: ``error``, when the next try would come after the deadline.
        """
        now = self._clock()
        self._since = now if self._since is None else self._since
        self._failures += 1
        if error.wait_s is None:
            rest = backoff(self._failures, FIRST_REST_S, LONGEST_REST_S)
        else:
            rest = error.wait_s + FIRST_REST_S * random.random()
        if now + rest - self._since > self._deadline_s:
            raise error
        return rest
