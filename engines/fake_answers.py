"""What the fake endpoint says: plausible answers by schema, made from nothing but the text of the prompt that came over the wire."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

MAX_KEYPOINTS = 6
DIMENSIONS = 64
ENOUGH = 0.6
"""Share of a question's words that a sentence must hold to count as its answer."""

_PIECE = re.compile(r"<(\w+)-([0-9a-f]{12})(?: number=\"\d+\")?>\n(.*?)\n</\1-\2>", re.DOTALL)
_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAMED_NUMBER = re.compile(r"([^\W\d_][\w.-]*) (\d+(?:\.\d+)?)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[^\W\d_]{4,}|(?:19|20)\d\d")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])")


@dataclass(frozen=True)
class Piece:
    """A fenced piece of the prompt."""

    kind: str
    body: str

    def label(self, name: str) -> str:
        """What stands after ``name:`` on a line of its own, or nothing."""
        match = re.search(rf"^{name}: (.*)$", self.body, re.MULTILINE)
        return match.group(1) if match else ""

    def lines(self) -> list[tuple[int, str]]:
        """The numbered lines."""
        return [(int(number), text) for number, text in _NUMBERED.findall(self.body)]


Pieces = list[Piece]


def pieces_of(text: str) -> Pieces:
    """All fenced pieces in a message, in order."""
    return [Piece(kind, body) for kind, _, body in _PIECE.findall(text)]


def answer(schema: dict[str, Any], text: str) -> dict[str, Any]:
    """An answer of ``schema`` to the message ``text``; the schema's property names tell what is asked.

    Raises:
        KeyError: no prompt has such an answer.
    """
    names = tuple(sorted(schema["properties"]))
    if names == ("keypoints",) and "$defs" in schema:
        return _extracted(pieces_of(text))
    return ANSWERS[names](pieces_of(text))


def embedding(text: str) -> list[float]:
    """A unit vector of ``DIMENSIONS`` that counts the text's words, each at a place its hash tells."""
    counts = [0.0] * DIMENSIONS
    for word in text.lower().split():
        counts[zlib.crc32(word.encode()) % DIMENSIONS] += 1.0
    length = math.sqrt(sum(count * count for count in counts)) or 1.0
    return [count / length for count in counts]


def _extracted(pieces: Pieces) -> dict[str, Any]:
    """Sentences with numbers from a paragraph, table cells from a chart."""
    found = [
        {"statement": sentence, "sentences": [number], "cells": []}
        for piece in _of(pieces, "paragraph")
        for number, sentence in piece.lines()
        if _numbers(sentence)
    ]
    found += [
        {"statement": statement, "sentences": [], "cells": [list(cell)]}
        for piece in _of(pieces, "chart")
        for cell, statement in _cells(piece)
    ]
    return {"keypoints": found[:MAX_KEYPOINTS]}


def _table(pieces: Pieces) -> dict[str, Any]:
    """It sees no picture: names with numbers in the titles ("Denmark 40") are its table."""
    told = [text for piece in _of(pieces, "titles") for _, text in piece.lines()]
    rows = [{"name": name, "values": [float(value)]} for text in told for name, value in _NAMED_NUMBER.findall(text)]
    return {"columns": ["Value"], "rows": rows, "unit": None, "scale": None}


def _classified(pieces: Pieces) -> dict[str, Any]:
    return {"modality": "chart-only" if any(_of(pieces, "chart")) else "text-only"}


def _question(pieces: Pieces) -> dict[str, Any]:
    return {"question": _asked(_statements(pieces))}


def _answered(pieces: Pieces) -> dict[str, Any]:
    """The fact that shares most words with the question, or none."""
    question = next(_of(pieces, "question")).body
    wanted = _words(question)
    facts = [(len(wanted & _words(fact)) / max(1, len(wanted)), fact) for fact in _facts(pieces)]
    score, fact = max(facts, default=(0.0, ""), key=lambda scored: scored[0])
    return {"answer": fact if score >= ENOUGH else None}


