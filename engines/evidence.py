"""What a schema cannot say of a reply: that the evidence it names exists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from charge_stream.models import Chunk, Reading
from charge_stream.prompts.outputs import ExtractedKeypoint, ExtractedKeypoints, KeypointMatches, Output


def objection(output: Output, inputs: dict[str, Any]) -> str | None:
    """What is wrong with ``output`` as an answer about ``inputs``, in words its author can act on; None when nothing is."""
    check = CHECKS.get(type(output))
    return check(output, inputs) if check else None


def _keypoints(output: ExtractedKeypoints, inputs: dict[str, Any]) -> str | None:
    check = _from_text if "chunk" in inputs else _from_chart
    source = inputs["chunk"] if "chunk" in inputs else inputs["reading"]
    problems = (check(keypoint, source) for keypoint in output.keypoints)
    return next((f"keypoint {number}: {problem}" for number, problem in enumerate(problems) if problem), None)


def _from_text(keypoint: ExtractedKeypoint, chunk: Chunk) -> str | None:
    if keypoint.frame or keypoint.cells:
        return "only `statement` and `sentences` are to be filled"
    if not keypoint.sentences:
        return "`sentences` names no evidence"
    return _outside(keypoint.sentences, len(chunk.sentences), "sentence")


def _from_chart(keypoint: ExtractedKeypoint, reading: Reading) -> str | None:
    if keypoint.frame or keypoint.sentences:
        return "only `statement` and `cells` are to be filled"
    if reading.abstained:
        return "`cells` must be empty, there is no table" if keypoint.cells else None
    if not keypoint.cells:
        return "`cells` names no evidence"
    rows, columns = zip(*keypoint.cells, strict=True)
    return _outside(rows, len(reading.rows), "row") or _outside(columns, len(reading.columns), "column", first=1)


def _matches(output: KeypointMatches, inputs: dict[str, Any]) -> str | None:
    if not output.matches:
        return None
    truth, given = zip(*output.matches, strict=True)
    return _outside(truth, len(inputs["ground_truth"]), "ground-truth keypoint") or _outside(
        given, len(inputs["response"]), "response keypoint"
    )


def _outside(numbers: Sequence[int], length: int, noun: str, first: int = 0) -> str | None:
    wrong = [number for number in numbers if not first <= number < length]
    return f"there is no {noun} {wrong[0]} (they run from {first} to {length - 1})" if wrong else None


CHECKS: dict[type[Output], Callable[[Any, dict[str, Any]], str | None]] = {ExtractedKeypoints: _keypoints, KeypointMatches: _matches}
