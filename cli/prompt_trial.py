"""A prompt tried on one input: every reply its model gave, and what became of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from charge_stream.cli.prompt_inputs import Chosen
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.engines.replies import BadReply, read
from charge_stream.infra.gateway.caller import calls_of
from charge_stream.infra.gateway.gateway import Buy, Gateway
from charge_stream.infra.gateway.request import Call, Reply
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.stage import Abstained
from charge_stream.infra.store import ContentStore
from charge_stream.models.errors import NoValidAnswer
from charge_stream.prompts.catalogue import Prompt


@dataclass(frozen=True)
class Heard:
    """A reply. ``usd`` None: its model has no price; ``problem`` tells why it is no valid answer, None when it is one."""

    reply: Reply
    seconds: float
    usd: float | None
    problem: str | None


@dataclass
class Trial:
    """``answer`` as JSON data when there is a valid one; ``reason`` tells why there is none."""

    model: str
    heard: list[Heard] = field(default_factory=list)
    answer: Any = None
    reason: str | None = None

    @property
    def valid(self) -> bool:
        return self.reason is None


class Listening(Gateway):
    """A gateway that tells what went through it."""

    def __init__(self, settings: OpenAISettings, store: ContentStore | None) -> None:
        super().__init__(settings, store)
        self.heard: list[tuple[Call, Reply, float]] = []

    async def complete(self, call: Call, buy: Buy | None = None) -> Reply:
        started = time.monotonic()
        reply = await super().complete(call, buy)
        self.heard.append((call, reply, time.monotonic() - started))
        return reply


async def tried(prompt: Prompt[Any], chosen: Chosen, settings: OpenAISettings, store: ContentStore | None) -> Trial:
    """Ask the model of the prompt's role, as a stage would; paid for as any call is.

    Raises:
        CallFailed, CallRefused, EndpointDown, BudgetReached: as ``Gateway.complete``.
    """
    gateway = Listening(settings, store)
    engine = OpenAIEngine(settings, store, gateway)
    trial = Trial("")
    try:
        with calls_of("prompts test"):
            answer = await engine.ask(prompt, chosen.inputs, chosen.pictures)
        if isinstance(answer, Abstained):
            trial.reason = answer.reason
        else:
            trial.answer = answer.model_dump(mode="json")
    except NoValidAnswer as error:
        trial.reason = str(error)
    finally:
        await gateway.close()
    for call, reply, seconds in gateway.heard:
        trial.model = str(call.role.model)
        price = settings.prices.get(trial.model)
        usd = None if price is None else 0.0 if reply.kept else price.of(reply.tokens.prompt, reply.tokens.completion)
        trial.heard.append(Heard(reply, seconds, usd, _problem(reply, prompt, chosen)))
    return trial


def _problem(reply: Reply, prompt: Prompt[Any], chosen: Chosen) -> str | None:
    if reply.refusal:
        return f"refused: {reply.refusal}"
    if reply.cut:
        return "cut at its limit of tokens"
    try:
        read(reply.text, prompt.output, chosen.inputs)
    except BadReply as problem:
        return str(problem)
    return None
