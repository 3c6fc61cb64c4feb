"""The figures of a run as data, each with its denominator: what stands in ``summary.json`` and is drawn in ``report.html``."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from charge_stream.evaluation.metrics.mean import Mean

Reasons = dict[str, int]
"""Reason → how often, the most frequent first."""


class DocumentRow(BaseModel):
    """A document that was read. ``keypoints`` counts the retained ones; ``qa`` the questions with evidence in it."""

    document_id: str
    title: str
    uri: str
    publisher: str | None
    published: str | None
    country: str | None
    licence: str | None
    chunks: int
    sentences: int
    charts: int
    charts_read: int
    keypoints: int
    qa: int


class FailedDocument(BaseModel):
    name: str
    reason: str


class Documents(BaseModel):
    """``announced`` = ``parsed`` + the failed ones; retracted documents stand apart."""

    announced: int = 0
    parsed: int = 0
    failed: list[FailedDocument] = []
    retracted: int = 0
    read: list[DocumentRow] = []


class Readings(BaseModel):
    """Of the ``found`` charts: ``read`` into a table, ``abstained`` by reason, and ``missing``: still waiting, or dead letters."""

    found: int = 0
    read: int = 0
    abstained: Reasons = {}
    missing: int = 0
    cells: int = 0
    types: dict[str, int] = {}
    origins: dict[str, int] = {}


class Keypoints(BaseModel):
    """Of the ``extracted`` keypoints (by modality): ``retained``, ``dropped`` and ``unverifiable`` by reason, ``undecided``.

    ``silent`` tells by stage why the engine extracted nothing from a source.
    """

    extracted: dict[str, int] = {}
    retained: dict[str, int] = {}
    dropped: Reasons = {}
    unverifiable: Reasons = {}
    undecided: int = 0
    silent: dict[str, Reasons] = {}


class TypeRow(BaseModel):
    """A QA type on its way: proposals, those admitted, what was written of them, what was published, and what its quota still lacks."""

    type: str
    proposed: int
    selected: int
    written: int
    published: int
    quota: int
    short: int


class Gate(BaseModel):
    """A place where candidates were turned away: the gates of CHARGE 3.4, and write, duplicate, wording, quota, stale."""

    name: str
    rejected: int
    reasons: Reasons


class Questions(BaseModel):
    """Of the ``selected`` proposals (with ``candidates`` made): published, or rejected at a gate. ``withdrawn``: on vanished sources."""

    proposed: int = 0
    selected: int = 0
    candidates: int = 0
    published: int = 0
    rejected: list[Gate] = []
    withdrawn: int = 0
    types: list[TypeRow] = []


class EvaluationRow(BaseModel):
    """The mean scores of one system at one k over one type ("all": every question counts once), each with its own denominator."""

    system: str
    k: int
    corpus: str
    type: str
    questions: int
    recall: Mean
    recall_all: Mean
    correctness: Mean
    coverage: Mean


class Timing(BaseModel):
    """How long it took; the only figures of a summary that differ between two runs over the same input."""

    wall_s: float | None = None
    cpu_s: float | None = None
    peak_rss_mb: float | None = None
    stages_s: dict[str, float] = Field({}, description="Seconds at records, by stage; records handled side by side count each.")


class Summary(BaseModel):
    documents: Documents = Documents()
    chunks: int = 0
    sentences: int = 0
    readings: Readings = Readings()
    keypoints: Keypoints = Keypoints()
    questions: Questions = Questions()
    evaluations: list[EvaluationRow] = []
    dead_letters: dict[str, int] = {}
    engine: str = ""
    engine_calls: dict[str, dict[str, int]] = {}
    settings: dict[str, Any] = {}
    versions: dict[str, str] = {}
    timing: Timing | None = Field(None, description="Not reproducible.")

    def to_json(self) -> bytes:
        """``summary.json``."""
        return self.model_dump_json(indent=2).encode() + b"\n"
