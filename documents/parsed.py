"""What a parser is bound by, and what parsing a document gives."""

from __future__ import annotations

from dataclasses import dataclass

from charge_stream.charts.drawing import Drawing
from charge_stream.documents.media import SVG
from charge_stream.models.chart import Chart
from charge_stream.models.chunk import Chunk
from charge_stream.models.context import Context


@dataclass(frozen=True)
class Limits:
    """Bounds on what a document may make us do. Beyond the first three it is refused; beyond the others it is cut, with a warning."""

    max_document_mb: float = 200
    """bytes of the document itself, in millions"""
    max_pages: int = 2000
    max_nodes: int = 500_000
    """elements of a web page or of a Markdown text"""
    max_image_megapixels: float = 40
    """a larger picture is left out"""
    max_characters: int = 20_000_000
    max_charts: int = 2000
    max_shapes: int = 20_000
    """shapes of one drawing; a drawing of more is kept as a picture only"""


@dataclass(frozen=True)
class ParsedChart:
    """A chart whose ``chart.image`` and ``chart.drawing`` are None until the bytes lie in the content store."""

    chart: Chart
    image: bytes | None
    image_mime: str | None
    drawing: Drawing | None

    @property
    def pixels(self) -> bytes | None:
        """The picture, unless it is made of vectors."""
        return None if self.image_mime == SVG else self.image


@dataclass(frozen=True)
class ParsedDocument:
    """Positions count chunks and charts together, in reading order. ``warnings`` are sentences about what was left out."""

    context: Context
    chunks: list[Chunk]
    charts: list[ParsedChart]
    warnings: list[str]
