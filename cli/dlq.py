"""``charge-stream dlq``: the dead letters."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.redrive import Case, Desk

app = typer.Typer(help="Dead letters: list, show, redrive, drop.", no_args_is_help=True)

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]…", help="Ids as `dlq list` prints them.")]
All = Annotated[bool, typer.Option("--all", help="All open ones.")]
OfStage = Annotated[str | None, typer.Option("--stage", help="Only those of this stage.")]


@app.command("list")
def list_(
    closed: Annotated[bool, typer.Option("--closed", help="Also those redriven or dropped.")] = False,
    stage: OfStage = None,
    as_json: options.AsJson = False,
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """List the open dead letters, oldest first."""
    cases = options.await_(_desk(broker, store).cases(closed=closed))
    chosen = [case for case in cases if stage in (None, case.letter.stage)]
    for case in chosen:
        typer.echo(json.dumps(_data(case)) if as_json else _line(case))
    if not chosen and not as_json:
        typer.echo("No dead letters.")


@app.command()
def show(
    id: Annotated[str, typer.Argument(metavar="ID")],
    payload: Annotated[bool, typer.Option("--payload", help="Also the record itself, which may hold document text.")] = False,
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """Show one dead letter, without its record unless asked."""
    desk = _desk(broker, store)
    options.await_(_show(desk, id, payload))


@app.command()
def redrive(ids: Ids = None, every: All = False, stage: OfStage = None, broker: options.Broker = None, store: options.Store = None) -> None:
    """Send dead letters to their original topics again."""
    options.await_(_each(_desk(broker, store), ids or [], every, stage, "redrive"))


@app.command()
def drop(ids: Ids = None, every: All = False, stage: OfStage = None, broker: options.Broker = None, store: options.Store = None) -> None:
    """Close dead letters without sending them."""
    options.await_(_each(_desk(broker, store), ids or [], every, stage, "drop"))


def _desk(broker: str | None, store: str | None) -> Desk:
    from charge_stream.infra.redrive import Desk
    from charge_stream.infra.store import ContentStore

    settings = options.settings(broker=broker, store=store)
    return Desk(settings, ContentStore(settings.store))


async def _show(desk: Desk, id: str, payload: bool) -> None:
    case = await desk.show(id)
    for name, value in _data(case).items():
        typer.echo(f"{name}: {value}")
    if payload:
        value = await desk.value(case.letter)
        typer.echo((value or b"").decode("utf-8", "replace"))


async def _each(desk: Desk, ids: list[str], every: bool, stage: str | None, action: str) -> None:
    from charge_stream.models.errors import UserError

    if not ids and not every and stage is None:
        raise UserError(f"Say which: give ids, or --stage NAME, or --all (charge-stream dlq {action} --help).")
    if not ids:
        ids = [case.letter.id for case in await desk.cases() if stage in (None, case.letter.stage)]
    for id in ids:
        await (desk.redrive(id) if action == "redrive" else desk.drop(id))
        typer.echo(f"{id}: {'sent again' if action == 'redrive' else 'dropped'}")


def _data(case: Case) -> dict[str, Any]:
    letter = case.letter
    return {
        "id": letter.id,
        "state": case.outcome or "open",
        "stage": letter.stage,
        "error": letter.error,
        "message": letter.message,
        "attempts": letter.attempts,
        "time": letter.time,
        "topic": letter.topic,
        "key": None if letter.key is None else letter.key.decode("utf-8", "replace"),
        "bytes": letter.blob.bytes if letter.blob else len(letter.value or b""),
        "traceparent": case.traceparent,
    }


def _line(case: Case) -> str:
    letter = case.letter
    state = f" [{case.outcome}]" if case.outcome else ""
    return f"{letter.id}{state}  {letter.time}  {letter.error}: {letter.message}"
