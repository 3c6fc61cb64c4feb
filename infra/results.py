"""What a stage made of a record, stored before it is sent: a replay sends the same again and pays nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from cachetools import LRUCache

from charge_stream.infra.per_owner import PerOwner
from charge_stream.infra.stage import Emission
from charge_stream.infra.store import ContentStore, segment
from charge_stream.topics import codec
from charge_stream.topics.catalogue import BY_NAME


def path_of(stage: str, identity: str) -> str:
    """Where the result of ``identity`` stands in the content store."""
    return f"results/{stage}/{segment(identity)}.json"


REMEMBERED = 2048
_RECENT: PerOwner[ContentStore, LRUCache[str, list[Emission]]] = PerOwner(lambda store: LRUCache(REMEMBERED))
"""Results that were read or written lately. A stored result never changes, so remembering it is safe."""


async def load(store: ContentStore, stage: str, identity: str) -> list[Emission] | None:
    """The stored emissions, or None when there are none yet."""
    path = path_of(stage, identity)
    known = _RECENT.of(store).get(path)
    if known is not None:
        return list(known)
    stored = await store.get_json(path)
    return None if stored is None else _remember(store, path, _emissions(stored))


async def save(store: ContentStore, stage: str, identity: str, emissions: Sequence[Emission]) -> list[Emission]:
    """Store the emissions unless others were stored before; the stored ones."""
    own, path = _to_json(emissions), path_of(stage, identity)
    stored = await store.put_if_absent(path, own)
    return _remember(store, path, list(emissions) if stored == own else _emissions(store.parsed(path, stored)))


def _remember(store: ContentStore, path: str, emissions: list[Emission]) -> list[Emission]:
    _RECENT.of(store)[path] = emissions
    return list(emissions)


def _to_json(emissions: Sequence[Emission]) -> bytes:
    return orjson.dumps({"emissions": [_plain(emission) for emission in emissions]}, option=orjson.OPT_SORT_KEYS)


def _plain(emission: Emission) -> dict[str, Any]:
    record = None if emission.value is None else orjson.Fragment(emission.value)
    return {"topic": emission.topic.name, "key": emission.wire_key(), "record": record, "headers": emission.headers}


def _emissions(stored: dict[str, Any]) -> list[Emission]:
    return [_emission(plain) for plain in stored["emissions"]]


def _emission(plain: dict[str, Any]) -> Emission:
    topic = BY_NAME[plain["topic"]]
    record = None
    if plain["record"] is not None and topic.noun is not None:
        record = codec.decode(orjson.dumps(plain["record"]), topic.noun)
    return Emission(topic, record, plain["key"], plain["headers"])
