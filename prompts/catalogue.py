"""The prompts by name, with the type each answers with. The text of each stands in ``prompts/<id>.md``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from charge_stream.prompts import outputs
from charge_stream.prompts.outputs import Output

T = TypeVar("T", bound=Output, covariant=True)


@dataclass(frozen=True)
class Prompt(Generic[T]):
    """``id`` names the file; ``output`` is the type of the answer."""

    id: str
    output: type[T]


# CHARGE 3.1, ψ: a second reading beside the geometric one
READ_CHART = Prompt("read_chart", outputs.ChartTable)

# CHARGE eq. 1 and fig. 20–22
EXTRACT_TEXT = Prompt("extract_text", outputs.ExtractedKeypoints)
EXTRACT_CHART = Prompt("extract_chart", outputs.ExtractedKeypoints)
CLASSIFY_KEYPOINT = Prompt("classify_keypoint", outputs.Classification)

# CHARGE eq. 2, alg. 2 and 3, fig. 23
QUESTION_FROM_KEYPOINT = Prompt("question_from_keypoint", outputs.Question)
ANSWER_FROM_TEXT = Prompt("answer_from_text", outputs.ModalityAnswer)
ANSWER_FROM_CHART = Prompt("answer_from_chart", outputs.ModalityAnswer)
JUDGE = Prompt("judge", outputs.Judgement)

# CHARGE alg. 1, 4–11, fig. 24 and 25
WRITE_QA: dict[str, Prompt[outputs.WrittenQA]] = {
    "Single-Point_Text-only": Prompt("write_single_point_text_only", outputs.WrittenQA),
    "Single-Point_Chart-only": Prompt("write_single_point_chart_only", outputs.WrittenQA),
    "Intra-Document_Text-only": Prompt("write_intra_document_text_only", outputs.WrittenQA),
    "Intra-Document_Chart-only": Prompt("write_intra_document_chart_only", outputs.WrittenQA),
    "Intra-Document_Text-Chart": Prompt("write_intra_document_text_chart", outputs.WrittenQA),
    "Inter-Document_Text-only": Prompt("write_inter_document_text_only", outputs.WrittenQA),
    "Inter-Document_Chart-only": Prompt("write_inter_document_chart_only", outputs.WrittenQA),
    "Inter-Document_Text-Chart": Prompt("write_inter_document_text_chart", outputs.WrittenQA),
}

# The gates of CHARGE 3.4, one question each
GATES: dict[str, Prompt[outputs.GateVerdict]] = {
    "grounded": Prompt("gate_grounded", outputs.GateVerdict),
    "numbers": Prompt("gate_numbers", outputs.GateVerdict),
    "not_given_away": Prompt("gate_not_given_away", outputs.GateVerdict),
    "hops_needed": Prompt("gate_hops_needed", outputs.GateVerdict),
    "self_contained": Prompt("gate_self_contained", outputs.GateVerdict),
}

# CHARGE 4, fig. 26–29
ANSWER_QUESTION = Prompt("answer_question", outputs.Response)
KEYPOINTS_OF_RESPONSE = Prompt("keypoints_of_response", outputs.ResponseKeypoints)
MATCH_KEYPOINTS = Prompt("match_keypoints", outputs.KeypointMatches)

# ChartQA-X 3.2 and 3.4: several models explain an answer, and the others vote
EXPLAIN_ANSWER = Prompt("explain_answer", outputs.Explained)
VOTE_EXPLANATION = Prompt("vote_explanation", outputs.Vote)

PROMPTS: tuple[Prompt[Output], ...] = (
    READ_CHART,
    EXTRACT_TEXT,
    EXTRACT_CHART,
    CLASSIFY_KEYPOINT,
    QUESTION_FROM_KEYPOINT,
    ANSWER_FROM_TEXT,
    ANSWER_FROM_CHART,
    JUDGE,
    *WRITE_QA.values(),
    *GATES.values(),
    ANSWER_QUESTION,
    KEYPOINTS_OF_RESPONSE,
    MATCH_KEYPOINTS,
    EXPLAIN_ANSWER,
    VOTE_EXPLANATION,
)
