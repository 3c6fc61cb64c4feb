"""The settings of models: endpoints, roles, prices and budgets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

Role = Literal["reader", "extractor", "verifier", "judge", "writer", "answerer"]
AnyRole = Role | Literal["explainer"]
"""Whom a prompt may be for; of explainers there may be several."""
Seconds = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]
Money = Annotated[float, Field(ge=0)]

OPENAI_URL = "https://api.openai.com/v1"
COMMON = "common"
"""The name of the endpoint that the settings describe without a name."""


class RoleSettings(BaseModel):
    """How the model of one role is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = Field(default=None, description="Model of this role; empty: the common one.")
    endpoint: str | None = Field(default=None, description="Name of the endpoint that serves it; empty: the common one.")
    temperature: float | None = Field(default=0.0, ge=0, le=2, description="Sampling temperature; `none`: the model's own.")
    seed: int | None = Field(default=0, description="Sampling seed sent along; `none`: none.")
    max_tokens: Count | None = Field(default=1024, description="Longest answer in tokens; `none`: the endpoint's own limit.")
    reasoning: bool = Field(
        default=False,
        description="Whether the model reasons before it answers: it gets no temperature, and its limit as `max_completion_tokens`.",
    )
    vision: bool | None = Field(
        default=None,
        description="Whether the model looks at pictures; empty: as set for all. One that refuses them gets tables from then on.",
    )
    timeout_s: Seconds | None = Field(default=None, description="Longest time for one call; empty: that of the endpoint.")


class EndpointSettings(BaseModel):
    """One endpoint that speaks the OpenAI protocol."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str | None = Field(default=None, description="Address of the endpoint; empty: OpenAI's own.")
    api_key: SecretStr | None = Field(default=None, description="Key of the endpoint. Never logged, stored or sent elsewhere.")
    organization: str | None = Field(default=None, description="Organization that is billed.")
    headers: dict[str, SecretStr] = Field(default_factory=dict, description="Further headers, as JSON. Their values count as secrets.")
    proxy: SecretStr | None = Field(default=None, description="Proxy on the way to it, `http://user:password@host:port`.")
    timeout_s: Seconds = Field(default=60, description="Longest time for one call, in seconds.")
    in_flight: Count = Field(default=256, description="Most calls of one model under way at once; below, the limit finds itself.")
    requests_per_minute: Count | None = Field(default=None, description="Most calls a minute to one model; empty: found out by itself.")
    tokens_per_minute: Count | None = Field(default=None, description="Most tokens a minute of one model; empty: no limit of ours.")

    @property
    def address(self) -> str:
        """Where it is."""
        return self.base_url or OPENAI_URL

    @property
    def usable(self) -> bool:
        """Whether it has what a call needs: an address of its own, or a key for OpenAI's."""
        return self.base_url is not None or self.api_key is not None

    @property
    def secrets(self) -> tuple[str, ...]:
        """All that must never be shown."""
        given = (self.api_key, self.proxy, *self.headers.values())
        return tuple(secret.get_secret_value() for secret in given if secret is not None and secret.get_secret_value())


