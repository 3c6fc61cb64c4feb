"""A page of a PDF as words, drawn shapes and pictures, in points from the top left corner of the page as it is shown."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2.raw as pdfium

from charge_stream.charts.drawing import RGB, Point, Shape
from charge_stream.charts.reading import Box
from charge_stream.documents.affine import Affine
from charge_stream.documents.shapes import shape_of
from charge_stream.documents.svg_path import bezier

_MAX_FORMS = 8
"""How deep forms (drawings within drawings) are entered."""
_MAX_SEGMENTS = 200_000
_CURVE_STEPS, _SMALL_CURVE_STEPS = 8, 2
_SMALL_CURVE = 6.0
"""Points; curves within less are corners of letters drawn as outlines, or of dots."""


@dataclass(frozen=True, slots=True)
class Painted:
    """One path object: ``box`` is around its visible subpaths."""

    box: Box
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """An embedded picture where it stands; ``pixels`` are its own width and height, ``source`` the library's object."""

    box: Box
    pixels: tuple[int, int]
    source: Any


def view_of(page: Any) -> Affine:
    """From the page's own coordinates (up, any origin, not turned) to those of the page as shown."""
    left, bottom, right, top = page.get_bbox()
    return {
        0: Affine(1, 0, 0, -1, -left, top),
        90: Affine(0, 1, 1, 0, -bottom, -left),
        180: Affine(-1, 0, 0, 1, right, -bottom),
        270: Affine(0, -1, -1, 0, top, right),
    }[page.get_rotation() % 360]


def objects_of(page: Any) -> tuple[list[Painted], list[Placed]]:
    """All paths and pictures of a page in painting order, those in forms included."""
    collector = _Collector()
    count = pdfium.FPDFPage_CountObjects(page)
    collector.collect((pdfium.FPDFPage_GetObject(page, index) for index in range(count)), view_of(page), 0)
    return collector.painted, collector.placed


class _Collector:
    def __init__(self) -> None:
        self.painted: list[Painted] = []
        self.placed: list[Placed] = []
        self.left = _MAX_SEGMENTS

    def collect(self, objects: Any, place: Affine, depth: int) -> None:
        for item in objects:
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(item, place)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._image(item, place)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _MAX_FORMS:
                count = pdfium.FPDFFormObj_CountObjects(item)
                inner = (pdfium.FPDFFormObj_GetObject(item, index) for index in range(count))
                self.collect(inner, place @ _matrix(item), depth + 1)

    def _path(self, item: Any, place: Affine) -> None:
        fill, stroke, width = _paint(item)
        if fill is None and stroke is None:
            return
        clip = _clip(item, place)
        place = place @ _matrix(item)
        shapes = []
        for points, closed, straight in self._subpaths(item):
            moved = [place(point) for point in points]
            shape = shape_of(moved, closed=closed, fill=fill, stroke=stroke, stroke_width=width * place.scale, straight=straight)
            if shape is not None and (seen := _clipped(shape, clip)) is not None:
                shapes.append(seen)
        if shapes:
            boxes = [shape.box if clip is None else _shared(shape.box, clip) for shape in shapes]
            self.painted.append(Painted(around([box for box in boxes if box]), tuple(shapes)))

    def _image(self, item: Any, place: Affine) -> None:
        width, height = ctypes.c_uint(), ctypes.c_uint()
        pdfium.FPDFImageObj_GetImagePixelSize(item, width, height)
        matrix = place @ _matrix(item)
        corners = [matrix(corner) for corner in ((0, 0), (1, 0), (0, 1), (1, 1))]
        self.placed.append(Placed(around([(x, y, x, y) for x, y in corners]), (width.value, height.value), item))

    def _subpaths(self, item: Any) -> list[tuple[list[Point], bool, bool]]:
        found: list[tuple[list[Point], bool, bool]] = []
        points: list[Point] = []
        controls: list[Point] = []
        closed, straight = False, True
        for index in range(pdfium.FPDFPath_CountSegments(item)):
            self.left -= 1
            if self.left < 0:
                break
            segment = pdfium.FPDFPath_GetPathSegment(item, index)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            kind, point = pdfium.FPDFPathSegment_GetType(segment), (x.value, y.value)
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                if len(points) > 1:
                    found.append((points, closed, straight))
                points, controls, closed, straight = [point], [], False, True
            elif kind == pdfium.FPDF_SEGMENT_BEZIERTO:
                controls.append(point)
                straight = False
                if len(controls) == 3 and points:
                    points += _flattened([points[-1], *controls])
                    controls = []
            else:
                points.append(point)
            closed = closed or bool(pdfium.FPDFPathSegment_GetClose(segment))
        if len(points) > 1:
            found.append((points, closed, straight))
        return found


def _flattened(curve: list[Point]) -> list[Point]:
    """Points along a Bézier curve after its start."""
    reach = max(abs(curve[0][0] - x) + abs(curve[0][1] - y) for x, y in curve)
    steps = _SMALL_CURVE_STEPS if reach < _SMALL_CURVE else _CURVE_STEPS
    return [*(bezier(curve, step / steps) for step in range(1, steps)), curve[-1]]


