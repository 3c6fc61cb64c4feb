"""Local files and folders, with their failures as plain sentences."""

from __future__ import annotations

from pathlib import Path

from charge_stream.models.errors import UserError


def read_file(path: Path) -> bytes:
    """The file's bytes.

    Raises:
        UserError: it does not exist or cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"There is no file {path}.") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def is_missing(store: str) -> bool:
    """Whether the content store is a folder that is not there: commands that only read a store do not make one."""
    return "://" not in store and not Path(store).is_dir()


def writable_folder(path: Path) -> Path:
    """The folder, made when it is missing.

    Raises:
        UserError: it cannot be made, or nothing can be written into it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".charge-stream-probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise UserError(f"The folder {path} cannot be written: {error.strerror}; choose another one.") from None
    return path
