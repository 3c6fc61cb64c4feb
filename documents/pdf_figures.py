"""Where the figures of a page are: between two rules of one length, or where drawn marks and pictures cluster with labels around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from charge_stream.charts.drawing import Shape
from charge_stream.charts.reading import Box
from charge_stream.documents.pdf_frames import BODY_SHARE, LABEL_NEAR, MIN_HEIGHT, area, body_share, frames_of, ink, inside
from charge_stream.documents.pdf_lines import Body, Line
from charge_stream.documents.pdf_objects import Painted, Placed, around

_MIN_WIDTH = 90.0
"""Points; a figure is not smaller."""
_RULE_HEIGHT, _RULE_WIDTH = 2.2, 60.0
_NEAR = 9.0
"""Points around a mark within which another belongs to the same cluster (twice this between them)."""
_APART = 36.0
_PAGE_SHARE = 0.6
"""A mark covering more of the page is its background, or the scan of it."""
_LARGE_LABEL = 1.45
"""Of the running text's size: what is larger is a heading."""
_OTHER_FACE = 1.15
"""The same for longer labels, in another face than the running text's."""
_MAX_KEY, _KEY_APART = 30.0, 60.0
"""Points: a legend's key is not larger, and stands not farther from its plot."""
_MIN_LABELS = 3
_MIN_FRAMED = 5
"""Marks between two rules that need no labels: their words may be drawn as outlines."""
_PICTURED = 0.2
"""Share of a region that pictures must cover for it to be a figure without marks or labels."""
_MIN_PIXELS = 24
_MAX_MARKS = 6000
CAPTION = re.compile(
    r"^(?:figure|fig\.?|chart|graph|exhibit|abbildung|abb\.|graphique|gráfico)\s*[\dA-Z][\d.\-–]*\s*[.:|–—-]?\s", re.IGNORECASE
)
NOTES = re.compile(r"^(?:notes?|sources?|data|quelle|anmerkung|fuente|nota)\b\s*[:.]|^[*†‡¹]\s?\w", re.IGNORECASE)


@dataclass
class Region:
    """A figure: ``box`` around all that belongs to it; ``framed`` when rules bound it. ``lines`` index the page's lines in it."""

    box: Box
    framed: bool
    marks: list[Painted] = field(default_factory=list)
    pictures: list[Placed] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def regions_of(
    painted: Sequence[Painted], placed: Sequence[Placed], lines: Sequence[Line], size: tuple[float, float], body: Body
) -> list[Region]:
    """The figures of a page, top to bottom. ``size`` is the page's width and height; ``lines`` are those that are no page furniture.

    1. Rules, underlines, backgrounds and invisible shapes are told apart from marks. 2. Two neighbouring rules of the same length with
    marks between them frame a figure. 3. Other marks are clustered, and the clusters grow by the labels around them. 4. What has too few
    marks or labels, or holds running text, is dropped.
    """
    page = size[0] * size[1]
    visible = [item for item in painted if area(item.box) < _PAGE_SHARE * page and any(not is_white(shape) for shape in item.shapes)]
    rules = [item for item in visible if _is_rule(item.box) and not _underlines(item.box, lines)]
    marks = [item for item in visible if not _is_rule(item.box) and not _is_speck(item.box)][:_MAX_MARKS]
    pictures = [item for item in placed if min(item.pixels) >= _MIN_PIXELS and area(item.box) < _PAGE_SHARE * page]
    things: list[Painted | Placed] = [*marks, *pictures]
    regions = [Region(box, True) for box in frames_of(rules, things, lines, body)]
    loose = [thing for thing in things if not any(inside(thing.box, region.box) for region in regions)]
    regions += _clusters([*(thing.box for thing in loose), *_axes(rules, loose)], lines, body, regions)
    regions = [_with_keys(region, visible, lines, body, regions) for region in regions]
    for region in regions:
        region.marks = [item for item in painted if inside(item.box, region.box)]
        region.pictures = [item for item in pictures if inside(item.box, region.box)]
        region.lines = [index for index, line in enumerate(lines) if inside(line.box, region.box)]
    return sorted((region for region in regions if _is_figure(region, lines, body)), key=lambda region: (region.box[1], region.box[0]))


