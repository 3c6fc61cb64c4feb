"""Lines of a PDF in reading order to paragraphs and headings, across columns, figures and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from charge_stream.documents.blocks import Block, Figure, Heading, PageBox, Paragraph
from charge_stream.documents.pdf_figures import NOTES
from charge_stream.documents.pdf_lines import Body, Line
from charge_stream.documents.pdf_objects import around

_PARAGRAPH_GAP = 1.25
"""Of the usual distance between lines: a wider one ends the paragraph."""
_HEADING_SIZE, _SMALL_SIZE = 1.12, 0.86
"""Of the running text's size."""
_MAX_HEADING_LINES, _MAX_HEADING_WORDS = 4, 30
_MIN_SMALL_WORDS, _MIN_UNENDED_WORDS = 40, 7
_BULLET = re.compile(r"^[•▪■●◦‣·\uf0b7\uf0a7]\s*(?=\S)|^\(?[a-z\d]{1,2}[.)]\s+(?=[A-Z“])")
_ENDED = re.compile(r"[.!?:;…][\"'”’)\]]*\d{0,2}$")
_NUMERIC = re.compile(r"^[(<>~±+−–-]*[$€£]?\d[\d.,/%–-]*[)%*]*$")
_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
_RIGHTS = re.compile(r"^(?:©|\(c\)\s|copyright\b)", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^table des matières$", re.IGNORECASE)
_HYPHENATED = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)-$")
_JOINED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True)
class Sheet:
    """A page's lines and figures in reading order; ``size`` is its width and height in points."""

    number: int
    size: tuple[float, float]
    items: list[Line | Figure]


@dataclass
class _Piece:
    """Lines that make a paragraph or a heading, each with its page."""

    lines: list[tuple[Sheet, Line]] = field(default_factory=list)

    @property
    def first(self) -> Line:
        return self.lines[0][1]

    @property
    def last(self) -> Line:
        return self.lines[-1][1]


def blocks_of(sheets: Sequence[Sheet], body: Body) -> list[Block]:
    """The document's blocks. A figure in the middle of a paragraph, or at a page's edge in it, follows the paragraph."""
    pieces = _pieces(sheets, body)
    hyphens = _Hyphens(piece for piece in pieces if isinstance(piece, _Piece))
    levels = _levels([piece.first.size for piece in pieces if isinstance(piece, _Piece) and _is_heading(piece, body)])
    found: list[Block] = []
    for piece in pieces:
        if isinstance(piece, Figure):
            found.append(piece)
            continue
        sheet = piece.lines[0][0]
        text = hyphens.text(piece)
        if _is_heading(piece, body):
            found.append(Heading(levels[round(piece.first.size)], text))
        elif _is_text(piece, text, body):
            found.append(Paragraph(_BULLET.sub("", text), sheet.number, _page_box(piece)))
    return found


def _pieces(sheets: Sequence[Sheet], body: Body) -> list[_Piece | Figure]:
    pieces: list[_Piece | Figure] = []
    waiting: list[_Piece | Figure] = []
    current: _Piece | None = None
    for sheet in sheets:
        items = _before_contents(sheet.items)
        for index, item in enumerate(items):
            if isinstance(item, Figure):
                waiting.append(item)
                continue
            if current is not None and _is_small(item, body) and not _is_small(current.first, body):
                last = waiting[-1] if waiting else None
                if isinstance(last, _Piece) and _goes_on(last, sheet, item, None, body, parted=False):
                    last.lines.append((sheet, item))
                else:
                    waiting.append(_Piece([(sheet, item)]))
                continue
            following = next((other for other in items[index + 1 :] if isinstance(other, Line)), None)
            if current is not None and _goes_on(current, sheet, item, following, body, parted=bool(waiting)):
                current.lines.append((sheet, item))
                continue
            pieces += [current, *waiting] if current else waiting
            current, waiting = _Piece([(sheet, item)]), []
    return [*pieces, *([current] if current else []), *waiting]


def _before_contents(items: list[Line | Figure]) -> list[Line | Figure]:
    """The items of a page down to where its table of contents begins."""
    heads = (index for index, item in enumerate(items) if isinstance(item, Line) and _CONTENTS.match(item.text))
    return items[: next(heads, len(items))]


def _is_small(line: Line, body: Body) -> bool:
    """Whether a line is set as footnotes and labels are; such lines do not end a paragraph that they interrupt."""
    return line.size < _SMALL_SIZE * body.size


