"""A chart cut out of a document: a picture, a drawing in vectors, a table that came with it, and the words around it."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.blob import BlobRef
from charge_stream.models.context import Context


class Chart(Record, namespace="charge.chart.v1"):
    """``id`` hashes document and content (image bytes or vector paths, never a rendering).

    ``image`` is what a person or a vision model looks at; ``drawing`` (JSON of ``charts.Drawing``) is there when the chart is vectors;
    ``data`` when a table came with it (header row first). ``paired`` are the chunks that verification holds it against.
    """

    id: str
    document_id: str
    position: int
    paired: list[str]
    headings: list[str]
    context: Context
    image: BlobRef | None = None
    drawing: BlobRef | None = None
    data: list[list[str]] | None = None
    title: str | None = None
    subtitle: str | None = None
    caption: str | None = None
    notes: str | None = None
    alt: str | None = None
    page: int | None = None
    box: list[float] | None = None

    @property
    def record_id(self) -> str:
        return self.id

    @property
    def titles(self) -> list[str]:
        """The words around it that are shown with its picture: titles, caption and notes, as far as there are any."""
        return [title for title in (self.title, self.subtitle, self.caption, self.notes) if title]
