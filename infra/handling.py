"""One attempt at one record: decode, handle, store the result, send it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from charge_stream.infra import results
from charge_stream.infra.emitter import Emitter
from charge_stream.infra.gateway.caller import calls_of
from charge_stream.infra.lanes import Delivery
from charge_stream.infra.provenance import recording
from charge_stream.infra.stage import Deps, Emission, Origin, Stage, Tombstone
from charge_stream.models.base import Record
from charge_stream.models.errors import Undecodable
from charge_stream.topics import codec
from charge_stream.topics.catalogue import DOCUMENTS, Topic

ORDER = "order"
TRACE = "traceparent"


def trace_of(delivery: Delivery) -> str:
    """The record's W3C trace context, or a new one."""
    return delivery.header.get(TRACE) or f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"


class Handling:
    """A stage's handler, applied to deliveries.

    ``names`` maps topics as the broker knows them to the catalogue; ``epoch`` numbers the ``documents`` topic of this broker.
    """

    def __init__(self, stage: Stage, deps: Deps, emitter: Emitter, names: dict[str, Topic], epoch: int) -> None:
        self._stage = stage
        self._deps = deps
        self._emitter = emitter
        self._names = names
        self._epoch = epoch
        self._ranked: dict[tuple[str, int, int], Record | Tombstone] = {}
        self.emitted = 0

    async def attempt(self, delivery: Delivery, trace: str) -> None:
        """Do all that the record asks for; returns when every emission is confirmed.

        1. decode  2. load the stored result  3. if there is none: handle, and store  4. send
        """
        record = self._ranked.pop(_place(delivery), None) or self.decode(delivery)
        deps = self._deps_for(delivery, trace)
        emissions = None
        stored = self._stage.stored and not isinstance(record, Tombstone)
        if stored:
            identity = await self._stage.identity(record, deps)
            emissions = await results.load(deps.store, self._stage.name, identity)
        if emissions is None:
            with calls_of(self._stage.name), recording():
                emissions = self._declared(await self._stage.handle(record, deps))
                if stored:
                    emissions = await results.save(deps.store, self._stage.name, identity, emissions)
        await self._send(emissions, trace)

    async def identity(self, delivery: Delivery) -> str:
        """By which a batch is ordered; what cannot be decoded comes first. What was decoded here is not decoded again for its attempt."""
        try:
            record = self.decode(delivery)
        except Undecodable:
            return ""
        self._ranked[_place(delivery)] = record
        if isinstance(record, Tombstone):
            return record.key
        return await self._stage.identity(record, self._deps_for(delivery, trace_of(delivery)))

    def decode(self, delivery: Delivery) -> Record | Tombstone:
        """The record, or the tombstone of a compacted topic.

        Raises:
            Undecodable, UnknownVersion: it is no record that belongs on this topic.
        """
        topic = self._names[delivery.topic]
        if delivery.value is None and topic.compacted and delivery.key is not None:
            return Tombstone(delivery.key.decode("utf-8", "replace"))
        if topic.noun is None:
            raise Undecodable(f"topic {topic.name} carries no records")
        return codec.decode(delivery.value, topic.noun)

    def order_of(self, delivery: Delivery) -> tuple[int, int] | None:
        """(epoch, offset) of a document's announcement: the one it was first announced with, if it was sent again."""
        if self._names[delivery.topic] is not DOCUMENTS:
            return None
        given = delivery.header.get(ORDER)
        if given is None:
            return self._epoch, delivery.offset
        epoch, _, offset = given.partition(".")
        if not (epoch.isdecimal() and offset.isdecimal()):
            raise Undecodable(f"the header {ORDER} is {given!r}, not epoch.offset")
        return int(epoch), int(offset)

    def _deps_for(self, delivery: Delivery, trace: str) -> Deps:
        name = self._names[delivery.topic].name
        origin = Origin(name, delivery.partition, delivery.offset, delivery.header, self.order_of(delivery))

        async def emit(emission: Emission) -> None:
            await self._send(self._declared([emission]), trace)

        return replace(self._deps, sources=self._deps.sources.as_of_now(), origin=origin, emit=emit)

    def _declared(self, emissions: Sequence[Emission]) -> list[Emission]:
        for emission in emissions:
            if emission.topic not in self._stage.emits:
                raise ValueError(f"stage {self._stage.name} does not declare that it emits {emission.topic.name}")
        return list(emissions)

    async def _send(self, emissions: Sequence[Emission], trace: str) -> None:
        await self._emitter.emit(emissions, {"stage": self._stage.name, TRACE: trace})
        self.emitted += len(emissions)


def _place(delivery: Delivery) -> tuple[str, int, int]:
    return delivery.topic, delivery.partition, delivery.offset
