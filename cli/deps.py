"""What handlers need, opened from the settings and closed again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from charge_stream.engines import make_engine
from charge_stream.engines.counting import CountingEngine
from charge_stream.infra.encoders import load_encoder
from charge_stream.infra.index import Index
from charge_stream.infra.pool import Pool
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps
from charge_stream.infra.store import ContentStore

if TYPE_CHECKING:
    from charge_stream.infra.gateway.gateway import Gateway


@asynccontextmanager
async def open_deps(settings: Settings) -> AsyncIterator[Deps]:
    """Store, index, encoder, engine and worker processes of these settings; the index connects when it is first asked something.

    Raises:
        UserError: a setting names what cannot be opened.
    """
    store = ContentStore(settings.store)
    gateway = _gateway(settings, store)
    encoder = load_encoder(settings, gateway)
    index = Index(settings, encoder)
    pool = Pool(settings, store)
    engine = CountingEngine(make_engine(settings, store, gateway))
    try:
        yield Deps(settings, store, Sources(store), index, encoder, engine, pool)
    finally:
        await pool.close()
        await engine.close()
        await index.close()
        if gateway is not None:
            await gateway.close()
        store.close()


def _gateway(settings: Settings, store: ContentStore) -> Gateway | None:
    """The one way to endpoints, with one budget, for whichever of engine and encoder needs it."""
    if settings.engine != "openai" and not settings.encodes_at_endpoint:
        return None
    from charge_stream.infra.gateway.gateway import Gateway

    return Gateway(settings.openai, store)
