"""``charge-stream worker``: host stages until stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings


LOOK_SECONDS = 1.0


def worker(
    stages: Annotated[
        list[str] | None, typer.Option("--stage", metavar="NAME", help="A stage to host (may be repeated); default: all.")
    ] = None,
    broker: options.Broker = None,
    store: options.Store = None,
    quota_mode: Annotated[
        str | None, typer.Option(help="total: quotas bound what is published; share: they are shares of an endless stream.")
    ] = None,
) -> None:
    """Host stages against a Kafka cluster until SIGTERM or Ctrl-C."""
    settings = options.settings(broker=broker, store=store, quota_mode=quota_mode)
    options.await_(_work(settings, stages or []))


async def _work(settings: Settings, names: list[str]) -> None:
    import asyncio
    import contextlib

    from charge_stream.agents import all_stages
    from charge_stream.cli.deps import open_deps
    from charge_stream.cli.interrupt import stop_on_signals
    from charge_stream.infra import metrics
    from charge_stream.infra.hosting import Host
    from charge_stream.infra.settings import EMBEDDED
    from charge_stream.infra.watch import Watch
    from charge_stream.models.errors import ChargeError, UserError

    if settings.broker == EMBEDDED:
        raise UserError("A worker needs a Kafka cluster: set CHARGE_BROKER or give --broker (`charge-stream run` needs none).")
    known = {stage.name: stage for stage in all_stages()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UserError(f"There is no stage {unknown[0]}; the stages are {', '.join(known)}.")
    metrics.require_free(settings.metrics_port)
    stopped = asyncio.Event()
    stop_on_signals(stopped.set)
    hosted = [known[name] for name in names or known]
    async with contextlib.AsyncExitStack() as stack:
        deps = await stack.enter_async_context(open_deps(settings))
        if any(stage.needs_index for stage in hosted):
            await deps.index.ping()
        host = await stack.enter_async_context(Host(settings, hosted, deps))
        stop_metrics, watch = metrics.serve(settings.metrics_port), Watch()
        while not stopped.is_set() and host.failure() is None:
            watch.look(host.stats())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), LOOK_SECONDS)
        stop_metrics()
        if failure := host.failure():
            raise ChargeError(failure)
