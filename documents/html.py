"""A web page: its article's headings, paragraphs, figures and data tables in order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from charge_stream.documents.blocks import Block, Blocks, Figure, Heading, Paragraph, hash_table
from charge_stream.documents.html_described import described_table
from charge_stream.documents.html_furniture import article_of
from charge_stream.documents.html_metadata import context_of
from charge_stream.documents.html_pictures import picture_of, references_of
from charge_stream.documents.html_tables import holds_data, table_rows
from charge_stream.documents.html_tree import INLINE, is_note_mark, parse_html, text_of
from charge_stream.documents.parsed import Limits
from charge_stream.documents.svg import element_figure
from charge_stream.models.context import Context

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = ("ul", "ol", "dl")
_SKIPPED = ("script", "style", "template", "pre")
_MIN_SVG_TEXTS = 3
"""An inline drawing with fewer words is an icon or an ornament."""
_FIGURE_TITLE = ".//h1 | .//h2 | .//h3 | .//h4 | .//h5 | .//h6 | .//*[contains(@class, 'title')]"
_FIGURE_SUBTITLE = ".//*[contains(@class, 'subtitle') or contains(@class, 'subhead')]"
_FIGURE_NOTES = ".//*[contains(@class, 'note') or contains(@class, 'source')]"
_NUMBERED = re.compile(
    r"^(?:figure|fig\.?|chart|graph|table|abbildung)\s+[\dA-Z.]+[.:]?\s+(?P<title>[^:]{8,160}?)(?::\s+(?P<subtitle>.+?))?\.?$",
    re.IGNORECASE,
)


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The page's article.

    Raises:
        BrokenDocument: it is no web page, or larger than allowed.
    """
    root = parse_html(content, limits)
    return blocks_of(root, context_of(root), attachments, limits)


def picture_references(content: bytes) -> list[str]:
    """All that pictures of the page are called in it.

    Raises:
        BrokenDocument: as ``blocks`` does.
    """
    return [reference for image in parse_html(content, Limits()).iter("img") for reference in references_of(image)]


def blocks_of(root: Any, context: Context, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The article in a parsed page. Changes the tree."""
    walker = _Walker(attachments, limits)
    walker.visit(article_of(root))
    walker.flush()
    return Blocks(context, walker.found, list(dict.fromkeys(walker.warnings)))


class _Walker:
    """Goes through the elements in order; ``line`` collects the words of the paragraph being read."""

    def __init__(self, attachments: Mapping[str, bytes], limits: Limits) -> None:
        self.attachments = attachments
        self.limits = limits
        self.found: list[Block] = []
        self.warnings: list[str] = []
        self.line: list[str] = []

    def flush(self) -> None:
        """Ends the paragraph."""
        text = " ".join("".join(self.line).split())
        self.line = []
        if text:
            self.found.append(Paragraph(text))

    def visit(self, element: Any) -> None:
        """Adds what the element holds."""
        self.line.append(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self._child(child)
            self.line.append(child.tail or "")

    def _child(self, child: Any) -> None:
        tag = child.tag.rpartition("}")[2]
        if tag in _SKIPPED or is_note_mark(child):
            return
        if tag == "br":
            self.line.append(" ")
        elif tag in INLINE and child.find(".//img") is None and child.find(".//svg") is None:
            self.visit(child)
        elif tag in ("img", "svg"):
            self._picture(child)
        else:
            self.flush()
            self._block(tag, child)
            self.flush()

    def _picture(self, element: Any) -> None:
        """A picture among words stands after them only when they end; the paragraph is not torn."""
        figure = self._figure_of(element)
        if figure is not None:
            if "".join(self.line).strip():
                self.flush()
            self.found.append(figure)

    def _block(self, tag: str, element: Any) -> None:
        if tag in _HEADINGS:
            self.found.append(Heading(_HEADINGS[tag], text_of(element)))
            self._pictures_in(element)
        elif tag == "figure":
            self._figure(element)
        elif tag == "table":
            self._table(element)
        elif tag in _LISTS and not _holds_blocks(element):
            items = [text_of(item) for item in element if isinstance(item.tag, str)]
            self.found.append(Paragraph("\n".join(item for item in items if item)))
        else:
            self.visit(element)

    def _pictures_in(self, element: Any) -> None:
        for picture in element.iter("img", "svg"):
            self._picture(picture)

    def _figure_of(self, element: Any) -> Figure | None:
        figure = self._shown(element)
        data = described_table(element) if figure is not None else None
        return figure if figure is None or data is None else replace(figure, data=data)

    def _shown(self, element: Any) -> Figure | None:
        if element.tag.rpartition("}")[2] == "img":
            return picture_of(element, self.attachments, self.limits, self.warnings)
        figure = element_figure(element, self.limits)
        enough = figure.drawing is None or len(figure.drawing.texts) >= _MIN_SVG_TEXTS
        return figure if enough and (figure.drawing or figure.image) and _is_large(element) else None

    def _figure(self, element: Any) -> None:
        """A ``figure``: its pictures, with caption, notes and a data table that stands in it; one without any is text."""
        tables = [rows for table in element.iter("table") if holds_data(rows := table_rows(table))]
        pictures = [figure for child in element.iter("img", "svg") if (figure := self._figure_of(child)) is not None]
        if not pictures and tables:
            pictures = [Figure(hash_table(rows), data=rows) for rows in tables]
        elif len(pictures) == 1 and (data := tables[0] if len(tables) == 1 else described_table(element)):
            pictures = [replace(pictures[0], data=data)]
        if not pictures:
            self.visit(element)
            return
        words = {
            "caption": _first_text(element, ".//figcaption"),
            "title": _first_text(element, _FIGURE_TITLE),
            "subtitle": _first_text(element, _FIGURE_SUBTITLE),
            "notes": _first_text(element, _FIGURE_NOTES),
        }
        self.found += [captioned(picture, words) for picture in pictures]

    def _table(self, element: Any) -> None:
        rows = table_rows(element)
        caption = element.find("caption")
        title = text_of(caption) if caption is not None else None
        if element.find(".//table") is None and element.find(".//img") is None and holds_data(rows):
            self.found.append(Figure(hash_table(rows), data=rows, title=title))
            return
        for cell in element.iter("caption", "td", "th"):
            if next(cell.iterancestors("table"), None) is element:
                self.visit(cell)
                self.flush()


def captioned(figure: Figure, words: dict[str, str | None]) -> Figure:
    """The figure with the words found around it. ``Figure 3. Title: subtitle.`` as caption gives a title where there is none."""
    given: dict[str, Any] = {name: value for name, value in words.items() if value}
    numbered = _NUMBERED.match(given.get("caption", ""))
    if numbered and not (figure.title or given.get("title")):
        given["title"] = numbered["title"]
        given.setdefault("subtitle", numbered["subtitle"])
    return replace(figure, **given)


def _holds_blocks(element: Any) -> bool:
    return any(True for _ in element.iter("p", "div", "table", "figure", "img", "svg", "section", *_HEADINGS, "blockquote"))


def _first_text(element: Any, path: str) -> str | None:
    found = (text_of(part) for part in element.xpath(path) if not any(True for _ in part.iterancestors("svg", "table")))
    return next((text for text in found if text), None)


def _is_large(svg: Any) -> bool:
    """Whether an inline drawing that states its size in pixels is larger than an icon."""
    sizes = [value.removesuffix("px") for name in ("width", "height") if (value := svg.get(name, ""))]
    return all(float(size) >= 80 for size in sizes if size.replace(".", "", 1).isdecimal())
