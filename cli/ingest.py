"""``charge-stream ingest``: announce documents to a running system."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options
from charge_stream.cli.terminal import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from charge_stream.cli.announce import Tally
    from charge_stream.cli.inputs import Place
    from charge_stream.infra.settings import Settings


def ingest(
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files, folders or fsspec URLs of documents.")],
    watch: Annotated[bool, typer.Option("--watch", help="Go on, and announce what is new or changed.")] = False,
    every: Annotated[float, typer.Option(help="Seconds between two looks with --watch.", min=0.1)] = 10.0,
    prune: Annotated[bool, typer.Option("--prune", help="With --watch: retract documents that are gone from INPUT.")] = False,
    collection: Annotated[str | None, typer.Option(help="Name under which the documents are known; default: the folder's.")] = None,
    broker: options.Broker = None,
    store: options.Store = None,
) -> None:
    """Announce documents; the workers do the rest."""
    from charge_stream.cli.inputs import places

    settings = options.settings(broker=broker, store=store)
    failed = options.await_(_ingest(settings, lambda: places(inputs, collection), watch, every, prune))
    raise typer.Exit(1 if failed else 0)


async def _ingest(settings: Settings, look: Callable[[], Sequence[Place]], watch: bool, every: float, prune: bool) -> bool:
    """Whether a document could not be announced."""
    import asyncio

    from charge_stream.cli.announce import announce, to_documents
    from charge_stream.cli.interrupt import stop_on_signals
    from charge_stream.infra.producer import Announcer
    from charge_stream.infra.store import ContentStore

    stopped = asyncio.Event()
    stop_on_signals(stopped.set)
    store = ContentStore(settings.store)
    problems: set[str] = set()
    async with Announcer(settings) as announcer:
        first = True
        while not stopped.is_set():
            send = to_documents(announcer)
            tally = await announce(
                look(), store, send, settings, changed_only=watch, retract_gone=prune, empty_is_wrong=first and not watch
            )
            _report(tally, problems, quiet_when_idle=not first)
            if not watch:
                break
            first = False
            await _pause(stopped, every)
    return bool(problems)


def _report(tally: Tally, known: set[str], quiet_when_idle: bool) -> None:
    """One JSON line for each round in which something happened; each new problem as a sentence."""
    for problem in tally.problems.values():
        if problem not in known:
            tell(problem)
    known.update(tally.problems.values())
    if tally.announced or tally.retracted or not quiet_when_idle:
        line = {
            "announced": tally.announced,
            "unchanged": len(tally.unchanged),
            "retracted": tally.retracted,
            "failed": sorted(tally.problems),
        }
        typer.echo(json.dumps(line, ensure_ascii=False))


async def _pause(stopped: object, seconds: float) -> None:
    import asyncio
    import contextlib

    assert isinstance(stopped, asyncio.Event)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stopped.wait(), seconds)
