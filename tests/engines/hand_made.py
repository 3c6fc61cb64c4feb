"""Small hand-made records, and for every prompt the inputs the stages give it."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from charge_stream.models import Chart, Chunk, Context, Keypoint, ReadCell, Reading

CONTEXT = Context(title="Social media use in 2024", publisher="Example Institute", published="2024-05-01", language="en", country="US")

CHUNK = Chunk(
    id="chunk1",
    document_id="doc1",
    position=1,
    text="In 2024, 33% of U.S. adults said they use TikTok. Older adults use it less often.",
    sentences=["In 2024, 33% of U.S. adults said they use TikTok.", "Older adults use it less often."],
    headings=["Social media", "TikTok"],
    paired=["chart1"],
    context=CONTEXT,
)

OTHER_CHUNK = Chunk(
    id="chunk2",
    document_id="doc2",
    position=1,
    text="In 2024, 50% of U.S. teens said they use Instagram every day.",
    sentences=["In 2024, 50% of U.S. teens said they use Instagram every day."],
    headings=[],
    paired=[],
    context=Context(title="Teens online"),
)

CHART = Chart(
    id="chart1",
    document_id="doc1",
    position=2,
    paired=["chunk1"],
    headings=["Social media"],
    context=CONTEXT,
    title="Use of platforms among U.S. adults",
)

READING = Reading(
    id="reading1",
    chart=CHART,
    chart_type="bar",
    columns=["", "2021", "2024"],
    rows=[["YouTube", 81.0, 83.0], ["Facebook", 69.0, 68.5]],
    cells=[
        ReadCell(row=0, column=1, value=81.0, confidence=0.99, text="81%"),
        ReadCell(row=0, column=2, value=83.0, confidence=0.99, text="83%"),
        ReadCell(row=1, column=1, value=69.0, confidence=0.99, text="69%"),
        ReadCell(row=1, column=2, value=68.5, confidence=0.99, text="68.5%"),
    ],
    confidence=0.99,
    abstained=False,
    words=["YouTube", "Facebook"],
    notes=[],
    origin="picture",
    reader="geometry-1",
    title="Use of platforms among U.S. adults",
    unit="%",
)

ABSTAINED = Reading(
    id="reading2",
    chart=CHART,
    chart_type="unknown",
    columns=[],
    rows=[],
    cells=[],
    confidence=0.0,
    abstained=True,
    words=["YouTube", "83%"],
    notes=[],
    origin="picture",
    reader="geometry-1",
    reason="no axis",
)

TEXT_KEYPOINT = Keypoint(
    id="keypoint1",
    document_id="doc1",
    source_id="chunk1",
    modality="text",
    statement="In 2024, 33% of U.S. adults said they use TikTok.",
    context=CONTEXT,
    engine="rules",
    classified="text-only",
    sentences=[0],
)

CHART_KEYPOINT = Keypoint(
    id="keypoint2",
    document_id="doc1",
    source_id="chart1",
    modality="chart",
    statement="Use of platforms among U.S. adults: YouTube, 2024: 83 %.",
    context=CONTEXT,
    engine="rules",
    classified="chart-only",
    cells=[[0, 2]],
)

OTHER_KEYPOINT = Keypoint(
    id="keypoint3",
    document_id="doc2",
    source_id="chunk2",
    modality="text",
    statement="In 2024, 50% of U.S. teens said they use Instagram every day.",
    context=OTHER_CHUNK.context,
    engine="rules",
    classified="text-only",
    sentences=[0],
)

OTHER_CHART_KEYPOINT = Keypoint(
    id="keypoint4",
    document_id="doc2",
    source_id="chart1",
    modality="chart",
    statement="Use of platforms among U.S. adults: Facebook, 2024: 68.5 %.",
    context=CONTEXT,
    engine="rules",
    classified="chart-only",
    cells=[[1, 2]],
)

_TEXT = (TEXT_KEYPOINT, CHUNK)
_OTHER_TEXT = (OTHER_KEYPOINT, OTHER_CHUNK)
_CHART = (CHART_KEYPOINT, READING)
_OTHER_CHART = (OTHER_CHART_KEYPOINT, READING)

HOPS = {
    "write_single_point_text_only": [_TEXT],
    "write_single_point_chart_only": [_CHART],
    "write_intra_document_text_only": [_TEXT, _OTHER_TEXT],
    "write_intra_document_chart_only": [_CHART, _OTHER_CHART],
    "write_intra_document_text_chart": [_CHART, _TEXT],
    "write_inter_document_text_only": [_TEXT, _OTHER_TEXT],
    "write_inter_document_chart_only": [_CHART, _OTHER_CHART],
    "write_inter_document_text_chart": [_CHART, _OTHER_TEXT],
}

GATE_INPUTS = {
    "query": "What share of U.S. adults said in 2024 that they use TikTok?",
    "answer": "33% of U.S. adults.",
    "form": "value",
    "type": "Single-Point_Text-only",
    "hops": [TEXT_KEYPOINT],
    "sources": [CHUNK],
    "neighbours": [READING],
}

QUESTION = "What share of U.S. adults said in 2024 that they use TikTok?"

INPUTS: dict[str, dict[str, Any]] = {
    "extract_text": {"chunk": CHUNK, "preceding": "Social media changes quickly."},
    "read_chart": {"titles": ["Wind", "% of power"]},
    "extract_chart": {"reading": READING},
    "classify_keypoint": {"statement": TEXT_KEYPOINT.statement, "modality": "text", "chunk": CHUNK, "reading": None},
    "question_from_keypoint": {"keypoint": TEXT_KEYPOINT},
    "answer_from_text": {"question": QUESTION, "chunks": [CHUNK], "keypoint": TEXT_KEYPOINT},
    "answer_from_chart": {"question": QUESTION, "readings": [READING], "keypoint": TEXT_KEYPOINT},
    "judge": {"keypoint": TEXT_KEYPOINT, "question": QUESTION, "answer": "33% of U.S. adults use TikTok."},
    **{name: {"hops": [hop for hop, _ in hops], "sources": [source for _, source in hops]} for name, hops in HOPS.items()},
    **{f"gate_{name}": GATE_INPUTS for name in ("grounded", "numbers", "not_given_away", "hops_needed", "self_contained")},
    "answer_question": {"question": QUESTION, "chunks": [CHUNK], "readings": [READING]},
    "keypoints_of_response": {"question": QUESTION, "response": "In 2024, 33% of U.S. adults used TikTok. Teens use it more."},
    "explain_answer": {"question": "What share of adults used YouTube in 2024?", "answer": "83%.", "readings": [READING]},
    "vote_explanation": {
        "question": "What share of adults used YouTube in 2024?",
        "answer": "83%.",
        "explanation": "The bar of YouTube in 2024 is labelled 83%. So the answer is 83%.",
        "readings": [READING],
    },
    "match_keypoints": {
        "ground_truth": ["33% use TikTok.", "50% of teens use Instagram."],
        "response": ["Instagram: 50%.", "TikTok: 33%."],
    },
}


def picture(width: int = 40, height: int = 30, mode: str = "RGB", format_: str = "PNG") -> bytes:
    """A grey picture."""
    buffer = io.BytesIO()
    Image.new(mode, (width, height), 128 if mode == "L" else None).save(buffer, format_)
    return buffer.getvalue()
