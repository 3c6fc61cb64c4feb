"""What was spent, by day and worker, in the content store: ``spend/<day>/<worker>.json``. Days are those of UTC.

Each worker writes its own file, and reads those of the others. It writes a second after something was spent, so a killed worker's last
second is missing from the ledger.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from time import monotonic

import orjson

from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import DependencyDown

FOLDER = "spend"
WRITE_S = 1.0
READ_S = 10.0


@dataclass
class Spent:
    """``usd``; ``prompt`` and ``completion`` tokens, of which ``estimated`` were not told by the endpoint; ``calls``."""

    usd: float = 0.0
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    estimated: int = 0

    def add(self, other: Spent) -> None:
        """Count ``other`` too."""
        for name, amount in asdict(other).items():
            setattr(self, name, getattr(self, name) + amount)


def today() -> str:
    """The day now."""
    return datetime.now(UTC).date().isoformat()


async def spent_on(store: ContentStore, day: str, without: str = "") -> Spent:
    """What all workers spent on a day, but for the one that writes the file ``without``."""
    total = Spent()
    for path in await store.list(f"{FOLDER}/{day}"):
        stored = None if path == without else await store.get_json(path)
        if stored is not None:
            total.add(Spent(**stored))
    return total


class Ledger:
    """This worker's spending: ``run`` since it was made, and ``today`` with what the others spent."""

    def __init__(self, store: ContentStore | None, day: Callable[[], str] = today) -> None:
        self._store = store
        self._day_now = day
        self._worker = secrets.token_hex(6)
        self._day = day()
        self._mine = Spent()
        self._others = Spent()
        self._read_at: float | None = None
        self._writing: asyncio.Task[None] | None = None
        self.run = Spent()

    @property
    def today(self) -> float:
        """US dollars that all workers spent today, as far as known here."""
        self._turn_page()
        return self._mine.usd + self._others.usd

    def add(self, spent: Spent) -> None:
        """Something was spent."""
        self._turn_page()
        self._mine.add(spent)
        self.run.add(spent)
        if self._store is not None and self._writing is None:
            self._writing = asyncio.create_task(self._write_soon(), name="ledger")

    async def refresh(self) -> None:
        """Read what the others spent, unless that was done a moment ago."""
        self._turn_page()
        if self._store is None or (self._read_at is not None and monotonic() - self._read_at < READ_S):
            return
        self._read_at = monotonic()
        self._others = await spent_on(self._store, self._day, without=self._path)

    async def close(self) -> None:
        """Write what is not written yet."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait([self._writing])
            await self._write()

    @property
    def _path(self) -> str:
        return f"{FOLDER}/{self._day}/{self._worker}.json"

    def _turn_page(self) -> None:
        day = self._day_now()
        if day != self._day:
            self._day, self._mine, self._others, self._read_at = day, Spent(), Spent(), None

    async def _write_soon(self) -> None:
        await asyncio.sleep(WRITE_S)
        self._writing = None
        with contextlib.suppress(DependencyDown):  # written with the next spending
            await self._write()

    async def _write(self) -> None:
        if self._store is not None:
            await self._store.put(self._path, orjson.dumps(asdict(self._mine)))
