"""What leaves the process about itself: log lines without secrets, and metrics on loopback."""

from __future__ import annotations

import io
import json
import logging
import threading
import urllib.request
from collections.abc import Iterator

import pytest
from ports import free_port

from charge_stream.infra import metrics
from charge_stream.infra.logging import configure
from charge_stream.infra.scrubbing import scrub
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import UserError

SECRETS = [
    ("Authorization: Bearer abc.def-ghi", "abc"),
    ("api_key=hunter2 was refused", "hunter2"),
    ('{"api-key": "hunter2", "n": 1}', "hunter2"),
    ("Incorrect key provided: sk-proj-abcdef1234567890", "abcdef"),
    ("cannot reach https://user:hunter2@host/path?x=1", "hunter2"),
    ("AKIAABCDEFGHIJKLMNOP is no access key", "ABCDEFGHIJ"),
    ("password: hunter2", "hunter2"),
]


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("charge_stream").setLevel(logging.NOTSET)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secrets_are_taken_out_and_the_rest_stays(text: str, secret: str) -> None:
    assert secret not in scrub(text) and "***" in scrub(text)


def test_plain_texts_stay_as_they_are() -> None:
    text = "document d1 has 12 tokens; see https://host/path and s3://bucket/key"
    assert scrub(text) == text


def test_lines_are_json_when_nobody_watches_and_quiet_by_default() -> None:
    out = io.StringIO()
    configure(Settings(), out)
    logger = logging.getLogger("charge_stream.somewhere")
    logger.info("not shown")
    logging.getLogger("faust").info("nor this")
    try:
        raise ValueError("token=hunter2")
    except ValueError:
        logger.exception("failed with key %s", "sk-abcdefgh12345678", extra={"stage": "verify", "api_key": "hunter2"})
    (line,) = out.getvalue().splitlines()
    record = json.loads(line)
    assert record["level"] == "error" and record["stage"] == "verify" and record["logger"] == "charge_stream.somewhere"
    assert record["event"] == "failed with key ***" and record["api_key"] == "***"
    assert "ValueError: token=***" in record["exception"]
    assert "hunter2" not in line


def test_a_terminal_gets_a_readable_line_and_configuring_twice_logs_once() -> None:
    out = Terminal()
    configure(Settings(log_level="info"), io.StringIO())
    configure(Settings(log_level="info"), out)
    logging.getLogger("charge_stream.somewhere").info("shown", extra={"password": "hunter2"})
    (line,) = out.getvalue().splitlines()
    assert "shown" in line and not line.startswith("{") and "hunter2" not in line


def test_metrics_are_exported_on_loopback_only() -> None:
    port = free_port()
    stop = metrics.serve(port)
    try:
        metrics.handled("test-stage", "done", 0.03)
        metrics.handled("test-stage", "dead_lettered", 2)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{port}/metrics", timeout=5) as response:
            text = response.read().decode()
        with pytest.raises(UserError, match="CHARGE_METRICS_PORT"):
            metrics.serve(port)
    finally:
        stop()
    assert 'charge_records_total{outcome="done",stage="test-stage"} 1.0' in text
    assert 'charge_handling_seconds_bucket{le="0.05",stage="test-stage"} 1.0' in text
    assert 'charge_handling_seconds_sum{stage="test-stage"} 2.03' in text
    metrics.serve(port)()  # the port is free again


def test_seconds_are_added_up_by_stage() -> None:
    for seconds in (0.5, 2.25):
        metrics.handled("timed-stage", "done", seconds)
    metrics.handled("other-timed-stage", "retried", 1)
    assert metrics.seconds()["timed-stage"] == 2.75
    assert metrics.seconds()["other-timed-stage"] == 1


def test_without_a_port_nothing_is_exported() -> None:
    before = threading.active_count()
    stop = metrics.serve(None)
    assert threading.active_count() == before
    stop()
