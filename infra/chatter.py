"""What libraries log, made bearable: aiokafka alone says a thousand times a second, in 13 groups and 20 ways, that a broker is away."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

AGAIN_SECONDS = 60.0
"""The same message of a library, whatever stands in it, is shown once in so many seconds."""
LASTING_SECONDS = 2.0
"""That Kafka is away is told when it has lasted so long: a group that forms, or a new leader, takes a moment."""
CALM_SECONDS = 5.0
"""Without a complaint for so long it is back."""
MOST_REMEMBERED = 1000

NEVER = frozenset(
    {
        'Unable connect to "%s:%s": %s',  # at the start; told in one sentence by whoever wanted to connect
        "Heartbeat failed for group %s because it is rebalancing",  # a worker came or went
        "Heartbeat failed for group %s: generation id is not  current.",
    }
)
SERVICE = "[^"
"""So begins what Faust's services say: in the name of our modules, where our classes are derived from theirs."""
SLOW = ("]: Warning: Task timed out!", "]: Please make sure it's hanging before restart.")
"""That partitions changed hands slowly: what was in work was finished first."""
AWAY = frozenset(
    {
        "Cannot send %r to %s: %r",
        "Could not send %r: %r",
        "Error sending %s to node %s [%s] -- marking coordinator dead",
        "Failed fetch messages from %s: %s",
        "Failed fetch offsets from %s: %s",
        "Failed to commit on finallization: %s",
        "Got error produce response: %s",
        "Got error produce response on topic-partition %s, retrying. Error: %s",
        "Group Coordinator Request failed: %s",
        "Heartbeat failed for group %s: coordinator (node %s) is either not started or not valid",
        "Heartbeat send request failed: %s. Will retry.",
        "Heartbeat session expired - marking coordinator dead",
        "LeaveGroup request failed: %s",
        "Marking the coordinator dead (node %s)for group %s.",
        "No broker metadata found in MetadataResponse -- ignoring.",
        "OffsetCommit failed before join, ignoring: %s",
        "Unable connect to node with id %s: %s",
        'Unable to request metadata from "%s:%s": %s',
        "Unable to request metadata from node with id %s: %r",
        "Unable to update metadata from %s",
    }
)
"""The messages of aiokafka 0.14 that say, each in its way, that a broker does not answer or is not ready."""


class Chatter(logging.Filter):
    """Our own records pass; ``NEVER`` is dropped; ``AWAY`` becomes one sentence a minute; nothing else is repeated within a minute."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._shown: dict[str, float] = {}
        self._since = self._latest = -AGAIN_SECONDS

    def filter(self, record: logging.LogRecord) -> bool:
        message = str(record.msg)
        if record.name.startswith("charge_stream") and not message.startswith(SERVICE):
            return True
        if message in NEVER or message.endswith(SLOW):
            return False
        if message not in AWAY:
            return self._due(message)
        if not self._lasts() or not self._due("away"):
            return False
        record.msg, record.args = (
            f"A Kafka broker does not answer, or is not ready; it is asked again and again ({record.getMessage()})",
            (),
        )
        return True

    def _lasts(self) -> bool:
        now = self._clock()
        if now - self._latest > CALM_SECONDS:
            self._since = now
            self._shown.pop("away", None)
        self._latest = now
        return now - self._since >= LASTING_SECONDS

    def _due(self, message: str) -> bool:
        now = self._clock()
        if now - self._shown.get(message, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return False
        if len(self._shown) >= MOST_REMEMBERED:
            self._shown.clear()
        self._shown[message] = now
        return True