class Price(BaseModel):
    """What a model costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: Money = Field(description="US dollars for a million tokens of prompts.")
    completion: Money = Field(description="US dollars for a million tokens of replies.")

    def of(self, prompt: float, completion: float) -> float:
        """US dollars for so many tokens."""
        return (self.prompt * prompt + self.completion * completion) / 1_000_000


class OpenAISettings(EndpointSettings):
    """The models behind ``engine=openai``: the common endpoint, others by name, and what each role asks of them."""

    deadline_s: Seconds = Field(default=90, description="How long a call that fails in passing ways is tried again.")
    model: str = Field(default="gpt-4o-mini", description="Model of every role that names no other.")
    vision: bool = Field(default=True, description="Whether the models look at pictures, unless their role says otherwise.")
    roles: dict[Role, RoleSettings] = Field(
        default_factory=dict, description="Settings of single roles: reader, extractor, verifier, judge, writer, answerer."
    )
    explainers: tuple[RoleSettings, ...] = Field(
        default=(),
        description="Those who explain answers and vote on one another's explanations, as a JSON list of roles told apart by their models: "
        '`[{"model": "gpt-4o-mini"}, {"model": "llava", "endpoint": "local"}]`; empty: the common model alone.',
    )
    endpoints: dict[str, EndpointSettings] = Field(
        default_factory=dict, description="Further endpoints by name, each with the same settings."
    )
    cache: bool = Field(default=True, description="Whether replies are kept in the content store, so that no call is paid for twice.")
    prices: dict[str, Price] = Field(
        default_factory=dict,
        description='Prices by model, in US dollars for a million tokens: `{"gpt-4o-mini": {"prompt": 0.15, "completion": 0.6}}`.',
    )
    budget_run_usd: Money | None = Field(default=None, description="Most that one run, or one life of a worker, may spend, in US dollars.")
    budget_day_usd: Money | None = Field(default=None, description="Most that all workers of one store may spend on one day (UTC).")

    def role(self, name: Role) -> RoleSettings:
        """The role's settings, with what it shares with all filled in."""
        return self._filled(self.roles.get(name, RoleSettings()))

    def _filled(self, role: RoleSettings) -> RoleSettings:
        vision = self.vision if role.vision is None else role.vision
        return role.model_copy(update={"model": role.model or self.model, "endpoint": role.endpoint or COMMON, "vision": vision})

    def asked(self, name: AnyRole, explainer: str | None = None) -> RoleSettings:
        """As ``role``; of the explainers the one of that name, None: the first.

        Raises:
            ValueError: there is none of that name.
        """
        if name != "explainer":
            return self.role(name)
        by_name = {str(role.model): role for role in self._explaining}
        if explainer is not None and explainer not in by_name:
            raise ValueError(f"there is no explainer {explainer}")
        return by_name[explainer or self.explainer_names[0]]

    @property
    def explainer_names(self) -> tuple[str, ...]:
        """The explainers, by their models."""
        return tuple(str(role.model) for role in self._explaining)

    @property
    def all_roles(self) -> tuple[RoleSettings, ...]:
        """Whoever may be asked anything."""
        return (*(self.role(name) for name in get_args(Role)), *self._explaining)

    @property
    def _explaining(self) -> tuple[RoleSettings, ...]:
        return tuple(map(self._filled, self.explainers or (RoleSettings(),)))

    def endpoint(self, name: str) -> EndpointSettings:
        """The endpoint of that name."""
        return self if name == COMMON else self.endpoints[name]

    @property
    def models(self) -> frozenset[str]:
        """Every model that a role names."""
        return frozenset({self.model, *(role.model for role in self._named if role.model)})

    @property
    def _named(self) -> tuple[RoleSettings, ...]:
        """Roles with settings of their own."""
        return (*self.roles.values(), *self.explainers)

    def check_encoder(self, model: str, endpoint: str) -> None:
        """That an encoder can be asked there.

        Raises:
            ValueError: why not.
        """
        if endpoint != COMMON and endpoint not in self.endpoints:
            raise ValueError(f"there is no endpoint {endpoint}: name it in CHARGE_OPENAI__ENDPOINTS")
        if not self.endpoint(endpoint).usable:
            raise ValueError("an encoder behind an endpoint needs CHARGE_OPENAI__API_KEY, or CHARGE_OPENAI__BASE_URL without keys")
        self._priced({model})

    def _priced(self, models: Iterable[str]) -> None:
        unpriced = sorted(set(models) - self.prices.keys())
        if unpriced and (self.budget_run_usd is not None or self.budget_day_usd is not None):
            raise ValueError(f"a budget needs prices: CHARGE_OPENAI__PRICES has none of model {unpriced[0]}")

    @model_validator(mode="after")
    def _together(self) -> Self:
        unknown = sorted({role.endpoint for role in self._named if role.endpoint} - {COMMON, *self.endpoints})
        if unknown:
            raise ValueError(f"there is no endpoint {unknown[0]}: name it in CHARGE_OPENAI__ENDPOINTS")
        if len(set(self.explainer_names)) < len(self.explainer_names):
            raise ValueError("explainers are told apart by their models: name each model once")
        if COMMON in self.endpoints:
            raise ValueError(f"{COMMON} is the endpoint without a name: give CHARGE_OPENAI__BASE_URL and the others")
        self._priced(self.models)
        return self
