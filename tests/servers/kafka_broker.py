"""Apache Kafka for the stream tests: KRaft, one JVM on loopback, its jars resolved once by Maven, its storage in a temporary folder."""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import subprocess
import time
import uuid
from pathlib import Path

from ports import answers, free_port

HERE = Path(__file__).parent
JARS = HERE.parent.parent / ".tools" / "kafka"
HEAP = "-Xmx320m"
START_SECONDS = 60


class Kafka:
    """A broker with a controller in it. ``start`` after ``stop`` or ``kill`` goes on with the same records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self._controller_port = free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._properties = folder / "server.properties"
        self._log = folder / "kafka.log"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> Kafka:
        if not self._properties.exists():
            self._format()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._java("kafka.Kafka", str(self._properties)), stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"Kafka did not start:\n{self._log.read_text()[-4000:]}")
            time.sleep(0.1)
        return self

    def stop(self) -> None:
        """Shut down in order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """As when the machine fails."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Answer nobody, keep all connections."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._signal(number)
            try:
                self._process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    def _answers(self) -> bool:
        return answers(self.port) and b"Kafka Server started" in self._log.read_bytes()

    def _format(self) -> None:
        self._properties.write_text(
            "\n".join(
                (
                    "process.roles=broker,controller",
                    "node.id=1",
                    f"controller.quorum.voters=1@127.0.0.1:{self._controller_port}",
                    f"listeners=PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{self._controller_port}",
                    f"advertised.listeners=PLAINTEXT://127.0.0.1:{self.port}",
                    "controller.listener.names=CONTROLLER",
                    f"log.dirs={self.folder / 'logs'}",
                    "offsets.topic.replication.factor=1",
                    "offsets.topic.num.partitions=4",
                    "transaction.state.log.replication.factor=1",
                    "transaction.state.log.min.isr=1",
                    "transaction.state.log.num.partitions=2",
                    "share.coordinator.state.topic.replication.factor=1",
                    "group.initial.rebalance.delay.ms=100",
                    "group.min.session.timeout.ms=1000",
                    "auto.create.topics.enable=true",
                    "num.partitions=7",
                    "log.cleaner.enable=false",
                    "",
                )
            )
        )
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        command = self._java("kafka.tools.StorageTool", "format", "--cluster-id", cluster, "--config", str(self._properties))
        outcome = subprocess.run(command, capture_output=True, check=False, cwd=self.folder)
        if outcome.returncode:
            raise RuntimeError(f"Kafka's storage was not formatted: {outcome.stdout.decode()} {outcome.stderr.decode()}")

    def _java(self, *arguments: str) -> list[str]:
        return [
            "java", HEAP, "-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.log.kafka.server=info", "-cp", f"{jars()}/*", *arguments,
        ]  # fmt: skip


def jars() -> Path:
    """The folder of Kafka's jars, fetched by Maven when it is not there."""
    if not any(JARS.glob("kafka_2.13-*.jar")):
        subprocess.run(
            ["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:copy-dependencies", f"-DoutputDirectory={JARS}"],
            check=True,
            env=os.environ,
        )
    return JARS
