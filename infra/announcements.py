"""Announcing documents: their bytes go to the content store first; what was announced is remembered, so as to retract what is gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import orjson

from charge_stream.infra.store import ContentStore, segment
from charge_stream.models import BlobRef, Document
from charge_stream.models.ids import make_id

RETRACTED = "retracted"
"""The revision of a document that is no more."""


@dataclass(frozen=True)
class Announced:
    """What was last announced of a document; ``problem`` when it could not even be read."""

    document_id: str
    uri: str
    collection: str
    revision: str
    problem: str | None = None

    @property
    def path(self) -> str:
        return f"announced/{segment(self.collection or 'files')}/{self.document_id}.json"


async def document(
    store: ContentStore, announced: Announced, media_type: str, content: bytes, attachments: Mapping[str, bytes]
) -> Document:
    """The announcement of a document, its bytes and pictures stored."""
    stored: dict[str, BlobRef] = {name: await store.put_blob(data, "image/*") for name, data in sorted(attachments.items())}
    return Document(
        document_id=announced.document_id,
        uri=announced.uri,
        media_type=media_type,
        revision=announced.revision,
        content=await store.put_blob(content, media_type),
        attachments=stored,
    )


def retraction(document_id: str, uri: str) -> Document:
    """The announcement that a document is no more."""
    return Document(document_id=document_id, uri=uri, media_type="", revision=make_id(RETRACTED, document_id), content=None)


async def remember(store: ContentStore, announced: Announced) -> None:
    """Keep what was announced, once the announcement is confirmed."""
    await store.put(announced.path, orjson.dumps(asdict(announced)))


async def forget(store: ContentStore, announced: Announced) -> None:
    """The document was retracted."""
    await store.delete(announced.path)


async def remembered(store: ContentStore, collection: str | None = None) -> list[Announced]:
    """What is announced now, of one collection or of all, by document id."""
    prefix = "announced" if collection is None else f"announced/{segment(collection or 'files')}"
    found = [await store.get_json(path) for path in await store.list(prefix)]
    return sorted((Announced(**known) for known in found if known is not None), key=lambda announced: announced.document_id)
