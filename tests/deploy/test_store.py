"""The environment that the compose file gives to workers opens an S3 store, credentials and address included."""

from __future__ import annotations

import boto3
import compose_file
import pytest
from moto.server import ThreadedMotoServer

from charge_stream.infra.store import ContentStore

EXAMPLE = compose_file.environment(compose_file.ROOT / ".env.example")


async def test_workers_find_the_store_by_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = compose_file.load(EXAMPLE)["services"]["verify"]["environment"]
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        for name, value in environment.items():
            if name.startswith("AWS_"):
                monkeypatch.setenv(name, f"http://{host}:{port}" if name == "AWS_ENDPOINT_URL_S3" else value)
        _make_bucket(environment["CHARGE_STORE"].removeprefix("s3://").partition("/")[0])
        store = ContentStore(environment["CHARGE_STORE"])
        assert store.shared
        assert await store.put_if_absent("epochs/00000001", b"first") == b"first"
        assert await store.put_if_absent("epochs/00000001", b"second") == b"first"
        assert await store.list("epochs") == ["epochs/00000001"]
        store.close()
    finally:
        server.stop()


def _make_bucket(name: str) -> None:
    boto3.client("s3").create_bucket(Bucket=name)
