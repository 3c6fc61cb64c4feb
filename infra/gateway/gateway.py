"""The only place that calls a model. What happens to a call:

1. Was the same asked before? Its reply is in the content store (``memo``). Is it being asked now? Both get one reply (``infra.once``).
2. Is the endpoint down (``breaker``)? Then the caller is told at once, and its stage waits.
3. It waits for its turn (``limiter``) and for money (``budget``), is sent once (``wire``), and gives its place back.
4. Failed in a way that may pass, it rests outside of its place and goes back to 2 (``patience``); failed for good, its own error says so.
5. The reply is stored, then handed over.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from charge_stream.infra.gateway.budget import Budget
from charge_stream.infra.gateway.ledger import Ledger
from charge_stream.infra.gateway.memo import Memo
from charge_stream.infra.gateway.patience import Patience
from charge_stream.infra.gateway.request import Call, Reply
from charge_stream.infra.gateway.route import Route
from charge_stream.infra.gateway.settings import COMMON, OpenAISettings
from charge_stream.infra.gateway.wire import Wire
from charge_stream.infra.once import once
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import CallFailed, ChargeError, EndpointDown, ParameterRefused

Buy = Callable[[Call], Awaitable[Reply]]


class Gateway:
    """``counts``: ``calls`` that went out, ``retries`` among them, replies ``kept`` from before. ``ledger`` tells what was spent."""

    def __init__(self, settings: OpenAISettings, store: ContentStore | None = None) -> None:
        """Without a store nothing is kept: neither replies nor what was spent."""
        self._settings = settings
        self._store = store
        self._memo = Memo(store) if store is not None and settings.cache else None
        self.ledger = Ledger(store)
        self._budget = Budget(settings, self.ledger)
        self._wires: dict[str, Wire] = {}
        self._routes: dict[tuple[str, str], Route] = {}
        self.counts: Counter[str] = Counter()

    async def complete(self, call: Call, buy: Buy | None = None) -> Reply:
        """The model's reply to ``call``, whose role names model and endpoint. ``buy``: how it is had where none is kept; None: alone.

        Raises:
            CallFailed: it failed in a way that may pass until the deadline; its class says how.
            CallRefused: the endpoint refuses it; its class says why.
            EndpointDown, BudgetReached: wait, then ask again.
        """
        if self._memo is None:
            return await (buy or self.buy)(call)
        key = self._key(call)
        return await once(self, key, lambda: self._kept_or_bought(call, key, buy or self.buy))

    async def buy(self, call: Call) -> Reply:
        """The reply to ``call``, neither looked up nor kept.

        Raises: as ``complete``.
        """
        route, key, patience = self.route(call), self._key(call), Patience(self._settings.deadline_s)
        while True:
            outcome = await route.exchange(call, key)
            self.counts["calls"] += 1
            if outcome.reply is not None:
                return outcome.reply
            assert outcome.error is not None
            if not self._adapted(route, outcome.error):
                await self._rested(route, outcome.error, patience)

    async def forget(self, calls: Sequence[Call]) -> None:
        """Drop the replies to ``calls``, which led to nothing, so that who asks again gets others."""
        if self._memo is not None:
            await self._memo.forget(map(self._key, calls))

    def route(self, call: Call) -> Route:
        """The way to the call's model."""
        endpoint, model = call.role.endpoint or COMMON, call.role.model or self._settings.model
        if (endpoint, model) not in self._routes:
            settings = self._settings.endpoint(endpoint)
            if endpoint not in self._wires:
                self._wires[endpoint] = Wire(settings)
            self._routes[endpoint, model] = Route(endpoint, model, settings, self._wires[endpoint], self._budget, self._store)
        return self._routes[endpoint, model]

    async def close(self) -> None:
        """Write the ledger, close the connections."""
        try:
            await self.ledger.close()
        finally:
            await asyncio.gather(*(route.settled() for route in self._routes.values()), *(wire.close() for wire in self._wires.values()))

    def _key(self, call: Call) -> str:
        return call.key(self._settings.endpoint(call.role.endpoint or COMMON).address)

    async def _kept_or_bought(self, call: Call, key: str, buy: Buy) -> Reply:
        assert self._memo is not None
        kept = await self._memo.load(key)
        if kept is not None:
            self.counts["kept"] += 1
            self.route(call).figures.kept()
            return kept
        reply = await buy(call)
        await self._memo.keep(key, reply)
        return reply

    async def _rested(self, route: Route, error: ChargeError, patience: Patience) -> None:
        """Return when the call may be tried again, or raise what became of it."""
        if route.breaker.open is not None:  # not this call's doing, so it is no failed try
            raise EndpointDown(route.breaker.open.reason)
        if not isinstance(error, CallFailed):
            raise error
        rest = patience.rest(error)
        self.counts["retries"] += 1
        await asyncio.sleep(rest)

    @staticmethod
    def _adapted(route: Route, error: ChargeError) -> bool:
        """Whether the call can go out again at once, without a parameter that the model was found not to take."""
        if not isinstance(error, ParameterRefused) or error.parameter in route.refused:
            return False
        route.refused |= {error.parameter}
        return True
