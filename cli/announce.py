"""From INPUT to announcements on the topic ``documents``; shared by ``run`` and ``ingest``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from charge_stream.cli.inputs import Found, Place, find
from charge_stream.infra import announcements
from charge_stream.infra.announcements import Announced
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models import Document
from charge_stream.models.errors import UserError
from charge_stream.topics import catalogue as topics

Send = Callable[[Document], Awaitable[None]]


@dataclass
class Tally:
    """What an announcement round did, by document name."""

    announced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    retracted: list[str] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)


async def announce(
    places: Sequence[Place],
    store: ContentStore,
    send: Send,
    settings: Settings,
    *,
    changed_only: bool,
    retract_gone: bool,
    empty_is_wrong: bool = True,
) -> Tally:
    """Announce the documents of all places; with ``retract_gone`` also that those remembered of the same collections are no more.

    Raises:
        UserError: there is no document in any of them, and ``empty_is_wrong``; or a folder cannot be listed.
    """
    tally = Tally()
    for place in places:
        before = {known.document_id: known for known in await announcements.remembered(store, place.collection)}
        seen: set[str] = set()
        unread: dict[str, str] = {}
        documents = find(place, settings.max_document_mb, unread)
        while (found := await asyncio.to_thread(next, documents, None)) is not None:
            seen.add(found.document_id)
            await _announce(found, before.get(found.document_id), store, send, tally, changed_only)
        tally.problems |= unread
        gone = [known for known in before.values() if known.document_id not in seen and not _is_below(known.uri, unread)]
        for known in gone if retract_gone and place.folder else []:
            await retract_known(known, store, send)
            tally.retracted.append(known.uri)
    if empty_is_wrong and not (tally.announced or tally.unchanged or tally.retracted or tally.problems):
        raise _nothing_in(places)
    return tally


def _is_below(uri: str, folders: Iterable[str]) -> bool:
    """Whether nobody could see if the document is still there: its folder cannot be read."""
    return any(uri.startswith(f"{folder.rstrip('/')}/") for folder in folders)


async def require_documents(places: Sequence[Place], settings: Settings) -> None:
    """See in a moment what ``announce`` would say after all has been started.

    Raises:
        UserError: there is no document in any of them, nor was one announced from there before; or a folder cannot be listed.
    """
    store = ContentStore(settings.store)
    try:
        for place in places:
            if await asyncio.to_thread(next, find(place, settings.max_document_mb), None) is not None:
                return
            if place.folder and await announcements.remembered(store, place.collection):
                return
    finally:
        store.close()
    raise _nothing_in(places)


def _nothing_in(places: Sequence[Place]) -> UserError:
    kinds = "PDF, HTML, Markdown, pictures and *.bundle.json"
    return UserError(f"No documents in {', '.join(place.given for place in places)}: {kinds} are read.")


async def _announce(found: Found, before: Announced | None, store: ContentStore, send: Send, tally: Tally, changed_only: bool) -> None:
    announced = Announced(found.document_id, found.uri, found.collection, found.revision, found.problem)
    if found.problem is not None:
        tally.problems[found.uri] = found.problem
    elif changed_only and before == announced:
        tally.unchanged.append(found.uri)
        return
    else:
        await send(await announcements.document(store, announced, found.media_type, found.content, found.attachments))
        tally.announced.append(found.uri)
    await announcements.remember(store, announced)


async def retract_known(known: Announced, store: ContentStore, send: Send) -> None:
    """Announce that a document is no more."""
    await send(announcements.retraction(known.document_id, known.uri))
    await announcements.forget(store, known)


def to_documents(announcer: Announcer) -> Send:
    """Sends announcements with confirmed delivery."""
    return lambda document: announcer.announce(topics.DOCUMENTS, document)
