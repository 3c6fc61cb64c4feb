"""A paragraph of a document, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

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

    def cut_to(self, numbers: Iterable[int]) -> Chunk:
        """The chunk with these of its sentences alone, in reading order: what a search for sentences has found of it."""
        kept = [self.sentences[number] for number in sorted(set(numbers))]
        return Chunk(**self.asdict() | {"sentences": kept, "text": " ".join(kept), "context": self.context})

    @property
    def record_id(self) -> str:
        return self.id


def sentences_named(references: Iterable[str]) -> dict[str, list[int]]:
    """The sentences that references (``<id>#<n>``; those of charts have no mark) name, by chunk, in the order given."""
    named: dict[str, list[int]] = {}
    for chunk_id, mark, number in (reference.partition("#") for reference in references):
        if mark:
            named.setdefault(chunk_id, []).append(int(number))
    return named
