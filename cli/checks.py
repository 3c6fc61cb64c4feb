"""What ``doctor`` looks at: each check says in a few words what it found, or raises the sentence on what is wrong."""

from __future__ import annotations

import asyncio
import os
import uuid

from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.models.errors import UserError


async def store(settings: Settings) -> str:
    """Of many writers of one path exactly one wins, and all read its value."""
    from charge_stream.infra.store import ContentStore

    content = ContentStore(settings.store)
    path = f"doctor/{uuid.uuid4().hex}"
    written = await asyncio.gather(*(content.put_if_absent(path, bytes([number])) for number in range(8)))
    await content.delete(path)
    if len(set(written)) != 1:
        raise UserError(f"The store {settings.store} let two writers win; use a local folder or an S3 that supports conditional puts.")
    return f"put-if-absent holds at {settings.store}"


async def broker(settings: Settings) -> str:
    """The broker answers, and its topics are as the catalogue has them."""
    from charge_stream.infra import admin
    from charge_stream.infra.brokers import EmbeddedBroker

    if settings.broker == EMBEDDED:
        async with EmbeddedBroker() as started:
            return f"the embedded one starts at {started.address}"
    problems = await admin.check_topics(settings)
    if problems:
        raise UserError(problems[0])
    return f"{settings.broker} answers, and all topics are as they should be"


async def index(settings: Settings) -> str:
    """The index answers, and its collections are of this encoder."""
    from charge_stream.infra.encoders import opened_encoder
    from charge_stream.infra.index import Index

    async with opened_encoder(settings) as loaded:
        opened = await Index.open(settings, loaded)
        try:
            counts = {name: await opened.count(name) for name in ("keypoints", "questions", "references")}
        finally:
            await opened.close()
    return ", ".join(f"{count} {name}" for name, count in counts.items())


async def encoder(settings: Settings) -> str:
    """The encoder loads and encodes."""
    from charge_stream.infra.encoders import opened_encoder

    async with opened_encoder(settings) as loaded:
        vectors = await loaded.encode(["ready"], "query")
        return f"{loaded.name}, {vectors.shape[1]} dimensions"


async def engine(settings: Settings) -> str:
    """The engine answers a small question, asked anew; what was spent today and what workers wait for now is told."""
    from charge_stream.engines import make_engine
    from charge_stream.infra.gateway import ledger, standing
    from charge_stream.infra.store import ContentStore
    from charge_stream.prompts.catalogue import MATCH_KEYPOINTS

    made = make_engine(settings)
    try:
        await made.ask(MATCH_KEYPOINTS, {"ground_truth": ["40% of adults agree."], "response": ["40% of adults agree."]})
    finally:
        await made.close()
    store = ContentStore(settings.store)
    spent = await ledger.spent_on(store, ledger.today())
    told = [f"{made.name} answers", f"{spent.usd:.2f} USD spent today" if spent.calls else ""]
    told += [f"workers wait for model {down.model} ({down.endpoint}): {down.reason}" for down in await standing.downs(store)]
    return "; ".join(filter(None, told))


async def pool(settings: Settings) -> str:
    """Worker processes start."""
    from charge_stream.infra.pool import Pool
    from charge_stream.infra.store import ContentStore

    workers = Pool(settings, ContentStore(settings.store))
    try:
        await workers.run("doctor", os.getpid, timeout_s=settings.call_timeout_s)
    finally:
        await workers.close()
    return f"{settings.processes} with {settings.process_memory_mb} MB each"
