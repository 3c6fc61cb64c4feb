"""The whole job in one process: announce, drain stage by stage, evaluate, export, report (``design``: batch order)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from charge_stream.agents import all_stages
from charge_stream.cli.announce import announce, require_documents, to_documents
from charge_stream.cli.deps import open_deps
from charge_stream.cli.inputs import Place
from charge_stream.cli.progress import Progress
from charge_stream.cli.results import write_results
from charge_stream.cli.usage import Usage
from charge_stream.cli.warm_up import warm_up
from charge_stream.evaluation.figures import Summary
from charge_stream.infra import admin, decisions
from charge_stream.infra.brokers import Broker, EmbeddedBroker
from charge_stream.infra.hosting import Host
from charge_stream.infra.index import Index
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.infra.stage import Deps, Stage
from charge_stream.models import QA, QA_TYPES
from charge_stream.models.errors import ChargeError, UserError
from charge_stream.topics import catalogue as topics

POLL_SECONDS = 0.1


async def run_job(settings: Settings, places: Sequence[Place], out: Path, progress: Progress) -> Summary:
    """Do it all; returns when the results are written.

    Raises:
        UserError: an input, a setting or a service is wrong, or a service stayed away longer than ``settings.patience_s``.
    """
    usage = Usage()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(_alongside(usage.watch()))
        await require_documents(places, settings)
        broker = await _broker(settings, stack)
        await admin.create_topics(settings, broker)  # asked before worker processes start, for it may not answer
        stages = all_stages()
        deps = await stack.enter_async_context(open_deps(settings))
        host = Host(settings, stages, deps, batch=True, broker=broker)
        stack.push_async_callback(host.stop)
        loading = await stack.enter_async_context(_alongside(warm_up(deps)))
        await asyncio.gather(host.start(), deps.index.ping())
        announcer = await stack.enter_async_context(Announcer(settings, broker))
        progress.begin(host, stages)
        stack.callback(progress.end)
        await _put_out_again(deps, announcer)
        tally = await announce(places, deps.store, to_documents(announcer), settings, changed_only=False, retract_gone=True)
        await loading
        await _drain(host, stages, deps.index, settings, progress)
        await host.stop()
        progress.note("writing the results")
        dead_letters = {stage: stats.failed for stage, stats in host.stats().items() if stats.failed}
        return await write_results(deps, out, tally, dead_letters, usage.timing())


@asynccontextmanager
async def _alongside(work: Coroutine[Any, Any, None]) -> AsyncIterator[asyncio.Task[None]]:
    """``work`` goes on beside the block, and ends with it."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _broker(settings: Settings, stack: AsyncExitStack) -> Broker:
    if settings.broker == EMBEDDED:
        return await stack.enter_async_context(EmbeddedBroker())
    return Broker(settings.broker)


async def _put_out_again(deps: Deps, announcer: Announcer) -> None:
    """The store outlives its broker: what is published goes onto the new, empty ``qa`` first."""
    for qa_type in QA_TYPES:
        for qa_id in await decisions.live(deps.store, qa_type):
            decision = await decisions.load(deps.store, qa_id)
            if decision is not None and isinstance(decision.record, QA):
                await announcer.announce(topics.QA, decision.record)


async def _drain(host: Host, stages: Sequence[Stage], index: Index, settings: Settings, progress: Progress) -> None:
    """Let the records through: a batched stage starts when all before it rest, and goes on until it rests itself."""
    before: list[str] = []
    for stage in stages:
        if stage.batched:
            await _until(lambda done=tuple(before): host.drained(done), host, settings, progress, f"the stages before {stage.name}")  # type: ignore[misc]
            await index.settle()
            await _release(host, stage.name, settings, progress)
        before.append(stage.name)
    await _until(lambda: host.drained(None), host, settings, progress, "the last records")


async def _release(host: Host, stage: str, settings: Settings, progress: Progress) -> None:
    """Release a gated stage until nothing is left for it, what it asked of itself meanwhile included."""
    while True:
        await _until(lambda: host.collected(stage), host, settings, progress, f"records for {stage}")
        host.release(stage)
        await _until(lambda: _settled(host, stage), host, settings, progress, stage)
        if await host.drained([stage]):
            return


async def _settled(host: Host, stage: str) -> bool:
    return host.settled(stage)


async def _until(condition: Callable[[], Awaitable[bool]], host: Host, settings: Settings, progress: Progress, what: str) -> None:
    """Wait for ``condition``; a stage that waits for a service longer than allowed ends the run with its sentence."""
    paused_since: float | None = None
    while not await condition():
        progress.update(what)
        if failure := host.failure():
            raise ChargeError(failure)
        paused = host.paused()
        if paused is None:
            paused_since = None
        elif paused_since is None:
            paused_since = time.monotonic()
        elif time.monotonic() - paused_since > settings.patience_s:
            raise UserError(
                f"Gave up after {settings.patience_s:g} s: {paused} What was done is kept; run the same command again to go on."
            )
        await asyncio.sleep(POLL_SECONDS)
