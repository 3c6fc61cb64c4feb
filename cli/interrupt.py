"""Ctrl-C and SIGTERM: the first asks for a drain, the second stops at once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from charge_stream.cli.terminal import tell
from charge_stream.models.errors import ChargeError

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
INTERRUPTED = 130


class Interrupted(ChargeError):
    """The person stopped it."""


def until_interrupted(task: Coroutine[Any, Any, T]) -> T:
    """Run ``task``. A signal cancels it, so that it closes what it opened within its deadlines; a second one ends the process.

    Raises:
        Interrupted: it was stopped by a signal.
    """
    return asyncio.run(_guarded(task))


async def _guarded(task: Coroutine[Any, Any, T]) -> T:
    work = asyncio.ensure_future(task)
    stop_on_signals(work.cancel)
    try:
        return await work
    except asyncio.CancelledError:
        raise Interrupted("stopped; what was done is kept, and the same command goes on from there.") from None


def stop_on_signals(stop: Callable[[], Any], *, quiet: bool = False) -> None:
    """Call ``stop`` at the first signal; end the process at the second."""
    loop = asyncio.get_running_loop()
    seen: list[int] = []

    def received(number: int) -> None:
        seen.append(number)
        if len(seen) > 1:
            os._exit(INTERRUPTED)
        if not quiet:
            tell("finishing what is in work; once more stops at once.")
        stop()

    for number in SIGNALS:
        loop.add_signal_handler(number, received, number)
