"""Joins what is asked for while a call is under way into the next call, so that many small requests cost few round trips."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")


class Batcher(Generic[Item, Result]):
    """``work`` gets up to ``most`` items, in the order in which they were asked for, and gives a result for each.

    ``at_once``: how many calls may be under way. ``group``: items of different groups are never in one call.
    """

    def __init__(
        self,
        work: Callable[[list[Item]], Awaitable[Sequence[Result]]],
        most: int,
        *,
        at_once: int = 1,
        group: Callable[[Item], Hashable] = lambda item: None,
    ) -> None:
        self._work = work
        self._most = most
        self._at_once = at_once
        self._group = group
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._workers: set[asyncio.Task[None]] = set()

    def ask(self, item: Item) -> asyncio.Future[Result]:
        """The result to await; it raises what ``work`` raised for the call that the item was in."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        if len(self._workers) < self._at_once:
            self._workers.add(asyncio.create_task(self._drain()))
        return done

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._call(self._next())
        finally:  # before anything else runs, for what is asked next must not count on this worker
            self._workers.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _call(self, batch: Sequence[tuple[Item, asyncio.Future[Result]]]) -> None:
        waiters = [done for _, done in batch]
        try:
            results = await self._work([item for item, _ in batch])
        except BaseException as error:
            _fail(waiters, error)
            if not isinstance(error, Exception):
                raise
        else:
            for done, result in zip(waiters, results, strict=True):
                if not done.done():  # else its caller was cancelled
                    done.set_result(result)

    def _next(self) -> list[tuple[Item, asyncio.Future[Result]]]:
        """The longest waiting item with others of its group."""
        group = self._group(self._waiting[0][0])
        taken: list[tuple[Item, asyncio.Future[Result]]] = []
        left: list[tuple[Item, asyncio.Future[Result]]] = []
        for entry in self._waiting:
            (taken if len(taken) < self._most and self._group(entry[0]) == group else left).append(entry)
        self._waiting = left
        return taken


def _fail(waiters: Sequence[asyncio.Future[Result]], error: BaseException) -> None:
    for waiter in waiters:
        if waiter.done():
            continue
        if isinstance(error, asyncio.CancelledError):
            waiter.cancel()
        else:
            waiter.set_exception(error)
