"""Which prompts a record's result was made with: noted by the engine whenever it is asked, and stored with the result (``results``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from charge_stream.models import Reading

How = dict[str, Any]
"""``engine`` and ``version`` of the prompt; with a model also ``model`` and what it was asked with. ``shown``: how charts were shown."""

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


def form_of(inputs: Mapping[str, Any], pictures: int) -> str | None:
    """How the charts among a prompt's inputs are shown: ``picture`` (with the table beside it), ``table``, or None where there are none."""
    values = [item for value in inputs.values() for item in (value if isinstance(value, list | tuple) else [value])]
    return "picture" if pictures else "table" if any(isinstance(value, Reading) for value in values) else None


def shown(prompt_id: str) -> str | None:
    """How charts were shown when this prompt was asked last."""
    form: str | None = asked().get(prompt_id, {}).get("shown")
    return form
