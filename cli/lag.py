"""``charge-stream lag``: how far each stage is behind, also those that nobody runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from charge_stream.cli import options
from charge_stream.cli.files import is_missing

if TYPE_CHECKING:
    from charge_stream.infra.lag import GroupLag
    from charge_stream.infra.settings import Settings


def lag(
    watch: Annotated[bool, typer.Option("--watch", help="Go on until stopped.")] = False,
    as_json: options.AsJson = False,
    every: Annotated[float, typer.Option(help="Seconds between two looks with --watch.", min=0.2)] = 2.0,
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """Show the consumer lag of every stage, and the model endpoints that workers wait for."""
    options.await_(_show(options.settings(broker=broker, store=store), watch, as_json, every))


async def _show(settings: Settings, watch: bool, as_json: bool, every: float) -> None:
    import asyncio

    from rich.console import Console, Group
    from rich.live import Live

    from charge_stream.agents import all_stages
    from charge_stream.infra import lag as lags

    stages = all_stages()
    console = Console()
    if as_json or not watch:
        while True:
            groups = await lags.read(settings, stages)
            if as_json:
                typer.echo(json.dumps([group.to_data() for group in groups]))
            else:
                console.print(_table(groups), *await _waits(settings), sep="\n")
            if not watch:
                return
            await asyncio.sleep(every)
    with Live(console=console, auto_refresh=False) as live:
        while True:
            live.update(Group(_table(await lags.read(settings, stages)), *await _waits(settings)), refresh=True)
            await asyncio.sleep(every)


async def _waits(settings: Settings) -> list[str]:
    """A line for each model that workers wait for."""
    from charge_stream.infra.gateway import standing
    from charge_stream.infra.store import ContentStore

    if is_missing(settings.store):
        return []
    downs = await standing.downs(ContentStore(settings.store))
    return [f"model {down.model} at endpoint {down.endpoint} is down: {down.reason}" for down in downs]


def _table(groups: list[GroupLag]) -> Any:
    from rich.table import Table

    table = Table()
    for name in ("group", "members", "lag", "oldest waiting", "lost", ""):
        table.add_column(name, justify="left" if name in ("group", "") else "right")
    for group in groups:
        down = "down" if group.members == 0 else ""
        state = ", ".join(part for part in (down, "never committed" if group.never else "") if part)
        seconds = "?" if group.seconds is None else f"{group.seconds:.0f} s"
        table.add_row(group.group, _shown(group.members), _shown(group.lag), seconds, str(group.lost or ""), state)
    return table


def _shown(number: int | None) -> str:
    return "?" if number is None else str(number)
