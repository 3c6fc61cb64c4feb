"""Apache Kafka, an index server, and the small reports announced to workers that nobody disturbs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "servers")]

import travel_reports
from deployment import GROUPS, index_server
from kafka_broker import Kafka
from killing import UNBOUNDED, state
from running import ALONE, NOWHERE, Services, Undisturbed


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("faults")
    (folder / "kafka").mkdir()
    server = Kafka(folder / "kafka").start()
    try:
        with index_server(folder) as index:
            yield Services(server.address, index, folder, travel_reports.write(folder / "reports"))
    finally:
        server.stop()


@pytest.fixture(scope="session")
def undisturbed(services: Services) -> Iterator[Undisturbed]:
    """Three workers: one for each of two stages that can reach no index, and one for all others."""
    with services.deployment("undisturbed", UNBOUNDED) as deployment:
        for stage in ALONE:
            deployment.start(stage, index=NOWHERE)
        deployment.until_up(dict.fromkeys(ALONE, 1))
        deployment.command("ingest", str(services.reports))
        before = deployment.lag()
        deployment.start(*(stage for stage in GROUPS if stage not in ALONE))
        deployment.until_up(dict.fromkeys(GROUPS, 1))
        deployment.until_drained()
        yield Undisturbed(deployment, before, state(deployment.store))
