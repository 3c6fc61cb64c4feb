"""Where the broker is, and what is said when it is not there."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable

import pytest
from stream_parts import until

from charge_stream.infra import admin
from charge_stream.infra.brokers import Broker, EmbeddedBroker, locate
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import DependencyDown, UserError


async def test_every_start_of_the_embedded_broker_is_a_new_cluster(settings_for: Callable[..., Settings]) -> None:
    ids = []
    for _ in range(2):
        async with EmbeddedBroker() as broker:
            settings = settings_for(broker)
            await admin.create_topics(settings, broker)
            ids.append(await admin.documents_id(settings, broker))
    assert ids[0][0] != ids[1][0]


async def test_a_port_in_use_is_said_plainly() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"Port {port} is in use"):
            await EmbeddedBroker(port).start()


async def test_the_embedded_broker_ends_with_its_parent_however_that_ends() -> None:
    program = (
        "import asyncio\n"
        "from charge_stream.infra.brokers import EmbeddedBroker\n"
        "async def main():\n"
        "    async with EmbeddedBroker() as broker:\n"
        "        print(broker.address, flush=True)\n"
        "        await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout is not None
    port = int((await asyncio.wait_for(parent.stdout.readline(), 20)).decode().rpartition(":")[2])
    assert _answers(port)
    parent.kill()
    await parent.wait()
    await until(lambda: not _answers(port), 5)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_broker_that_does_not_answer(settings_for: Callable[..., Settings]) -> None:
    nobody = Broker("127.0.0.1:1")
    settings = settings_for(nobody)
    with pytest.raises(DependencyDown, match=r"No Kafka broker answers at 127\.0\.0\.1:1;?"):
        await admin.create_topics(settings)
    with pytest.raises(DependencyDown, match=r"No Kafka broker answers at 127\.0\.0\.1:1;?"):
        async with Announcer(settings):
            pass


def test_an_embedded_broker_of_another_process_cannot_be_found() -> None:
    with pytest.raises(UserError, match="CHARGE_BROKER"):
        locate(Settings(broker="embedded"))
    assert locate(Settings(broker="a:1,b:2")).url == "kafka://a:1;kafka://b:2"
