"""``charge-stream doctor``: is everything there, and what to do when it is not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings


def doctor(
    reconcile: Annotated[bool, typer.Option("--reconcile", help="Also put every published question before `publish` again.")] = False,
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """Check settings, store, broker, topics, index, encoder and engine; a line each, status 1 when something is wrong."""
    settings = options.settings(broker=broker, store=store)
    sound = options.await_(_examine(settings))
    if reconcile:
        typer.echo(f"reconcile: {options.await_(_reconcile(settings))} questions are decided again")
    raise typer.Exit(0 if sound else 1)


async def _examine(settings: Settings) -> bool:
    from charge_stream.cli import checks
    from charge_stream.models.errors import ChargeError

    sound = True
    every: list[tuple[str, Callable[[Settings], Awaitable[str]]]] = [
        ("store", checks.store),
        ("broker", checks.broker),
        ("index", checks.index),
        ("encoder", checks.encoder),
        ("engine", checks.engine),
        ("worker processes", checks.pool),
    ]
    for name, check in every:
        try:
            typer.echo(f"{name}: ok, {await check(settings)}")
        except ChargeError as error:
            typer.echo(f"{name}: WRONG: {error}")
            sound = False
    return sound


async def _reconcile(settings: Settings) -> int:
    from charge_stream.infra import decisions
    from charge_stream.infra.producer import Announcer
    from charge_stream.infra.store import ContentStore
    from charge_stream.topics import catalogue as topics

    content = ContentStore(settings.store)
    count = 0
    async with Announcer(settings) as announcer:
        for qa_id in await decisions.published(content):
            checked = await decisions.recheck(content, qa_id, "doctor --reconcile")
            if checked is not None:
                await announcer.announce(topics.CHECKED, checked)
                count += 1
    return count
