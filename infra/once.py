"""Equal work that is asked for by several records at the same time is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from charge_stream.infra.per_owner import PerOwner

T = TypeVar("T")

_IN_WORK: PerOwner[Any, dict[str, asyncio.Future[Any]]] = PerOwner(lambda owner: {})


async def once(owner: Any, key: str, make: Callable[[], Awaitable[T]]) -> T:
    """What ``make()`` gives; whoever asks ``owner`` for the same ``key`` meanwhile gets the same value, or the same error.

    The work goes on when one who waits for it is cancelled, for the sake of the others.
    """
    works = _IN_WORK.of(owner)
    if key not in works:
        works[key] = asyncio.ensure_future(make())
        works[key].add_done_callback(lambda _: works.pop(key, None))
    value: T = await asyncio.shield(works[key])
    return value
