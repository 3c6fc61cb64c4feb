"""What a stage declares, and what its handler is given. Offsets, acks, retries and dead letters belong to ``runtime`` alone."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from charge_stream.models import Keypoint
from charge_stream.models.base import Record
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output as PromptOutput
from charge_stream.topics import codec
from charge_stream.topics.catalogue import Topic

if TYPE_CHECKING:
    from charge_stream.infra.encoders import Encoder
    from charge_stream.infra.index import Index
    from charge_stream.infra.pool import Pool
    from charge_stream.infra.settings import Settings
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

T = TypeVar("T", bound=PromptOutput)


@dataclass(frozen=True)
class Abstained:
    """The engine does not answer, and says why; an outcome, not a failure."""

    reason: str


class Engine(Protocol):
    """The one protocol behind which both engines stand (``engines/``)."""

    name: str
    sees: bool
    """Whether it looks at pictures; else none are fetched for it."""
    has_wordings: bool
    """Whether a question's ``form`` names a fixed wording, so that too many of one can be told."""

    explainers: tuple[str, ...]
    """The names of those who explain answers, and vote on what the others explain; empty: it explains nothing."""

    async def ask(
        self, prompt: Prompt[T], inputs: dict[str, Any], images: Sequence[bytes] = (), sample: int = 0, explainer: str | None = None
    ) -> T | Abstained:
        """The prompt's typed answer for ``inputs`` (records or plain data, named in the prompt's front matter), or an abstention.

        ``sample`` numbers answers to the same question, where several are wanted: the same number has the same answer. ``explainer`` names
        who is asked a prompt of the role ``explainer``; None: the first.
        """
        ...

    async def suits(self, keypoint: Keypoint, partners: Sequence[Keypoint]) -> list[bool]:
        """Which of the partners it may have a question for together with ``keypoint``: cheap, asked before anything is admitted."""
        ...

    def version(self, prompt: Prompt[Any]) -> int:
        """The version of the prompt's text, recorded in what is made with it."""
        ...

    async def close(self) -> None:
        """Let go of what it holds open."""
        ...


@dataclass(frozen=True)
class Emission:
    """A record for a topic. ``record`` None is a tombstone for ``key``; otherwise the key comes from the topic's declaration."""

    topic: Topic
    record: Record | None
    key: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    @functools.cached_property
    def value(self) -> bytes | None:
        """The record as it travels; None of a tombstone."""
        return None if self.record is None else codec.encode(self.record)

    def wire_key(self) -> str:
        """The record's key on its topic."""
        if self.key is not None:
            return self.key
        if self.topic.key == "id":
            return str(self.record.record_id)  # type: ignore[union-attr]
        return str(getattr(self.record, self.topic.key))


@dataclass(frozen=True)
class Tombstone:
    """What a handler gets for a null value on a compacted topic: the record of ``key`` is withdrawn.

    What is emitted for it is never stored, since a withdrawal must be able to happen again.
    """

    key: str

    @property
    def record_id(self) -> str:
        return self.key


@dataclass(frozen=True)
class Origin:
    """Where a record came from. ``order`` is (epoch, offset) of the document's announcement, carried through redrives; None elsewhere."""

    topic: str
    partition: int
    offset: int
    headers: dict[str, str]
    order: tuple[int, int] | None = None


@dataclass(frozen=True)
class Deps:
    """What handlers may use. ``origin`` and ``emit`` belong to the record at hand; ``emit`` returns when the broker has confirmed."""

    settings: Settings
    store: ContentStore
    sources: Sources
    index: Index
    encoder: Encoder
    engine: Engine
    pool: Pool
    origin: Origin | None = None
    emit: Callable[[Emission], Awaitable[None]] | None = None

    async def send(self, emission: Emission) -> None:
        """Send now, and not with what the handler returns; ends when the broker has confirmed."""
        assert self.emit is not None
        await self.emit(emission)


class Order(Enum):
    """How many records of a stage may be in work at once on one partition."""

    FREE = "free"
    """as many as the bound on unacked records allows"""
    BY_KEY = "by key"
    """one of each key at a time, in delivery order"""
    ONE = "one"
    """one at a time, in delivery order"""


Handler = Callable[[Any, Deps], Awaitable[Sequence[Emission]]]
Identity = Callable[[Any, Deps], Awaitable[str]]


async def record_identity(record: Any, deps: Deps) -> str:
    """The input id a result is stored under, unless a stage says otherwise."""
    return str(record.record_id)


@dataclass(frozen=True)
class Stage:
    """One step of the flow.

    ``stored``: the emissions are stored under ``results/<name>/<identity>.json`` before they are sent, and a replay sends the stored ones.
    A stage whose outcome depends on the present (``ingest``, ``publish``, ``reconcile``) is not stored and keeps what it decides itself.
    ``needs_index``: its handler uses ``deps.index``; a worker with no such stage needs no Milvus.
    ``batched``: in ``run`` it starts when the stages before it have drained, and goes by ascending identity (``design``: batch order).
    """

    name: str
    consumes: tuple[Topic, ...]
    emits: tuple[Topic, ...]
    handle: Handler
    order: Order = Order.FREE
    stored: bool = True
    batched: bool = False
    needs_index: bool = False
    identity: Identity = record_identity
    about: str = ""

    def __post_init__(self) -> None:
        if not self.consumes:
            raise ValueError(f"stage {self.name} consumes nothing")
        if any(topic.noun is None for topic in self.consumes):
            raise ValueError(f"stage {self.name} consumes a topic without records")
