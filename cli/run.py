"""``charge-stream run``: the whole job in one process."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from charge_stream.cli import options
from charge_stream.cli.terminal import tell


def run(
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files, folders or URLs of documents.")],
    out: Annotated[Path, typer.Option(help="Folder for the results.")],
    store: options.Store = None,
    broker: options.Broker = None,
    collection: Annotated[str | None, typer.Option(help="Name under which the documents are known; default: the folder's.")] = None,
    quota: Annotated[int | None, typer.Option(help="Most questions of each type.")] = None,
    patience: Annotated[float | None, typer.Option(help="Seconds to wait for a service that does not answer.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ask models anew what they were asked before.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    """Read documents, write checked questions about them, evaluate, and report."""
    from charge_stream.cli.files import writable_folder
    from charge_stream.cli.inputs import places
    from charge_stream.cli.interrupt import until_interrupted
    from charge_stream.cli.job import run_job
    from charge_stream.cli.progress import Progress
    from charge_stream.cli.summary_output import print_line, print_table, problems

    writable_folder(out)
    settings = options.settings(
        store=store or str(out / ".charge-stream"), broker=broker, quota=quota, patience_s=patience, quota_mode="total"
    )
    if no_cache:
        settings = settings.model_copy(update={"openai": settings.openai.model_copy(update={"cache": False})})
    summary = until_interrupted(run_job(settings, places(inputs, collection), out, Progress(quiet)))
    (print_table if sys.stdout.isatty() else print_line)(summary, out)
    found = problems(summary)
    for problem in found:
        tell(problem)
    raise typer.Exit(1 if found else 0)
