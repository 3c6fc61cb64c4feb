"""The index behind a server that hangs, freezes, or dies and comes back: a call costs seconds, and the next ones work again."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence

import numpy as np
import pytest
from milvus_server import MilvusServer

from charge_stream.infra.encoders import Kind, Vectors
from charge_stream.infra.index import Index
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import DependencyDown

LIMIT = 1.0
AT_MOST = 30.0
"""Far from the minute that a call to a model may take, and far from what a busy machine needs."""


class Small:
    name = "small"
    dimension = 4

    async def ready(self) -> None:
        pass

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        return np.zeros((len(texts), self.dimension), np.float32)


@pytest.fixture(scope="module", autouse=True)
def imported() -> None:
    """What takes seconds the first time, and is not measured here."""
    import pymilvus  # noqa: F401


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MilvusServer]:
    server = MilvusServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
async def index(server: MilvusServer, request: pytest.FixtureRequest) -> AsyncIterator[Index]:
    prefix = f"t{request.node.name[-30:].replace('_', '-').strip('-')}"
    index = await Index.open(Settings(index=server.uri, prefix=prefix, index_timeout_s=LIMIT, call_timeout_s=60), Small())
    yield index
    await index.close()


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that accepts connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def axis(number: int) -> Vectors:
    vector = np.zeros(4, np.float32)
    vector[number % 4] = 1
    return vector


async def put(index: Index, number: int) -> None:
    await index.upsert_keypoint(f"k{number:03d}", f"s{number}", "doc", "text", axis(number))


async def found(index: Index) -> set[str]:
    return {hit.id for hit in await index.partners(axis(0), modality="text", document_id="doc", same_document=True, limit=100)}


async def all_fail(index: Index) -> float:
    """Seconds until many writes, searches and pings at once have all failed."""
    started = time.monotonic()
    calls = [put(index, number) for number in range(90, 100)] + [found(index) for _ in range(10)] + [index.ping() for _ in range(10)]
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(error) for error in ended} == {DependencyDown}
    assert all("does not answer" in str(error) for error in ended)
    return time.monotonic() - started


async def until_it_answers(index: Index) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            return await index.ping()
        except DependencyDown:
            assert time.monotonic() < deadline


async def test_a_server_that_accepts_and_never_answers_costs_seconds(silent: str) -> None:
    started = time.monotonic()
    with pytest.raises(DependencyDown, match="does not answer"):
        await Index.open(Settings(index=silent, index_timeout_s=LIMIT), Small())
    assert time.monotonic() - started < AT_MOST


async def test_calls_to_a_frozen_server_fail_together_within_seconds_and_it_is_used_again_when_it_thaws(
    server: MilvusServer, index: Index
) -> None:
    await put(index, 0)
    server.send(signal.SIGSTOP)
    try:
        assert await all_fail(index) < 4 * AT_MOST  # eight threads, thirty calls
        assert await all_fail(index) < AT_MOST  # they share one attempt to find out whether it is back
    finally:
        server.send(signal.SIGCONT)
    await until_it_answers(index)
    await put(index, 1)
    assert await found(index) >= {"k000", "k001"}


async def test_a_server_that_was_killed_and_started_again_has_what_it_had_confirmed(server: MilvusServer, index: Index) -> None:
    await asyncio.gather(*(put(index, number) for number in range(40)))
    server.kill()
    assert await all_fail(index) < 4 * AT_MOST
    server.start()
    await until_it_answers(index)
    assert await found(index) >= {f"k{number:03d}" for number in range(40)}


async def test_a_server_that_lost_everything_is_filled_again_and_the_log_tells(
    server: MilvusServer, index: Index, caplog: pytest.LogCaptureFixture
) -> None:
    await put(index, 0)
    server.kill()
    server.forget()
    with pytest.raises(DependencyDown):
        await put(index, 1)
    server.start()
    await until_it_answers(index)
    await put(index, 2)
    assert await found(index) == {"k002"}
    assert sum("has lost the collection" in record.getMessage() for record in caplog.records) == 3
