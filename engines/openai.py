"""The engine that asks models behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from charge_stream.engines.pictures import data_url
from charge_stream.engines.replies import BadReply, mend, read
from charge_stream.engines.requests import FORMATS, formatted, messages_of
from charge_stream.infra import provenance
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.request import Message, Reply, Request
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.stage import Abstained
from charge_stream.infra.store import ContentStore
from charge_stream.models import Keypoint
from charge_stream.models.errors import ContentRefused, FormatRefused, NoValidAnswer, PicturesRefused, UserError
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output
from charge_stream.prompts.render import load

T = TypeVar("T", bound=Output)
Where = tuple[str | None, str | None]

MORE_ROOM = 4
"""A reply cut at the token limit is asked for once more with so many times the tokens."""


@dataclass(frozen=True)
class Question(Generic[T]):
    """One ``ask``. ``calls``: what went to the gateway for it."""

    prompt: Prompt[T]
    inputs: dict[str, Any]
    role: RoleSettings
    sample: int
    calls: list[Request] = field(default_factory=list)

    @property
    def where(self) -> Where:
        """The model that is asked, and its endpoint."""
        return self.role.endpoint, self.role.model


class OpenAIEngine:
    """``counts`` adds to the gateway's: replies repaired by their model, mended by guessing, cut, refused."""

    name = "openai"
    has_wordings = False

    def __init__(self, settings: OpenAISettings, store: ContentStore | None = None, gateway: Gateway | None = None) -> None:
        """``gateway``: one of these settings and this store, which the caller uses too, and closes.

        Raises:
            UserError: neither a key nor an address is set.
        """
        if not settings.usable:
            raise UserError("The engine openai needs CHARGE_OPENAI__API_KEY, or CHARGE_OPENAI__BASE_URL of an endpoint without keys.")
        self._settings = settings
        self.sees = any(role.vision for role in settings.all_roles)
        self.explainers = settings.explainer_names
        self.gateway = gateway or Gateway(settings, store)
        self._shares_gateway = gateway is not None
        self._formats: dict[Where, int] = {}
        self._blind: set[Where] = set()
        self.counts = self.gateway.counts

    async def ask(
        self, prompt: Prompt[T], inputs: dict[str, Any], images: Sequence[bytes] = (), sample: int = 0, explainer: str | None = None
    ) -> T | Abstained:
        """The model's answer, valid and with existing evidence; an abstention when it or its endpoint refuses.

        ``sample`` numbers answers to the same question, of which each is bought once. ``explainer`` names one of ``explainers``.

        Raises:
            CallFailed, CallRefused, EndpointDown, BudgetReached: as ``Gateway.complete``.
            NoValidAnswer: no valid answer could be had; what was replied is forgotten, so that another attempt gets other replies.
        """
        question = Question(prompt, inputs, self._settings.asked(load(prompt.id).front.role, explainer), sample)
        if images and question.role.vision and question.where not in self._blind:
            try:
                return await self._shown(question, [await asyncio.to_thread(data_url, image) for image in images])
            except PicturesRefused:
                self._blind.add(question.where)
        return await self._shown(question, [])

    async def _shown(self, question: Question[T], pictures: Sequence[str]) -> T | Abstained:
        """The answer to the question with these pictures (data URLs)."""
        prompt, role = question.prompt, question.role
        if not pictures and load(prompt.id).front.pictures == "needed":
            return Abstained(f"model {role.model} was shown no picture")
        messages = messages_of(prompt, question.inputs, pictures)
        how = {**role.model_dump(exclude={"timeout_s", "vision"}), "shown": provenance.form_of(question.inputs, len(pictures))}
        provenance.note(prompt.id, engine=self.name, version=self.version(prompt), **how)
        try:
            return await self._answer(question, messages)
        except ContentRefused as error:
            return self._refused(str(error))
        except NoValidAnswer:
            await self.gateway.forget(question.calls)
            raise

    async def suits(self, keypoint: Keypoint, partners: Sequence[Keypoint]) -> list[bool]:
        """All: a model is not asked before a pair is admitted."""
        return [True] * len(partners)

    def version(self, prompt: Prompt[Any]) -> int:
        """The version of the prompt's text."""
        return load(prompt.id).front.version

    async def close(self) -> None:
        """Close the connections, unless others use them too."""
        if not self._shares_gateway:
            await self.gateway.close()

    async def _answer(self, question: Question[T], messages: list[Message]) -> T | Abstained:
        """1 the reply as it is; 2 one more turn in which the model sees what is wrong; 3 its JSON mended by guessing."""
        output, inputs = question.prompt.output, question.inputs
        reply = await self._complete(question, messages)
        if reply.refusal:
            return self._refused(reply.refusal)
        try:
            return read(reply.text, output, inputs)
        except BadReply as problem:
            turn = [{"role": "assistant", "content": reply.text}, {"role": "user", "content": _correction(problem)}]
        again = await self._complete(question, [*messages, *turn])
        if again.refusal:
            return self._refused(again.refusal)
        try:
            answer = read(again.text, output, inputs)
            self.counts["repaired"] += 1
        except BadReply:
            answer = self._mended((again, reply), question)
        return answer

    def _mended(self, replies: Sequence[Reply], question: Question[T]) -> T:
        problem = None
        for reply in replies:
            try:
                answer = mend(reply.text, question.prompt.output, question.inputs)
                self.counts["mended"] += 1
                return answer
            except BadReply as error:
                problem = problem or error
        raise NoValidAnswer(f"Model {question.role.model} gave no valid answer to prompt {question.prompt.id}: {problem}.")

    async def _complete(self, question: Question[Any], messages: list[Message]) -> Reply:
        """The reply in full: once more with more room when it was cut."""
        role = question.role
        reply = await self._formatted(question, role, messages)
        if reply.cut and role.max_tokens is not None:
            self.counts["cut"] += 1
            reply = await self._formatted(question, role.model_copy(update={"max_tokens": MORE_ROOM * role.max_tokens}), messages)
        if reply.cut:
            raise NoValidAnswer(
                f"The reply of model {role.model} to prompt {question.prompt.id} does not fit: raise max_tokens of its role."
            )
        return reply

    async def _formatted(self, question: Question[Any], role: RoleSettings, messages: list[Message]) -> Reply:
        """The reply in the strictest format that the model's endpoint accepts."""
        where = question.where
        while True:
            number = self._formats.get(where, 0)
            format_, shown = formatted(FORMATS[number], question.prompt.output, messages)
            request = Request(role, tuple(shown), format_, question.sample)
            try:
                reply = await self.gateway.complete(request)
            except FormatRefused:
                if number + 1 == len(FORMATS):
                    raise
                self._formats[where] = max(self._formats.get(where, 0), number + 1)
            else:
                question.calls.append(request)
                return reply

    def _refused(self, reason: str) -> Abstained:
        self.counts["refused"] += 1
        return Abstained(f"the model refused: {' '.join(reason.split())[:200]}")


def _correction(problem: BadReply) -> str:
    return f"That reply cannot be used. {problem}. Reply again in full, with nothing but the corrected JSON object."
