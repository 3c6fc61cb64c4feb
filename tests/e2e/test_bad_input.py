"""What people get wrong: each ends in one sentence on stderr, in a status, and never in a traceback; the other documents go through."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from small_reports import CYCLING, WALKING

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
    "broken.bundle.json": (b'{"id": ', "is not valid JSON (line 1): unexpected end of data; export it again"),
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


ANNOUNCE = """
import asyncio, json, sys
from charge_stream.cli.announce import announce
from charge_stream.cli.inputs import places
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore

async def main():
    sent = []
    async def send(document): sent.append(document.uri if document.content else f"no more: {document.uri}")
    given = places([sys.argv[1]], None)
    tally = await announce(given, ContentStore(sys.argv[2]), send, Settings.load(), changed_only=False, retract_gone=True)
    print(json.dumps([sent, tally.problems]))

asyncio.run(main())
"""
ORDINARY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""What makes permissions bind also the superuser that tests may run as."""


def announced(folder: Path) -> tuple[list[str], dict[str, str]]:
    """What is sent for ``good`` by an ordinary user, and the problems."""
    command = [*ORDINARY, sys.executable, "-c", ANNOUNCE, str(folder / "good"), str(folder / "store")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if ended.returncode:
        return [], {"": ended.stderr.splitlines()[-1].partition(": ")[2]}
    sent, problems = json.loads(ended.stdout)
    return sent, problems


def test_an_unreadable_folder_is_named(folder: Path) -> None:
    (folder / "good").chmod(0)
    _, problems = announced(folder)
    assert problems == {"": f"The folder {folder / 'good'} cannot be read (Permission denied): check its permissions."}


def test_an_unreadable_file_is_named_and_the_others_go_through(folder: Path) -> None:
    (folder / "good" / "walking.md").write_text(WALKING)
    (folder / "good" / "walking.md").chmod(0)
    sent, problems = announced(folder)
    assert sent == ["good/cycling.md"]
    assert problems == {"good/walking.md": "good/walking.md cannot be read (Permission denied): check its permissions"}


def test_what_lies_in_an_unreadable_folder_is_not_taken_for_deleted(folder: Path) -> None:
    (folder / "good" / "inner").mkdir()
    (folder / "good" / "inner" / "walking.md").write_text(WALKING)
    assert announced(folder) == (["good/cycling.md", "good/inner/walking.md"], {})
    (folder / "good" / "inner").chmod(0)
    told = "The folder good/inner cannot be read (Permission denied): check its permissions"
    assert announced(folder) == (["good/cycling.md"], {"good/inner": told})
    (folder / "good" / "inner").chmod(0o755)
    (folder / "good" / "inner" / "walking.md").unlink()
    assert announced(folder) == (["good/cycling.md", "no more: good/inner/walking.md"], {})


def test_links_pipes_and_names_that_are_no_text(folder: Path) -> None:
    """Links to files are followed, those to folders are not; a pipe is not waited for; a name of odd bytes is a document's all the same."""
    good = folder / "good"
    (folder / "outside.md").write_text(WALKING)
    (good / "linked.md").symlink_to(folder / "outside.md")
    (good / "loop").symlink_to(good)
    (good / "gone.pdf").symlink_to(good / "nowhere.pdf")
    os.mkfifo(good / "pipe.pdf")
    (Path(os.fsdecode(os.fsencode(good) + b"/odd\xff.md"))).write_text(CYCLING)
    sent, problems = announced(folder)
    assert sent == ["good/cycling.md", "good/linked.md", "good/odd\\xff.md"]
    assert problems == {"good/gone.pdf": "good/gone.pdf cannot be read (No such file or directory): it is a link that leads nowhere"}


def test_control_characters_in_names_do_not_reach_the_terminal(folder: Path) -> None:
    told = sentence(charge(folder, "read-charts", "red\x1b[31m\nline.png"))
    assert "red\\x1b[31m\\nline.png" in told


def test_a_chart_that_takes_too_long_is_declined(folder: Path) -> None:
    drawn = io.BytesIO()
    Image.effect_noise((900, 900), 90).save(drawn, format="PNG")
    (folder / "noise.png").write_bytes(drawn.getvalue())
    ended = charge(folder, "read-charts", "noise.png", "--format", "jsonl", chart_seconds="0.05")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["reason"] == "it took longer than 0.05 s, see CHARGE_CHART_SECONDS"


def test_a_file_that_is_no_chart_and_no_document_is_told(folder: Path) -> None:
    told = sentence(charge(folder, "read-charts", "file"))
    assert told.startswith("file is ")


def test_a_store_that_is_only_read_is_not_made(folder: Path) -> None:
    told = sentence(charge(folder, "export", "qa.jsonl", "--store", "nowhere"))
    assert told == "The store nowhere holds no documents: give --store, for a run it is OUT/.charge-stream."
    assert not (folder / "nowhere").exists()


@pytest.mark.parametrize("damaged", ["results", "manifests"])
def test_a_damaged_file_of_the_store_is_named(folder: Path, finished: Path, damaged: str) -> None:
    shutil.copytree(finished, folder / "out")
    cut = min(path for path in (folder / "out" / ".charge-stream" / damaged).rglob("*") if path.is_file())
    cut.write_bytes(cut.read_bytes()[:20])
    ended = charge(folder, "run", "good", "--out", "out", "--quiet")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert f"{damaged}/" in ended.stderr and "is damaged: delete that file, then run again." in ended.stderr
    cut.unlink()
    assert charge(folder, "run", "good", "--out", "out", "--quiet").returncode == 0
    assert (folder / "out" / "qa.jsonl").read_bytes() == (finished / "qa.jsonl").read_bytes()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run over ``good``."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "good").mkdir()
    (folder / "good" / "cycling.md").write_text(CYCLING)
    assert charge(folder, "run", "good", "--out", "out", "--quiet").returncode == 0
    return folder / "out"
