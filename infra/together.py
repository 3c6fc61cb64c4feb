"""Several pieces of work side by side, of which none is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable


async def together(*works: Awaitable[object]) -> None:
    """All of them to their end, then the first failure. A gathering would raise it at once and let the others go on: what is tried again
    meanwhile might be overtaken by them."""
    for outcome in await asyncio.gather(*works, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
