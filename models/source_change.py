"""Which sources a new revision of a document made vanish, and which it brought back."""

from __future__ import annotations

from charge_stream.models.base import Record


class SourceChange(Record, namespace="charge.source-change.v1"):
    """``order`` is the revision's place: (epoch, offset) of its announcement."""

    document_id: str
    revision: str
    order: list[int]
    vanished: list[str]
    returned: list[str]

    @property
    def record_id(self) -> str:
        return f"{self.document_id}-{self.order[0]}-{self.order[1]}"
