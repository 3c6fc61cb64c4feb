"""A document's bytes to chunks and charts. Pure, bounded and picklable: made to run in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from charge_stream.documents import media
from charge_stream.documents.assemble import assemble
from charge_stream.documents.blocks import Blocks
from charge_stream.documents.parsed import Limits, ParsedDocument
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument

Parser = Callable[[bytes, Mapping[str, bytes], Limits], Blocks]

_PARSERS: dict[str, str] = {
    media.PDF: "pdf",
    media.HTML: "html",
    "application/xhtml+xml": "html",
    media.MARKDOWN: "markdown",
    media.BUNDLE: "bundle",
    media.SVG: "image",
    **dict.fromkeys(media.PICTURES, "image"),
}
"""Module of this package by media type; each has ``blocks(content, attachments, limits)``. To add a format is to add one here."""


def parse(
    content: bytes,
    media_type: str,
    *,
    document_id: str,
    uri: str,
    attachments: Mapping[str, bytes],
    context: Context | None,
    limits: Limits,
) -> ParsedDocument:
    """The document in ``content``. ``attachments`` maps the relative paths it names (``attachments_of``) to pictures; missing ones are
    reported in the warnings. ``context`` is what the producer knows, and wins over the file's own metadata.

    Raises:
        BrokenDocument: one sentence that names ``uri``, tells what is wrong and what to do.
    """
    try:
        _check_size(content, limits)
        parser = _parser(media_type)
        return assemble(parser(content, attachments, limits), document_id=document_id, uri=uri, given=context, limits=limits)
    except BrokenDocument as error:
        raise BrokenDocument(f"{uri} {error}") from error
    except RecursionError as error:
        raise BrokenDocument(f"{uri} is nested too deeply to be read") from error


def _check_size(content: bytes, limits: Limits) -> None:
    if not content.strip():
        raise BrokenDocument("is empty: replace it by the full document")
    if len(content) > limits.max_document_mb * 1e6:
        size = len(content) / 1e6
        raise BrokenDocument(f"has {size:.1f} MB, and at most {limits.max_document_mb:g} are allowed: split it or raise max_document_mb")


def _parser(media_type: str) -> Parser:
    home = _PARSERS.get(media_type.partition(";")[0].strip().lower())
    if home is None:
        raise BrokenDocument(f"is of a kind that is not read ({media_type}): give PDF, HTML, Markdown, a picture or a *.bundle.json")
    parser: Parser = import_module(f"charge_stream.documents.{home}").blocks
    return parser
