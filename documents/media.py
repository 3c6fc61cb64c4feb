"""Which format a file has: by its first bytes, then by its name."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

PDF = "application/pdf"
HTML = "text/html"
MARKDOWN = "text/markdown"
BUNDLE = "application/vnd.charge.bundle+json"
SVG = "image/svg+xml"
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff")
HEAD_BYTES = 4096
"""How much of a file ``media_type_of`` wants to see."""

BUNDLE_SUFFIX = ".bundle.json"
SUFFIXES: dict[str, str] = {
    ".pdf": PDF,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".svg": SVG,
    BUNDLE_SUFFIX: BUNDLE,
}
"""The supported formats by the end of a file's name."""

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
)
_BEFORE_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*\?>|<!--.*?-->)*", re.DOTALL)
_MARKUP: tuple[tuple[bytes, str], ...] = ((b"<!doctype html", HTML), (b"<html", HTML), (b"<!doctype svg", SVG), (b"<svg", SVG))


def media_type_of(path: str, head: bytes) -> str | None:
    """The media type of a file with this path and these first bytes (``HEAD_BYTES`` suffice); None when we do not read such files.

    Content decides; the name decides where the content leaves it open, and for a file whose content says nothing (it is then
    refused with a reason when parsed, rather than passed over).
    """
    return _by_content(head) or _by_name(path)


def _by_content(head: bytes) -> str | None:
    if b"%PDF-" in head[:1024]:
        return PDF
    for start, magic, media_type in _MAGIC:
        if head[start : start + len(magic)] == magic:
            return media_type
    before = _BEFORE_MARKUP.match(head)
    markup = head[before.end() if before else 0 :][:16].lower()
    return next((media_type for tag, media_type in _MARKUP if markup.startswith(tag)), None)


def _by_name(path: str) -> str | None:
    name = PurePosixPath(path.replace("\\", "/")).name.lower()
    if name.endswith(BUNDLE_SUFFIX):
        return BUNDLE
    return SUFFIXES.get(PurePosixPath(name).suffix)
