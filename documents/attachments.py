"""Which pictures beside a document belong to it."""

from __future__ import annotations

from charge_stream.documents import media
from charge_stream.documents.paths import linked_path, safe_path
from charge_stream.models.errors import BrokenDocument


def attachments_of(content: bytes, media_type: str) -> list[str]:
    """The relative paths of the pictures the document names, sorted, each once: never absolute, never outside its folder, never an address.

    A document that cannot be read has none; ``parse`` tells what is wrong with it.
    """
    kind = media_type.partition(";")[0].strip().lower()
    try:
        if kind == media.BUNDLE:
            from charge_stream.documents.bundle import picture_paths

            return sorted({path for name in picture_paths(content) if (path := safe_path(name))})
        if kind in (media.HTML, "application/xhtml+xml"):
            from charge_stream.documents.html import picture_references
        elif kind == media.MARKDOWN:
            from charge_stream.documents.markdown import picture_references
        else:
            return []
        return sorted({path for name in picture_references(content) if (path := linked_path(name))})
    except (BrokenDocument, RecursionError):
        return []
