"""Which prompts a record's result was made with: noted by the engine whenever it is asked, and stored with the result (``results``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

How = dict[str, Any]
"""``engine`` and ``version`` of the prompt; with a model also ``model`` and what it was asked with."""

_ASKED: ContextVar[dict[str, How] | None] = ContextVar("asked", default=None)


@contextmanager
def recording() -> Iterator[None]:
    """What is asked in this block, and in tasks started in it, is noted; each block has notes of its own."""
    token = _ASKED.set({})
    try:
        yield
    finally:
        _ASKED.reset(token)


def note(prompt_id: str, **how: Any) -> None:
    """An engine is asked this prompt; outside of ``recording`` nobody wants to know."""
    asked = _ASKED.get()
    if asked is not None:
        asked[prompt_id] = how


def asked() -> dict[str, How]:
    """The prompts noted so far."""
    return dict(_ASKED.get() or {})
