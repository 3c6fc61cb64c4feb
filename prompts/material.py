"""Document material as a model sees it: shown in a fixed form, and fenced off so that no document can pass for an instruction.

All fences of one call carry the same code, a hash of everything shown. A document cannot hold its own hash, and where the code
turns up in material all the same it is taken out, so no material can close its fence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import orjson

from charge_stream.models.base import fields_of
from charge_stream.models.chunk import Chunk
from charge_stream.models.context import Context
from charge_stream.models.keypoint import Keypoint
from charge_stream.models.reading import Reading

CODE_DIGITS = 12
MAX_CHARACTERS = 20_000
"""Of one fenced piece; what is longer is cut, visibly."""
MAX_ROWS = 200
MAX_COLUMNS = 30
MAX_WORDS = 400

_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")


class Fenced(str):
    """Text that may stand in a prompt: it went through a fence."""

    __slots__ = ()


def fence_code(inputs: dict[str, Any]) -> str:
    """The code of a call's fences: hex digits that depend on nothing but what is shown."""
    data = orjson.dumps(dict(inputs), default=fields_of, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    return hashlib.sha256(data).hexdigest()[:CODE_DIGITS]


def clean(text: str) -> str:
    """Without characters that a person would not see, and without the ``<|`` that some servers read as the start of a special token."""
    return _INVISIBLE.sub("", text.replace("\r\n", "\n")).replace("<|", "< |")


class Show:
    """What templates may show material with. ``number`` tells pieces of a kind apart, from 1."""

    def __init__(self, code: str) -> None:
        self._code = code

    @property
    def code(self) -> Fenced:
        """The code of this call's fences, for the instructions to name."""
        return Fenced(self._code)

    def text(self, kind: str, text: str, number: int | None = None) -> Fenced:
        """A piece of text under the name ``kind``."""
        body = clean(text).replace(self._code, "…").strip()
        if len(body) > MAX_CHARACTERS:
            body = f"{body[:MAX_CHARACTERS]}\n[cut after {MAX_CHARACTERS} characters]"
        label = "" if number is None else f' number="{number}"'
        return Fenced(f"<{kind}-{self._code}{label}>\n{body}\n</{kind}-{self._code}>")

    def items(self, kind: str, texts: Sequence[str]) -> Fenced:
        """Texts, one a line, numbered from 0."""
        return self.text(kind, _numbered(texts))

    def paragraph(self, chunk: Chunk, number: int | None = None) -> Fenced:
        """A chunk: the document and headings it stands under, then its sentences, numbered from 0."""
        lines = [*_around(chunk.context, chunk.headings), _numbered(chunk.sentences)]
        return self.text("paragraph", "\n".join(lines), number)

    def chart(self, reading: Reading, number: int | None = None) -> Fenced:
        """A reading: the words around the chart, then its table, rows and columns numbered from 0, or the words found in the picture."""
        lines = [*_around(reading.chart.context, reading.chart.headings), *_labels(reading)]
        lines += _words(reading) if reading.abstained else _table(reading)
        return self.text("chart", "\n".join(lines), number)

    def source(self, source: Chunk | Reading, number: int | None = None) -> Fenced:
        """A chunk or a reading."""
        return self.paragraph(source, number) if isinstance(source, Chunk) else self.chart(source, number)

    def keypoint(self, keypoint: Keypoint, number: int | None = None) -> Fenced:
        """A keypoint's statement and the document it is from; not the frame, which belongs to the engine that wrote it."""
        lines = [*_around(keypoint.context, []), f"Found in: {keypoint.modality}", f"Keypoint: {_line(keypoint.statement)}"]
        return self.text("keypoint", "\n".join(lines), number)


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"[{number}] {_line(text)}" for number, text in enumerate(texts))


def _line(text: str) -> str:
    return " ".join(text.split())


def _around(context: Context, headings: Sequence[str]) -> list[str]:
    facts = (
        ("publisher", context.publisher),
        ("published", context.published),
        ("data as of", context.as_of),
        ("country", context.country),
        ("language", context.language),
    )
    known = "; ".join(f"{name}: {_line(value)}" for name, value in facts if value)
    document = f"Document: {_line(context.title) or 'untitled'}" + (f" ({known})" if known else "")
    return [document, f"Headings: {' > '.join(map(_line, headings))}"] if headings else [document]


def _labels(reading: Reading) -> list[str]:
    chart = reading.chart
    labels = (
        ("Title", reading.title or chart.title),
        ("Subtitle", reading.subtitle or chart.subtitle),
        ("Caption", chart.caption),
        ("Description", chart.alt),
        ("Notes", "; ".join(reading.notes) or chart.notes),
        ("Kind of chart", reading.chart_type),
        ("Unit", reading.unit),
        ("Numbers are in", reading.scale),
    )
    return [f"{name}: {_line(value)}" for name, value in labels if value]


def _table(reading: Reading) -> list[str]:
    columns = reading.columns[:MAX_COLUMNS]
    header = ["row", *(f"{number}: {_cell(name)}" for number, name in enumerate(columns))]
    lines = [_row(header), _row(["---"] * len(header))]
    lines += [_row([str(number), *map(_cell, row[:MAX_COLUMNS])]) for number, row in enumerate(reading.rows[:MAX_ROWS])]
    if len(reading.rows) > MAX_ROWS or len(reading.columns) > MAX_COLUMNS:
        lines.append(f"[cut: {len(reading.rows)} rows and {len(reading.columns)} columns in all]")
    return lines


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return _line(str(value)).replace("|", "/")


def _words(reading: Reading) -> list[str]:
    words = "; ".join(_line(word) for word in reading.words[:MAX_WORDS])
    return ["No table could be read from this chart.", f"Words found in the picture: {words or 'none'}"]
