"""A group that gets nothing although records wait: clients have been seen to forget a partition, or to stop asking, without an error.

What is in work, waits its turn, or waits for a service is no stall, however long it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from aiokafka import TopicPartition

from charge_stream.infra.apps import StageApp
from charge_stream.infra.progress import Progress

STALL_SECONDS = 60.0
LOOK_SECONDS = 15.0


class Stalls:
    """To be asked every ``LOOK_SECONDS``."""

    def __init__(self, progress: Progress, apps: Sequence[StageApp], clock: Callable[[], float] = monotonic) -> None:
        self._progress = progress
        self._apps = apps
        self._clock = clock
        self._since: dict[tuple[str, TopicPartition, int], float] = {}

    async def look(self) -> str | None:
        """A sentence about a partition of which nothing has come for ``STALL_SECONDS`` while records waited; None when all is well.

        Raises:
            DependencyDown: the broker does not answer.
        """
        before, self._since = self._since, {}  # when the broker does not answer, nothing is known any more
        now = self._clock()
        waiting = {(app.group, *where) for app in self._apps for where in await self._waiting(app)}
        self._since = {where: before.get(where, now) for where in waiting}
        for (group, tp, _), since in sorted(self._since.items()):
            if now - since >= STALL_SECONDS:
                return (
                    f"Consumer group {group} gets nothing of {tp.topic}-{tp.partition} though records wait there: "
                    "this worker ends, to be started again."
                )
        return None

    async def _waiting(self, app: StageApp) -> list[tuple[TopicPartition, int]]:
        """The partitions that have records after the committed offset, and none of them here; with that offset."""
        hungry = app.hungry
        committed = await self._progress.committed(app.group, hungry)
        ends, begins = await self._progress.ends(hungry), await self._progress.begins(hungry)
        return [(tp, offset) for tp, offset in committed.items() if max(offset, begins[tp]) < ends[tp]]
