"""Whose turn it is: of the stages with calls waiting, the one that has least of what is scarce.

A stage's share is the greater of two: its calls under way, of the room there is; and its calls lately started, of the pace there is. So a
stage of slow calls cannot fill the room, nor one of quick calls use up the pace, while others wait.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from dataclasses import dataclass, field

from charge_stream.models.errors import EndpointDown

LATELY_S = 10.0


@dataclass(eq=False)
class Waiting:
    """A call that waits for its start. ``tokens``: what it may take at most."""

    stage: str
    tokens: int
    start: asyncio.Future[None]


@dataclass
class Lately:
    """Starts, each counted less the longer it is ago."""

    amount: float = 0.0
    at: float = 0.0

    def add(self, now: float) -> None:
        self.amount, self.at = self.worth(now) + 1.0, now

    def worth(self, now: float) -> float:
        return self.amount * math.exp((self.at - now) / LATELY_S)


@dataclass
class Turns:
    """Calls waiting, by stage; each stage's in the order they came."""

    in_flight: Counter[str] = field(default_factory=Counter)
    _queues: dict[str, deque[Waiting]] = field(default_factory=dict)
    _lately: dict[str, Lately] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    def add(self, waiting: Waiting) -> None:
        """It waits behind those of its stage."""
        self._queues.setdefault(waiting.stage, deque()).append(waiting)

    def next(self, room: float, rate: float | None, now: float) -> Waiting | None:
        """Whose turn it is, left in its place; None when nobody waits. Who has given up meanwhile is passed over."""
        for stage in list(self._queues):
            queue = self._queues[stage]
            while queue and queue[0].start.done():
                queue.popleft()
            if not queue:
                del self._queues[stage]
        if not self._queues:
            return None
        if len(self._queues) == 1:
            return next(iter(self._queues.values()))[0]
        started = rate * LATELY_S if rate else math.inf
        return min(self._queues.values(), key=lambda queue: self._share(queue[0].stage, room, started, now))[0]

    def start(self, waiting: Waiting, now: float) -> None:
        """It leaves the queue and is under way."""
        self._queues[waiting.stage].popleft()
        self.in_flight[waiting.stage] += 1
        self._lately.setdefault(waiting.stage, Lately()).add(now)
        waiting.start.set_result(None)

    def end(self, stage: str) -> None:
        """A call of the stage is no longer under way."""
        self.in_flight[stage] -= 1

    def refuse(self, reason: str) -> None:
        """Whoever waits is told that the endpoint is down."""
        for queue in self._queues.values():
            for waiting in queue:
                if not waiting.start.done():
                    waiting.start.set_exception(EndpointDown(reason))
        self._queues.clear()

    def _share(self, stage: str, room: float, started: float, now: float) -> float:
        lately = self._lately[stage].worth(now) if stage in self._lately else 0.0
        return max(self.in_flight[stage] / room, lately / started)
