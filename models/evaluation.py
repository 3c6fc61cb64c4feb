"""How one system answered one question."""

from __future__ import annotations

from charge_stream.models.base import Record


class Evaluation(Record, namespace="charge.evaluation.v1"):
    """``recall`` is eq. 5, ``recall_all`` 1 when every reference was found; ``correctness`` eq. 3, ``coverage`` eq. 4. Null: not measured.

    ``corpus`` fingerprints what retrieval was asked over. ``retrieved`` are reference ids, best first (a sentence: ``<chunk>#<n>``).
    ``shown``: how retrieved charts were shown, ``picture`` (with their tables) or ``table``; null where there were none.
    """

    id: str
    qa_id: str
    type: str
    system: str
    k: int
    corpus: str
    retrieved: list[str]
    response: str | None
    response_keypoints: list[str]
    recall: float | None
    recall_all: float | None
    correctness: float | None
    coverage: float | None
    reason: str | None = None
    shown: str | None = None

    @property
    def record_id(self) -> str:
        return self.id
