"""The explanation of an answer, and how it was chosen (ChartQA-X)."""

from __future__ import annotations

from charge_stream.models.base import Record


class Explanation(Record, namespace="charge.explanation.v1"):
    """``scores`` maps the ROSCOE scores' names to values (null: unscored); ``votes`` maps each voting model to its verdict."""

    id: str
    qa_id: str
    text: str
    model: str
    scores: dict[str, float | None]
    votes: dict[str, bool]
    accepted: bool

    @property
    def record_id(self) -> str:
        return self.id
