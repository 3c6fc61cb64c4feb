"""A retained keypoint that can now be found in the index."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.verified import Verified


class Indexed(Record, namespace="charge.indexed.v1"):
    verified: Verified

    @property
    def record_id(self) -> str:
        return self.verified.id

    @property
    def document_id(self) -> str:
        return self.verified.document_id