def _goes_on(piece: _Piece, sheet: Sheet, line: Line, following: Line | None, body: Body, *, parted: bool) -> bool:
    """Whether a line continues the piece: set alike and at the usual distance, or, after a break, in the middle of a sentence."""
    last_sheet, last = piece.lines[-1]
    if abs(line.size - last.size) > 0.06 * last.size or line.angle or last.angle or _BULLET.match(line.text):
        return False
    if (line.bold != piece.first.bold or line.font != piece.first.font) and line.count > 2 and not (body.like(line) and body.like(last)):
        return False
    if line.bold != piece.first.bold and line.count > 2:
        return False
    down = line.baseline - last.baseline
    beside = min(line.right, last.right) <= max(line.left, last.left)
    near = 0 < down <= _PARAGRAPH_GAP * body.leading * max(1.0, last.size / body.size)
    if last_sheet is sheet and near and not beside:
        return not (_is_indented(line, last, following) and _ENDED.search(last.text))
    if _RIGHTS.match(last.text) or _LEADERS.search(last.text):
        return False
    broken = last_sheet is not sheet or parted or down <= 0 or beside
    return broken and body.like(line) and body.like(last) and last.count > 3 and not _ENDED.search(last.text)


def _is_indented(line: Line, last: Line, following: Line | None) -> bool:
    indent = 0.9 * line.size
    return following is not None and line.left - following.left > indent and line.left - last.left > indent


def _is_heading(piece: _Piece, body: Body) -> bool:
    first, words = piece.first, sum(line.count for _, line in piece.lines)
    if len(piece.lines) > _MAX_HEADING_LINES or words > _MAX_HEADING_WORDS or piece.last.text.endswith((".", ",", ";")):
        return False
    if first.angle or not any(char.isalpha() for char in first.text) or (first.italic and not first.bold):
        return False
    return first.size >= _HEADING_SIZE * body.size or (first.bold and first.size >= 0.95 * body.size)


def _levels(sizes: Iterable[float]) -> dict[int, int]:
    """Heading level by rounded size, the largest 1."""
    ranked = sorted({round(size) for size in sizes}, reverse=True)
    return {size: min(level, 6) for level, size in enumerate(ranked, start=1)}


def _is_text(piece: _Piece, text: str, body: Body) -> bool:
    """Whether a piece is text to be read, not a row of a table, a footnote, a label or a line of a table of contents."""
    words = text.split()
    numbers = sum(bool(_NUMERIC.match(word)) for word in words)
    if piece.first.angle or numbers > 0.4 * len(words) or _LEADERS.search(text) or _RIGHTS.match(text):
        return False
    if len(words) < _MIN_UNENDED_WORDS and not _ENDED.search(text) and not _BULLET.match(piece.first.text):
        return False
    if not _is_small(piece.first, body):
        return True
    sheet, line = piece.lines[0]
    return len(words) >= _MIN_SMALL_WORDS and line.baseline < 0.75 * sheet.size[1] and not NOTES.match(text) and not words[0].isdigit()


def _page_box(piece: _Piece) -> PageBox:
    """Around the lines on the piece's first page, as fractions of it."""
    sheet = piece.lines[0][0]
    left, top, right, bottom = around([line.box for page, line in piece.lines if page is sheet])
    width, height = sheet.size
    return (round(left / width, 4), round(top / height, 4), round(right / width, 4), round(bottom / height, 4))


class _Hyphens:
    """Whether a hyphen at a line's end belongs to the word is decided by how the document writes it, or such words, elsewhere."""

    def __init__(self, pieces: Iterable[_Piece]) -> None:
        self.words: Counter[str] = Counter()
        ends: list[tuple[str, str]] = []
        for piece in pieces:
            for index, (_, line) in enumerate(piece.lines):
                self.words.update(word.lower() for word in _JOINED.findall(line.text))
                if index and (cut := _HYPHENATED.search(piece.lines[index - 1][1].text)):
                    ends.append((cut[1].lower(), _first_word(line.text)))
        self.usually_kept = sum(self._kept(*end) for end in ends) >= sum(self._dropped(*end) for end in ends)

    def _kept(self, before: str, after: str) -> int:
        return self.words[f"{before}-{after}"]

    def _dropped(self, before: str, after: str) -> int:
        return self.words[f"{before}{after}"]

    def text(self, piece: _Piece) -> str:
        """The piece's lines as one text."""
        text = ""
        for _, line in piece.lines:
            cut = _HYPHENATED.search(text)
            if not cut:
                text = f"{text} {line.text}".strip()
            elif self._keeps(cut[1].lower(), _first_word(line.text), line.text[:1]):
                text += line.text
            else:
                text = text[:-1] + line.text
        return text

    def _keeps(self, before: str, after: str, letter: str) -> bool:
        kept, dropped = self._kept(before, after), self._dropped(before, after)
        return kept > dropped or not letter.islower() or (kept == dropped and self.usually_kept)


def _first_word(text: str) -> str:
    found = _JOINED.match(text)
    return found[0].lower() if found else ""
