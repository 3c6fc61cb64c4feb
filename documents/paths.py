"""Which names of pictures in a document may be looked up: relative ones that stay inside its folder."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")


def safe_path(name: str) -> str | None:
    """The relative path, normalised; None for anything absolute, with a scheme or host, or outside the folder (``..``)."""
    name = name.strip().replace("\\", "/")
    if not name or _SCHEME.match(name) or name.startswith("/") or "\x00" in name:
        return None
    path = posixpath.normpath(name)
    return None if path in (".", "..") or path.startswith("../") else path


def linked_path(reference: str) -> str | None:
    """As ``safe_path``, for a reference in HTML or Markdown: percent signs decoded, query and fragment left out."""
    plain = re.split(r"[?#]", reference.strip(), maxsplit=1)[0]
    return safe_path(unquote(plain)) if not _SCHEME.match(plain) and not plain.startswith("//") else None