def _judged(pieces: Pieces) -> dict[str, Any]:
    if any(_of(pieces, "explanation")):
        return _voted(pieces)
    wanted = _numbers(_statements(pieces)[0])
    given = _numbers(next(_of(pieces, "answer")).body)
    return {"verdict": "same" if wanted and wanted <= given else "different"}


def _written(pieces: Pieces) -> dict[str, Any]:
    statements = _statements(pieces)
    return {"query": _asked(statements), "answer": " ".join(statements), "form": "value" if len(statements) == 1 else "combination"}


def _passed(pieces: Pieces) -> dict[str, Any]:
    return {"passed": True, "reason": ""}


def _split(pieces: Pieces) -> dict[str, Any]:
    response = next(_of(pieces, "response")).body
    return {"keypoints": [part for part in _SENTENCE_END.split(response) if _WORD.search(part)]}


def _matched(pieces: Pieces) -> dict[str, Any]:
    truth, given = (next(_of(pieces, kind)).lines() for kind in ("ground_truth", "response"))
    return {"matches": [[i, j] for i, true in truth for j, told in given if _numbers(true) and _numbers(true) == _numbers(told)]}


def _explained(pieces: Pieces) -> dict[str, Any]:
    """The first cell of the chart, then the answer."""
    shown = [statement for piece in _of(pieces, "chart") for _, statement in _cells(piece)][:1]
    return {"explanation": " ".join([*shown, f"The answer is: {next(_of(pieces, 'answer')).body}"])}


def _voted(pieces: Pieces) -> dict[str, Any]:
    """By whether the explanation's numbers stand in the answer or a chart."""
    told = [*(statement for piece in _of(pieces, "chart") for _, statement in _cells(piece)), next(_of(pieces, "answer")).body]
    stated = _numbers(next(_of(pieces, "explanation")).body)
    return {"verdict": "Correct" if stated <= set().union(*map(_numbers, told)) else "Incorrect"}


ANSWERS: dict[tuple[str, ...], Callable[[Pieces], dict[str, Any]]] = {
    ("columns", "rows", "scale", "unit"): _table,
    ("modality",): _classified,
    ("question",): _question,
    ("answer",): _answered,
    ("verdict",): _judged,
    ("explanation",): _explained,
    ("answer", "form", "query"): _written,
    ("passed", "reason"): _passed,
    ("keypoints",): _split,
    ("matches",): _matched,
}


def _of(pieces: Pieces, kind: str) -> Iterator[Piece]:
    return (piece for piece in pieces if piece.kind == kind)


def _statements(pieces: Pieces) -> list[str]:
    return [piece.label("Keypoint") for piece in _of(pieces, "keypoint")]


def _facts(pieces: Pieces) -> list[str]:
    told = [text for piece in pieces if piece.kind in ("paragraph", "sentences") for _, text in piece.lines()]
    return told + [statement for piece in _of(pieces, "chart") for _, statement in _cells(piece)]


def _cells(piece: Piece) -> Iterator[tuple[tuple[int, int], str]]:
    """The number cells of a chart's table, each with a sentence that tells it."""
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in piece.body.splitlines() if line.startswith("|")]
    if not table:
        return
    columns = [name.partition(": ")[2] for name in table[0][1:]]
    about = piece.label("Title") or piece.label("Document")
    for number, header, *values in table[2:]:
        for column, value in enumerate(values, start=1):
            if _NUMBER.search(value):
                yield (int(number), column), f"{about}: {header}, {columns[column]}: {value} {piece.label('Unit')}".strip() + "."


def _asked(statements: list[str]) -> str:
    """The statements as a question, their numbers (years aside) taken out."""
    masked = [_NUMBER.sub(lambda match: match[0] if _YEAR.fullmatch(match[0]) else "…", text).rstrip(". ") for text in statements]
    return f"Which number is missing: {'; and: '.join(masked)}?"


def _numbers(text: str) -> set[str]:
    numbers = (number.replace(",", "") for number in _NUMBER.findall(text))
    return {number for number in numbers if not _YEAR.fullmatch(number)}


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)} - {"which", "number", "missing"}
