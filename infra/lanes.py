"""The records of one partition in delivery order: which may start, and which prefix is finished. Nothing here waits or does I/O."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from charge_stream.infra.stage import Order


@dataclass(frozen=True)
class Delivery:
    """A record as the broker delivered it, undecoded. ``event`` is Faust's handle on it."""

    topic: str
    partition: int
    offset: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes], ...]
    event: Any = None

    @property
    def header(self) -> dict[str, str]:
        """The headers as text, of a repeated one the last."""
        return {name: value.decode("utf-8", "replace") for name, value in self.headers if value is not None}


class State(Enum):
    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"


@dataclass(eq=False)
class Entry:
    """A record's place in its lane. ``resting``: it sleeps between attempts, so nothing is lost when it is cut short."""

    delivery: Delivery
    state: State = State.WAITING
    task: asyncio.Task[None] | None = None
    resting: bool = False


def order_key(order: Order, delivery: Delivery) -> Hashable:
    """Records of equal keys are never in work at once."""
    place = (delivery.topic, delivery.partition, delivery.offset)
    return {Order.FREE: place, Order.BY_KEY: delivery.key, Order.ONE: None}[order]


class Lane:
    """One partition of one stage.

    ``window``: how many records may be unacknowledged and started, the slow head included; behind it others only wait.
    A ``gated`` lane starts nothing by itself and never asks for a stop of the fetching.
    """

    def __init__(self, order: Order, window: int, gated: bool = False) -> None:
        self.order = order
        self.window = window
        self.gated = gated
        self.entries: deque[Entry] = deque()
        self.position: int | None = None

    def add(self, delivery: Delivery) -> Entry | None:
        """The new entry, or None for a record that was delivered before."""
        if self.position is not None and delivery.offset < self.position:
            return None
        self.position = delivery.offset + 1
        entry = Entry(delivery)
        self.entries.append(entry)
        return entry

    def startable(self) -> list[Entry]:
        """The entries that may start now, in delivery order."""
        if self.gated:
            return []
        ready, busy = [], set()
        for entry in [self.entries[index] for index in range(min(self.window, len(self.entries)))]:
            if entry.state is State.DONE:
                continue
            key = order_key(self.order, entry.delivery)
            if entry.state is State.WAITING and key not in busy:
                ready.append(entry)
            busy.add(key)
        return ready

    def finish(self, entry: Entry) -> list[Entry]:
        """Mark ``entry`` as done; the finished prefix, which leaves the lane, in delivery order."""
        entry.state = State.DONE
        prefix = []
        while self.entries and self.entries[0].state is State.DONE:
            prefix.append(self.entries.popleft())
        return prefix

    @property
    def full(self) -> bool:
        """Fetching should stop for now."""
        return not self.gated and len(self.entries) >= 2 * self.window

    @property
    def low(self) -> bool:
        """Fetching may go on."""
        return len(self.entries) <= self.window
