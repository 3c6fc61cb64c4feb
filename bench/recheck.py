"""Checks published questions again, with nothing of the engine that wrote them: `python bench/recheck.py RUN…`.

Of each question: every reference exists (source, picture, cells, sentence); every figure of a keypoint stands in the text it rests on, or
in the chart's cells and titles, or is the difference of two of its cells; every figure of the answer stands in a keypoint or is worked
out from figures that do, and the sum is done again; a name or year that a bridge found stands in a keypoint. Prints faults and totals;
the exit status is 1 when there are any.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from published import Item, published, read_lines

_NUMBER = re.compile(r"(?<![\w.,-])[$€£]?-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|\.\d|,\d{3})")
_FIGURE = r"[$€£]?(-?[\d,]*\.?\d+)%?(?: (?:thousand|million|billion|trillion))?"
_WORKED_OUT: tuple[tuple[str, Callable[..., float]], ...] = (
    (rf"(?:about )?([\d.,]+) times \({_FIGURE} against {_FIGURE}\)", lambda high, low: high / low),
    (rf"(?:about )?([\d.,]+)% \(from {_FIGURE} to {_FIGURE}\)", lambda first, last: abs(last / first - 1) * 100),
    (rf"{_FIGURE}[^()]*? \({_FIGURE} plus {_FIGURE}\)", lambda one, two: one + two),
    (rf"(?:^|by ){_FIGURE}[^()]*? \({_FIGURE} against {_FIGURE}\)", lambda high, low: high - low),
    (rf"{_FIGURE}[^()]*? \({_FIGURE} (?:in|worldwide)[^()]*?, {_FIGURE} (?:in|worldwide)[^()]*\)", lambda one, two: abs(one - two)),
    (rf"{_FIGURE}[^()]*? \(from {_FIGURE} to {_FIGURE}\)", lambda first, last: abs(last - first)),
    (rf"(?:by|of) {_FIGURE}[^()]*?, from {_FIGURE} to {_FIGURE}", lambda first, last: abs(last - first)),
)
"""How an answer shows what it was worked out from, and how that is done again; the first that matches counts."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path)
    checked = faulty = 0
    for run in parser.parse_args().runs:
        readings = {reading["chart"]["id"]: reading for reading in read_lines(run / "readings.jsonl")}
        contexts = {line["document_id"]: line["context"] for line in read_lines(run / "keypoints.jsonl")}
        for item in published(run):
            faults = list(check(item, readings, contexts))
            checked, faulty = checked + 1, faulty + bool(faults)
            for fault in faults:
                print(f"{item.id} ({item.type}): {fault}\n    {item.line['query']}\n    {item.line['gt_answer']}")
    print(f"{checked} questions checked, {faulty} with a fault")
    sys.exit(1 if faulty else 0)


def check(item: Item, readings: dict[str, dict[str, Any]], contexts: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What is wrong with a question, nothing when it stands. ``contexts``: what is known of each document (title, date)."""
    yield from references(item, readings)
    given: list[float] = []
    for reference in item.evidence:
        statement = item.line["gt_keypoints"].get(reference["source_id"], "")
        reading = readings.get(reference["source_id"])
        yield from keypoint(statement, reference, reading, contexts.get(reference["document_id"], {}))
        given += [*numbers(statement), *_cells(reference, reading)]
    yield from answer(item.line["gt_answer"], list(item.line["gt_keypoints"].values()), given)


def references(item: Item, readings: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Does all that is referred to exist, and is nothing named that is not referred to?"""
    line = item.line
    named = {reference["source_id"] for reference in line["references"]}
    if named != line["gt_keypoints"].keys() or named != {*line["gt_chart"], *(place.partition("#")[0] for place in line["gt_text"])}:
        yield "references, keypoints and gold sources name different sources"
    if not line["type"].startswith("Single") and len(named) < 2:
        yield "one source for two hops"
    for reference in item.evidence:
        picture, reading = item.image(reference), readings.get(reference["source_id"])
        if picture is not None and not picture.is_file():
            yield f"no picture {picture.name}"
        if reference["modality"] == "chart" and reading is None:
            yield f"no reading of chart {reference['source_id']}"
        known = {(cell["row"], cell["column"]) for cell in reading["cells"]} if reading else set()
        if any(tuple(cell) not in known for cell in reference["cells"]):
            yield f"a cell that chart {reference['source_id']} has not"
        if reference["modality"] == "text" and not reference.get("text", "").strip():
            yield f"no text of {reference['source_id']}"


def keypoint(statement: str, reference: dict[str, Any], reading: dict[str, Any] | None, context: dict[str, Any]) -> Iterator[str]:
    """Do the statement's figures stand in what it rests on, or in its document's title and date?"""
    given = set(numbers(" ".join(str(context.get(name) or "").replace("-", " ") for name in ("title", "published", "as_of"))))
    if reading is None:
        given |= set(numbers(reference.get("text", "")))
    else:
        cells = _cells(reference, reading)
        printed = " ".join(str(part) for row in (reading["columns"], *reading["rows"]) for part in row)
        titles = " ".join(str(reading["chart"].get(name) or reading.get(name) or "") for name in ("title", "subtitle", "caption", "notes"))
        given |= {*cells, *numbers(f"{printed} {titles} {' '.join(reading['words'])} {' '.join(reading['chart']['headings'])}")}
        given |= {round(abs(one - two), 6) for one, two in itertools.combinations(cells, 2)}
    for number in numbers(statement):
        if not any(_same(number, other) for other in given):
            yield f"{number:g} of “{statement}” does not stand in its source"


def _cells(reference: dict[str, Any], reading: dict[str, Any] | None) -> list[float]:
    """The values of the cells referred to."""
    return [cell["value"] for cell in reading["cells"] if [cell["row"], cell["column"]] in reference["cells"]] if reading else []


def answer(said: str, statements: list[str], given: list[float]) -> Iterator[str]:
    """Do the answer's figures stand in the keypoints or their cells (``given``), or follow from figures that do?"""
    result: float | None = None
    for pattern, work_out in _WORKED_OUT:
        match = re.search(pattern, said, re.IGNORECASE)
        if match:
            shown, *operands = (float(group.replace(",", "")) for group in match.groups())
            result, wanted = shown, work_out(*operands)
            if abs(abs(wanted) - abs(shown)) > _half_step(match[1]) + 1e-9:
                yield f"{match[1]} is not what {match[2]} and {match[3]} give ({wanted:g})"
            break
    for number in numbers(said):
        if number != result and not any(_same(number, other) for other in given):
            yield f"{number:g} of the answer stands in no keypoint"
    for name in re.findall(r"\((?:in )?([A-Z][^()\d]*|\d{4})\)$", said):
        if not any(name.lower() in statement.lower() for statement in statements):
            yield f"{name} stands in no keypoint"


def numbers(text: str) -> Iterable[float]:
    """The figures of a text, years and ages included, written out: no scale is applied."""
    plain = re.sub(r"(?<=\d)[-–](?=\d)", " to ", text.replace("−", "-"))
    return [float(re.sub(r"[$€£,]", "", found)) for found in _NUMBER.findall(re.sub(r"[%+]", " ", plain))]


def _half_step(printed: str) -> float:
    """Half of the last digit's place."""
    return float(0.5 * 10 ** -len(printed.partition(".")[2]))


def _same(one: float, two: float) -> bool:
    return abs(abs(one) - abs(two)) <= 1e-6 * max(1.0, abs(one))


if __name__ == "__main__":
    main()
