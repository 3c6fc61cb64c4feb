"""What a new revision of a document means for the sources that questions may rest on."""

from __future__ import annotations

from charge_stream.models.base import Record


class SourceChange(Record, namespace="charge.source-change.v1"):
    """``order`` is the revision's place: (epoch, offset) of its announcement. ``returned`` were in an earlier revision but not in the last;

    ``repaired`` are still there, but paired with other sources than before (so verified anew).
    """

    document_id: str
    revision: str
    order: list[int]
    vanished: list[str]
    returned: list[str]
    repaired: list[str] = []

    @property
    def record_id(self) -> str:
        return f"{self.document_id}-{self.order[0]}-{self.order[1]}"
