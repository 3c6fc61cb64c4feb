"""Tracks: pale rests behind bars that only show how long a bar could be. They are no series."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from charge_stream.charts.in_line import in_line
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.scene import Mark, Scene, saturation
from charge_stream.charts.turned import turn

GREY, PALE = 12, 190
LEAST = 3
ENDING, MEETING = 0.35, 3.0
"""Tracks end on one line up to this share of the text height, and begin within so many grains of their bar's end."""


def tracks(scene: Scene, entries: list[Entry]) -> set[Mark]:
    """Pale grey rectangles that the legend does not name, each going on from a bar of another colour to a line that they share."""
    pale = [mark for mark in scene.marks if is_pale(mark) and named(mark.colour, entries) is None]
    bars = [mark for mark in scene.marks if mark not in pale]
    found: set[Mark] = set()
    for upright in (True, False):
        rests = [mark for mark in pale if _goes_on(mark, bars, upright, scene)]
        for group in in_line(rests, partial(_end, upright), ENDING * scene.text_height):
            # What is printed on them is a value: then they are the segments of a stack.
            if len(group) >= LEAST and not any(word.on(mark.box) for mark in group for word in scene.words):
                found.update(group)
    return found


def is_pale(mark: Mark) -> bool:
    """Of a light grey, as tracks are."""
    return saturation(mark.colour) < GREY and min(mark.colour) > PALE


def _end(upright: bool, mark: Mark) -> float:
    return turn(mark.box, upright).l1


def _goes_on(rest: Mark, bars: Sequence[Mark], upright: bool, scene: Scene) -> bool:
    """A bar as thick as the rest ends where it begins."""
    span = turn(rest.box, upright)
    return any(
        abs(bar.l1 - span.l0) <= MEETING * scene.grain
        and abs(bar.a - span.a) <= 0.15 * span.thickness + scene.grain
        and abs(bar.thickness - span.thickness) <= 0.15 * span.thickness + 2 * scene.grain
        for bar in (turn(mark.box, upright) for mark in bars)
    )
