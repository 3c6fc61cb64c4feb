"""Getting a Milvus client: for a server by URI, or for Milvus Lite in a folder of the store, which runs inside this process."""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.models.errors import DependencyDown, UserError

MEMTABLE_BYTES = 128 * 1024
"""Milvus Lite scans rows that are not yet in a segment one by one in Python. With 3,000 rows of 384 dimensions and one search after five
upserts, a search took 27 ms with 512 KB, 65 ms with 2 MB, and 214 ms with its default of 128 MB; ``publish``, which searches after nearly
every write, gains from less."""

CHANNEL = {"grpc.keepalive_time_ms": 60_000, "grpc.keepalive_timeout_ms": 5_000, "grpc.keepalive_permit_without_calls": 0}
"""A connection is probed only while calls wait on it: pymilvus probes idle ones every 10 s, for which gRPC's own servers (Milvus Lite)
hang up and the library prints an error. The second value is also how long the kernel lets sent data go unconfirmed (TCP_USER_TIMEOUT)
before a connection to a machine that vanished is given up."""

_users: Counter[str] = Counter()
_lock = threading.Lock()


def embedded_path(settings: Settings) -> Path | None:
    """Where Milvus Lite keeps its files; None when a server is configured.

    Raises:
        UserError: the store is no folder, so there is no place beside it.
    """
    if settings.index != EMBEDDED:
        return None
    scheme, separator, rest = settings.store.partition("://")
    if separator and scheme not in ("file", "local"):
        raise UserError(
            f"The embedded index needs a store in a folder, and {scheme}:// is none: set CHARGE_INDEX to the URI of a Milvus server."
        )
    return Path(rest if separator else settings.store).expanduser().absolute() / "index" / "milvus.db"


def connect(settings: Settings) -> Any:
    """A ``pymilvus.MilvusClient``; give it back with ``disconnect``.

    Raises:
        UserError: another process has the embedded index open, or it is damaged.
        DependencyDown: the server does not answer.
    """
    os.environ.setdefault("MILVUS_LITE_MEMTABLE_MEMORY_LIMIT_BYTES", str(MEMTABLE_BYTES))  # read when milvus_lite is imported
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read when grpc is imported; it prints what is told here in one sentence
    from pymilvus import MilvusClient
    from pymilvus.exceptions import MilvusException

    for name in ("pymilvus", "milvus_lite", "grpc"):  # they log a traceback for what is told here in one sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    path = embedded_path(settings)
    if path is not None:
        return MilvusClient(_start_embedded(path), timeout=settings.call_timeout_s, grpc_options=CHANNEL)
    token = settings.index_token.get_secret_value() if settings.index_token else ""
    try:
        return MilvusClient(settings.index, token=token, timeout=settings.index_timeout_s, grpc_options=CHANNEL)
    except MilvusException as error:
        raise DependencyDown("index", f"The index {settings.index} does not answer ({error.message}); check CHARGE_INDEX.") from error


def disconnect(client: Any, path: Path | None) -> None:
    """Closes the client, and Milvus Lite when nobody in this process uses it any more."""
    client.close()
    if path is None:
        return
    from milvus_lite import server_manager_instance

    with _lock:
        _users[str(path)] -= 1
        if _users[str(path)] <= 0:
            server_manager_instance.release_server(str(path))


def _start_embedded(path: Path) -> str:
    from milvus_lite import server_manager_instance

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The index {path} cannot be made ({error.strerror}): choose another store with CHARGE_STORE.") from error
    with _lock:
        address: str | None = server_manager_instance.start_and_get_uri(str(path))
        if address is None:
            raise UserError(_why_not(path))
        _users[str(path)] += 1
    return address


def _why_not(path: Path) -> str:
    """Why Milvus Lite did not open ``path``; it tells only its log, so it is asked again directly."""
    from milvus_lite import DataDirLockedError, MilvusLite

    try:
        MilvusLite(str(path)).close()
    except DataDirLockedError:
        return f"Another process uses the index {path}: stop it, or set CHARGE_INDEX to a Milvus server that several processes may share."
    except Exception as error:
        return f"The index {path} cannot be opened ({error}): delete it, then rebuild it with `charge-stream index rebuild`."
    return f"The index {path} was busy: try again."
