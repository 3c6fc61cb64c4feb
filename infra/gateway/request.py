"""What is asked of a model, and what comes back: the only data that pass through the gateway."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from charge_stream.infra.gateway.settings import RoleSettings

Message = dict[str, Any]

CHARACTERS_PER_TOKEN = 4
"""English text in the tokenizers of 2024 and later; a price that must be estimated is estimated with it."""
TOKENS_PER_PICTURE = 1600
"""The most that common models count for a picture within the size we send (1568 pixels a side), at ``PIXELS_PER_TOKEN``."""
PIXELS_PER_TOKEN = 750
UNBOUNDED_REPLY = 1024
"""Tokens that a reply without a limit is expected to take at most."""


FILTERED = "the endpoint's filter stopped the reply"


class Call(Protocol):
    """What the gateway needs to know of a call, whatever is asked."""

    @property
    def path(self) -> str:
        """Where at the endpoint it goes."""
        ...

    @property
    def role(self) -> RoleSettings:
        """Which model is asked, and for how long at most."""
        ...

    @property
    def tokens(self) -> Tokens:
        """The most that it may take."""
        ...

    def body(self, refused: frozenset[str] = frozenset()) -> dict[str, Any]:
        """As it is sent. ``refused`` names parameters that the model was found not to take."""
        ...

    def key(self, address: str) -> str:
        """The hash of everything that the reply depends on."""
        ...

    def read(self, answer: dict[str, Any]) -> Reply:
        """The reply in what the endpoint answered with success.

        Raises:
            LookupError, TypeError, AttributeError, ValueError: it is none.
        """
        ...


@dataclass(frozen=True)
class Request:
    """A chat completion. ``sample`` numbers answers to the same question: each number is paid for, and kept, apart."""

    role: RoleSettings
    messages: tuple[Message, ...]
    response_format: dict[str, Any] | None = None
    sample: int = 0
    path = "/chat/completions"

    def body(self, refused: frozenset[str] = frozenset()) -> dict[str, Any]:
        """As it is sent. ``refused`` names parameters that the model was found not to take."""
        role = self.role
        without = refused | ({"temperature", "max_tokens"} if role.reasoning else set())
        length = "max_completion_tokens" if "max_tokens" in without else "max_tokens"
        optional = {
            "response_format": self.response_format,
            "temperature": None if "temperature" in without else role.temperature,
            "seed": None if role.seed is None or "seed" in without else role.seed + self.sample,
            length: role.max_tokens,
        }
        return {
            "model": role.model,
            "messages": list(self.messages),
            **{name: value for name, value in optional.items() if value is not None},
        }

    def key(self, address: str) -> str:
        """The hash of everything that the reply depends on: address, model, text, schema, pictures, settings, number of the sample."""
        return hashed(address, self.sample, self.role.reasoning, self.body())

    def read(self, answer: dict[str, Any]) -> Reply:
        """The first choice's text, or why there is none."""
        choice = answer["choices"][0]
        message = choice["message"]
        refusal = message.get("refusal") or (FILTERED if choice.get("finish_reason") == "content_filter" else None)
        text = message.get("content") or ""
        if not isinstance(text, str):
            raise TypeError("content is no text")
        used = told(answer.get("usage")) or Tokens(self.tokens.prompt, len(text) // CHARACTERS_PER_TOKEN, estimated=True)
        return Reply(text, choice.get("finish_reason") == "length", refusal, used)

    @functools.cached_property
    def tokens(self) -> Tokens:
        """The most that it may take: the prompt by its characters and pictures, the reply by its limit."""
        characters = pictures = 0
        for message in self.messages:
            parts = message["content"] if isinstance(message["content"], list) else [{"text": message["content"]}]
            characters += sum(len(part.get("text", "")) for part in parts)
            pictures += sum("image_url" in part for part in parts)
        if self.response_format:
            characters += len(orjson.dumps(self.response_format))
        prompt = characters // CHARACTERS_PER_TOKEN + pictures * TOKENS_PER_PICTURE
        return Tokens(prompt, self.role.max_tokens or UNBOUNDED_REPLY, estimated=True)


@dataclass(frozen=True)
class Tokens:
    """``estimated``: counted by us, not told by the endpoint."""

    prompt: int = 0
    completion: int = 0
    estimated: bool = False

    @property
    def total(self) -> int:
        return self.prompt + self.completion


@dataclass(frozen=True)
class Reply:
    """``cut``: it ended at the token limit. ``refusal``: why the model did not answer, or None. ``kept``: it was paid for before."""

    text: str
    cut: bool = False
    refusal: str | None = None
    tokens: Tokens = Tokens()
    kept: bool = False


def hashed(*asked: Any) -> str:
    """The hash of what was asked, the same for equal values."""
    return hashlib.sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


def told(usage: Any) -> Tokens | None:
    """What the endpoint counted; None where it tells nothing."""
    if isinstance(usage, dict) and isinstance(usage.get("prompt_tokens"), int):
        return Tokens(usage["prompt_tokens"], int(usage.get("completion_tokens") or 0))
    return None