def is_white(shape: Shape) -> bool:
    """Whether a shape shows nothing on white paper."""
    return shape.stroke is None and shape.fill is not None and min(shape.fill) >= 250


def _is_rule(box: Box) -> bool:
    return box[3] - box[1] <= _RULE_HEIGHT and box[2] - box[0] >= _RULE_WIDTH


def _is_speck(box: Box) -> bool:
    """Whether a shape is too small, or too thin and short, to be more than an underline, a tick or a dot."""
    width, height = box[2] - box[0], box[3] - box[1]
    return max(width, height) < 2.5 or height <= _RULE_HEIGHT


def _underlines(rule: Box, lines: Sequence[Line]) -> bool:
    covered = sum(
        max(0.0, min(line.right, rule[2]) - max(line.left, rule[0])) for line in lines if -1.0 < rule[1] - line.baseline < 0.35 * line.size
    )
    return covered > 0.6 * (rule[2] - rule[0])


def _axes(rules: Sequence[Painted], things: Sequence[Painted | Placed]) -> list[Box]:
    """The rules that at least two marks stand on or hang from: they hold bars together."""
    found = []
    for rule in rules:
        left, top, right, bottom = rule.box
        held = [box for box in (thing.box for thing in things) if left - 3 <= box[0] and box[2] <= right + 3]
        if sum(abs(box[3] - bottom) < 2 or abs(box[1] - top) < 2 for box in held) > 1:
            found.append(rule.box)
    return found


def _clusters(marks: list[Box], lines: Sequence[Line], body: Body, frames: Sequence[Region]) -> list[Region]:
    free = [line for line in lines if not any(inside(line.box, frame.box) for frame in frames)]
    running = [line.box for line in free if body.like(line) and line.count >= 3]
    boxes = _merged(marks, lambda one, other: _gap(one, other) < 2 * _NEAR)
    boxes = [box for box in boxes if box[2] - box[0] >= 8 and box[3] - box[1] >= 8]
    boxes = _merged(boxes, lambda one, other: _side_by_side(one, other) and not any(_touches(around([one, other]), box) for box in running))
    boxes = [_grown(box, free, body) for box in boxes if box[2] - box[0] >= 25 and box[3] - box[1] >= 15]
    return [Region(_titled(box, free, body), False) for box in _merged(boxes, _touches)]


def _with_keys(region: Region, painted: Sequence[Painted], lines: Sequence[Line], body: Body, regions: Sequence[Region]) -> Region:
    """The region with the keys of a legend that stands apart: small marks in colours of its own, each right before its name."""
    if region.framed:
        return region
    held = [item for item in painted if inside(item.box, region.box)]
    shown = {ink(item) for item in held if not _is_rule(item.box) or item.shapes[0].kind == "path"}
    running = [line.box for line in lines if body.like(line) and line.count >= 3]
    others = [other.box for other in regions if other is not region]
    box = region.box
    for item in painted:
        if inside(item.box, region.box) or max(item.box[2] - item.box[0], item.box[3] - item.box[1]) > _MAX_KEY or ink(item) not in shown:
            continue
        names = [line for line in lines if _is_label(line, body) and _before(item.box, line)]
        if names and _gap(item.box, region.box) < _KEY_APART:
            wider = around([box, item.box, *(line.box for line in names)])
            if not any(_touches(wider, other) for other in [*running, *others]):
                box = wider
    return Region(box, False)


def _before(key: Box, line: Line) -> bool:
    """Whether a key stands level with a line and just left of it."""
    middle = (key[1] + key[3]) / 2
    return line.box[1] - 2 <= middle <= line.box[3] + 2 and -1 < line.left - key[2] < 1.5 * line.size


def _merged(boxes: list[Box], belong: Callable[[Box, Box], bool]) -> list[Box]:
    """Boxes that belong together joined, until none do."""
    merged: list[Box] = []
    for box in boxes:
        joined = box
        while touching := [other for other in merged if belong(joined, other)]:
            merged = [other for other in merged if other not in touching]
            joined = around([joined, *touching])
        merged.append(joined)
    return merged


