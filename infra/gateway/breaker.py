"""Whether an endpoint serves a model at all. When it does not, calls are refused at once: stages pause and no attempt is burnt.

Closed: calls pass. It opens when no connection can be made, when the endpoint asks for a long wait or the quota is used up, or when
``DISTINCT`` different calls in a row have failed in ways that are not theirs. (One call that fails again and again says nothing about the
others.) Open: one call at a time is let through as a trial, and others are refused; the first success closes it. How often a trial is made
is up to those who wait (``infra.retries.Pause``: every few seconds).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time

from charge_stream.infra.gateway.wire import Outcome
from charge_stream.models.errors import (
    AccessRefused,
    CallFailed,
    ChargeError,
    EndpointDown,
    KeyRefused,
    ModelUnknown,
    RateLimited,
)

DISTINCT = 4
ABOUT_ALL = (KeyRefused, AccessRefused, ModelUnknown)
"""Refusals that would meet every call: the first few records fail for good, the others wait until it is mended."""


@dataclass(frozen=True)
class Open:
    """``since``: Unix seconds. ``reason``: a sentence."""

    since: float
    reason: str


class Breaker:
    """``changed`` is called when it opens (with what is wrong) and when it closes (with None)."""

    def __init__(self, changed: Callable[[Open | None], None] = lambda state: None) -> None:
        self._changed = changed
        self._failing: set[str] = set()
        self._trial: str | None = None
        self.open: Open | None = None

    def enter(self, call: str) -> None:
        """A call (named by its key) is about to be made.

        Raises:
            EndpointDown: it may not.
        """
        if self.open is None:
            return
        if self._trial is not None:
            raise EndpointDown(self.open.reason)
        self._trial = call

    def left(self, call: str, outcome: Outcome | None) -> None:
        """The call has ended; None: it was cancelled."""
        if self._trial == call:
            self._trial = None
        if outcome is None:
            return
        if not _about_endpoint(outcome.error):
            self._close()
        elif isinstance(outcome.error, EndpointDown):
            self._open(str(outcome.error))
        else:
            self._failing.add(call)
            if len(self._failing) >= DISTINCT:
                self._open(str(outcome.error))

    def _open(self, reason: str) -> None:
        if self.open is None:
            self.open = Open(time(), reason)
            self._changed(self.open)

    def _close(self) -> None:
        self._failing.clear()
        if self.open is not None:
            self.open = None
            self._changed(None)


def _about_endpoint(error: ChargeError | None) -> bool:
    return isinstance(error, (EndpointDown, CallFailed, *ABOUT_ALL)) and not isinstance(error, RateLimited)
