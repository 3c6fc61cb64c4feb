"""What helps after a failure: trying again, waiting for a service, or nothing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from enum import Enum
from time import monotonic

from charge_stream.models.errors import DependencyDown, Permanent, Transient

FIRST_DELAY_SECONDS = 0.2
LONGEST_DELAY_SECONDS = 10.0
UNEXPECTED_TRIES = 3
LONGEST_PAUSE_SECONDS = 4.0
"""Between two tries of a service that is down: what waits for it goes on soon after it is back."""


class Verdict(Enum):
    RETRY = "retry"
    WAIT = "wait for the service"
    BURY = "dead letter"


def backoff(failures: int, first_s: float = FIRST_DELAY_SECONDS, longest_s: float = LONGEST_DELAY_SECONDS) -> float:
    """Seconds before the next try after so many failures: doubling up to a bound, with jitter from half to whole."""
    delay = min(longest_s, first_s * 2.0 ** min(failures - 1, 16))
    return delay * random.uniform(0.5, 1.0)


class Tries:
    """The attempts at one record. A wait for a service is no attempt, and starts the deadline anew."""

    def __init__(self, deadline_s: float, clock: Callable[[], float] = monotonic) -> None:
        self._deadline_s = deadline_s
        self._clock = clock
        self._since: float | None = None
        self._unexpected = 0
        self.failures = 0

    def verdict(self, error: Exception) -> Verdict:
        """What to do about ``error``; counts it as an attempt unless a service was down."""
        if isinstance(error, DependencyDown):
            self._since = None
            return Verdict.WAIT
        self.failures += 1
        if isinstance(error, Permanent):
            return Verdict.BURY
        if isinstance(error, Transient | TimeoutError | ConnectionError):
            self._since = self._clock() if self._since is None else self._since
            return Verdict.RETRY if self._clock() - self._since < self._deadline_s else Verdict.BURY
        self._unexpected += 1
        return Verdict.RETRY if self._unexpected < UNEXPECTED_TRIES else Verdict.BURY

    def delay(self) -> float:
        """Seconds before the next attempt."""
        return backoff(self.failures)


class Pause:
    """A stage waiting for a service. One record at a time tries the service, each in its turn; the others wait for a success.

    In turn, because the record whose turn it is may be the very one that the service fails on.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self.dependency: str | None = None
        self._prober: object | None = None
        self._failures = 0
        self._waiting: dict[object, asyncio.Event] = {}

    async def wait(self, who: object, error: DependencyDown) -> None:
        """Return when ``who`` should try again."""
        self.reason, self.dependency = str(error), error.dependency
        if self._prober is None:
            self._prober, self._failures = who, 0
        elif self._prober is who and self._waiting:
            self._prober = next(iter(self._waiting))
            self._waiting.pop(self._prober).set()
        if self._prober is not who:
            self._waiting[who] = turn = asyncio.Event()
            await turn.wait()
        if self._prober is who:
            self._failures += 1
            await asyncio.sleep(min(LONGEST_PAUSE_SECONDS, backoff(self._failures)))

    def leave(self, who: object) -> bool:
        """``who`` is done, or gone; True when that ends the pause. Should the service still be down, the next record finds out."""
        if who in self._waiting:
            self._waiting.pop(who).set()
        if self._prober is not who:
            return False
        self._prober = self.reason = self.dependency = None
        for turn in self._waiting.values():
            turn.set()
        self._waiting.clear()
        return True
