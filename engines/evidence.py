"""What a schema cannot say of a reply: that the evidence it names exists, and that its figures come from what was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from charge_stream.engines.figures import given_away, unfounded, values
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts.outputs import ExtractedKeypoint, ExtractedKeypoints, KeypointMatches, Output, WrittenQA


def objection(output: Output, inputs: dict[str, Any]) -> str | None:
    """What is wrong with ``output`` as an answer about ``inputs``, in words its author can act on; None when nothing is."""
    check = CHECKS.get(type(output))
    return check(output, inputs) if check else None


def _keypoints(output: ExtractedKeypoints, inputs: dict[str, Any]) -> str | None:
    if "chunk" in inputs:
        shown = values(_texts([inputs["chunk"], inputs["preceding"]]))
        problems = (_from_text(keypoint, inputs["chunk"], shown) for keypoint in output.keypoints)
    else:
        problems = (_from_chart(keypoint, inputs["reading"]) for keypoint in output.keypoints)
    return next((f"keypoint {number}: {problem}" for number, problem in enumerate(problems) if problem), None)


def _from_text(keypoint: ExtractedKeypoint, chunk: Chunk, shown: set[float]) -> str | None:
    if keypoint.frame or keypoint.cells:
        return "only `statement` and `sentences` are to be filled"
    if not keypoint.sentences:
        return "`sentences` names no evidence"
    figure = unfounded(keypoint.statement, shown)
    if figure:
        return f"{figure} stands nowhere in the paragraph"
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


def _written(output: WrittenQA, inputs: dict[str, Any]) -> str | None:
    figure = unfounded(
        output.answer, values(_texts([*inputs["hops"], *inputs["sources"]])), values(hop.statement for hop in inputs["hops"])
    )
    if figure:
        return f"answer: {figure} neither stands in the sources nor follows from the keypoints"
    if given_away(output.query, output.answer):
        return "query: it holds every figure of its answer"
    return None


def _texts(things: Iterable[Chunk | Reading | Keypoint | str]) -> Iterator[str]:
    """What a model is shown of sources and keypoints, as far as figures may stand in it; no ids, which are full of digits."""
    for thing in things:
        if isinstance(thing, str):
            yield thing
            continue
        context = thing.chart.context if isinstance(thing, Reading) else thing.context
        yield from filter(None, (context.title, context.publisher, context.published, context.as_of))
        if isinstance(thing, Keypoint):
            yield thing.statement
        elif isinstance(thing, Chunk):
            yield from (*thing.headings, *thing.sentences)
        else:
            chart = thing.chart
            labels = (thing.title, thing.subtitle, chart.title, chart.subtitle, chart.caption, chart.alt, chart.notes, thing.unit)
            yield from filter(None, (*labels, *chart.headings, *thing.notes, *thing.columns, *thing.words))
            yield from (str(cell) for row in thing.rows for cell in row if cell is not None)


def _outside(numbers: Sequence[int], length: int, noun: str, first: int = 0) -> str | None:
    wrong = [number for number in numbers if not first <= number < length]
    return f"there is no {noun} {wrong[0]} (they run from {first} to {length - 1})" if wrong else None


CHECKS: dict[type[Output], Callable[[Any, dict[str, Any]], str | None]] = {
    ExtractedKeypoints: _keypoints,
    KeypointMatches: _matches,
    WrittenQA: _written,
}
