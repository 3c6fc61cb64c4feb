"""Looking through the dead letters, sending them again, and dropping them. What was done with one is recorded in the content store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import orjson

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker, locate
from charge_stream.infra.deadletters import DeadLetter, from_wire
from charge_stream.infra.emitter import topic_name
from charge_stream.infra.handling import ORDER, TRACE
from charge_stream.infra.producer import Announcer
from charge_stream.infra.progress import Progress
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore, segment
from charge_stream.models.errors import Undecodable, UserError
from charge_stream.topics.catalogue import BY_NAME, DEAD_LETTERS

Outcome = Literal["redriven", "dropped"]
OUTCOMES: tuple[Outcome, ...] = ("redriven", "dropped")


@dataclass(frozen=True)
class Case:
    """A dead letter and what was done with it (None: it is open). ``traceparent`` is the record's."""

    letter: DeadLetter
    outcome: Outcome | None
    traceparent: str | None


class Desk:
    """The dead letters of one deployment. Every method raises ``DependencyDown`` when the broker or the store does not answer."""

    def __init__(self, settings: Settings, store: ContentStore, broker: Broker | None = None) -> None:
        self._settings = settings
        self._store = store
        self._broker = locate(settings, broker)

    async def cases(self, *, closed: bool = False) -> list[Case]:
        """The open ones, oldest first; with ``closed`` all. Of one that was written twice, the last."""
        cluster, _ = await admin.documents_id(self._settings, self._broker)
        found: dict[str, tuple[DeadLetter, str | None]] = {}
        for _, value, headers in await self._records():
            try:
                letter = from_wire(value, headers)
            except (KeyError, ValueError, Undecodable):
                continue  # someone else's record; there is nothing we could do with it
            found[letter.id] = letter, dict(headers).get(TRACE, b"").decode() or None
        cases = [Case(letter, await self._outcome(cluster, letter), trace) for letter, trace in found.values()]
        return sorted((case for case in cases if closed or case.outcome is None), key=lambda case: (case.letter.time, case.letter.id))

    async def show(self, identifier: str) -> Case:
        """One of them, open or closed.

        Raises:
            UserError: there is none of this id.
        """
        for case in await self.cases(closed=True):
            if case.letter.id == identifier:
                return case
        raise UserError(f"There is no dead letter {identifier}; charge-stream dlq list shows them.")

    async def value(self, letter: DeadLetter) -> bytes | None:
        """The original bytes, wherever they are."""
        return letter.value if letter.blob is None else await self._store.get_blob(letter.blob)

    async def redrive(self, identifier: str) -> DeadLetter:
        """Send it to its original topic, under its key, with its headers and its order; raises as ``show``."""
        case = await self.show(identifier)
        letter = case.letter
        if letter.topic not in BY_NAME:
            raise UserError(f"Dead letter {identifier} came from topic {letter.topic}, which this version does not know.")
        names = {name for name, _ in letter.headers}
        kept = {ORDER: letter.order, TRACE: case.traceparent}
        headers = [*letter.headers, *((name, text.encode()) for name, text in kept.items() if text is not None and name not in names)]
        async with Announcer(self._settings, self._broker) as announcer:
            await announcer.raw(BY_NAME[letter.topic], letter.key, await self.value(letter), headers)
        await self._record(letter, "redriven")
        return letter

    async def drop(self, identifier: str) -> DeadLetter:
        """Close it without sending; raises as ``show``."""
        letter = (await self.show(identifier)).letter
        await self._record(letter, "dropped")
        return letter

    async def _records(self) -> list[tuple[int, bytes | None, tuple[tuple[str, bytes], ...]]]:
        progress = Progress(self._broker)
        await progress.start()
        try:
            return await progress.everything(topic_name(self._settings.prefix, DEAD_LETTERS))
        finally:
            await progress.stop()

    async def _record(self, letter: DeadLetter, outcome: Outcome) -> None:
        cluster, _ = await admin.documents_id(self._settings, self._broker)
        await self._store.put(_mark(cluster, letter, outcome), orjson.dumps({"time": letter.time}))

    async def _outcome(self, cluster: str, letter: DeadLetter) -> Outcome | None:
        """A later dead letter of the same place (its topic was made anew) is another case."""
        for outcome in OUTCOMES:
            mark = await self._store.get_json(_mark(cluster, letter, outcome))
            if mark is not None and mark["time"] >= letter.time:
                return outcome
        return None


def _mark(cluster: str, letter: DeadLetter, outcome: Outcome) -> str:
    place = f"{letter.topic}-{letter.partition}-{letter.offset}"
    return f"dead-letters/{outcome}/{segment(cluster)}/{segment(letter.stage)}/{segment(place)}"
