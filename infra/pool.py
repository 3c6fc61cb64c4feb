"""Worker processes for risky work: parsers and chart readers meet documents that hang, eat memory or crash the interpreter.

Each slot is a pebble pool of one process. Processes of one pebble pool share a channel, and one that is killed while it holds the
channel's lock takes its neighbours with it; with one each, only the record that did it suffers, and every death has one culprit.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import multiprocessing.context
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar, cast

import pebble

from charge_stream.infra import pool_worker
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore, segment
from charge_stream.models.errors import WorkerDied

T = TypeVar("T")

GRACE_SECONDS = 30.0
PATIENCE = 5


class Pool:
    """``settings.processes`` slots, each with a limit on its memory; a call waits for a free one. Processes start when first used."""

    def __init__(self, settings: Settings, store: ContentStore) -> None:
        self._settings = settings
        self._store = store
        self._free = asyncio.Semaphore(settings.processes)
        self._idle: list[pebble.ProcessPool] = []
        self._busy: set[pebble.ProcessPool] = set()
        self._ending: set[asyncio.Future[None]] = set()

    async def run(self, key: str, function: Callable[..., T], *args: Any, timeout_s: float) -> T:
        """``function(*args)`` in a worker process. What it returns or raises comes back as it is; both must be picklable.

        A process that dies, runs out of memory, works for more than ``timeout_s`` seconds (of its processor's time), or is not done after
        five times as long by the clock, is a death of ``key``. Waiting for a slot does not count.
        Deaths are counted in the store, so that a restart does not forget them, and the call is tried again. When the last one
        allowed is reached the count is cleared: a record that is redriven later gets its chances anew.

        Raises:
            WorkerDied: ``key`` killed its process ``settings.max_deaths`` times.
        """
        task = pickle.dumps((function, args))
        while True:
            try:
                async with self._free:
                    outcome = await self._attempt(task, timeout_s)
            except _Death as death:
                await self._count(key, str(death))
            else:
                succeeded, value = pickle.loads(outcome)
                if succeeded:
                    return cast(T, value)
                raise value

    async def close(self) -> None:
        """Ends all processes, at work or not."""
        for slot in [*self._idle, *self._busy]:
            self._end(slot)
        self._idle.clear()
        await asyncio.gather(*self._ending)

    async def _attempt(self, task: bytes, timeout_s: float) -> bytes:
        slot = self._slot()
        self._busy.add(slot)
        try:
            outcome = await self._outcome(slot, task, timeout_s)
        except BaseException:
            self._end(slot)
            raise
        finally:
            self._busy.discard(slot)
        self._idle.append(slot)
        return outcome

    async def _outcome(self, slot: pebble.ProcessPool, task: bytes, timeout_s: float) -> bytes:
        try:
            limit = PATIENCE * timeout_s
            scheduled: Future[bytes] = await asyncio.to_thread(slot.schedule, pool_worker.work, args=(task, timeout_s), timeout=limit)
            async with asyncio.timeout(limit + GRACE_SECONDS):  # should pebble lose the task
                return await asyncio.wrap_future(scheduled)
        except TimeoutError:
            raise _Death(f"it was not done after {limit:g} s") from None
        except pebble.ProcessExpired as error:
            raise _Death(_how(error.exitcode, timeout_s, self._settings.process_memory_mb)) from None
        except BrokenProcessPool:
            raise _Death("its process ended") from None

    def _slot(self) -> pebble.ProcessPool:
        """An idle process that lives, or a new one. The fork server has nothing in it: a fork of this process would copy the locks
        of its gRPC and model threads as they are."""
        while self._idle:
            slot = self._idle.pop()
            if slot.active:
                return slot
            self._end(slot)
        return pebble.ProcessPool(1, initializer=pool_worker.prepare, initargs=(self._settings.process_memory_mb,), context=_context())

    def _end(self, slot: pebble.ProcessPool) -> None:
        """Ends the slot's process, without waiting for it here."""
        ending = asyncio.get_running_loop().run_in_executor(None, _stop, slot)
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _count(self, key: str, cause: str) -> None:
        folder = f"deaths/{segment(key)}"
        marks = await self._store.list(folder)
        if len(marks) + 1 >= self._settings.max_deaths:
            for mark in marks:
                await self._store.delete(mark)
            raise WorkerDied(f"the worker process died {len(marks) + 1} times on this record: {cause}")
        await self._store.put_if_absent(f"{folder}/{len(marks) + 1}", cause.encode())


class _Death(Exception):
    """How a process ended."""


def _how(exitcode: int, timeout_s: float, memory_mb: int) -> str:
    if exitcode == pool_worker.OUT_OF_MEMORY:
        return f"it needed more than {memory_mb} MB of memory"
    if exitcode == pool_worker.OUT_OF_TIME:
        return f"it worked for more than {timeout_s:g} s"
    if exitcode < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-exitcode).name}"
    return f"its process ended with status {exitcode}"


def _context() -> multiprocessing.context.BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([])
    return context


def _stop(slot: Any) -> None:
    slot.stop()
    slot.join()
