"""What people get wrong: each ends in one sentence on stderr, in a status, and never in a traceback; the other documents go through."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from small_reports import CYCLING, WALKING

from charge_stream.cli.announce import announce
from charge_stream.cli.inputs import Place, places
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models import Document
from charge_stream.models.errors import UserError

DEAD = "127.0.0.1:9"
"""The port of ``discard``, where nobody listens any more."""


def charge(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The command, run in ``folder`` by itself; ``settings`` become ``CHARGE_`` variables."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHARGE_")}
    environment |= {f"CHARGE_{name.upper()}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "charge_stream", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)


def sentence(ended: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr of a command that failed."""
    assert ended.returncode in (1, 2)
    assert ended.stdout == ""
    lines = ended.stderr.splitlines()
    assert len(lines) == 1, ended.stderr
    assert lines[0].startswith("charge-stream: ")
    return lines[0].removeprefix("charge-stream: ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """``good`` with one report, ``hollow`` with nothing to read, and a file named ``file``."""
    for name in ("good", "hollow"):
        (tmp_path / name).mkdir()
    (tmp_path / "good" / "cycling.md").write_text(CYCLING)
    (tmp_path / "hollow" / "notes.txt").write_text("Call the printer.")
    (tmp_path / "file").write_bytes(b"")
    return tmp_path


def locked() -> bytes:
    """A PDF that opens with a password only."""
    target = io.BytesIO()
    canvas = Canvas(target, encrypt=StandardEncryption("secret"))
    canvas.drawString(72, 720, "In 2013, 40% of adults agreed.")
    canvas.save()
    return target.getvalue()


FAULTY: dict[str, tuple[bytes, str]] = {
    "broken.bundle.json": (b'{"id": ', "is not valid JSON (line 1): unexpected end of data"),
    "broken.pdf": (b"%PDF-1.7\n1 0 obj << /Type /Catalog", "is not a PDF, or a damaged one: download or export it again"),
    "cut.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is damaged: export it again as PNG, JPEG or SVG"),
    "empty.html": (b"", "is empty: replace it by the full document"),
    "empty.pdf": (b"", "is empty: replace it by the full document"),
    "large.md": (
        b"In 2013, 5% of adults walked. " * 40_000,
        "has 1.2 MB, and at most 1 are allowed: split it or raise CHARGE_MAX_DOCUMENT_MB",
    ),
    "locked.pdf": (locked(), "is protected by a password; remove it and give the document again"),
    "nothing.png": (b"", "is empty: replace it by the full document"),
}


def test_faulty_documents_are_named_and_the_others_go_through(tmp_path: Path) -> None:
    reports, out = tmp_path / "reports", tmp_path / "out"
    reports.mkdir()
    (reports / "cycling.md").write_text(CYCLING)
    (reports / "walking.md").write_text(WALKING)
    for name, (content, _) in FAULTY.items():
        (reports / name).write_bytes(content)

    ended = charge(tmp_path, "run", "reports", "--out", "out", "--quiet", max_document_mb="1")

    named = {f"reports/{name}": f"reports/{name} {problem}" for name, (_, problem) in FAULTY.items()}
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [f"charge-stream: {problem}" for problem in named.values()]
    documents = json.loads((out / "summary.json").read_text())["documents"]
    assert (documents["announced"], documents["parsed"]) == (2 + len(FAULTY), 2)
    assert {failed["name"]: failed["reason"] for failed in documents["failed"]} == named
    assert {row["uri"] for row in documents["read"]} == {"reports/cycling.md", "reports/walking.md"}
    assert (out / "qa.jsonl").read_text()


@pytest.mark.parametrize(
    ("arguments", "settings", "told"),
    [
        (["absent", "--out", "out"], {}, "There is no absent: give a file, a folder or a URL that exists."),
        (["good", "absent.pdf", "--out", "out"], {}, "There is no absent.pdf: give a file, a folder or a URL that exists."),
        (["file/below", "--out", "out"], {}, "There is no file/below: give a file, a folder or a URL that exists."),
        (["hollow", "--out", "out"], {}, "No documents in hollow: PDF, HTML, Markdown, pictures and *.bundle.json are read."),
        (
            ["odd://reports", "--out", "out"],
            {},
            "odd://reports cannot be opened (Protocol not known: odd): check the address and the access to it.",
        ),
        (["good", "--out", "file/out"], {}, "The folder file/out cannot be written: Not a directory; choose another one."),
        (["good", "--out", "/proc/out"], {}, "The folder /proc/out cannot be written: No such file or directory; choose another one."),
        (
            ["good", "--out", "out", "--store", "file/s"],
            {},
            "The store file/s cannot be made (Not a directory): choose another folder with CHARGE_STORE.",
        ),
        (["good", "--out", "out", "--quota", "-1"], {}, "CHARGE_QUOTA is wrong: a quota is 0 or more (see docs/configuration.md)."),
        (
            ["good", "--out", "out"],
            {"partners": "few"},
            "CHARGE_PARTNERS is wrong: input should be a valid integer, unable to parse string as an integer (see docs/configuration.md).",
        ),
        (["good", "--out", "out"], {"quotta": "3"}, "CHARGE_QUOTTA is no setting; did you mean CHARGE_QUOTA?"),
        (
            ["good", "--out", "out"],
            {"broker": DEAD},
            f"No Kafka broker answers at {DEAD} (KafkaConnectionError); is it running, and CHARGE_BROKER right?",
        ),
        (
            ["good", "--out", "out"],
            {"index": f"http://{DEAD}"},
            (
                f"The index http://{DEAD} does not answer (Fail connecting to server on {DEAD}, illegal connection params or server "
                "unavailable); check CHARGE_INDEX."
            ),
        ),
    ],
)
def test_a_run_that_cannot_begin_says_why(folder: Path, arguments: list[str], settings: dict[str, str], told: str) -> None:
    assert sentence(charge(folder, "run", *arguments, **{"patience_s": "2"} | settings)) == told


def test_a_wrong_option_is_named_with_those_that_were_meant(folder: Path) -> None:
    ended = charge(folder, "run", "good", "--out", "out", "--quotta", "3")
    assert ended.returncode == 2
    assert "No such option: --quotta" in ended.stderr
    assert "--quota" in ended.stderr.replace("--quotta", "")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("arguments", [["lag"], ["topics", "check"], ["ingest", "good"], ["dlq", "list"], ["worker", "--stage", "ingest"]])
def test_commands_without_a_broker_say_so(folder: Path, arguments: list[str]) -> None:
    assert sentence(charge(folder, *arguments, broker=DEAD)).startswith(f"No Kafka broker answers at {DEAD} (KafkaConnectionError)")


def test_a_port_in_use_is_named_before_a_worker_joins(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = sentence(charge(folder, "worker", broker=DEAD, metrics_port=port))
    assert told == f"Metrics cannot be exported on port {port} (Address already in use): set CHARGE_METRICS_PORT to a free one."


class Refusing:
    """A file system that does not permit some paths: permissions do not bind the user that tests may run as."""

    def __init__(self, fs: Any, refused: str) -> None:
        self._fs = fs
        self._refused = refused

    def __getattr__(self, name: str) -> Any:
        return getattr(self._fs, name)

    def walk(self, path: str, on_error: Any) -> Iterator[tuple[str, list[str], list[str]]]:
        if re.search(self._refused, path):
            on_error(PermissionError(13, "Permission denied", path))
            return
        for folder, below, files in self._fs.walk(path, on_error=on_error):
            if re.search(self._refused, folder):
                on_error(PermissionError(13, "Permission denied", folder))
            else:
                yield folder, below, files

    def cat_file(self, path: str, *span: int) -> bytes:
        if re.search(self._refused, path):
            raise PermissionError(13, "Permission denied")
        return bytes(self._fs.cat_file(path, *span))


def refusing(given: Path, refused: str) -> list[Place]:
    (place,) = places([str(given)], None)
    return [Place(place.given, Refusing(place.fs, refused), place.root, place.collection, place.remote, place.folder)]


async def announced(found: list[Place], store: Path) -> tuple[list[str], dict[str, str]]:
    sent: list[str] = []

    async def send(document: Document) -> None:
        sent.append(document.uri)

    tally = await announce(found, ContentStore(str(store)), send, Settings.load(), changed_only=False, retract_gone=True)
    return sent, tally.problems


async def test_an_unreadable_folder_is_named(folder: Path) -> None:
    with pytest.raises(UserError) as raised:
        await announced(refusing(folder / "good", "good$"), folder / "store")
    assert str(raised.value) == f"The folder {folder / 'good'} cannot be read (Permission denied): check its permissions."


async def test_an_unreadable_file_is_named_and_the_others_go_through(folder: Path) -> None:
    (folder / "good" / "walking.md").write_text(WALKING)
    sent, problems = await announced(refusing(folder / "good", "walking"), folder / "store")
    assert sent == ["good/cycling.md"]
    assert problems == {"good/walking.md": "good/walking.md cannot be read (Permission denied): check its permissions"}


async def test_what_lies_in_an_unreadable_folder_is_not_taken_for_deleted(folder: Path) -> None:
    (folder / "good" / "inner").mkdir()
    (folder / "good" / "inner" / "walking.md").write_text(WALKING)
    sent, _ = await announced(places([str(folder / "good")], None), folder / "store")
    assert sent == ["good/cycling.md", "good/inner/walking.md"]
    sent, problems = await announced(refusing(folder / "good", "inner"), folder / "store")
    assert sent == ["good/cycling.md"]
    assert problems == {"good/inner": "The folder good/inner cannot be read (Permission denied): check its permissions"}
