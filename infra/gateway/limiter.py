"""When a call to a model may start: one admission for each, taken once, given back when the call has ended, however it ends.

It stands on five things, each in a file of its own: whose turn it is (``turns``), how many at once (``room``), how many a second
(``pace``), the fixed limits of the settings (``spacing``), and what the endpoint tells itself (``quota_headers``, ``Retry-After``).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import monotonic

from charge_stream.infra.gateway.pace import Pace, Period
from charge_stream.infra.gateway.quota_headers import left
from charge_stream.infra.gateway.room import Room, Round
from charge_stream.infra.gateway.settings import EndpointSettings
from charge_stream.infra.gateway.spacing import Spacing
from charge_stream.infra.gateway.turns import Turns, Waiting
from charge_stream.infra.gateway.wire import Outcome
from charge_stream.models.errors import NoReplyInTime, RateLimited

LONGEST_HOLD_S = 60.0


@dataclass(frozen=True)
class Admission:
    """A call under way."""

    stage: str
    tokens: int
    period: Period
    round: Round
    started: float


class Limiter:
    """The limits of one model at one endpoint."""

    def __init__(self, settings: EndpointSettings) -> None:
        now = monotonic()
        self.room = Room(settings.in_flight, now)
        self.pace = Pace(now)
        self.turns = Turns()
        per_minute, tokens = settings.requests_per_minute, settings.tokens_per_minute
        self._calls = Spacing(per_minute / 60 if per_minute else None)
        self._tokens = Spacing(tokens / 60 if tokens else None, burst_s=1.0)
        self._learned = Spacing(None)
        self._held_until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def in_flight(self) -> int:
        """Calls under way."""
        return self.turns.in_flight.total()

    async def admit(self, stage: str, tokens: int) -> Admission:
        """Wait for the turn of a call of ``stage`` that may take so many tokens.

        Raises:
            EndpointDown: what ``refuse`` was given meanwhile.
        """
        waiting = Waiting(stage, tokens, asyncio.get_running_loop().create_future())
        self.turns.add(waiting)
        self._go_on()
        try:
            await waiting.start
        except asyncio.CancelledError:
            if waiting.start.done() and not waiting.start.cancelled() and waiting.start.exception() is None:
                self._leave(stage)  # it was started in the moment it was given up
            raise
        now = monotonic()
        return Admission(stage, tokens, self.pace.sent(now), self.room.sent(self.in_flight), now)

    def release(self, admission: Admission, outcome: Outcome | None) -> None:
        """The call has ended; ``outcome`` None: it was cancelled."""
        if outcome is not None:
            self._learn(admission, outcome)
        self._leave(admission.stage)

    def refuse(self, reason: str) -> None:
        """Whoever waits is told that the endpoint is down."""
        self.turns.refuse(reason)

    def _leave(self, stage: str) -> None:
        self.turns.end(stage)
        self._go_on()

    def _learn(self, admission: Admission, outcome: Outcome) -> None:
        now = monotonic()
        flood = self.pace.answered(admission.period, isinstance(outcome.error, RateLimited), now)
        self._learned.rate = self.pace.rate
        if isinstance(outcome.error, RateLimited):
            if flood:  # one 429 holds the call that got it; when most calls get one, the endpoint means all
                self._hold(now, outcome.error.wait_s or 0.0)
        elif outcome.reply is not None:
            self.room.answered(admission.round, admission.stage, now - admission.started, now)
            self._tokens.give_back(admission.tokens - outcome.reply.tokens.total)
        elif isinstance(outcome.error, NoReplyInTime):
            self.room.answered(admission.round, admission.stage, None, now)
        told = left(outcome.headers)
        if told.nothing:
            self._hold(now, told.reset_s)

    def _hold(self, now: float, seconds: float) -> None:
        self._held_until = max(self._held_until, now + min(seconds, LONGEST_HOLD_S))

    def _go_on(self) -> None:
        """Start whatever may start now, and come back when the next may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self.in_flight < int(self.room.size):
            now = monotonic()
            first = self.turns.next(self.room.size, self._rate, now)
            if first is None:
                return
            wait = max(self._held_until - now, self._calls.wait(now), self._learned.wait(now), self._tokens.wait(now))
            if wait > 0:
                self._timer = asyncio.get_running_loop().call_later(wait, self._go_on)
                return
            for spacing, units in ((self._calls, 1.0), (self._learned, 1.0), (self._tokens, float(first.tokens))):
                spacing.start(now, units)
            self.turns.start(first, now)

    @property
    def _rate(self) -> float | None:
        known = [rate for rate in (self._calls.rate, self.pace.rate) if rate is not None]
        return min(known, default=None)
