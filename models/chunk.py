"""A paragraph of a document, in sentences."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.context import Context


class Chunk(Record, namespace="charge.chunk.v1"):
    """``id`` hashes document and text; sentence *n* (0-based) is referred to as ``<id>#<n>``.

    ``box`` is (left, top, right, bottom) as fractions of the page. ``headings`` are those above, outermost first.
    ``paired`` are the charts that verification holds it against.
    """

    id: str
    document_id: str
    position: int
    text: str
    sentences: list[str]
    headings: list[str]
    paired: list[str]
    context: Context
    page: int | None = None
    box: list[float] | None = None

    @property
    def record_id(self) -> str:
        return self.id
