"""Which endpoints are down, in the content store, where ``doctor`` and ``lag`` see it: ``endpoints/<endpoint>/<model>.json``.

A worker that waits repeats it every few seconds, so what was not repeated for long was written by a worker that is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import asdict, dataclass
from time import time

import orjson

from charge_stream.infra.gateway.breaker import Open
from charge_stream.infra.store import ContentStore, segment, unsegment
from charge_stream.models.errors import DependencyDown

FOLDER = "endpoints"
REPEAT_S = 5.0
STALE_S = 60.0


@dataclass(frozen=True)
class Down:
    """Times in Unix seconds; ``told``: when it was last seen to be so."""

    endpoint: str
    model: str
    since: float
    told: float
    reason: str


async def downs(store: ContentStore) -> list[Down]:
    """The endpoints that workers wait for now."""
    found = []
    for path in await store.list(FOLDER):
        stored = await store.get_json(path)
        if stored is not None and time() - stored["told"] < STALE_S:
            _, endpoint, model = path.removesuffix(".json").split("/")
            found.append(Down(unsegment(endpoint), unsegment(model), **stored))
    return found


class Standing:
    """Writes what one route's breaker says, behind the back of the calls."""

    def __init__(self, store: ContentStore, endpoint: str, model: str) -> None:
        self._store = store
        self._path = f"{FOLDER}/{segment(endpoint)}/{segment(model)}.json"
        self._told: float | None = None
        self._writing: set[asyncio.Task[None]] = set()

    def tell(self, state: Open | None) -> None:
        """It is open (again), or closed."""
        now = time()
        if state is None:
            self._told = None
            self._later(None)
        elif self._told is None or now - self._told >= REPEAT_S:
            self._told = now
            self._later(orjson.dumps({**asdict(state), "told": now}))

    async def settled(self) -> None:
        """What was told is written."""
        if self._writing:
            await asyncio.wait(self._writing)

    def _later(self, data: bytes | None) -> None:
        task = asyncio.create_task(self._write(data, set(self._writing)), name=self._path)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, data: bytes | None, before: set[asyncio.Task[None]]) -> None:
        if before:
            await asyncio.wait(before)
        with contextlib.suppress(DependencyDown):
            await (self._store.delete(self._path) if data is None else self._store.put(self._path, data))
