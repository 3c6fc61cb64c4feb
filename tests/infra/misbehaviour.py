"""Functions that the pool's tests run in worker processes, which can import this file but no test module."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.3)
    return number * number


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_self_once(mark: str) -> str:
    path = Path(mark)
    if not path.exists():
        path.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def exit_with(status: int) -> None:
    os._exit(status)


def hang() -> None:
    while True:
        time.sleep(60)


def work_forever() -> None:
    while True:
        pass


def use_memory(megabytes: int) -> int:
    return len(bytearray(megabytes * 1024**2))


def refuse() -> None:
    from charge_stream.models.errors import BrokenDocument

    raise BrokenDocument("page 3 is no page")


def time_out() -> None:
    raise TimeoutError("the function's own")


class Unpicklable(Exception):
    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"{left} and {right}")


def raise_unpicklable() -> None:
    raise Unpicklable("this", "that")


def process_id() -> int:
    return os.getpid()


def heavy_modules() -> list[str]:
    return sorted({"faust", "onnxruntime", "pymilvus", "grpc", "cv2"} & set(sys.modules))
