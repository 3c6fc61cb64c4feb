"""A question with its answer, from candidate to published."""

from __future__ import annotations

from charge_stream.models.base import Record
from charge_stream.models.blob import BlobRef
from charge_stream.models.pair import Pair


class Reference(Record, namespace="charge.reference.v1"):
    """Where evidence stands. ``sentences`` (text) index the chunk's sentences; ``cells`` (chart) are (row, column) of the reading."""

    source_id: str
    document_id: str
    revision: str
    uri: str
    modality: str
    text: str
    page: int | None = None
    box: list[float] | None = None
    image: BlobRef | None = None
    sentences: list[int] = []
    cells: list[list[int]] = []


class Candidate(Record, namespace="charge.candidate.v1"):
    """What the writer made of a selected pair; ``reason`` is set, and the texts empty, when it abstained."""

    id: str
    pair: Pair
    query: str
    gt_answer: str
    engine: str
    form: str
    prompts: dict[str, int]
    reason: str | None = None

    @property
    def record_id(self) -> str:
        return self.id


class Checked(Record, namespace="charge.checked.v1"):
    """A candidate after the gates. ``gates`` maps each gate to its verdict, ``reasons`` tells why one failed.

    ``vector`` is the question's embedding by ``encoder``, empty when a gate failed. ``recheck`` names what asked for another decision
    (null at first).
    """

    candidate: Candidate
    gates: dict[str, bool]
    reasons: dict[str, str]
    vector: list[float]
    references: list[Reference]
    recheck: str | None = None
    encoder: str = ""

    @property
    def record_id(self) -> str:
        return self.candidate.id


class QA(Record, namespace="charge.qa.v1"):
    """A published question (fields as in the Chart-MRAG dataset, then where the evidence is and how it was made)."""

    id: str
    type: str
    query: str
    gt_answer: str
    gt_keypoints: dict[str, str]
    gt_text: list[str]
    gt_chart: list[str]
    references: list[Reference]
    gates: dict[str, bool]
    engine: str
    form: str
    prompts: dict[str, int]

    @property
    def record_id(self) -> str:
        return self.id


class Rejected(Record, namespace="charge.rejected.v1"):
    """A candidate that was not published, and why.

    ``gate`` is the first that failed, or ``write``, ``duplicate``, ``wording``, ``quota``, ``stale``.
    """

    id: str
    type: str
    query: str
    gt_answer: str
    gate: str
    reason: str
    sources: list[str]

    @property
    def record_id(self) -> str:
        return self.id
