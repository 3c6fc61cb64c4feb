"""What each prompt answers with. Both engines return these types; for a model they become the JSON schema of its reply."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Output(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ExtractedKeypoint(Output):
    """One self-contained fact. ``sentences`` are 0-based indices into the chunk, ``cells`` (row, column) of the reading."""

    statement: str
    sentences: list[int] = Field(default_factory=list)
    cells: list[tuple[int, int]] = Field(default_factory=list)
    frame: dict[str, Any] = Field(default_factory=dict, json_schema_extra={"engine": "rules"})


class ExtractedKeypoints(Output):
    keypoints: list[ExtractedKeypoint]


class ChartRow(Output):
    """A category with a value for each column; null where none is known."""

    name: str
    values: list[float | None]


class ChartTable(Output):
    """ψ as a model sees it; without rows where nothing can be read."""

    columns: list[str]
    rows: list[ChartRow]
    unit: str | None = None
    scale: str | None = None


class Classification(Output):
    """Fig. 22: is the keypoint given only by text, or only by a chart?"""

    modality: Literal["text-only", "chart-only"]


class Question(Output):
    question: str


class ModalityAnswer(Output):
    """What one modality alone answers; ``answer`` is null when it does not tell."""

    answer: str | None


class Judgement(Output):
    """Does the answer give the keypoint's fact? ``coarser``: the same fact at another granularity ("a third" for 33%)."""

    verdict: Literal["same", "coarser", "different"]


class WrittenQA(Output):
    """``form`` names the kind of question (the rule that made it, or the writer's own word)."""

    query: str
    answer: str
    form: str = "free"


class GateVerdict(Output):
    passed: bool
    reason: str = ""


class Response(Output):
    """An answer to a question from references; null when they do not tell."""

    answer: str | None


class Explained(Output):
    """How an answer is found, in at most four sentences."""

    explanation: str


class Vote(Output):
    """Is the explanation of an answer correct?"""

    verdict: Literal["Correct", "Incorrect"]


class ResponseKeypoints(Output):
    keypoints: list[str]


class KeypointMatches(Output):
    """``matches`` are (index of the ground-truth keypoint, index of the response keypoint) with the same meaning."""

    matches: list[tuple[int, int]]