def _gap(one: Box, other: Box) -> float:
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _touches(one: Box, other: Box) -> bool:
    return _gap(one, other) < 0


def _side_by_side(one: Box, other: Box) -> bool:
    """Whether two boxes stand at one height, not far apart: bars without an axis, small multiples."""
    shared = min(one[3], other[3]) - max(one[1], other[1])
    apart = max(one[0] - other[2], other[0] - one[2])
    return shared > 0.5 * min(one[3] - one[1], other[3] - other[1]) and apart < _APART


def _grown(box: Box, lines: Sequence[Line], body: Body) -> Box:
    """The box with the labels beside and around it: short pieces of text that are not running text."""
    left = [line for line in lines if _is_label(line, body)]
    while True:
        near = [line for line in left if _reaches(box, line.box)]
        if not near:
            return box
        left = [line for line in left if line not in near]
        box = around([box, *(line.box for line in near)])


def _is_label(line: Line, body: Body) -> bool:
    if line.font != body.font and not line.bold and line.size <= _OTHER_FACE * body.size and line.count <= 6 and len(line.text) <= 40:
        return True
    if body.like(line) or line.size > 1.02 * body.size:
        return line.count <= 3 and len(line.text) <= 24 and line.size <= _LARGE_LABEL * body.size
    return len(line.text) <= 90


def _reaches(box: Box, label: Box) -> bool:
    """Whether a label stands at a box: near beside it within its height, or right above or below it."""
    across = max(label[0] - box[2], box[0] - label[2], 0.0)
    along = max(label[1] - box[3], box[1] - label[3], 0.0)
    return across <= 2 * LABEL_NEAR and along <= (LABEL_NEAR if across == 0 else 2.0)


def _titled(box: Box, lines: Sequence[Line], body: Body) -> Box:
    """The box with the title and subtitle right above it, and a caption or notes right below it."""
    for _ in range(6):
        above = [line for line in lines if _over(line.box, box) and 0 <= box[1] - line.box[3] < _reach_up(line, body)]
        taken = [line for line in above if not (body.like(line) and not line.bold) or CAPTION.match(line.text)]
        if not taken or len(taken) < len(above):
            break
        box = around([box, *(line.box for line in taken)])
    started = False
    for _ in range(8):
        below = [line for line in lines if _over(line.box, box) and 0 <= line.box[1] - box[3] < (1.0 if started else 2.2) * line.size]
        first = min(below, key=lambda line: line.box[1], default=None)
        if first is None or not (started or NOTES.match(first.text) or CAPTION.match(first.text)) or (started and body.like(first)):
            break
        started = True
        box = around([box, first.box])
    return box


def _reach_up(line: Line, body: Body) -> float:
    """How far below a line the figure that it heads may begin; a subtitle stands clear of a plot with room at its top."""
    return 30.0 if line.size < 0.95 * body.size and not body.like(line) else 1.5 * line.size


def _over(line: Box, box: Box) -> bool:
    """Whether most of a line stands above or below the box, not beside it."""
    return min(line[2], box[2] + 10) - max(line[0], box[0] - 10) > 0.8 * (line[2] - line[0])


def _is_figure(region: Region, lines: Sequence[Line], body: Body) -> bool:
    left, top, right, bottom = region.box
    if right - left < _MIN_WIDTH or bottom - top < MIN_HEIGHT or body_share(region.box, lines, body) >= BODY_SHARE:
        return False
    pictured = sum(area(picture.box) for picture in region.pictures if picture.box[3] - picture.box[1] >= MIN_HEIGHT)
    if pictured >= _PICTURED * area(region.box):
        return True
    shapes = [shape for mark in region.marks for shape in mark.shapes if not is_white(shape)]
    solid = sum(1 for shape in shapes if not _is_rule(shape.box) and not _is_speck(shape.box))
    if region.framed and solid >= _MIN_FRAMED:
        return True
    labels = [lines[index] for index in region.lines if not (body.like(lines[index]) and lines[index].count > 5)]
    return solid >= 2 and len(labels) >= _MIN_LABELS and any(char.isdigit() for label in labels for char in label.text)
