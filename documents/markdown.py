"""Markdown (CommonMark with tables), read as the web page it stands for; front matter in YAML is its context."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import yaml
from markdown_it import MarkdownIt

from charge_stream.documents.blocks import Blocks, Figure
from charge_stream.documents.context import language_code, licence_name, merged
from charge_stream.documents.dates import iso_date
from charge_stream.documents.html import blocks_of
from charge_stream.documents.html_metadata import context_of
from charge_stream.documents.html_pictures import references_of
from charge_stream.documents.html_tree import parse_html
from charge_stream.documents.parsed import Limits
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_NOTHING = frozenset({"", "~", "null"})
_MAX_FRONT_MATTER = 20_000


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The text's headings, paragraphs, pictures and tables.

    Raises:
        BrokenDocument: it is not UTF-8 text, its front matter is not YAML, or it is larger than allowed.
    """
    front, body = _parts(content)
    root = _page(body, limits)
    found = blocks_of(root, merged(context_of(root), _context(front), ""), attachments, limits)
    titled = [_titled(block) if isinstance(block, Figure) else block for block in found.blocks]
    return replace(found, blocks=titled)


def _titled(figure: Figure) -> Figure:
    """In Markdown a picture's caption is its alternative text: ``Title: subtitle``."""
    if figure.title or figure.caption or not figure.alt:
        return figure
    title, _, subtitle = figure.alt.partition(": ")
    return replace(figure, title=title, subtitle=subtitle or None)


def picture_references(content: bytes) -> list[str]:
    """All that pictures of the text are called in it.

    Raises:
        BrokenDocument: as ``blocks`` does.
    """
    _, body = _parts(content)
    return [reference for image in _page(body, Limits()).iter("img") for reference in references_of(image)]


def _parts(content: bytes) -> tuple[str, str]:
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BrokenDocument("is not text in UTF-8: save it in that encoding") from error
    if "\x00" in text:
        raise BrokenDocument("is not a text file")
    found = _FRONT_MATTER.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _page(body: str, limits: Limits) -> Any:
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(body)
    return parse_html(f"<html><body><article>{rendered}</article></body></html>".encode(), limits)


def _context(front: str) -> Context:
    said = _front_matter(front)
    return Context(
        title=_text(said, "title") or "",
        uri=_text(said, "uri", "url", "canonical") or "",
        publisher=_text(said, "publisher"),
        published=iso_date(_text(said, "published", "date")),
        language=language_code(_text(said, "language", "lang")),
        country=_text(said, "country"),
        as_of=_text(said, "as_of"),
        licence=licence_name(_text(said, "licence", "license")),
        tags=_tags(said.get("tags") or said.get("keywords")),
    )


def _front_matter(front: str) -> dict[str, Any]:
    if len(front) > _MAX_FRONT_MATTER or "&" in front.replace(" & ", " "):
        raise BrokenDocument("has front matter that is too long or uses YAML anchors: simplify it")
    try:
        said = yaml.load(front, yaml.BaseLoader) if front.strip() else {}  # all as it is written: `country: NO` is Norway, not false
    except (yaml.YAMLError, ValueError) as error:
        raise BrokenDocument("has front matter that is not valid YAML: mend what stands between the lines of dashes") from error
    if not isinstance(said, dict):
        raise BrokenDocument("has front matter that is not a list of 'name: value': mend what stands between the lines of dashes")
    return {str(name).lower(): value for name, value in said.items()}


def _text(said: Mapping[str, Any], *names: str) -> str | None:
    given = (said.get(name) for name in names)
    return next((value.strip() for value in given if isinstance(value, str) and value.strip() not in _NOTHING), None)


def _tags(value: Any) -> list[str]:
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return [str(part).strip() for part in parts if str(part).strip()]
