"""A large thing in the content store; records carry this reference instead of the bytes."""

from __future__ import annotations

from charge_stream.models.base import Record


class BlobRef(Record, namespace="charge.blob.v1"):
    """``bytes`` is the length; ``uri`` is relative to the content store's root (``blobs/<sha256>``)."""

    uri: str
    sha256: str
    bytes: int
    mime: str
