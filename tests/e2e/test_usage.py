"""What a run says it took includes what its worker processes took."""

from __future__ import annotations

import subprocess
import sys

from charge_stream.cli.usage import Usage

BUSY = """
import time
held = bytearray(b"x") * (200 * 1024 * 1024)
while time.process_time() < 1.0:
    pass
print("done", flush=True)
input()
"""


def test_processor_time_and_memory_of_a_child_that_still_runs_are_counted() -> None:
    usage = Usage()
    usage.sample()
    before = usage.timing()
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        after = usage.timing()
        child.communicate(b"\n")
    assert after.cpu_s - before.cpu_s >= 0.9
    assert after.peak_rss_mb - before.peak_rss_mb >= 200
    assert usage.timing().cpu_s >= after.cpu_s, "what an ended process has used stays counted"
