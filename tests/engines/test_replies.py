"""From a reply's text to the typed answer, and what is refused on the way."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import ABSTAINED, CHUNK, INPUTS, READING

from charge_stream.engines.replies import BadReply, mend, read
from charge_stream.prompts.outputs import ExtractedKeypoints, KeypointMatches, ModalityAnswer, Output

YES = ModalityAnswer(answer="yes")


@pytest.mark.parametrize(
    "text",
    [
        '{"answer": "yes"}',
        '  {"answer": "yes"}\n',
        '```json\n{"answer": "yes"}\n```',
        '```\n{"answer": "yes"}\n```\nDone.',
        'Sure:\n{"answer": "yes"}\nAnything else?',
        '<think>Is it {}? Hm.</think>\n```json\n{"answer": "yes"}\n```',
    ],
)
def test_the_json_is_found_in_what_models_put_around_it(text: str) -> None:
    assert read(text, ModalityAnswer, {}) == YES


@pytest.mark.parametrize("text", ["{'answer': 'yes'}", '{"answer": "yes",}', '{"answer": "yes"', '```json\n{answer: "yes"}\n```'])
def test_broken_json_is_read_only_by_mending(text: str) -> None:
    with pytest.raises(BadReply, match="not JSON"):
        read(text, ModalityAnswer, {})
    assert mend(text, ModalityAnswer, {}) == YES


@pytest.mark.parametrize("text", ["", "I do not know.", "[]", '"yes"', "NaN", '{"answer": "yes", "note": 1}', '{"answer": 3}', "{}"])
def test_what_is_no_answer_stays_none_even_mended(text: str) -> None:
    for reading in (read, mend):
        with pytest.raises(BadReply):
            reading(text, ModalityAnswer, {})


def test_a_reply_without_end_is_not_parsed() -> None:
    with pytest.raises(BadReply, match="too long"):
        read('{"answer": "' + "a" * 300_000 + '"}', ModalityAnswer, {})


TEXT = {**INPUTS["extract_text"], "chunk": CHUNK}
CHART = {"reading": READING}
NO_TABLE = {"reading": ABSTAINED}
MATCH = INPUTS["match_keypoints"]


@pytest.mark.parametrize(
    ("output", "inputs", "text", "problem"),
    [
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": [2]}]}', "there is no sentence 2 .* 0 to 1"),
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": [-1]}]}', "no sentence -1"),
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": []}]}', "names no evidence"),
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": [0], "frame": {"value": 3}}]}', "only `statement`"),
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": [0], "cells": [[0, 1]]}]}', "only `statement`"),
        (ExtractedKeypoints, CHART, '{"keypoints": [{"statement": "a", "cells": [[0, 0]]}]}', "no column 0 .* 1 to 2"),
        (ExtractedKeypoints, CHART, '{"keypoints": [{"statement": "a", "cells": [[2, 1]]}]}', "no row 2 .* 0 to 1"),
        (ExtractedKeypoints, CHART, '{"keypoints": [{"statement": "a"}]}', "names no evidence"),
        (ExtractedKeypoints, NO_TABLE, '{"keypoints": [{"statement": "a", "cells": [[0, 1]]}]}', "there is no table"),
        (KeypointMatches, MATCH, '{"matches": [[0, 1], [2, 0]]}', "no ground-truth keypoint 2"),
        (KeypointMatches, MATCH, '{"matches": [[0, 2]]}', "no response keypoint 2"),
    ],
)
def test_evidence_must_exist(output: type[Output], inputs: dict[str, Any], text: str, problem: str) -> None:
    with pytest.raises(BadReply, match=problem):
        read(text, output, inputs)


@pytest.mark.parametrize(
    ("output", "inputs", "text"),
    [
        (ExtractedKeypoints, TEXT, '{"keypoints": [{"statement": "a", "sentences": [0, 1], "cells": []}]}'),
        (ExtractedKeypoints, CHART, '{"keypoints": [{"statement": "a", "cells": [[1, 2]]}]}'),
        (ExtractedKeypoints, NO_TABLE, '{"keypoints": [{"statement": "a", "cells": []}]}'),
        (KeypointMatches, MATCH, '{"matches": []}'),
        (KeypointMatches, MATCH, '{"matches": [[1, 0], [0, 1]]}'),
    ],
)
def test_evidence_that_exists_is_taken(output: type[Output], inputs: dict[str, Any], text: str) -> None:
    assert isinstance(read(text, output, inputs), output)


def test_the_complaint_quotes_nothing_of_the_reply() -> None:
    with pytest.raises(BadReply) as caught:
        read('{"answer": {"planted": "words"}}', ModalityAnswer, {})
    assert "planted" not in str(caught.value)
