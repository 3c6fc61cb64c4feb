"""The JSON bundle: a document that a crawler has already taken apart, pictures beside it (``docs``: the bundle format)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

import orjson
import pydantic

from charge_stream.documents.blocks import Block, Blocks, Figure, Heading, Paragraph, hash_table
from charge_stream.documents.context import language_code, licence_name
from charge_stream.documents.dates import iso_date
from charge_stream.documents.figures import figure_from
from charge_stream.documents.parsed import Limits
from charge_stream.documents.paths import safe_path
from charge_stream.documents.pictures import BadPicture
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument

_WORDS = ("title", "subtitle", "caption", "notes", "alt")
_Cell = str | int | float | None


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(strict=True, extra="allow")

    def unknown(self) -> list[str]:
        return sorted(self.model_extra or {})


class _Heading(_Strict):
    type: Literal["heading"]
    text: str
    level: int = pydantic.Field(default=2, ge=1, le=6)


class _Paragraph(_Strict):
    type: Literal["paragraph"]
    text: str


class _Chart(_Strict):
    type: Literal["chart"]
    image: str | None = None
    title: str | None = None
    subtitle: str | None = None
    caption: str | None = None
    notes: str | None = None
    alt: str | None = None
    data: list[list[_Cell]] | None = None


_Block = Annotated[_Heading | _Paragraph | _Chart, pydantic.Field(discriminator="type")]


class _Bundle(_Strict):
    title: str = pydantic.Field(min_length=1)
    blocks: list[_Block] = pydantic.Field(min_length=1)
    id: str | None = None
    uri: str | None = None
    publisher: str | None = None
    published: str | None = None
    language: str | None = None
    country: str | None = None
    as_of: str | None = None
    licence: str | None = None
    tags: list[str] = []


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The bundle's blocks in its order.

    Raises:
        BrokenDocument: it is not JSON, or a field is missing or of the wrong kind; the sentence names the field.
    """
    bundle = _read(content)
    warnings = [f"the field '{name}' is not known and was ignored" for name in bundle.unknown()]
    found: list[Block] = []
    for number, block in enumerate(bundle.blocks):
        warnings += [f"the field '{name}' of block {number} is not known and was ignored" for name in block.unknown()]
        if isinstance(block, _Heading):
            found.append(Heading(block.level, block.text))
        elif isinstance(block, _Paragraph):
            found.append(Paragraph(block.text))
        else:
            found += _figure(block, number, attachments, limits, warnings)
    return Blocks(_context(bundle), found, warnings)


def picture_paths(content: bytes) -> list[str]:
    """The pictures that the bundle names, as it names them.

    Raises:
        BrokenDocument: as ``blocks`` does.
    """
    return [block.image for block in _read(content).blocks if isinstance(block, _Chart) and block.image]


def _read(content: bytes) -> _Bundle:
    try:
        raw = orjson.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise BrokenDocument(f"is not valid JSON (line {error.lineno}): {error.msg}; export it again") from error
    try:
        return _Bundle.model_validate(raw)
    except pydantic.ValidationError as error:
        raise BrokenDocument(f"is not a valid bundle: {_plainly(error.errors()[0])}") from error


def _plainly(problem: Any) -> str:
    """A pydantic error as a plain sentence that names the field."""
    where = [str(part) for part in problem["loc"] if part not in ("heading", "paragraph", "chart")]
    if where[:1] == ["blocks"] and len(where) > 1:
        where = [f"block {where[1]}", *where[2:]]
    field = ".".join(where) or "the whole"
    if problem["type"] == "missing":
        return f"the field '{field}' is missing"
    return f"{field}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"


def _figure(chart: _Chart, number: int, attachments: Mapping[str, bytes], limits: Limits, warnings: list[str]) -> list[Figure]:
    data = [[_cell(cell) for cell in row] for row in chart.data] if chart.data else None
    words: dict[str, Any] = {name: value for name in _WORDS if (value := getattr(chart, name))}
    name = safe_path(chart.image) if chart.image else None
    problem = "names no picture and has no data"
    if chart.image:
        problem = f"names the picture {chart.image}, which " + ("does not lie in the bundle's folder" if name is None else "is missing")
    if name is not None and name in attachments:
        try:
            return [replace(figure_from(attachments[name], limits), data=data, **words)]
        except BadPicture as error:
            problem = f"names the picture {name}, which {error}"
    if data:
        return [Figure(hash_table(data), data=data, **words)]
    warnings.append(f"block {number} was left out: it {problem}")
    return []


def _cell(cell: _Cell) -> str:
    return "" if cell is None else str(cell)


def _context(bundle: _Bundle) -> Context:
    return Context(
        title=bundle.title.strip(),
        uri=bundle.uri or "",
        publisher=bundle.publisher,
        published=iso_date(bundle.published),
        language=language_code(bundle.language),
        country=bundle.country,
        as_of=bundle.as_of,
        licence=licence_name(bundle.licence),
        tags=bundle.tags,
    )
