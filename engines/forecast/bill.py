"""Calls with their tokens, added up by stage and prompt. Prompts are rendered as they would be sent; replies are made up to size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from charge_stream.engines.requests import request_of
from charge_stream.infra.gateway.request import CHARACTERS_PER_TOKEN, UNBOUNDED_REPLY
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output
from charge_stream.prompts.render import load

T = TypeVar("T")
SAMPLE = 100
"""Of more calls of a kind so many are rendered, spread evenly; the others count as these on average."""


@dataclass(frozen=True)
class Case:
    """One call: what the prompt is about, the tokens of each picture that comes along, and a reply of the size expected."""

    inputs: dict[str, Any]
    reply: Output
    pictures: Sequence[int] = ()


@dataclass(frozen=True)
class Line:
    """Calls of one prompt in one stage. ``usd`` None: its model has no price."""

    stage: str
    role: str
    prompt: str
    model: str
    calls: float
    prompt_tokens: float
    completion_tokens: float
    usd: float | None


class Bill:
    """Adds up what is asked of the models that ``settings`` name."""

    def __init__(self, settings: OpenAISettings) -> None:
        self._settings = settings
        self.lines: list[Line] = []

    def add(self, stage: str, prompt: Prompt[Any], things: Sequence[T], case: Callable[[T], Case], calls: float | None = None) -> None:
        """``stage`` asks ``prompt`` about each of the things; ``calls`` when it asks about a share of them, or more than once."""
        asked = len(things) if calls is None else calls
        if not things or not asked:
            return
        sample = [self._tokens(prompt, case(thing)) for thing in evenly(things, SAMPLE)]
        tokens, reply = (asked * sum(column) / len(sample) for column in zip(*sample, strict=True))
        name = load(prompt.id).front.role
        role = self._settings.asked(name)
        price = self._settings.prices.get(str(role.model))
        usd = None if price is None else price.of(tokens, reply)
        self.lines.append(Line(stage, name, prompt.id, str(role.model), asked, tokens, reply, usd))

    def _tokens(self, prompt: Prompt[Any], case: Case) -> tuple[int, int]:
        request = request_of(self._settings, prompt, case.inputs)
        asked = request.tokens.prompt + (sum(case.pictures) if request.role.vision else 0)
        if request.role.reasoning:  # what it thinks is paid for too, and cannot be foreseen
            return asked, request.role.max_tokens or UNBOUNDED_REPLY
        return asked, len(case.reply.model_dump_json()) // CHARACTERS_PER_TOKEN


def evenly(things: Sequence[T], wanted: float) -> list[T]:
    """So many of the things, spread evenly over them."""
    count = min(len(things), round(wanted))
    return [things[number * len(things) // count] for number in range(count)]
