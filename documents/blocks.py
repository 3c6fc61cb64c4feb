"""What every parser makes of its format: headings, paragraphs and figures in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from charge_stream.charts.drawing import Drawing
from charge_stream.models.context import Context

PageBox = tuple[float, float, float, float]
"""left, top, right, bottom as fractions of the page"""


@dataclass(frozen=True)
class Heading:
    """``level`` 1 is the outermost."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Lines in ``text`` (items of a list) are never joined into one sentence."""

    text: str
    page: int | None = None
    box: PageBox | None = None


@dataclass(frozen=True)
class Figure:
    """A chart, or what may be one. ``content`` is what its id hashes: image bytes, vector paths or table, never a rendering."""

    content: str
    image: bytes | None = None
    image_mime: str | None = None
    drawing: Drawing | None = None
    data: list[list[str]] | None = None
    title: str | None = None
    subtitle: str | None = None
    caption: str | None = None
    notes: str | None = None
    alt: str | None = None
    page: int | None = None
    box: PageBox | None = None


Block = Heading | Paragraph | Figure


@dataclass(frozen=True)
class Blocks:
    """A document before ids are given. ``context`` is what the file says of itself."""

    context: Context
    blocks: list[Block]
    warnings: list[str] = field(default_factory=list)


def hash_bytes(data: bytes) -> str:
    """The content hash of a picture."""
    return sha256(data).hexdigest()


def hash_table(rows: Sequence[Sequence[str]]) -> str:
    """The content hash of a data table."""
    return sha256("\n".join("\t".join(row) for row in rows).encode()).hexdigest()


_STEP, _PHASE = 0.25, 0.0618
"""Coordinates are hashed in these steps, off the round values that drawing programs use, so that noise does not cross a border."""


def hash_drawing(drawing: Drawing) -> str:
    """The content hash of a drawing: its shapes, from where they begin, and its words; wherever it stands on its page."""
    left = min((shape.box[0] for shape in drawing.shapes), default=0.0)
    top = min((shape.box[1] for shape in drawing.shapes), default=0.0)
    digest = sha256()
    for shape in drawing.shapes:
        points = " ".join(f"{_step(x - left)},{_step(y - top)}" for x, y in shape.points)
        digest.update(f"{shape.kind} {points} {shape.fill} {shape.stroke}\n".encode())
    digest.update("\n".join(sorted(text.text for text in drawing.texts)).encode())
    return digest.hexdigest()


def _step(value: float) -> int:
    return int((value + _PHASE) // _STEP)
