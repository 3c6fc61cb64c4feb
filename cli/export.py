"""``charge-stream export``: the valid questions of a content store, in the form others read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from charge_stream.cli import options
from charge_stream.cli.files import is_missing
from charge_stream.models.errors import UserError

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings


def export(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="File (jsonl, parquet) or folder (chart-mrag, hugging-face) to write.")],
    form: Annotated[
        Literal["jsonl", "parquet", "chart-mrag", "hugging-face"], typer.Option("--format", help="The form to write.")
    ] = "jsonl",
    store: options.Store = None,
) -> None:
    """Write the questions that are valid now."""
    count = options.await_(_export(options.settings(store=store), form, out))
    typer.echo(f"{count} questions written to {out}.")


async def _export(settings: Settings, form: str, out: Path) -> int:
    from charge_stream.evaluation import contents as store_contents
    from charge_stream.evaluation.chart_mrag import export_chart_mrag
    from charge_stream.evaluation.export import export_jsonl, export_parquet
    from charge_stream.evaluation.hugging_face import export_hugging_face
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

    empty = f"The store {settings.store} holds no documents: give --store, for a run it is OUT/.charge-stream."
    if is_missing(settings.store):
        raise UserError(empty)
    content = ContentStore(settings.store)
    contents = await store_contents.read(content, Sources(content))
    if not contents.manifests:
        raise UserError(empty)
    try:
        if form == "jsonl":
            export_jsonl(contents.qa, out)
        elif form == "parquet":
            export_parquet(contents.qa, out)
        elif form == "chart-mrag":
            await export_chart_mrag(contents, content, out)
        else:
            await export_hugging_face(contents, content, out)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}; choose another place.") from error
    return len(contents.qa)
