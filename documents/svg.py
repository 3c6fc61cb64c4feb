"""An SVG picture: its shapes and words as a drawing, and the picture itself, harmless, for display."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from lxml import etree

from charge_stream.charts.drawing import Drawing, Point, Shape, Text
from charge_stream.charts.reading import Box
from charge_stream.documents.affine import Affine, parse_transform
from charge_stream.documents.blocks import Figure, hash_bytes, hash_drawing
from charge_stream.documents.drawn_words import caption_lines, text_width
from charge_stream.documents.parsed import Limits
from charge_stream.documents.shapes import shape_of
from charge_stream.documents.svg_clean import attributes_of, clean_svg, tag_of
from charge_stream.documents.svg_path import subpaths
from charge_stream.documents.svg_style import Rules, Style, colour, inherit, length
from charge_stream.documents.words import one_line
from charge_stream.models.errors import BrokenDocument

MAX_DEPTH = 60
_MAX_POINTS = 400_000
_ASCENT, _DESCENT = 0.76, 0.22
"""Of the font size, above and below the baseline."""
_DRAWN = ("path", "rect", "line", "polyline", "polygon", "circle", "ellipse")
_ENTERED = ("svg", "g", "a", "switch", "symbol")
_ROUND = 32


class _TooMuch(Exception):
    """More shapes or points than allowed."""


def svg_figure(content: bytes, limits: Limits) -> Figure:
    """A figure from an SVG file.

    Raises:
        BrokenDocument: it is not well-formed XML with an ``svg`` element outermost.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise BrokenDocument(f"is not a well-formed SVG picture: {error.msg}") from error
    if tag_of(root) != "svg":
        raise BrokenDocument("is not an SVG picture: its outermost element is another")
    if not any(tag_of(element) in (*_DRAWN, "text") for element in root.iter()):
        raise BrokenDocument("is an empty SVG picture: export it again")
    return element_figure(root, limits)


def element_figure(root: Any, limits: Limits) -> Figure:
    """A figure from an ``svg`` element (of an XML tree or inline in a web page): the drawing where it is not too large, and the picture."""
    image = clean_svg(root)
    drawing = drawing_of(root, limits)
    title, subtitle = caption_lines(drawing) if drawing else (None, None)
    attributes = attributes_of(root)
    named = next((child.text for child in root if tag_of(child) == "title"), None)
    alt = one_line(attributes.get("aria-label") or named)
    content = hash_drawing(drawing) if drawing else hash_bytes(image)
    return Figure(content, image, "image/svg+xml", drawing, title=title, subtitle=subtitle, alt=alt)


def drawing_of(root: Any, limits: Limits) -> Drawing | None:
    """The drawing of an ``svg`` element in the units of its view box; None when it is empty or has more shapes than allowed."""
    painter = _Painter(root, limits.max_shapes)
    try:
        painter.paint()
    except _TooMuch:
        return None
    if not painter.shapes and not painter.texts:
        return None
    return Drawing(painter.width, painter.height, tuple(painter.shapes), tuple(painter.texts))


class _Painter:
    def __init__(self, root: Any, max_shapes: int) -> None:
        self.root = root
        self.shapes: list[Shape] = []
        self.texts: list[Text] = []
        self.left = max_shapes
        self.points = _MAX_POINTS
        elements = [element for element in root.iter() if isinstance(element.tag, str)]
        self.rules = Rules("\n".join(element.text or "" for element in elements if tag_of(element) == "style"))
        self.by_id = {element.get("id"): element for element in elements if element.get("id")}
        self.gradients = {name: _first_stop(element) for name, element in self.by_id.items() if tag_of(element).endswith("gradient")}
        attributes = attributes_of(root)
        view = _view_box(attributes)
        self.width, self.height = view[2:] if view else (length(attributes.get("width"), 300.0), length(attributes.get("height"), 150.0))
        self.origin = Affine(e=-view[0], f=-view[1]) if view else Affine()

    def paint(self) -> None:
        style = inherit(Style(), self.rules.of("svg", attributes_of(self.root)))
        self._children(self.root, self.origin, style, 0)

    def _children(self, parent: Any, place: Affine, style: Style, depth: int) -> None:
        for child in parent:
            if isinstance(child.tag, str):
                self._element(child, place, style, depth + 1)

    def _element(self, element: Any, place: Affine, outer: Style, depth: int) -> None:
        tag, attributes = tag_of(element), attributes_of(element)
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise _TooMuch
        style = inherit(outer, self.rules.of(tag, attributes))
        if style.hidden:
            return
        place = place @ parse_transform(attributes.get("transform"))
        if tag in _DRAWN:
            self._shapes(tag, attributes, place, style)
        elif tag == "text":
            self._texts(element, place, style)
        elif tag == "use":
            target = self.by_id.get((attributes.get("href") or "").removeprefix("#"))
            if target is not None:
                moved = place @ Affine(e=length(attributes.get("x"), 0), f=length(attributes.get("y"), 0))
                self._element(target, moved, style, depth + 1)
        elif tag in _ENTERED:
            self._children(element, place @ _inner_view(attributes) if tag == "svg" else place, style, depth)

    def _shapes(self, tag: str, attributes: dict[str, str], place: Affine, style: Style) -> None:
        fill = None if style.fill_hidden or tag == "line" else colour(style.fill, style.color, self.gradients)
        stroke = None if style.stroke_hidden else colour(style.stroke, style.color, self.gradients)
        width = style.stroke_width * place.scale if stroke else 0.0
        for points, closed, straight in _outlines(tag, attributes, (self.width, self.height)):
            self.points -= len(points)
            if self.points < 0:
                raise _TooMuch
            moved = [place(point) for point in points]
            filled = fill if closed or len(points) > 2 else None
            shape = shape_of(moved, closed=closed, fill=filled, stroke=stroke, stroke_width=width, straight=straight)
            if shape:
                self.shapes.append(shape)

    def _texts(self, element: Any, place: Affine, style: Style) -> None:
        for x, y, words, run_style in self._runs(element, style):
            text = one_line(words)
            if text and not run_style.hidden:
                self.texts.append(_placed_text(text, x, y, run_style, place))

    def _runs(self, element: Any, style: Style) -> Iterator[tuple[float, float, str, Style]]:
        """The pieces of a ``text`` element that stand at places of their own; ``tspan``s that just go on are joined."""
        attributes = attributes_of(element)
        x, y = _place(attributes, 0.0, 0.0, style)
        words = element.text or ""
        run_style = style
        for span in element:
            if tag_of(span) == "tspan":
                own = attributes_of(span)
                span_style = inherit(style, self.rules.of("tspan", own))
                if own.keys() & {"x", "y", "dy"} and (words.strip() or own.keys() & {"x", "y"}):
                    yield x, y, words, run_style
                    words = ""
                if not words.strip():
                    run_style = span_style
                x, y = _place(own, x, y, span_style)
                words += "".join(span.itertext())
            words += span.tail or ""
        yield x, y, words, run_style


