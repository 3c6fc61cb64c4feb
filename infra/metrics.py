"""Prometheus metrics of this process. No document, question or record id is ever a label."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from charge_stream.models.errors import UserError

LOOPBACK = "127.0.0.1"
BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)

Outcome = Literal["done", "retried", "dead_lettered", "paused"]

REGISTRY = CollectorRegistry()
RECORDS = Counter("charge_records_total", "Records by what came of handling them.", ("stage", "outcome"), registry=REGISTRY)
SECONDS = Histogram("charge_handling_seconds", "Time from start to end of one attempt.", ("stage",), registry=REGISTRY, buckets=BUCKETS)

WAITING = Gauge("charge_waiting", "1 while the stage waits for a service that does not answer.", ("stage",), registry=REGISTRY)


def handled(stage: str, outcome: Outcome, seconds: float) -> None:
    """Counts one attempt of a stage at a record, which took so many seconds."""
    RECORDS.labels(stage, outcome).inc()
    SECONDS.labels(stage).observe(seconds)


def seconds() -> dict[str, float]:
    """Seconds spent at records so far, by stage. Records handled side by side count each."""
    samples = (sample for metric in SECONDS.collect() for sample in metric.samples if sample.name.endswith("_sum"))
    return {sample.labels["stage"]: round(sample.value, 2) for sample in samples}


def waiting(stage: str, waits: bool) -> None:
    """Whether a stage waits for a service."""
    WAITING.labels(stage).set(waits)


def require_free(port: int | None) -> None:
    """See at once what ``serve`` would say after the stages have joined their groups.

    Raises:
        UserError: the port is taken or not allowed.
    """
    if port is None:
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            raise _taken(port, error) from error


def serve(port: int | None) -> Callable[[], None]:
    """Exports the metrics at ``http://127.0.0.1:<port>/metrics`` until the returned function is called; None: does nothing.

    Raises:
        UserError: the port is taken or not allowed.
    """
    if port is None:
        return lambda: None
    try:
        server, thread = start_http_server(port, LOOPBACK, REGISTRY)
    except OSError as error:
        raise _taken(port, error) from error

    def stop() -> None:
        server.shutdown()
        server.server_close()
        if thread is not threading.current_thread():
            thread.join()

    return stop


def _taken(port: int, error: OSError) -> UserError:
    return UserError(f"Metrics cannot be exported on port {port} ({error.strerror}): set CHARGE_METRICS_PORT to a free one.")
