"""The words on a page of a PDF, with their faces, in points from the top left corner of the page as it is shown."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from charge_stream.charts.drawing import Point
from charge_stream.charts.reading import Box
from charge_stream.documents.affine import Affine
from charge_stream.documents.pdf_objects import view_of


@dataclass(frozen=True, slots=True)
class Word:
    """``baseline`` and ``size`` in points; ``angle`` in degrees, clockwise.

    ``raised``: a superscript. ``glued``: no space was stored between it and the word before. ``pale``: printed in white.
    """

    text: str
    box: Box
    baseline: float
    size: float
    font: str
    bold: bool
    italic: bool
    angle: float = 0.0
    raised: bool = False
    glued: bool = False
    pale: bool = False


@dataclass(slots=True)
class _Pending:
    """The word being read."""

    chars: list[str]
    box: Box
    baseline: float
    face: _Face
    raised: bool
    glued: bool
    origin: Point

    def takes(self, box: Box, origin: Point, face: _Face) -> bool:
        """Whether a character with this box, origin and face belongs to the word."""
        size = self.face.size
        if face.angle != self.face.angle:
            return False
        if face.angle in (90, 270):
            away = max(0.0, box[1] - self.box[3], self.box[1] - box[3])
            return away < _GAP * size and abs(box[0] - self.box[0]) < size
        if face.angle:
            return self._follows(origin)
        near = -0.6 * size < box[0] - self.box[2] < _GAP * size
        return near and abs(origin[1] - self.baseline) < 0.12 * size and (face is self.face or 0.8 * size < face.size < 1.25 * size)

    def _follows(self, origin: Point) -> bool:
        """Whether a character's origin lies ahead of the last one's on a slanted baseline; its box, being upright, tells little."""
        turn = math.radians(self.face.angle)
        x, y = origin[0] - self.origin[0], origin[1] - self.origin[1]
        along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
        return -0.1 * self.face.size < along < (1 + _GAP) * self.face.size and abs(across) < 0.12 * self.face.size

    def add(self, char: str, box: Box, origin: Point) -> None:
        self.chars.append(char)
        self.origin = origin
        mine = self.box
        self.box = (min(mine[0], box[0]), min(mine[1], box[1]), max(mine[2], box[2]), max(mine[3], box[3]))

    def word(self) -> Word:
        face = self.face
        faced = (face.size, face.font, face.bold, face.italic, face.angle)
        return Word("".join(self.chars), self.box, self.baseline, *faced, self.raised, self.glued, face.pale)


@dataclass(frozen=True, slots=True)
class _Face:
    size: float
    font: str
    bold: bool
    italic: bool
    angle: float
    pale: bool


_BOLD = ("bold", "demi", "heavy", "black", "semibd")
_ITALIC = ("italic", "oblique")
_HYPHENS = (2, 0xFFFE)
"""What the library gives for a hyphen at the end of a line."""
_WHITE = 250
_GAP = 0.45
"""Of the font size: a wider gap parts words also where no space is stored; the library finds most spaces itself."""


def words_on(page: Any, textpage: Any) -> list[Word]:
    """The words of a page in the order in which they are stored; what stands outside the page is left out."""
    view = view_of(page)
    width, height = page.get_size()
    reader = _WordReader(textpage, view)
    words = reader.read()
    return [word for word in words if -1 < word.box[0] < width and word.box[3] > 0 and word.box[1] < height and word.box[2] < width + 20]


class _WordReader:
    def __init__(self, textpage: Any, view: Affine) -> None:
        self.page = textpage
        self.view = view
        self.faces: dict[int, _Face] = {}
        self.words: list[Word] = []
        self.current: _Pending | None = None
        self.spaced = True
        self.box = tuple(ctypes.c_double() for _ in range(4))
        self.origin = (ctypes.c_double(), ctypes.c_double())

    def read(self) -> list[Word]:
        for index in range(pdfium.FPDFText_CountChars(self.page)):
            code = pdfium.FPDFText_GetUnicode(self.page, index)
            char = "-" if code in _HYPHENS else chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
            if char.isspace():
                self._end()
                self.spaced = True
            else:
                self._add(char, index)
        self._end()
        return self.words

    def _end(self) -> None:
        if self.current is not None:
            self.words.append(self.current.word())
            self.current = None

    def _add(self, char: str, index: int) -> None:
        face = self._face(index)
        (left, right, bottom, top), (x, y) = self.box, self.origin
        pdfium.FPDFText_GetCharBox(self.page, index, left, right, bottom, top)
        pdfium.FPDFText_GetCharOrigin(self.page, index, x, y)
        origin = self.view((x.value, y.value))
        (x0, y0), (x1, y1) = self.view((left.value, bottom.value)), self.view((right.value, top.value))
        box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        pending = self.current
        if pending is not None and pending.takes(box, origin, face):
            pending.add(char, box, origin)
            return
        self._end()
        before = self.words[-1] if self.words else None
        raised = before is not None and _is_raised(before, box, origin, face)
        self.current = _Pending([char], box, origin[1], face, raised, not self.spaced, origin)
        self.spaced = False

    def _face(self, index: int) -> _Face:
        holder = pdfium.FPDFText_GetTextObject(self.page, index)
        key = ctypes.addressof(holder.contents) if holder else 0
        if key not in self.faces:
            self.faces[key] = self._read_face(index)
        return self.faces[key]

    def _read_face(self, index: int) -> _Face:
        matrix, flags = pdfium.FS_MATRIX(), ctypes.c_int()
        pdfium.FPDFText_GetMatrix(self.page, index, matrix)
        turned = self.view @ Affine(matrix.a, matrix.b, matrix.c, matrix.d)
        buffer = ctypes.create_string_buffer(128)
        pdfium.FPDFText_GetFontInfo(self.page, index, buffer, 128, flags)
        font = buffer.value.decode("utf-8", "replace").rpartition("+")[2]
        lowered = font.lower()
        weight = pdfium.FPDFText_GetFontWeight(self.page, index)
        bold = any(name in lowered for name in _BOLD) or weight >= 600
        italic = any(name in lowered for name in _ITALIC) or bool(flags.value & 64)
        size = pdfium.FPDFText_GetFontSize(self.page, index) * (turned.scale or 1.0)
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        pdfium.FPDFText_GetFillColor(self.page, index, red, green, blue, alpha)
        pale = min(red.value, green.value, blue.value) >= _WHITE
        return _Face(round(size, 2), _family(font), bold, italic, round(turned.angle) % 360, pale)


def _family(font: str) -> str:
    return font.partition(",")[0].partition("-")[0].replace("PSMT", "").replace("MT", "").replace(" ", "").lower()


def _is_raised(before: Word, box: Box, origin: Point, face: _Face) -> bool:
    """Whether a word that begins here is a superscript of the word before."""
    smaller = face.size < 0.85 * before.size or (box[3] - box[1]) < 0.6 * (before.box[3] - before.box[1])
    higher = 0.15 * before.size < before.baseline - origin[1] < 0.8 * before.size
    return smaller and higher and -0.3 * before.size < box[0] - before.box[2] < 0.4 * before.size