def around(boxes: list[Box]) -> Box:
    """The smallest box around several; there must be one."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _matrix(item: Any) -> Affine:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, matrix):
        return Affine()
    return Affine(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _clip(item: Any, place: Affine) -> Box | None:
    """The box that clips an object; None when nothing does."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    count = pdfium.FPDFClipPath_CountPaths(clip) if clip else 0
    x, y = ctypes.c_float(), ctypes.c_float()
    box: Box | None = None
    for path in range(max(0, count)):
        points: list[Point] = []
        for index in range(pdfium.FPDFClipPath_CountPathSegments(clip, path)):
            pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(clip, path, index), x, y)
            points.append(place((x.value, y.value)))
        if points:
            bounds = around([(px, py, px, py) for px, py in points])
            box = bounds if box is None else _shared(box, bounds) or (0.0, 0.0, 0.0, 0.0)
    return box


def _shared(one: Box, other: Box) -> Box | None:
    """What two boxes share; None when they are apart."""
    left, top, right, bottom = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left <= right and top <= bottom else None


def _clipped(shape: Shape, clip: Box | None) -> Shape | None:
    """What is seen of a shape: an upright rectangle is cut, others are kept unless they are wholly outside."""
    if clip is None:
        return shape
    seen = _shared(shape.box, clip)
    if seen is None or shape.kind != "rect":
        return shape if seen else None
    left, top, right, bottom = (round(edge, 4) for edge in seen)
    return replace(shape, points=((left, top), (right, bottom)))


def _paint(item: Any) -> tuple[RGB | None, RGB | None, float]:
    """(fill, stroke, stroke width) of a path; None where nothing, or nothing to be seen, is painted."""
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    if not pdfium.FPDFPath_GetDrawMode(item, mode, stroked):
        return None, None, 0.0
    fill = _colour(item, pdfium.FPDFPageObj_GetFillColor) if mode.value else None
    stroke = _colour(item, pdfium.FPDFPageObj_GetStrokeColor) if stroked.value else None
    width = ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(item, width)
    return fill, stroke, width.value if stroke else 0.0


def _colour(item: Any, get: Any) -> RGB | None:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not get(item, red, green, blue, alpha) or alpha.value < 8:
        return None
    return (red.value, green.value, blue.value)


@dataclass(frozen=True, slots=True)
class Word:
    """``baseline`` and ``size`` in points; ``angle`` in degrees, clockwise.

    ``raised``: a superscript. ``glued``: no space was stored between it and the word before.
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


@dataclass(slots=True)
class _Pending:
    """The word being read."""

    chars: list[str]
    box: Box
    baseline: float
    face: _Face
    raised: bool
    glued: bool

    def takes(self, box: Box, origin: Point, face: _Face) -> bool:
        """Whether a character with this box, origin and face belongs to the word."""
        size = self.face.size
        if face.angle != self.face.angle:
            return False
        if face.angle in (90, 270):
            away = max(0.0, box[1] - self.box[3], self.box[1] - box[3])
            return away < _GAP * size and abs(box[0] - self.box[0]) < size
        near = -0.6 * size < box[0] - self.box[2] < _GAP * size
        return near and abs(origin[1] - self.baseline) < 0.12 * size and (face is self.face or 0.8 * size < face.size < 1.25 * size)

    def add(self, char: str, box: Box) -> None:
        self.chars.append(char)
        mine = self.box
        self.box = (min(mine[0], box[0]), min(mine[1], box[1]), max(mine[2], box[2]), max(mine[3], box[3]))

    def word(self) -> Word:
        face = self.face
        return Word(
            "".join(self.chars), self.box, self.baseline, face.size, face.font, face.bold, face.italic, face.angle, self.raised, self.glued
        )


@dataclass(frozen=True, slots=True)
class _Face:
    size: float
    font: str
    bold: bool
    italic: bool
    angle: float


_BOLD = ("bold", "demi", "heavy", "black", "semibd")
_ITALIC = ("italic", "oblique")
_HYPHENS = (2, 0xFFFE)
"""What the library gives for a hyphen at the end of a line."""
_GAP = 0.22
"""Of the font size: a wider gap parts words."""


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
            pending.add(char, box)
            return
        self._end()
        before = self.words[-1] if self.words else None
        raised = before is not None and _is_raised(before, box, origin, face)
        self.current = _Pending([char], box, origin[1], face, raised, glued=not self.spaced)
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
        return _Face(round(size, 2), _family(font), bold, italic, round(turned.angle) % 360)


def _family(font: str) -> str:
    return font.partition(",")[0].partition("-")[0].replace("PSMT", "").replace("MT", "").replace(" ", "").lower()


def _is_raised(before: Word, box: Box, origin: Point, face: _Face) -> bool:
    """Whether a word that begins here is a superscript of the word before."""
    smaller = face.size < 0.85 * before.size or (box[3] - box[1]) < 0.6 * (before.box[3] - before.box[1])
    higher = 0.15 * before.size < before.baseline - origin[1] < 0.8 * before.size
    return smaller and higher and -0.3 * before.size < box[0] - before.box[2] < 0.4 * before.size
