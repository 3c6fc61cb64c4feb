"""Folders of killed processes are removed by the next one; those of living ones, and others of like names, are not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from charge_stream.infra.scratch import scratch_folder


def test_what_a_killed_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left, living, foreign = (
        tmp_path / name for name in (f"charge-stream-{dead.pid}-ab12", f"charge-stream-{os.getpid()}-cd", "charge-stream-x")
    )
    for folder in (left, living, foreign):
        folder.mkdir()
        (folder / "file").write_text("")
    with scratch_folder() as made:
        assert set(tmp_path.iterdir()) == {living, foreign, Path(made)}
    assert set(tmp_path.iterdir()) == {living, foreign}
