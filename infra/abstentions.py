"""Where a stage gave nothing because the engine abstained: the reason is kept, so that the summary can count it."""

from __future__ import annotations

import orjson

from charge_stream.infra.store import ContentStore


async def note(store: ContentStore, stage: str, input_id: str, reason: str) -> None:
    """Keep why ``stage`` gave nothing for ``input_id``."""
    await store.put_if_absent(f"abstentions/{stage}/{input_id}.json", orjson.dumps({"reason": reason}))
