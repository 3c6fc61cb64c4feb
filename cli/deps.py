"""What handlers need, opened from the settings and closed again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from charge_stream.engines import make_engine
from charge_stream.engines.counting import CountingEngine
from charge_stream.infra.encoders import load_encoder
from charge_stream.infra.index import Index
from charge_stream.infra.pool import Pool
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps, Stage
from charge_stream.infra.store import ContentStore


@asynccontextmanager
async def open_deps(settings: Settings, stages: Sequence[Stage]) -> AsyncIterator[Deps]:
    """Store, index, encoder, engine and worker processes of these settings; the index is opened when one of the stages needs it.

    Raises:
        UserError: a setting names what cannot be opened.
    """
    store = ContentStore(settings.store)
    encoder = load_encoder(settings.encoder)
    needed = any(stage.needs_index for stage in stages)
    index = await Index.open(settings, encoder) if needed else Index(settings, encoder)
    pool = Pool(settings, store)
    try:
        yield Deps(settings, store, Sources(store), index, encoder, CountingEngine(make_engine(settings)), pool)
    finally:
        await pool.close()
        await index.close()
        store.close()
