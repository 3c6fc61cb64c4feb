"""Brokers for the stream tests: the embedded one, and Apache Kafka, started once. Each test has topics and groups of its own."""

from __future__ import annotations

import itertools
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from charge_stream.infra.brokers import Broker, EmbeddedBroker
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps
from charge_stream.infra.store import ContentStore

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "servers")]

from kafka_broker import Kafka

_prefixes = itertools.count()


@pytest.fixture(scope="session")
def apache_kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kafka]:
    """Apache Kafka, running."""
    server = Kafka(tmp_path_factory.mktemp("kafka"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def kafka(apache_kafka: Kafka) -> Broker:
    """Apache Kafka as the program sees it."""
    return Broker(apache_kafka.address)


@pytest.fixture
async def embedded() -> AsyncIterator[Broker]:
    """An embedded broker of this test's own."""
    async with EmbeddedBroker() as broker:
        yield broker


@pytest.fixture(params=["embedded", pytest.param("kafka", marks=pytest.mark.kafka)])
def broker(request: pytest.FixtureRequest) -> Broker:
    """Each of the two in turn."""
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


@pytest.fixture
def settings_for(tmp_path: Path) -> Callable[..., Settings]:
    """Settings with a prefix and a store of the test's own; given values win."""
    prefix = f"t{next(_prefixes)}"

    def make(broker: Broker, **given: Any) -> Settings:
        address = "embedded" if broker.embedded else broker.address
        return Settings(**{"prefix": prefix, "broker": address, "store": str(tmp_path / "store"), "partitions": 2, **given})

    return make


@pytest.fixture
def deps_for() -> Callable[[Settings], Deps]:
    """What handlers get; those here use the store only."""

    def make(settings: Settings) -> Deps:
        store = ContentStore(settings.store)
        unused: Any = None
        return Deps(settings, store, Sources(store), index=unused, encoder=unused, engine=unused, pool=unused)

    return make
