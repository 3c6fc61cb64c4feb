"""The content store: blobs, results, manifests, lineage.

*Put if absent* decides every race; the loser gets the stored value and goes on with it.

Paths are relative, with slashes. Foreign ids enter a path only through ``segment``. Listings are never cached.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

import orjson

from charge_stream.infra.backends import LocalBackend, open_backend
from charge_stream.models.blob import BlobRef
from charge_stream.models.errors import ChargeError, Damaged, DependencyDown, Permanent

T = TypeVar("T")

THREADS = 8
SEGMENT_BYTES = 200
_SHA256 = re.compile(r"[0-9a-f]{64}")

_REASONS: dict[int, str] = {
    errno.ENOSPC: "has no space left; free some",
    errno.EDQUOT: "has used up its disk quota; raise it or free space",
    errno.EACCES: "does not permit this; give this user the right to read and write there",
    errno.EPERM: "does not permit this, or its file system has no hard links; use another folder",
    errno.ENOTSUP: "lies on a file system without hard links; use another folder",
    errno.EROFS: "is mounted read-only; mount it writable",
    errno.EMFILE: "cannot be opened by more files at once; raise the limit (ulimit -n)",
}


def segment(name: str) -> str:
    """An id as one part of a path: letters, digits, ``-`` and ``_`` stay, anything else is percent-encoded; reversible (``unsegment``).

    Raises:
        Permanent: it is empty, no text, or too long for a file name.
    """
    try:
        safe = quote(name, safe="").replace("~", "%7E")
    except UnicodeEncodeError:  # half a surrogate pair is no text
        safe = ""
    if safe.startswith("."):
        safe = "%2E" + safe[1:]
    if not safe or len(safe) > SEGMENT_BYTES:
        raise Permanent(f"an id of {len(name)} characters cannot be stored: {name[:40]!r}")
    return safe


def unsegment(part: str) -> str:
    """The id that ``segment`` made ``part`` from."""
    return unquote(part)


class ContentStore:
    """Bytes under paths, in a folder or at an fsspec URL. May be used from any event loop. Blocking calls run on threads of its own, but
    for the reading of what is no blob from a folder: that takes 20 µs, the way through a thread and back ten times as long.

    Every method raises ``DependencyDown`` ("store", one sentence) when the place behind it fails.
    """

    def __init__(self, url: str, options: dict[str, Any] | None = None) -> None:
        """``options`` are fsspec's for the URL (credentials come from the environment by themselves).

        Raises:
            UserError: the place cannot be made or opened.
        """
        self.url = url
        self._backend = open_backend(url, options or {})
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store")

    @property
    def folder(self) -> Path | None:
        """The folder of a local store; None elsewhere."""
        return self._backend.root if isinstance(self._backend, LocalBackend) else None

    @property
    def shared(self) -> bool:
        """Whether several processes may use it at once (put-if-absent holds between them)."""
        return self._backend.shared

    async def get(self, path: str) -> bytes | None:
        """The bytes at ``path``, or None."""
        return await self._look_up(self._backend.read, _checked(path))

    async def get_json(self, path: str) -> Any:
        """What the JSON at ``path`` says, or None.

        Raises:
            Damaged: it is no JSON: it was cut or changed.
        """
        data = await self.get(path)
        return None if data is None else self.parsed(path, data)

    def parsed(self, path: str, data: bytes) -> Any:
        """What the JSON ``data``, stored at ``path``, says; errors as in ``get_json``."""
        try:
            return orjson.loads(data)
        except orjson.JSONDecodeError as error:
            raise Damaged(f"{path} in the store {self._place} is damaged: delete that file, then run again.") from error

    async def put_if_absent(self, path: str, data: bytes) -> bytes:
        """Stores ``data`` unless something is there; returns what is stored then, which is the first writer's."""
        return await self._do(self._put_if_absent, _checked(path), data)

    async def put(self, path: str, data: bytes) -> None:
        """Stores ``data``, replacing what was there in one step."""
        await self._do(self._backend.replace, _checked(path), data)

    async def delete(self, path: str) -> None:
        """Removes ``path``; nothing happens when it is not there."""
        await self._do(self._backend.remove, _checked(path))

    async def exists(self, path: str) -> bool:
        """Whether something is stored at ``path``."""
        return await self._look_up(self._backend.size, _checked(path)) is not None

    async def list(self, prefix: str) -> list[str]:
        """Full relative paths of everything below the folder ``prefix`` ("" for all), sorted; read anew each time."""
        folder = prefix.rstrip("/")
        return sorted(await self._do(self._backend.names, _checked(folder) if folder else ""))

    async def put_blob(self, data: bytes, mime: str) -> BlobRef:
        """Stores ``data`` under its sha256; mends a stored copy of another length."""
        sha256 = hashlib.sha256(data).hexdigest()
        path = f"blobs/{sha256}"
        await self._do(self._put_blob, path, data)
        return BlobRef(uri=path, sha256=sha256, bytes=len(data), mime=mime)

    async def get_blob(self, ref: BlobRef | str) -> bytes:
        """The blob of a reference or sha256.

        Raises:
            Permanent: it is not there.
            Damaged: its bytes are not those of its hash.
        """
        sha256 = ref if isinstance(ref, str) else ref.sha256
        if not _SHA256.fullmatch(sha256):
            raise Permanent(f"{sha256[:80]!r} is no sha256")
        data = await self._do(self._backend.read, f"blobs/{sha256}")
        if data is None:
            raise Permanent(f"blob {sha256} is missing from the store")
        if hashlib.sha256(data).hexdigest() != sha256:
            raise Damaged(f"blobs/{sha256} in the store {self._place} is damaged: delete that file, then run again.")
        return data

    def close(self) -> None:
        """Lets the threads go once they have finished."""
        self._threads.shutdown(wait=False)

    def _put_if_absent(self, path: str, data: bytes) -> bytes:
        while True:
            if self._backend.create(path, data):
                return data
            stored = self._backend.read(path)
            if stored is not None:  # None: deleted in between, so the place is free again
                return stored

    def _put_blob(self, path: str, data: bytes) -> None:
        size = self._backend.size(path)
        if size is None:
            self._backend.create(path, data)
        elif size != len(data):
            self._backend.replace(path, data)

    async def _look_up(self, call: Callable[..., T], path: str) -> T:
        if not self._backend.near:
            return await self._do(call, path)
        try:
            return call(path)
        except Exception as error:
            raise DependencyDown("store", self._sentence(error)) from error

    async def _do(self, call: Callable[..., T], *arguments: Any) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)
        except ChargeError:
            raise
        except Exception as error:
            raise DependencyDown("store", self._sentence(error)) from error

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, FileNotFoundError):
            return f"The store {self._place} does not exist; create it, or set CHARGE_STORE."
        if isinstance(error, PermissionError) and self.folder is None:
            return f"The store {self._place} refuses these credentials; give them the right to read, write and list."
        code = error.errno if isinstance(error, OSError) else None
        if code in _REASONS:
            return f"The store {self._place} {_REASONS[code]}."
        return f"The store {self._place} does not answer ({type(error).__name__}: {error}); check it, then try again."

    @property
    def _place(self) -> str:
        """The URL without credentials and query."""
        return re.sub(r"//[^/@]*@", "//", self.url.partition("?")[0])


def _checked(path: str) -> str:
    parts = path.split("/")
    if any(not part or part.startswith(".") or len(part.encode()) > 255 for part in parts) or re.search(r"[\\\x00-\x1f]", path):
        raise Permanent(f"{path[:120]!r} is no path of the store")
    return path
