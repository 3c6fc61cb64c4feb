"""The ceilings of spending. What a call may cost at most is set aside before it is sent, so that no ceiling is ever passed."""

from __future__ import annotations

from charge_stream.infra.gateway.ledger import Ledger, Spent
from charge_stream.infra.gateway.request import Tokens
from charge_stream.infra.gateway.settings import OpenAISettings, Price
from charge_stream.infra.gateway.wire import Outcome
from charge_stream.models.errors import BudgetReached, ConnectionBroken, NoReplyInTime

FREE = Price(prompt=0, completion=0)


class Budget:
    """What may still be bought."""

    def __init__(self, settings: OpenAISettings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._set_aside = 0.0

    async def set_aside(self, model: str, most: Tokens) -> float:
        """Reserve what a call takes at most; the US dollars.

        Raises:
            BudgetReached: a ceiling would be passed.
        """
        cost = self._price(model).of(most.prompt, most.completion)
        if self._settings.budget_day_usd is not None:
            await self._ledger.refresh()
        for spent, ceiling, sentence in (
            (self._ledger.run.usd, self._settings.budget_run_usd, RUN_REACHED),
            (self._ledger.today, self._settings.budget_day_usd, DAY_REACHED),
        ):
            if ceiling is not None and spent + self._set_aside + cost > ceiling:
                raise BudgetReached(sentence.format(ceiling=ceiling, spent=spent))
        self._set_aside += cost
        return cost

    def settle(self, set_aside: float, model: str, most: Tokens, outcome: Outcome | None) -> float:
        """The call has ended: count what it took, and tell the US dollars. Of one that was not answered the prompt counts, as estimated."""
        self._set_aside -= set_aside
        used = _used(most, outcome)
        if used is None:
            return 0.0
        cost = self._price(model).of(used.prompt, used.completion)
        self._ledger.add(Spent(cost, 1, used.prompt, used.completion, used.total if used.estimated else 0))
        return cost

    def _price(self, model: str) -> Price:
        return self._settings.prices.get(model, FREE)


RUN_REACHED = (
    "The budget of this run, {ceiling:g} USD, does not allow another call ({spent:.4f} USD are spent): "
    "raise CHARGE_OPENAI__BUDGET_RUN_USD and start again; nothing is lost."
)
DAY_REACHED = (
    "The budget of today, {ceiling:g} USD, does not allow another call ({spent:.4f} USD are spent): "
    "raise CHARGE_OPENAI__BUDGET_DAY_USD and start again, or wait for tomorrow (UTC); nothing is lost."
)


def _used(most: Tokens, outcome: Outcome | None) -> Tokens | None:
    if outcome is None or isinstance(outcome.error, NoReplyInTime | ConnectionBroken):
        return Tokens(most.prompt, 0, estimated=True)
    return outcome.reply.tokens if outcome.reply is not None else None
