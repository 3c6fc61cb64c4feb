"""``charge-stream index``: the search index, which can always be made anew from the content store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings

app = typer.Typer(help="The search index.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """The search index."""


@app.command()
def rebuild(store: options.Store = None) -> None:
    """Drop the index and fill it again from the content store."""
    counts = options.await_(_rebuild(options.settings(store=store)))
    typer.echo(", ".join(f"{count} {name}" for name, count in counts.items()) + " indexed.")


async def _rebuild(settings: Settings) -> dict[str, int]:
    from charge_stream.infra.encoders import opened_encoder
    from charge_stream.infra.index import Index
    from charge_stream.infra.rebuild import rebuild
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

    content = ContentStore(settings.store)
    async with opened_encoder(settings, content) as encoder:
        index = await Index.open(settings, encoder, reset=True)
        try:
            return await rebuild(content, Sources(content), index, encoder)
        finally:
            await index.close()
