"""One model at one endpoint: its limits, its breaker, and what it was found not to take."""

from __future__ import annotations

from charge_stream.infra.gateway.breaker import Breaker, Open
from charge_stream.infra.gateway.budget import Budget
from charge_stream.infra.gateway.caller import caller
from charge_stream.infra.gateway.figures import Figures
from charge_stream.infra.gateway.limiter import Limiter
from charge_stream.infra.gateway.request import Call
from charge_stream.infra.gateway.settings import EndpointSettings
from charge_stream.infra.gateway.standing import Standing
from charge_stream.infra.gateway.wire import Outcome, Wire
from charge_stream.infra.store import ContentStore


class Route:
    """``refused``: parameters that the model was found not to take."""

    def __init__(
        self, endpoint: str, model: str, settings: EndpointSettings, wire: Wire, budget: Budget, store: ContentStore | None
    ) -> None:
        self.endpoint, self.model = endpoint, model
        self.refused: frozenset[str] = frozenset()
        self._wire = wire
        self._budget = budget
        self._standing = Standing(store, endpoint, model) if store is not None else None
        self.limiter = Limiter(settings)
        self.figures = Figures(endpoint, model, self.limiter)
        self.breaker = Breaker(self._changed)

    async def exchange(self, call: Call, key: str) -> Outcome:
        """Send it once, when its turn has come and there is money for it.

        Raises:
            EndpointDown: the breaker is open.
            BudgetReached: a ceiling of spending would be passed.
        """
        outcome = None
        self.breaker.enter(key)
        try:
            admission = await self.limiter.admit(caller(), call.tokens.total)
            try:
                outcome = await self._paid(call)
            finally:
                self.limiter.release(admission, outcome)
        finally:
            self.breaker.left(key, outcome)
            if self.breaker.open and self._standing:
                self._standing.tell(self.breaker.open)
        return outcome

    async def settled(self) -> None:
        """What is to be told of it is written."""
        if self._standing is not None:
            await self._standing.settled()

    async def _paid(self, call: Call) -> Outcome:
        outcome = None
        set_aside = await self._budget.set_aside(self.model, call.tokens)
        try:
            outcome = await self._wire.send(call, self.refused)
            self.figures.exchanged(outcome)
            return outcome
        finally:
            self.figures.spent(self._budget.settle(set_aside, self.model, call.tokens, outcome))

    def _changed(self, state: Open | None) -> None:
        self.figures.down(state is not None)
        if state is None:
            self.limiter.room.start_again()
        else:
            self.limiter.refuse(state.reason)
        if self._standing is not None:
            self._standing.tell(state)
