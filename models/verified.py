"""The verdict of crossmodal verification (CHARGE eq. 2) on a keypoint."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.keypoint import Keypoint


class Verified(Record, namespace="charge.verified.v1"):
    """``status``: retain, drop or unverifiable. ``id`` hashes the keypoint and the sources it was held against (``paired``):

    a keypoint whose paired sources changed is verified anew, under a new id.

    ``from_own`` and ``from_other`` are the answers each modality gave (null: none); ``granularity`` tells when the other modality states
    the fact more coarsely ("a third" for 33%). ``shown``: how charts were shown to who answered from them, ``picture`` (with their
    tables) or ``table``; null where there were none.
    """

    id: str
    keypoint: Keypoint
    paired: list[str]
    status: str
    question: str
    reason: str | None = None
    from_own: str | None = None
    from_other: str | None = None
    granularity: str | None = None
    shown: str | None = None

    @property
    def record_id(self) -> str:
        return self.id

    @property
    def document_id(self) -> str:
        return self.keypoint.document_id
