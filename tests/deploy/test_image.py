"""The Dockerfile and what its build is given, as far as they can be checked without building."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from charge_stream.infra import metrics
from charge_stream.infra.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
IGNORED = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def left_out(path: str) -> bool:
    """Whether the build does not see a path. The patterns are names: at the top, or with a leading ``**/`` at any depth."""
    parts = path.split("/")
    return any(fnmatch(part, pattern.removeprefix("**/")) for pattern in IGNORED for part in parts[: None if "**" in pattern else 1])


def test_the_build_sees_the_package_and_what_its_metadata_names() -> None:
    folders = [name.removeprefix("charge_stream").strip(".").replace(".", "/") for name in PROJECT["tool"]["setuptools"]["packages"]]
    files = ["__init__.py", "__main__.py", "py.typed", "pyproject.toml", "requirements.lock", "README.md", "LICENSE"]
    assert [path for path in (*folders, *files) if left_out(path)] == []


def test_the_build_does_not_see_secrets_and_leftovers() -> None:
    for path in (".env", ".env.production", ".git", ".venv", ".charge-stream", "tests", "models/__pycache__"):
        assert left_out(path), path


def test_runs_as_nobody_in_particular() -> None:
    last = DOCKERFILE.rpartition("FROM ")[2]
    assert re.search(r"^USER (?!root)\w+$", last, re.MULTILINE)
    assert last.index("USER ") < last.index("ENTRYPOINT")


def test_python_is_one_the_package_allows() -> None:
    versions = set(re.findall(r"^FROM python:(3\.\d+)-slim", DOCKERFILE, re.MULTILINE))
    low, high = re.findall(r"3\.(\d+)", PROJECT["project"]["requires-python"])
    assert len(versions) == 1
    assert int(low) <= int(versions.pop().split(".")[1]) < int(high)


def test_dependencies_come_from_the_lock_alone() -> None:
    installs = re.findall(r"pip install (.+)", DOCKERFILE)
    assert installs[0].startswith("--require-hashes -r requirements.lock")
    assert all("--no-deps" in install for install in installs[1:])


def test_entry_point_is_the_installed_command() -> None:
    assert 'ENTRYPOINT ["charge-stream"]' in DOCKERFILE
    assert "charge-stream" in PROJECT["project"]["scripts"]


def test_the_health_check_tells_a_worker_that_shows_its_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    command = json.loads(re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", DOCKERFILE, re.MULTILINE | re.DOTALL)[1])  # type: ignore[index]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("CHARGE_METRICS_PORT", str(port))
    check = [sys.executable, *command[1:]]
    assert command[0] == "python"
    assert subprocess.run(check, capture_output=True).returncode != 0
    stop = metrics.serve(port)
    try:
        assert subprocess.run(check, capture_output=True).returncode == 0
    finally:
        stop()


def test_the_image_names_the_metrics_port_as_the_settings_do() -> None:
    assert "CHARGE_METRICS_PORT=" in DOCKERFILE
    assert "metrics_port" in Settings.model_fields
