"""Rules of one length with marks between them: the frame of a figure, unless they are the edges or the grid of a plot."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.charts.reading import Box
from charge_stream.documents.pdf_lines import Body, Line
from charge_stream.documents.pdf_objects import Painted, Placed, around

MIN_HEIGHT = 50.0
"""Points; a figure is not lower."""
LABEL_NEAR = 12.0
"""Points between a plot and its labels."""
BODY_SHARE = 0.35
"""A region with more of its words in running text is a box of text."""
_ACROSS = 4.0
"""Points by which a mark must stick out of a rule on both sides to run across it."""
_MAX_TICK = 12
"""Characters; a longer text is no number of an axis."""


def frames_of(rules: Sequence[Painted], things: Sequence[Painted | Placed], lines: Sequence[Line], body: Body) -> list[Box]:
    """The boxes between neighbouring rules of the same extent and colour that hold marks and little running text.

    Rules with numbers along their ends or right below them, or that a mark runs across, are the edges or the grid of a plot, whose labels
    stand outside.
    """
    found: list[Box] = []
    for rule in rules:
        alike = [other.box for other in rules if _same_extent(other.box, rule.box) and ink(other) == ink(rule)]
        below = [box for box in alike if box[1] > rule.box[1] + 3]
        bottom = min(below, key=lambda box: box[1], default=None)
        if bottom is None or bottom[1] - rule.box[1] < MIN_HEIGHT:
            continue
        box = (min(rule.box[0], bottom[0]), rule.box[1], max(rule.box[2], bottom[2]), bottom[3])
        held = [thing for thing in things if inside(thing.box, box)]
        if held and body_share(box, lines, body) < BODY_SHARE and not (_is_plot(box, lines) or _is_crossed(box, things)):
            found.append(around([box, *(_within(thing.box, box) for thing in held)]))
    return [box for box in found if not any(_holds(other, box) for other in found)]


def _is_plot(box: Box, lines: Sequence[Line]) -> bool:
    """Whether at least two numbers stand beside or below a box, as those of an axis do."""
    numbers = [line.box for line in lines if line.count <= 2 and len(line.text) <= _MAX_TICK and any(map(str.isdigit, line.text))]
    beside = [label for label in numbers if box[1] - 4 <= (label[1] + label[3]) / 2 <= box[3] + 4]
    below = [label for label in numbers if box[0] - 4 <= (label[0] + label[2]) / 2 <= box[2] + 4 and label[1] > box[3] - 1]
    near = sum(-1 < max(box[0] - label[2], label[0] - box[2]) < LABEL_NEAR for label in beside)
    return max(near, sum(label[1] - box[3] < LABEL_NEAR for label in below)) >= 2


def _is_crossed(box: Box, things: Sequence[Painted | Placed]) -> bool:
    """Whether a mark runs across the upper or the lower edge of a box."""
    within = [thing.box for thing in things if box[0] - 1 <= thing.box[0] and thing.box[2] <= box[2] + 1]
    return any(other[1] < edge - _ACROSS and other[3] > edge + _ACROSS for other in within for edge in (box[1], box[3]))


def _holds(outer: Box, inner: Box) -> bool:
    return area(outer) > area(inner) and inside(inner, outer)


def _within(box: Box, frame: Box) -> Box:
    """The box, cut to what a frame may grow by."""
    return (max(box[0], frame[0] - 20), max(box[1], frame[1]), min(box[2], frame[2] + 20), min(box[3], frame[3]))


def _same_extent(one: Box, other: Box) -> bool:
    return abs(one[0] - other[0]) < 5 and abs(one[2] - other[2]) < 5


def body_share(box: Box, lines: Sequence[Line], body: Body) -> float:
    held = [line for line in lines if inside(line.box, box)]
    running = sum(line.count for line in held if body.like(line) and line.count >= 5)
    return running / max(1, sum(line.count for line in held))


def ink(rule: Painted) -> tuple[int, ...] | None:
    return rule.shapes[0].fill or rule.shapes[0].stroke


def inside(box: Box, region: Box) -> bool:
    """Whether the middle of a box lies in a region."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] - 1 <= x <= region[2] + 1 and region[1] - 1 <= y <= region[3] + 1


def area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
