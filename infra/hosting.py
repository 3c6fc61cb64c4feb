"""Hosting stages in this process: on a cluster an app and a consumer group each, on the embedded broker one for all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
from collections.abc import Sequence

from charge_stream.infra import admin
from charge_stream.infra.apps import StageApp
from charge_stream.infra.brokers import Broker, EmbeddedBroker
from charge_stream.infra.emitter import Emitter, topic_name
from charge_stream.infra.lag import groups_of
from charge_stream.infra.progress import Progress
from charge_stream.infra.runtime import StageRunner, StageStats
from charge_stream.infra.scratch import scratch_folder
from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.infra.stage import Deps, Stage
from charge_stream.infra.stalls import LOOK_SECONDS, Stalls
from charge_stream.models.errors import DependencyDown, UserError
from charge_stream.topics.catalogue import TOPICS

log = logging.getLogger(__name__)


class Host:
    """Runs ``stages`` until it is stopped.

    ``broker``: the embedded one when this process has started it already; without it, and without a cluster in the settings, the host
    starts one of its own. ``batch``: stages declared ``batched`` collect what arrives and handle it when released.
    """

    def __init__(
        self, settings: Settings, stages: Sequence[Stage], deps: Deps, *, batch: bool = False, broker: Broker | None = None
    ) -> None:
        self.settings = settings
        self.stages = list(stages)
        self.broker = broker
        self._deps = deps
        self._batch = batch
        self._own: EmbeddedBroker | None = None
        self._apps: list[StageApp] = []
        self._runners: dict[str, StageRunner] = {}
        self._groups: dict[str, str] = {}
        self._progress: Progress | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._stalled: str | None = None

    async def start(self) -> None:
        """Create the topics, start the apps; returns when every stage has its share of the partitions.

        Raises:
            DependencyDown: the broker does not answer.
            UserError: the topics are not as they must be.
        """
        broker = await self._find_broker()
        await admin.create_topics(self.settings, broker)
        problems = await admin.check_topics(self.settings, broker)
        if problems:
            raise UserError(problems[0])
        epoch = await self._deps.sources.epoch(*await admin.documents_id(self.settings, broker))
        self._folder = scratch_folder()
        self._progress = Progress(broker)
        await self._progress.start()
        for group, members in groups_of(self.settings, self.stages, broker).items():
            self._apps.append(self._app(group, members, broker, epoch, self._folder.name))
        await asyncio.gather(*(app.start() for app in self._apps))
        await asyncio.gather(*(app.until_assigned() for app in self._apps))
        if not broker.embedded:
            self._watching = asyncio.create_task(self._watch())

    async def _find_broker(self) -> Broker:
        if self.broker is None and self.settings.broker == EMBEDDED:
            self._own = EmbeddedBroker()
            self.broker = await self._own.start()
        elif self.broker is None:
            self.broker = Broker(self.settings.broker)
        return self.broker

    def _app(self, group: str, members: list[Stage], broker: Broker, epoch: int, folder: str) -> StageApp:
        app = StageApp(group, broker, self.settings, members, folder)
        names = {topic_name(self.settings.prefix, topic): topic for topic in TOPICS}
        emitter = Emitter(self.settings.prefix, app.send, self.settings.call_timeout_s)
        for stage in members:
            runner = StageRunner(stage, self._deps, emitter, app, names, epoch, gated=self._batch and stage.batched)
            app.attach(runner)
            self._groups[stage.name] = group
            self._runners[stage.name] = runner
        return app

    async def _watch(self) -> None:
        stalls = Stalls(self._asked, self._apps)
        while self._stalled is None:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(DependencyDown):
                self._stalled = await stalls.look()

    async def stop(self) -> None:
        """Pull nothing more, finish what is in work within the deadline, commit, leave the groups."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        await asyncio.gather(*(app.stop() for app in self._apps))
        if self._progress is not None:
            await self._progress.stop()
        if self._folder is not None:
            self._folder.cleanup()
        if self._own is not None:
            await self._own.stop()
        self._apps, self._progress, self._folder, self._own = [], None, None, None

    async def __aenter__(self) -> Host:
        try:
            await self.start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.stop()

    def stats(self) -> dict[str, StageStats]:
        """Counts by stage."""
        return {name: runner.stats() for name, runner in self._runners.items()}

    def paused(self) -> str | None:
        """What a stage waits for: the sentence of the first that waits for a service; None while none does."""
        return next((runner.paused for runner in self._runners.values() if runner.paused), None)

    def failure(self) -> str | None:
        """Why this process should end and be started again: an app that cannot go on, or gets nothing; None while all is well."""
        for app in self._apps:
            if app.crashed:
                return f"Consumer group {app.group} cannot go on: {app.crash_reason!r}"
        return self._stalled

    def release(self, stage: str) -> None:
        """Let a gated stage handle what it has collected."""
        self._runners[stage].release()

    def settled(self, stage: str) -> bool:
        """Whether the gated stage has gone through all that it was released to handle."""
        return self._runners[stage].settled

    async def collected(self, stage: str) -> bool:
        """Whether everything on the topics of ``stage`` has been delivered to it (handled or not)."""
        runner = self._runners[stage]
        return await self._asked.delivered(self._groups[stage], self._names(runner.stage), runner.positions)

    async def drained(self, stages: Sequence[str] | None = None) -> bool:
        """Whether nothing is left to do for these stages (None: all): every record on their topics is handled and committed.

        Committed offsets are read first, end offsets then; outputs are confirmed before inputs are committed, so this proves rest.
        """
        runners = [runner for name, runner in self._runners.items() if stages is None or name in stages]
        if any(runner.busy for runner in runners):  # known here, so the broker need not be asked
            return False
        chosen = [runner.stage for runner in runners]
        return await self._asked.drained([(self._groups[stage.name], self._names(stage)) for stage in chosen])

    @property
    def _asked(self) -> Progress:
        if self._progress is None:
            raise RuntimeError("the host is not started")
        return self._progress

    def _names(self, stage: Stage) -> list[str]:
        return [topic_name(self.settings.prefix, topic) for topic in stage.consumes]
