"""Joins writes that come while one is under way into the next one, so that many small ones cost few round trips."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

MOST_ROWS = 500

Row = dict[str, Any]


class Batcher:
    """``write`` gets up to 500 rows with different ids (of two with one id the later one), one call at a time, in order."""

    def __init__(self, write: Callable[[list[Row]], Awaitable[None]]) -> None:
        self._write = write
        self._waiting: list[tuple[list[Row], asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, *rows: Row) -> None:
        """Returns when the rows are written; raises what ``write`` raised for the batch they were in."""
        if not rows:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((list(rows), done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._drain())
        await done

    async def _drain(self) -> None:
        while self._waiting:
            rows, waiters = self._next()
            try:
                for start in range(0, len(rows), MOST_ROWS):
                    await self._write(rows[start : start + MOST_ROWS])
            except BaseException as error:
                _settle(waiters, error)
                if not isinstance(error, Exception):
                    raise
            else:
                _settle(waiters, None)

    def _next(self) -> tuple[list[Row], list[asyncio.Future[None]]]:
        by_id: dict[str, Row] = {}
        waiters: list[asyncio.Future[None]] = []
        while self._waiting and (not by_id or len(by_id) + len(self._waiting[0][0]) <= MOST_ROWS):
            rows, done = self._waiting.pop(0)
            waiters.append(done)
            by_id.update((row["id"], row) for row in rows)
        return list(by_id.values()), waiters


def _settle(waiters: list[asyncio.Future[None]], error: BaseException | None) -> None:
    for waiter in waiters:
        if waiter.done():  # its caller was cancelled
            continue
        if error is None:
            waiter.set_result(None)
        elif isinstance(error, asyncio.CancelledError):
            waiter.cancel()
        else:
            waiter.set_exception(error)
