"""Every topic: which records it carries, by which key, in how many partitions, kept how long, and for whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from charge_stream import models
from charge_stream.models.base import Record

DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class Topic:
    """``name`` is without the deployment's prefix. ``partitions`` 1 means: one decision maker, not a scaling choice."""

    name: str
    noun: type[Record] | None
    key: Literal["document_id", "id", "qa_id", "original"]
    audience: Literal["public", "internal"] = "internal"
    single: bool = False
    compacted: bool = False
    about: str = ""
    config: dict[str, str] = field(default_factory=dict, hash=False)

    def settings(self) -> dict[str, str]:
        """Broker settings of the topic."""
        if self.compacted:
            return {"cleanup.policy": "compact", "delete.retention.ms": str(90 * DAY_MS), **self.config}
        return {"cleanup.policy": "delete", "retention.ms": str(14 * DAY_MS), **self.config}


DOCUMENTS = Topic("documents", models.Document, "document_id", "public", about="documents announced or retracted")
CHUNKS = Topic("chunks", models.Chunk, "document_id", about="paragraphs, in sentences")
CHARTS = Topic("charts", models.Chart, "document_id", about="charts cut out of documents")
SOURCE_CHANGES = Topic("source-changes", models.SourceChange, "document_id", about="sources that vanished or returned")
READINGS = Topic("readings", models.Reading, "document_id", "public", about="tables read from charts")
KEYPOINTS = Topic("keypoints", models.Keypoint, "document_id", about="keypoints extracted and classified")
VERIFIED = Topic("verified", models.Verified, "document_id", "public", about="verdicts of crossmodal verification")
INDEXED = Topic("indexed", models.Indexed, "document_id", about="retained keypoints that the index can find")
PAIRS = Topic("pairs", models.Pair, "id", single=True, about="proposals for questions")
SELECTIONS = Topic("selections", models.Selection, "id", about="proposals admitted by quota")
CANDIDATES = Topic("candidates", models.Candidate, "id", about="questions written")
CHECKED = Topic("checked", models.Checked, "id", single=True, about="questions after the gates, and requests to decide again")
QA = Topic("qa", models.QA, "id", "public", compacted=True, about="published questions; a null value retracts one")
REJECTED = Topic("rejected", models.Rejected, "id", "public", about="questions not published, and why")
EXPLANATIONS = Topic("explanations", models.Explanation, "qa_id", "public", compacted=True, about="explanations of answers")
EVALUATIONS = Topic("evaluations", models.Evaluation, "id", "public", compacted=True, about="answers of systems, scored")
DEAD_LETTERS = Topic(
    "dead-letters", None, "original", "public", about="what failed for good, bytes unchanged", config={"retention.ms": str(90 * DAY_MS)}
)

TOPICS: tuple[Topic, ...] = (
    DOCUMENTS,
    CHUNKS,
    CHARTS,
    SOURCE_CHANGES,
    READINGS,
    KEYPOINTS,
    VERIFIED,
    INDEXED,
    PAIRS,
    SELECTIONS,
    CANDIDATES,
    CHECKED,
    QA,
    REJECTED,
    EXPLANATIONS,
    EVALUATIONS,
    DEAD_LETTERS,
)


BY_NAME: dict[str, Topic] = {topic.name: topic for topic in TOPICS}
