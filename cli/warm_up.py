"""Loading models takes seconds, and so do the forming of a consumer group and the parsing of the first documents: all at once."""

from __future__ import annotations

import asyncio

from charge_stream.charts.ocr import load as load_ocr
from charge_stream.infra.stage import Deps


async def warm_up(deps: Deps) -> None:
    """Load the encoder, the parser of the rules engine, and the words' reader in every worker process."""
    readers = (
        deps.pool.run(f"warm-up/{number}", load_ocr, timeout_s=deps.settings.document_seconds) for number in range(deps.settings.processes)
    )
    await asyncio.gather(deps.encoder.encode(["ready"], "query"), asyncio.to_thread(_load_parser, deps.engine.name), *readers)


def _load_parser(engine: str) -> None:
    if engine == "rules":
        from charge_stream.engines.rules.english import load

        load()
