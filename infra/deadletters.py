"""Dead letters: the original bytes unchanged as the value, and everything about them in headers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from charge_stream.infra.emitter import Headers
from charge_stream.infra.lanes import Delivery
from charge_stream.infra.scrubbing import scrub
from charge_stream.models.blob import BlobRef
from charge_stream.topics import codec

ORIGINAL = "original."
"""Before the names of the record's own headers."""

VALUE_LIMIT = 256 * 1024
"""Bytes; a larger value is kept as a blob, and the dead letter carries the reference."""

HEADER_LIMIT = 64 * 1024
MESSAGE_LIMIT = 2048
OCTETS = "application/octet-stream"


@dataclass(frozen=True)
class DeadLetter:
    """A record that failed for good. ``topic`` is the original one, without the prefix; ``order`` that of a document's announcement."""

    topic: str
    partition: int
    offset: int
    stage: str
    error: str
    message: str
    attempts: int
    time: str
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes], ...]
    order: str | None = None
    blob: BlobRef | None = None

    @property
    def id(self) -> str:
        """Names it in listings."""
        return f"{self.stage}:{self.topic}-{self.partition}-{self.offset}"


def of(delivery: Delivery, topic: str, stage: str, error: Exception, attempts: int, order: str | None) -> DeadLetter:
    """The dead letter for a record that ``stage`` gave up."""
    return DeadLetter(
        topic=topic,
        partition=delivery.partition,
        offset=delivery.offset,
        stage=stage,
        error=type(error).__name__,
        message=shown(str(error)),
        attempts=attempts,
        time=datetime.now(UTC).isoformat(timespec="milliseconds"),
        key=delivery.key,
        value=delivery.value,
        headers=delivery.headers,
        order=order,
    )


def shown(message: str) -> str:
    """The message without what looks like a secret, cut to 2 KB of UTF-8."""
    return scrub(message).encode()[:MESSAGE_LIMIT].decode(errors="ignore")


def needs_blob(letter: DeadLetter) -> bool:
    """Whether the value is too large to travel."""
    return letter.value is not None and len(letter.value) > VALUE_LIMIT


def to_wire(letter: DeadLetter, traceparent: str) -> tuple[bytes | None, Headers]:
    """Value and headers of the record on ``dead-letters``."""
    fields = {
        "topic": letter.topic,
        "partition": str(letter.partition),
        "offset": str(letter.offset),
        "stage": letter.stage,
        "error": letter.error,
        "message": letter.message,
        "attempts": str(letter.attempts),
        "time": letter.time,
        "traceparent": traceparent,
        "order": letter.order,
        "value": None if letter.blob is None else "blob",
    }
    headers = [(name, text.encode()) for name, text in fields.items() if text is not None]
    if letter.key is not None:
        headers.append(("key", letter.key))
    size = sum(len(name) + len(value or b"") for name, value in letter.headers)
    if size > HEADER_LIMIT:
        headers.append(("original-headers-left-out", f"{size} bytes".encode()))
    else:
        headers += [(ORIGINAL + name, value) for name, value in letter.headers]
    return (letter.value if letter.blob is None else codec.encode(letter.blob)), headers


def from_wire(value: bytes | None, headers: tuple[tuple[str, bytes], ...]) -> DeadLetter:
    """The dead letter in a record of ``dead-letters``.

    Raises:
        KeyError, ValueError: it is none.
        Undecodable: it refers to a blob that it does not name.
    """
    fields = {name: data for name, data in headers if not name.startswith(ORIGINAL)}
    text: Callable[[str], str] = lambda name: fields[name].decode()  # noqa: E731
    letter = DeadLetter(
        topic=text("topic"),
        partition=int(text("partition")),
        offset=int(text("offset")),
        stage=text("stage"),
        error=text("error"),
        message=text("message"),
        attempts=int(text("attempts")),
        time=text("time"),
        key=fields.get("key"),
        value=value,
        headers=tuple((name.removeprefix(ORIGINAL), data) for name, data in headers if name.startswith(ORIGINAL)),
        order=text("order") if "order" in fields else None,
    )
    if fields.get("value") != b"blob":
        return letter
    return replace(letter, value=None, blob=codec.decode(value, BlobRef))
