"""An announcement: this document now has this content, or none any more."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.blob import BlobRef
from charge_stream.models.context import Context


class Document(Record, namespace="charge.document.v1"):
    """``revision`` is the hash of the bytes and attachments; ``content`` is null when the document is retracted.

    ``attachments`` maps the relative paths a bundle, HTML or Markdown page names to the pictures lying beside it.
    ``context`` holds what the producer knows and the file may not say; it wins over the file's own metadata.
    """

    document_id: str
    uri: str
    media_type: str
    revision: str
    content: BlobRef | None = None
    attachments: dict[str, BlobRef] = {}
    context: Context | None = None

    @property
    def record_id(self) -> str:
        return f"{self.document_id}-{self.revision}"
