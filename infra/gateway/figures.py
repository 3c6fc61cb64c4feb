"""The gateway's metrics. Endpoints and models are labels: both are few, and named by the settings."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from charge_stream.infra.gateway.limiter import Limiter
from charge_stream.infra.gateway.wire import Outcome
from charge_stream.infra.metrics import REGISTRY
from charge_stream.models import errors

ROUTE = ("endpoint", "model")
CALLS = Counter("charge_model_calls_total", "Calls to models by what came of them.", (*ROUTE, "outcome"), registry=REGISTRY)
TOKENS = Counter("charge_model_tokens_total", "Tokens of calls to models.", (*ROUTE, "part"), registry=REGISTRY)
SPENT = Counter("charge_model_spent_usd_total", "US dollars spent on calls to models.", ROUTE, registry=REGISTRY)
DOWN = Gauge("charge_model_down", "1 while the endpoint does not serve the model.", ROUTE, registry=REGISTRY)
IN_FLIGHT = Gauge("charge_model_in_flight", "Calls under way.", ROUTE, registry=REGISTRY)
ROOM = Gauge("charge_model_room", "Calls that may be under way at once.", ROUTE, registry=REGISTRY)
PACE = Gauge("charge_model_pace", "Calls a second that the endpoint was found to let through; 0: no limit found.", ROUTE, registry=REGISTRY)

OUTCOMES: tuple[tuple[type[Exception], str], ...] = (
    (errors.RateLimited, "rate_limited"),
    (errors.CallFailed, "failed"),
    (errors.EndpointDown, "down"),
    (errors.CallRefused, "refused"),
)


class Figures:
    """The metrics of one model at one endpoint."""

    def __init__(self, endpoint: str, model: str, limiter: Limiter) -> None:
        self._route = (endpoint, model)
        self._served = CALLS.labels(*self._route, "served")
        self._parts = {part: TOKENS.labels(*self._route, part) for part in ("prompt", "completion")}
        DOWN.labels(*self._route).set(0)
        IN_FLIGHT.labels(*self._route).set_function(lambda: limiter.in_flight)
        ROOM.labels(*self._route).set_function(lambda: limiter.room.size)
        PACE.labels(*self._route).set_function(lambda: limiter.pace.rate or 0.0)

    def exchanged(self, outcome: Outcome) -> None:
        """A call ended."""
        if outcome.reply is not None:
            self._served.inc()
            self._parts["prompt"].inc(outcome.reply.tokens.prompt)
            self._parts["completion"].inc(outcome.reply.tokens.completion)
        else:
            kind = next((name for error, name in OUTCOMES if isinstance(outcome.error, error)), "failed")
            CALLS.labels(*self._route, kind).inc()

    def kept(self) -> None:
        """A reply was there already, and cost nothing."""
        CALLS.labels(*self._route, "kept").inc()

    def spent(self, usd: float) -> None:
        """So much was spent."""
        SPENT.labels(*self._route).inc(usd)

    def down(self, down: bool) -> None:
        """Whether the endpoint does not serve the model."""
        DOWN.labels(*self._route).set(down)
