"""What is drawn on a page of a PDF: shapes and pictures, in points from the top left corner of the page as it is shown."""

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


def stands_in(inner: Box, box: Box) -> bool:
    """Whether the middle of one box lies in another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


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
