"""A PDF: words, shapes and pictures of its pages to paragraphs, headings and figures in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pypdfium2

from charge_stream.documents.blocks import Blocks, Figure
from charge_stream.documents.parsed import Limits
from charge_stream.documents.pdf_charts import figure_of
from charge_stream.documents.pdf_figures import Region, is_white, regions_of
from charge_stream.documents.pdf_furniture import furniture_of
from charge_stream.documents.pdf_lines import Body, Line, body_of, lines_of
from charge_stream.documents.pdf_metadata import context_of
from charge_stream.documents.pdf_objects import objects_of, stands_in
from charge_stream.documents.pdf_text import Sheet, blocks_of
from charge_stream.documents.pdf_words import Word, words_on
from charge_stream.documents.reading_order import reading_order
from charge_stream.models.errors import BrokenDocument

_REPEATED = 3
"""A figure on as many pages is a logo."""


@dataclass(frozen=True)
class _Page:
    """A page read: ``lines`` are all, ``text`` those that are no header or footer."""

    number: int
    size: tuple[float, float]
    words: list[Word]
    lines: list[Line]


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The document's blocks.

    1. All words are read, and from them the face of the running text and what repeats at the edges of pages. 2. On each page figures are
    found; the lines outside them and the figures are put in reading order. 3. Lines become paragraphs and headings across pages.

    Raises:
        BrokenDocument: it is no PDF, protected by a password, damaged, without pages or with more than allowed.
    """
    document = _opened(content, limits)
    try:
        warnings: list[str] = []
        pages = _read(document, limits, warnings)
        furniture = furniture_of([page.lines for page in pages], [page.size[1] for page in pages])
        texts = [[line for index, line in enumerate(page.lines) if index not in left] for page, left in zip(pages, furniture, strict=True)]
        body = body_of(texts)
        sheets = _without_logos([_sheet(document, page, text, body, limits) for page, text in zip(pages, texts, strict=True)])
        return Blocks(context_of(document, [page.lines for page in pages], body), blocks_of(sheets, body), warnings)
    finally:
        document.close()


def _opened(content: bytes, limits: Limits) -> Any:
    try:
        document = pypdfium2.PdfDocument(content)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise BrokenDocument("is protected by a password; remove it and give the document again") from error
        if "security" in str(error).lower():
            raise BrokenDocument("is encrypted in a way that is not supported: save it without protection") from error
        raise BrokenDocument("is not a PDF, or a damaged one: download or export it again") from error
    if count == 0:
        raise BrokenDocument("has no pages: export it again")
    if count > limits.max_pages:
        raise BrokenDocument(f"has {count} pages, and at most {limits.max_pages} are allowed: split it or raise max_pages")
    return document


def _read(document: Any, limits: Limits, warnings: list[str]) -> list[_Page]:
    pages: list[_Page] = []
    characters = 0
    for index in range(len(document)):
        try:
            page = document[index]
            words = _seen(words_on(page, page.get_textpage()), page)
        except pypdfium2.PdfiumError:
            warnings.append(f"page {index + 1} is damaged and was left out")
            continue
        characters += sum(len(word.text) for word in words)
        if characters > limits.max_characters:
            warnings.append(f"only the first {index} of {len(document)} pages were read: the text is too long")
            break
        pages.append(_Page(index + 1, page.get_size(), words, lines_of(words)))
    return pages


def _seen(words: list[Word], page: Any) -> list[Word]:
    """The words that can be seen: white ones only where something stands behind them."""
    if not any(word.pale for word in words):
        return words
    painted, placed = objects_of(page)
    behind = [shape.box for item in painted for shape in item.shapes if not is_white(shape)] + [item.box for item in placed]
    return [word for word in words if not word.pale or any(stands_in(word.box, box) for box in behind)]


def _sheet(document: Any, page: _Page, lines: list[Line], body: Body, limits: Limits) -> Sheet:
    shown = document[page.number - 1]
    regions = regions_of(*objects_of(shown), lines, page.size, body)
    taken = {index for region in regions for index in region.lines}
    free = [line for index, line in enumerate(lines) if index not in taken]
    items: list[Line | Region] = [*free, *regions]
    ordered = [items[index] for index in reading_order([item.box for item in items])]
    figures = [figure_of(shown, page.number, item, page.words, limits) if isinstance(item, Region) else item for item in ordered]
    return Sheet(page.number, page.size, figures)


def _without_logos(sheets: list[Sheet]) -> list[Sheet]:
    seen = Counter(item.content for sheet in sheets for item in sheet.items if isinstance(item, Figure))
    return [
        Sheet(
            sheet.number, sheet.size, [item for item in sheet.items if not (isinstance(item, Figure) and seen[item.content] >= _REPEATED)]
        )
        for sheet in sheets
    ]
