"""A folder for as long as this process lives. Those of processes that were killed are removed by the next that makes one."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

import psutil

PREFIX = "charge-stream-"


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A new folder, removed by its ``cleanup`` or at the end of the process."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = re.fullmatch(rf"{PREFIX}(\d+)-\w+", left.name)
        if owner and not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(left, ignore_errors=True)  # somebody else's stays
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-")
