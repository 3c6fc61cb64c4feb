"""Several pieces of work side by side, of which none is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def together(*works: Awaitable[T]) -> list[T]:
    """What each of them gives, once all have ended; or the first failure. A gathering would raise it at once and let the others go on:
    what is tried again meanwhile might be overtaken by them."""
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
