"""``charge-stream retract``: withdraw a document and all questions that rest on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings


def retract(
    document: Annotated[str, typer.Argument(metavar="ID", help="Id or name (URI) of a document that was announced.")],
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """Announce that a document is no more; its questions are withdrawn by the workers."""
    options.await_(_retract(options.settings(broker=broker, store=store), document))
    typer.echo(f"{document} is retracted.")


async def _retract(settings: Settings, document: str) -> None:
    from charge_stream.cli.announce import retract_known, to_documents
    from charge_stream.infra import announcements
    from charge_stream.infra.producer import Announcer
    from charge_stream.infra.store import ContentStore
    from charge_stream.models.errors import UserError

    store = ContentStore(settings.store)
    known = [one for one in await announcements.remembered(store) if document in (one.document_id, one.uri)]
    if not known:
        raise UserError(f"No document {document} was announced into {settings.store}: give its id or its name as `ingest` printed it.")
    async with Announcer(settings) as announcer:
        await retract_known(known[0], store, to_documents(announcer))
