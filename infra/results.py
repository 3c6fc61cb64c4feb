"""What a stage made of a record, stored before it is sent: a replay sends the same again and pays nothing twice.

Beside the emissions stand the prompts that were asked for them (``provenance``): their versions, and the models with their settings.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson
from cachetools import LRUCache

from charge_stream.infra.per_owner import PerOwner
from charge_stream.infra.provenance import How, asked
from charge_stream.infra.stage import Emission
from charge_stream.infra.store import ContentStore, segment
from charge_stream.models import Verified
from charge_stream.models.base import Record
from charge_stream.topics import codec
from charge_stream.topics.catalogue import BY_NAME

FOLDER = "results"


def path_of(stage: str, identity: str) -> str:
    """Where the result of ``identity`` stands in the content store."""
    return f"{FOLDER}/{stage}/{segment(identity)}.json"


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


async def prompts_of_all(store: ContentStore) -> AsyncIterator[dict[str, How] | None]:
    """For each stored result the prompts asked for it; None where that was not recorded. No order is promised."""
    for path in await store.list(FOLDER):
        stored = await store.get_json(path)
        if stored is not None and "emissions" in stored:
            yield stored.get("prompts")


async def naming(store: ContentStore, identity: str) -> list[Record]:
    """The records in stored results that have this id, and the verdicts on the keypoint of this id."""
    sought, found = identity.encode(), []
    for path in await store.list(FOLDER):
        data = await store.get(path)
        if data is not None and sought in data:
            stored = store.parsed(path, data)
            records = [emission.record for emission in _emissions(stored)] if "emissions" in stored else []
            found += [record for record in records if record is not None and identity in _ids_of(record)]
    return found


def _ids_of(record: Record) -> set[str]:
    own = {str(getattr(record, "record_id", ""))}
    return own | {record.keypoint.id} if isinstance(record, Verified) else own


def _remember(store: ContentStore, path: str, emissions: list[Emission]) -> list[Emission]:
    _RECENT.of(store)[path] = emissions
    return list(emissions)


def _to_json(emissions: Sequence[Emission]) -> bytes:
    made = {"emissions": [_plain(emission) for emission in emissions], "prompts": asked()}
    return orjson.dumps(made, option=orjson.OPT_SORT_KEYS)


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
