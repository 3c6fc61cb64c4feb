"""Dead letters listed, sent again and dropped, on a cluster."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from stream_parts import until

from charge_stream.infra.brokers import Broker
from charge_stream.infra.deadletters import VALUE_LIMIT
from charge_stream.infra.hosting import Host
from charge_stream.infra.producer import Announcer
from charge_stream.infra.redrive import Desk
from charge_stream.infra.settings import Settings
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.models import Context, Document
from charge_stream.models.errors import BrokenDocument, UserError
from charge_stream.topics import codec
from charge_stream.topics.catalogue import DOCUMENTS

pytestmark = pytest.mark.kafka


def document(name: str, padding: int = 0) -> Document:
    return Document(document_id=name, uri="u", media_type="m", revision="r", context=Context(title="x" * padding))


async def test_redriven_with_key_headers_trace_and_the_order_of_its_first_announcement(
    kafka: Broker, settings_for: Callable[..., Settings], deps_for: Callable[[Settings], Deps]
) -> None:
    settings = settings_for(kafka, partitions=1)
    upgraded = False
    seen: list[tuple[str, tuple[int, int] | None, dict[str, str]]] = []

    async def handle(record: Document, deps: Deps) -> list[Emission]:
        if not upgraded and record.document_id != "fine":
            raise BrokenDocument("not understood yet")
        assert deps.origin is not None
        seen.append((record.document_id, deps.origin.order, deps.origin.headers))
        return []

    deps = deps_for(settings)
    async with Host(settings, [Stage("read", (DOCUMENTS,), (), handle, stored=False)], deps) as host:
        async with Announcer(settings) as announcer:
            await announcer.announce(DOCUMENTS, document("fine"))
            await announcer.announce(DOCUMENTS, document("small"), {"who": "crawler"})
            await announcer.announce(DOCUMENTS, document("large", VALUE_LIMIT))
            await announcer.raw(DOCUMENTS, b"odd", b"{", [])
        await until(host.drained)
        desk = Desk(settings, deps.store)
        cases = await desk.cases()
        names = [f"read:documents-0-{offset}" for offset in (1, 2, 3)]
        assert sorted(case.letter.id for case in cases) == names
        assert await desk.value((await desk.show(names[1])).letter) == codec.encode(document("large", VALUE_LIMIT))
        upgraded = True
        await desk.redrive(names[0])
        await desk.redrive(names[1])
        await desk.drop(names[2])
        await until(host.drained)
        assert await desk.cases() == []
        assert [case.outcome for case in await desk.cases(closed=True)] == ["redriven", "redriven", "dropped"]
        with pytest.raises(UserError, match="no dead letter"):
            await desk.show("read:documents-0-9")
        assert host.stats()["read"].failed == 3
    trace = cases[0].traceparent
    assert trace is not None
    assert [(name, order) for name, order, _ in seen] == [("fine", (1, 0)), ("small", (1, 1)), ("large", (1, 2))]
    assert {"who": "crawler", "order": "1.1", "traceparent": trace}.items() <= seen[1][2].items()
