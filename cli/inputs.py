"""INPUT arguments to documents: files, folders and fsspec URLs, each file once, with the pictures that lie beside it."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import orjson

from charge_stream import documents
from charge_stream.documents import media
from charge_stream.models.errors import UserError
from charge_stream.models.ids import make_id


@dataclass(frozen=True)
class Found:
    """One document: its id, the name people see, and its bytes. ``problem`` is set, and the bytes are empty, when it cannot be read."""

    document_id: str
    uri: str
    collection: str
    media_type: str
    content: bytes = b""
    attachments: dict[str, bytes] = field(default_factory=dict)
    problem: str | None = None

    @property
    def revision(self) -> str:
        """The hash of the bytes and of the pictures beside them."""
        digest = hashlib.sha256(self.content)
        for name, data in sorted(self.attachments.items()):
            digest.update(name.encode() + hashlib.sha256(data).digest())
        return digest.hexdigest()


@dataclass(frozen=True)
class Place:
    """One INPUT: a file system, the path of the file or folder in it, and the collection its documents belong to."""

    given: str
    fs: Any
    root: str
    collection: str
    remote: bool
    folder: bool


def places(inputs: Sequence[str], collection: str | None) -> list[Place]:
    """The INPUT arguments, checked.

    Raises:
        UserError: one does not exist or cannot be opened, or two would give their documents the same names.
    """
    found = [_place(given, collection) for given in inputs]
    folders = {place.root: place for place in found if place.folder}
    named: dict[str, Place] = {}
    for place in folders.values():
        twin = named.setdefault(place.collection, place)
        if twin is not place:
            raise UserError(f"{twin.given} and {place.given} would give their documents the same names: run them apart, with --collection.")
    return found


def _place(given: str, collection: str | None) -> Place:
    import fsspec

    try:
        fs, root = fsspec.core.url_to_fs(given, use_listings_cache=False) if "://" in given else fsspec.core.url_to_fs(given)
        if not fs.exists(root):
            raise UserError(f"There is no {given}: give a file, a folder or a URL that exists.")
        folder = fs.isdir(root)
    except UserError:
        raise
    except Exception as error:  # every file system has errors of its own
        raise UserError(f"{given} cannot be opened ({error}): check the address and the access to it.") from error
    root = root.rstrip("/")
    name = PurePosixPath(root).name if folder else ""
    remote = "://" in given and not given.startswith(("file://", "local://"))
    return Place(given, fs, root, collection if collection is not None else name, remote, folder)


def find(place: Place, max_document_mb: int, unread: dict[str, str] | None = None) -> Iterator[Found]:
    """The documents of a place, by path. A picture that another document names is part of that document, not one of its own.

    ``unread`` takes the folders in it that cannot be listed: what they are called (as documents in them are) and a sentence.

    Raises:
        UserError: nothing of the folder can be listed.
    """
    paths = _listing(place, {} if unread is None else unread) if place.folder else [place.root]
    documents_first = sorted(paths, key=lambda path: (_is_picture(path), path))
    used: set[str] = set()
    for path in documents_first:
        if path in used:
            continue
        found = _read(place, path, max_document_mb, used)
        if found is not None:
            yield found


def _listing(place: Place, unread: dict[str, str]) -> list[str]:
    """All files of a folder, at any depth. Links to files are followed, links to folders are not; pipes and devices are passed over."""
    paths: list[str] = []
    folders = [place.root]
    while folders:
        folder = folders.pop()
        try:
            entries = place.fs.ls(folder, detail=True)
        except OSError as error:
            if folder == place.root:
                raise UserError(f"The folder {place.given} cannot be read ({error.strerror or error}): check its permissions.") from error
            uri = _uri(place, folder)
            unread[uri] = f"The folder {uri} cannot be read ({error.strerror or error}): check its permissions"
            continue
        for entry in entries:
            path = entry["name"].rstrip("/")
            if path == folder or PurePosixPath(path).name.startswith("."):
                continue
            if entry["type"] == "directory":
                folders.append(path)
            elif entry["type"] == "file" or (entry.get("islink") and not place.fs.isdir(path)):
                paths.append(path)
    return sorted(paths)


def _uri(place: Place, path: str) -> str:
    """What people call a file or folder of the place, wherever the place lies; bytes of a name that are no text as ``\\xff``."""
    if place.remote:
        return str(place.fs.unstrip_protocol(path))
    relative = path[len(place.root) :].lstrip("/") if place.folder else PurePosixPath(path).name
    return _text("/".join(part for part in (place.collection, relative) if part))


def _text(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _read(place: Place, path: str, max_document_mb: int, used: set[str]) -> Found | None:
    uri = _uri(place, path)
    document_id = make_id("document", uri)
    try:
        if not place.remote and not place.fs.isfile(path):  # a pipe would be waited for
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        size = place.fs.size(path) or 0
        head = place.fs.cat_file(path, 0, min(size, media.HEAD_BYTES)) if size else b""
        media_type = documents.media_type_of(path, head)
        if media_type is None:
            return None
        if size > max_document_mb * 1_000_000:
            problem = f"{uri} has {size / 1e6:.1f} MB, and at most {max_document_mb} are allowed: split it or raise CHARGE_MAX_DOCUMENT_MB"
            return Found(document_id, uri, place.collection, media_type, problem=problem)
        content = place.fs.cat_file(path)
    except OSError as error:
        advice = "it is a link that leads nowhere" if isinstance(error, FileNotFoundError) else "check its permissions"
        problem = f"{uri} cannot be read ({error.strerror or error}): {advice}"
        return Found(document_id, uri, place.collection, documents.media_type_of(path, b"") or "", problem=problem)
    attachments = _attachments(place, path, documents.attachments_of(content, media_type), used)
    return Found(_producers_id(content, media_type) or document_id, uri, place.collection, media_type, content, attachments)


def _attachments(place: Place, path: str, names: Sequence[str], used: set[str]) -> dict[str, bytes]:
    """The pictures beside a document. One that is not there, or not really inside the folder (a link), is left to the parser to report."""
    folder = path.rpartition("/")[0]
    found: dict[str, bytes] = {}
    for name in names:
        picture = f"{folder}/{name}"
        if _is_inside(place, picture):
            try:
                found[name] = place.fs.cat_file(picture)
            except OSError:
                continue
            used.add(picture)
    return found


def _is_inside(place: Place, path: str) -> bool:
    if place.remote:
        return True
    from pathlib import Path

    root = Path(place.root if place.folder else place.root.rpartition("/")[0]).resolve()
    return Path(path).resolve().is_relative_to(root)


def _is_picture(path: str) -> bool:
    media_type = documents.media_type_of(path, b"")
    return media_type is not None and media_type.startswith("image/")


def _producers_id(content: bytes, media_type: str) -> str | None:
    """The id a crawler gave the document in its bundle, hashed so that it can be a file's name."""
    if media_type != media.BUNDLE:
        return None
    try:
        given = orjson.loads(content).get("id")
    except (orjson.JSONDecodeError, AttributeError):
        return None
    return make_id("document", "producer", given) if isinstance(given, str) and given else None
