"""The command ``charge-stream``: each subcommand stands in a file of this folder and imports what it needs when it is called."""

from __future__ import annotations

import sys

import typer

from charge_stream import __version__
from charge_stream.cli import (
    dlq,
    doctor,
    estimate,
    export,
    fake_endpoint,
    index,
    ingest,
    lag,
    prompts,
    read_charts,
    retract,
    run,
    tail,
    topics,
    worker,
)
from charge_stream.cli.terminal import tell
from charge_stream.models.errors import ChargeError, UserError

app = typer.Typer(
    help="Reports in; a checked question–answer benchmark for multimodal RAG, and evaluation results, out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

for command in (
    run.run,
    estimate.estimate,
    read_charts.read_charts,
    ingest.ingest,
    retract.retract,
    worker.worker,
    tail.tail,
    export.export,
    lag.lag,
    doctor.doctor,
    fake_endpoint.fake_endpoint,
):
    app.command()(command)
for group, name in ((dlq.app, "dlq"), (prompts.app, "prompts"), (topics.app, "topics"), (index.app, "index")):
    app.add_typer(group, name=name)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", help="Print the version and stop.", is_eager=True)) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command; an error that its user can mend is one sentence on stderr and status 2."""
    try:
        app()
    except UserError as error:
        tell(error)
        sys.exit(2)
    except ChargeError as error:
        tell(error)
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
