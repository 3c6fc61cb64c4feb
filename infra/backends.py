"""Where the content store's bytes lie. Each backend offers the one thing that decides races: ``create``, which exactly one writer wins.

* A local folder: a temporary file, then ``os.link``, which fails when the name exists. (Rename overwrites, and plain fsspec lets both win.)
* S3: a conditional put (``If-None-Match: *``).
* Other fsspec file systems: a lock, which holds within this process only; ``shared`` says so.

All calls block; ``store`` runs those that may take long off the loop. Failures come as ``OSError`` or as the client's own exceptions.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import uuid
from pathlib import Path
from typing import Any, Protocol

from charge_stream.models.errors import UserError

SCRATCH = ".tmp"
CONFLICT_TRIES = 5


class Backend(Protocol):
    """Paths are relative, with slashes, checked by the store."""

    shared: bool
    """whether ``create`` decides races between processes"""

    near: bool
    """whether looking something up takes less time than asking a thread to do it"""

    def read(self, path: str) -> bytes | None: ...

    def create(self, path: str, data: bytes) -> bool:
        """Writes unless there is one already; whether this call wrote."""
        ...

    def replace(self, path: str, data: bytes) -> None:
        """Writes whole or not at all."""
        ...

    def remove(self, path: str) -> None: ...

    def size(self, path: str) -> int | None: ...

    def names(self, folder: str) -> list[str]:
        """Paths of all files below ``folder``, at any depth."""
        ...


class LocalBackend:
    """A folder. What ``create`` and ``replace`` wrote survives a power cut: file and folder are synced before they return."""

    shared = True
    near = True

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.scratch = self.root / SCRATCH
        self.scratch.mkdir(parents=True, exist_ok=True)

    def read(self, path: str) -> bytes | None:
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            return None

    def create(self, path: str, data: bytes) -> bool:
        target = self.root / path
        if target.exists():
            return False
        temporary = self._write(data)
        try:
            self._placed(os.link, temporary, target)
        except FileExistsError:
            return False
        finally:
            temporary.unlink(missing_ok=True)
        return True

    def replace(self, path: str, data: bytes) -> None:
        temporary = self._write(data)
        try:
            self._placed(os.replace, temporary, self.root / path)
        finally:
            temporary.unlink(missing_ok=True)

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.root / path).unlink()

    def size(self, path: str) -> int | None:
        try:
            return (self.root / path).stat().st_size
        except FileNotFoundError:
            return None

    def names(self, folder: str) -> list[str]:
        found: list[str] = []
        pending = [folder]
        while pending:
            current = pending.pop()
            with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(self.root / current) as entries:
                for entry in entries:
                    path = f"{current}/{entry.name}" if current else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(path)
                    elif path:
                        found.append(path)
        return [path for path in found if not path.startswith(f"{SCRATCH}/")]

    def _write(self, data: bytes) -> Path:
        temporary = self.scratch / f"{os.getpid()}-{uuid.uuid4().hex}"
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return temporary

    def _placed(self, place: Any, temporary: Path, target: Path) -> None:
        try:
            place(temporary, target)
        except FileNotFoundError:
            target.parent.mkdir(parents=True, exist_ok=True)
            place(temporary, target)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


_OTHERS_LOCK = threading.Lock()


class RemoteBackend:
    """A bucket or another fsspec file system, without any cache of listings."""

    near = False

    def __init__(self, url: str, options: dict[str, Any]) -> None:
        import fsspec

        protocol = url.partition("://")[0]
        self.conditional = protocol in ("s3", "s3a")
        self.shared = self.conditional
        self.fs = fsspec.filesystem(protocol, use_listings_cache=False, skip_instance_cache=True, **options)
        self.root = self.fs._strip_protocol(url).rstrip("/")

    def read(self, path: str) -> bytes | None:
        try:
            return bytes(self.fs.cat_file(self._at(path)))
        except FileNotFoundError:
            return None

    def create(self, path: str, data: bytes) -> bool:
        if self.conditional:
            return self._create_conditional(path, data)
        with _OTHERS_LOCK:
            if self.fs.exists(self._at(path)):
                return False
            self.fs.pipe_file(self._at(path), data)
        return True

    def _create_conditional(self, path: str, data: bytes) -> bool:
        for attempt in range(CONFLICT_TRIES):
            try:
                self.fs.pipe_file(self._at(path), data, mode="create")
            except FileExistsError:
                return False
            except OSError as error:  # another conditional put of the same key is under way
                if error.errno != errno.EBUSY or attempt == CONFLICT_TRIES - 1:
                    raise
            else:
                return True
        return False

    def replace(self, path: str, data: bytes) -> None:
        self.fs.pipe_file(self._at(path), data)

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.fs.rm_file(self._at(path))

    def size(self, path: str) -> int | None:
        try:
            return int(self.fs.info(self._at(path))["size"])
        except FileNotFoundError:
            return None

    def names(self, folder: str) -> list[str]:
        try:
            found = self.fs.find(self._at(folder) if folder else self.root)
        except FileNotFoundError:
            return []
        return [name.removeprefix(self.root).lstrip("/") for name in found]

    def _at(self, path: str) -> str:
        return f"{self.root}/{path}"


def open_backend(url: str, options: dict[str, Any]) -> Backend:
    """The backend of a folder's path or an fsspec URL.

    Raises:
        UserError: the folder cannot be made, or nothing installed reads such a URL.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme in ("file", "local"):
        folder = Path(rest if separator else url).expanduser()
        try:
            return LocalBackend(folder)
        except OSError as error:
            raise UserError(f"The store {folder} cannot be made ({error.strerror}): choose another folder with CHARGE_STORE.") from error
    try:
        return RemoteBackend(url, options)
    except (ValueError, ImportError) as error:
        raise UserError(f"The store {scheme}://… cannot be opened ({error}): set CHARGE_STORE to a folder or an s3:// URL.") from error