def _place(attributes: dict[str, str], x: float, y: float, style: Style) -> Point:
    def first(name: str, default: float) -> float:
        parts = attributes.get(name, "").replace(",", " ").split()
        return length(parts[0], default, relative=style.font_size) if parts else default

    return first("x", x) + first("dx", 0.0), first("y", y) + first("dy", 0.0)


def _placed_text(text: str, x: float, y: float, style: Style, place: Affine) -> Text:
    size = style.font_size
    width = text_width(text, size)
    left = x - {"middle": width / 2, "end": width}.get(style.anchor, 0.0)
    if style.baseline in ("middle", "central"):
        y += size * 0.35
    elif style.baseline in ("hanging", "text-before-edge", "text-top"):
        y += size * _ASCENT
    corners = [
        (left, y - size * _ASCENT),
        (left + width, y - size * _ASCENT),
        (left, y + size * _DESCENT),
        (left + width, y + size * _DESCENT),
    ]
    return Text(text, _box_of([place(corner) for corner in corners]), size * place.scale, place.angle)


def _box_of(points: list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _outlines(tag: str, attributes: dict[str, str], size: Point) -> list[tuple[list[Point], bool, bool]]:
    """(points, closed, straight) of each outline of a shape element, in its own coordinates; lengths in ``%`` count from ``size``."""

    def number(name: str, default: float = 0.0) -> float:
        relative = size[1] if name in ("y", "y1", "y2", "cy", "ry", "height") else size[0]
        return length(attributes.get(name), default, relative=relative)

    if tag == "path":
        return [(path.points, path.closed, path.straight) for path in subpaths(attributes.get("d", ""))]
    if tag in ("polyline", "polygon"):
        values = [float(part) for part in attributes.get("points", "").replace(",", " ").split() if _is_number(part)]
        points = list(zip(values[::2], values[1::2], strict=False))
        return [(points, tag == "polygon", True)]
    if tag == "line":
        return [([(number("x1"), number("y1")), (number("x2"), number("y2"))], False, True)]
    if tag == "rect":
        x, y, width, height = number("x"), number("y"), number("width"), number("height")
        return [([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True, True)]
    rx, ry = (number("r"), number("r")) if tag == "circle" else (number("rx"), number("ry"))
    turns = [2 * math.pi * step / _ROUND for step in range(_ROUND)]
    return [([(number("cx") + rx * math.cos(turn), number("cy") + ry * math.sin(turn)) for turn in turns], True, False)]


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _view_box(attributes: dict[str, str]) -> tuple[float, float, float, float] | None:
    values = [float(part) for part in attributes.get("viewbox", "").replace(",", " ").split() if _is_number(part)]
    return (values[0], values[1], values[2], values[3]) if len(values) == 4 and values[2] > 0 and values[3] > 0 else None


def _inner_view(attributes: dict[str, str]) -> Affine:
    moved = Affine(e=length(attributes.get("x"), 0.0), f=length(attributes.get("y"), 0.0))
    view = _view_box(attributes)
    if view is None:
        return moved
    x, y, width, height = view
    scale = min(length(attributes.get("width"), width) / width, length(attributes.get("height"), height) / height)
    return moved @ Affine(a=scale, d=scale) @ Affine(e=-x, f=-y)


def _first_stop(gradient: Any) -> str:
    for stop in gradient:
        if isinstance(stop.tag, str) and tag_of(stop) == "stop":
            attributes = attributes_of(stop)
            return Rules("").of("stop", {"style": attributes.get("style", "")}).get("stop-color") or attributes.get("stop-color", "none")
    return "none"
