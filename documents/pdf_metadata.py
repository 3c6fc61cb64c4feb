"""What a PDF says of itself: its metadata, and where that is empty or nonsense the first page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pypdfium2.raw as pdfium

from charge_stream.documents.context import language_code, licence_name
from charge_stream.documents.dates import day_in, iso_date
from charge_stream.documents.pdf_lines import Body, Line
from charge_stream.documents.words import one_line
from charge_stream.models.context import Context

_NO_TITLE = re.compile(
    r"^(?:microsoft word|untitled|document\d*|slide \d+|powerpoint)|\.(?:docx?|pdf|indd|pptx?|xlsx?|qxd)$", re.IGNORECASE
)
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)\s*(?:(?:19|20)\d\d)?[,\s]*(?P<who>[A-Z][^\d,.©|]{2,60}?)[,\s]*(?:(?:19|20)\d\d)?\.?$", re.IGNORECASE
)
_DATELINE = re.compile(r"^(?P<who>[^·|•]{3,60}?)\s+[·|•]\s+\S")
_CITED = re.compile(r"citation:?\s(?P<cited>.{20,400})", re.IGNORECASE | re.DOTALL)
_QUOTED = re.compile(r"“(?P<title>[^”]{10,250}?)[.,]?”")
_LICENCE = re.compile(r"\bCC(?:0| BY(?:-[A-Z]{2})*) \d\.\d\b|https?://creativecommons\.org/[\w/.-]+")
_OWN_LICENCE = re.compile(r"licen[cs]e|this (?:report|work|document|publication)|text and charts", re.IGNORECASE)
_TITLE_SIZE = 1.3
_SHORT = 14
"""Words; a date in a longer line is part of the text and not when it was published."""


def context_of(document: Any, pages: Sequence[Sequence[Line]], body: Body) -> Context:
    """The context. ``pages`` are all lines of each page, headers and footers included."""
    said: Mapping[str, str] = document.get_metadata_dict(skip_empty=True)
    first = list(pages[0]) if pages else []
    front = [line for lines in pages[:2] for line in lines]
    cited = _CITED.search(" ".join(line.text for line in first))
    title = one_line(said.get("Title"))
    if title is None or _NO_TITLE.search(title) or " " not in title:
        title = _printed_title(first, body) or (_quoted(cited["cited"]) if cited else None) or title
    return Context(
        title=title or "",
        publisher=_publisher(front),
        published=_printed_date(first) or (iso_date(cited["cited"]) if cited else None) or iso_date(said.get("CreationDate")),
        language=language_code(_language(document)),
        licence=_licence([line for lines in (*pages[:2], *pages[-1:]) for line in lines]),
        tags=[tag.strip() for tag in re.split(r"[,;]", said.get("Keywords", "")) if tag.strip()][:20],
    )


def _printed_title(lines: Sequence[Line], body: Body) -> str | None:
    """The largest print on the first page, when it is clearly larger than the text."""
    largest = max((line.size for line in lines if not line.angle and len(line.text) > 3), default=0.0)
    if largest < _TITLE_SIZE * body.size:
        return None
    found: list[Line] = []
    for line in sorted(lines, key=lambda line: line.baseline):
        if line.size >= 0.97 * largest and (not found or line.baseline - found[-1].baseline < 2 * largest):
            found.append(line)
    return one_line(" ".join(line.text for line in found))


def _quoted(cited: str) -> str | None:
    found = _QUOTED.search(cited)
    return found["title"] if found else None


def _publisher(lines: Sequence[Line]) -> str | None:
    """Who holds the copyright, or stands before the date on the line that gives it."""
    for line in lines:
        if (dated := _DATELINE.match(line.text)) and day_in(line.text):
            return one_line(dated["who"])
    for line in lines:
        if held := _COPYRIGHT.search(line.text):
            return one_line(held["who"])
    return None


def _printed_date(lines: Sequence[Line]) -> str | None:
    return next((found for line in lines if line.count <= _SHORT and (found := day_in(line.text))), None)


def _licence(lines: Sequence[Line]) -> str | None:
    for line in lines:
        if (found := _LICENCE.search(line.text)) and _OWN_LICENCE.search(line.text):
            return licence_name(found[0])
    return None


def _language(document: Any) -> str | None:
    length = pdfium.FPDFCatalog_GetLanguage(document, None, 0)
    if not 2 < length < 100:
        return None
    buffer = (pdfium.FPDF_WCHAR * (length // 2))()
    pdfium.FPDFCatalog_GetLanguage(document, buffer, length)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\x00")
