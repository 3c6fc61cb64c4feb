"""An encoder behind any endpoint that speaks the OpenAI protocol (embeddings)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np

from charge_stream.infra.batcher import Batcher
from charge_stream.infra.encoders.protocol import Kind, Vectors, unit
from charge_stream.infra.gateway.embedding import Embedding, vectors
from charge_stream.infra.gateway.gateway import Gateway
from charge_stream.infra.gateway.request import Call, Reply, Tokens
from charge_stream.infra.gateway.settings import RoleSettings
from charge_stream.infra.once import once
from charge_stream.models.errors import AccessRefused, CallRefused, KeyRefused, ModelUnknown, UserError
from charge_stream.models.ids import make_id

AT_ONCE = 8
"""Calls of many texts under way, at most; what is asked for meanwhile goes together into the next."""
ABOUT_ALL = (KeyRefused, AccessRefused, ModelUnknown)


class EndpointEncoder:
    """Each text is kept, and paid for once, by itself; texts of several records are bought together, up to ``most`` in a call."""

    def __init__(self, gateway: Gateway, role: RoleSettings, most: int, before: Mapping[Kind, str | None]) -> None:
        self.name, self.dimension = "", 0
        self._gateway, self._role = gateway, role
        self._before = {kind: before.get(kind) or "" for kind in ("query", "passage")}
        self._joint = Batcher[Embedding, Reply | CallRefused](self._bought_together, most, at_once=AT_ONCE)

    async def ready(self) -> None:
        """Ask for a first vector, which tells the dimension."""
        if not self.name:
            await once(self, "ready", self._introduced)

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        await self.ready()
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        found = await asyncio.gather(*(self._vector(self._before[kind] + text) for text in texts))
        for vector in found:
            if len(vector) != self.dimension:
                raise UserError(f"Model {self._role.model} gave {len(vector)} numbers, and {self.dimension} before: is it still the same?")
        return np.stack(found)

    async def _introduced(self) -> None:
        self.dimension = len(await self._vector("ready"))
        mark = make_id(*self._before.values())[:12] if any(self._before.values()) else ""
        self.name = "-".join(filter(None, ("openai", self._role.model, mark)))

    async def _vector(self, text: str) -> Vectors:
        """Some endpoints refuse an empty text; a space stands for it."""
        reply = await self._gateway.complete(Embedding(self._role, (text or " ",)), buy=self._buy)
        return unit(vectors(reply.text)[0])

    async def _buy(self, call: Call) -> Reply:
        assert isinstance(call, Embedding)
        bought = await self._joint.ask(call)
        if isinstance(bought, CallRefused):
            raise bought
        return bought

    async def _bought_together(self, calls: list[Embedding]) -> list[Reply | CallRefused]:
        """One call for all. Where it is refused for one text's sake, each is bought alone, so that the others do not suffer."""
        try:
            reply = await self._gateway.buy(Embedding(self._role, tuple(text for call in calls for text in call.texts)))
        except CallRefused as error:
            if len(calls) == 1 or isinstance(error, ABOUT_ALL):
                return [error] * len(calls)
            return [alone for call in calls for alone in await self._bought_together([call])]
        shares = [Tokens(call.tokens.prompt, 0, estimated=True) for call in calls]
        return [Reply(line, tokens=share) for line, share in zip(reply.text.split("\n"), shares, strict=True)]
