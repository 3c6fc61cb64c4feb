"""What runs inside a worker process of ``pool``. It imports next to nothing, so that a process in a dead one's place is there at once."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import time
import traceback

OUT_OF_MEMORY = 75
OUT_OF_TIME = 76
MEGABYTE = 1024 * 1024
_SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def prepare(memory_mb: int) -> None:
    """The memory limit, one thread for numeric libraries, no core dumps, and no part in the parent's Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for variable in _SINGLE_THREADED:
        os.environ.setdefault(variable, "1")
    try:
        import resource
    except ImportError:  # not a Unix
        return
    # Private writable memory; the address space would also count what libraries merely reserve.
    for kind, limit in ((resource.RLIMIT_DATA, memory_mb * MEGABYTE), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):  # some systems do not know this limit
            resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def work(task: bytes, timeout_s: float) -> bytes:
    """The outcome of the pickled (function, arguments): (True, result) or (False, exception), pickled."""
    done = threading.Event()
    threading.Thread(target=_watch, args=(timeout_s, done), daemon=True).start()
    try:
        function, args = pickle.loads(task)
        return pickle.dumps((True, function(*args)))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # a heap at its limit is of no more use
    except Exception as error:
        return _pickled(error)
    finally:
        done.set()


def _watch(timeout_s: float, done: threading.Event) -> None:
    """Ends the process when both the clock and the processor have counted ``timeout_s``: on a busy machine a record may take longer, and
    whether it fails must not depend on its neighbours."""
    started = time.process_time()
    left = timeout_s
    while not done.wait(max(left, 0.05)):
        left = timeout_s - (time.process_time() - started)
        if left <= 0:
            os._exit(OUT_OF_TIME)


def _pickled(error: Exception) -> bytes:
    error.add_note("In a worker process:\n" + traceback.format_exc())
    try:
        outcome = pickle.dumps((False, error))
        pickle.loads(outcome)
    except Exception:
        from charge_stream.models.errors import Permanent

        return pickle.dumps((False, Permanent(f"{type(error).__name__}: {error}")))
    return outcome
