"""On whose behalf a call is made: the stage whose record is at work, known to the gateway without being handed through every function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NOBODY = "-"
_STAGE: ContextVar[str] = ContextVar("stage", default=NOBODY)


@contextmanager
def calls_of(stage: str) -> Iterator[None]:
    """Calls made in this block, and in tasks started in it, are the stage's."""
    token = _STAGE.set(stage)
    try:
        yield
    finally:
        _STAGE.reset(token)


def caller() -> str:
    """The stage on whose behalf this runs."""
    return _STAGE.get()
