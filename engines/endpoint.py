"""One chat completion at an OpenAI-compatible endpoint, tried again while that may help."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import openai
import tenacity
from openai.types.chat import ChatCompletion

from charge_stream.engines.failures import NoCompletion, is_passing, translated, wait_asked
from charge_stream.infra.settings import OpenAISettings, RoleSettings

OPENAI_URL = "https://api.openai.com/v1"
FIRST_WAIT_S = 0.5
LAST_WAIT_S = 20.0

Message = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """``cut``: the reply ended at the token limit. ``refusal``: why the model did not answer, or None."""

    text: str
    cut: bool = False
    refusal: str | None = None


class Endpoint:
    """``counts`` tells how many calls went out, and how many of them were retries."""

    def __init__(self, settings: OpenAISettings, first_wait_s: float = FIRST_WAIT_S) -> None:
        self._settings = settings
        self._first_wait_s = first_wait_s
        self._key = settings.api_key.get_secret_value() if settings.api_key else None
        self.address = settings.base_url or OPENAI_URL
        self.counts: Counter[str] = Counter()
        self._client = openai.AsyncOpenAI(
            base_url=self.address,
            api_key=self._key or "none",  # endpoints without keys take any; without one the library would look into the environment
            organization=settings.organization,
            timeout=settings.timeout_s,
            max_retries=0,
        )

    async def complete(self, role: RoleSettings, messages: list[Message], response_format: dict[str, Any] | None) -> Reply:
        """The reply of the role's model.

        Raises:
            Transient: it failed in ways that may pass, as often as we may try.
            DependencyDown: the endpoint cannot be reached, asks for a long wait, or the account's quota is used up.
            Permanent: it refuses the request, the key or the model.
        """
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(is_passing),
            stop=tenacity.stop_after_attempt(self._settings.max_attempts),
            wait=self._wait,
            reraise=True,
        )
        try:
            return await retrying(self._once, _request(role, messages, response_format))
        except (openai.APIError, TimeoutError, NoCompletion) as error:
            raise translated(error, role.model or self._settings.model, self.address, self._key) from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _once(self, request: dict[str, Any]) -> Reply:
        self.counts["calls"] += 1
        try:
            async with asyncio.timeout(self._settings.timeout_s):  # the library's own timeout starts again with every byte
                completion = await self._client.chat.completions.create(**request)
        except ValueError as error:  # a body that is not JSON
            raise NoCompletion from error
        if not isinstance(completion, ChatCompletion) or not completion.choices:
            raise NoCompletion
        choice = completion.choices[0]
        refusal = choice.message.refusal or (
            "the endpoint's filter stopped the reply" if choice.finish_reason == "content_filter" else None
        )
        return Reply(choice.message.content or "", choice.finish_reason == "length", refusal)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        self.counts["retries"] += 1
        asked = wait_asked(state.outcome.exception() if state.outcome else None)
        if asked is not None:
            return asked + random.uniform(0, self._first_wait_s)
        ceiling = min(LAST_WAIT_S, self._first_wait_s * 2**state.attempt_number)
        return random.uniform(ceiling / 2, ceiling)


def _request(role: RoleSettings, messages: list[Message], response_format: dict[str, Any] | None) -> dict[str, Any]:
    optional = {"response_format": response_format, "seed": role.seed, "max_tokens": role.max_tokens}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"model": role.model, "messages": messages, "temperature": role.temperature, **given}
