"""A worker in a process of its own, to be killed: chunks at position 0 never finish, all others do. It says how many are done."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

from stream_parts import change, stage

from charge_stream.infra.hosting import Host
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps, Emission
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chunk


async def handle(record: Chunk, deps: Deps) -> list[Emission]:
    if record.position == 0:
        await asyncio.Event().wait()
    return [change(record)]


async def main(address: str, prefix: str, folder: str) -> None:
    settings = Settings(prefix=prefix, broker=address, store=folder, partitions=1)
    store, unused = ContentStore(folder), None
    deps: Any = Deps(settings, store, Sources(store), unused, unused, unused, unused)  # type: ignore[arg-type]
    async with Host(settings, [stage(handle)], deps) as host:
        while True:
            print(host.stats()["copy"].done, flush=True)
            await asyncio.sleep(0.1)


asyncio.run(main(*sys.argv[1:]))
