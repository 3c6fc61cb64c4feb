"""Round marks in a picture: the dots of dot plots and scatter plots, the markers of lines, the round keys of a legend."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import mask
from charge_stream.charts.scene import Dot, Mark, Word, distance, median

MAX_DOTS = 1_200
"""More blobs of one colour are texture."""
LEAST, LARGEST = 0.16, 5.0
"""Radius of a dot in text heights."""
SOLID, COVERED = 0.78, 0.42
"""How much of the circle around it a dot fills; and one that another dot half covers, if it is as large as the others."""
ALIKE = 0.12
THIN = 0.3
INK = 60
CORNER, PIECE = 0.14, 8.0


def dots(pixels: Pixels, colours: list[RGB], ground: RGB, words: list[Word], marks: Sequence[Mark], text_height: float) -> tuple[Dot, ...]:
    """All round patches of one flat colour that are no letters and no pieces of `marks`, their centres to a fraction of a pixel.

    Thin lines that hang on to a dot are left out of it, values printed in it belong to it, and one partly under another is as large as
    the rest.
    """
    found: list[Dot] = []
    for colour in colours:
        round_ones = [
            dot for dot in _of_colour(pixels, colour, ground, text_height) if not _is_letter(dot, words) and not _is_piece(dot, marks)
        ]
        if len(round_ones) <= MAX_DOTS:
            found.extend(round_ones)
    return tuple(sorted(found, key=lambda dot: (dot.y, dot.x)))


def _of_colour(pixels: Pixels, colour: RGB, ground: RGB, text_height: float) -> list[Dot]:
    import cv2

    painted = mask(pixels, colour, ground, 22).astype(np.uint8)
    size = 2 * round(THIN * text_height / 2) + 1
    opened = cv2.morphologyEx(painted, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    solid: list[Dot] = []
    partial: list[Dot] = []
    for contour in contours:
        (x, y), radius = cv2.minEnclosingCircle(contour)
        radius += 0.5
        if not LEAST * text_height <= radius <= LARGEST * text_height or _cornered(painted, cv2.boundingRect(contour)):
            continue
        filled = (cv2.contourArea(contour) + 0.5 * len(contour) + 1) / (math.pi * radius**2)
        # Of a covered dot more than half its rim must show, or the circle around it is not its own.
        dot = Dot(float(x) + 0.5, float(y) + 0.5, float(radius), colour)
        if filled >= SOLID:
            solid.append(dot)
        elif filled >= COVERED:
            partial.append(dot)
    usual = median(dot.radius for dot in solid)
    return solid + [dot for dot in partial if abs(dot.radius - usual) <= max(0.7, ALIKE * usual)]


def _cornered(painted: NDArray[np.uint8], box: Sequence[int]) -> bool:
    """The corners of the box are painted: a piece of a bar that letters cut off, and no dot."""
    x, y, width, height = box
    part = painted[y : y + height, x : x + width]
    side = max(1, round(CORNER * min(width, height)))
    corners = (part[:side, :side], part[:side, -side:], part[-side:, :side], part[-side:, -side:])
    return sum(float(corner.mean()) > 0.5 for corner in corners) >= 3


def _is_letter(dot: Dot, words: list[Word]) -> bool:
    """A bullet or the round of a letter, inside a word and in its ink; or what shows of a bar between the letters printed on it."""
    return any(
        word.box[0] - 1 <= dot.x <= word.box[2] + 1 and word.box[1] - 1 <= dot.y <= word.box[3] + 1
        for word in words
        if distance(word.colour, dot.colour) < INK or (word.number is not None and 2 * dot.radius < word.height)
    )


def _is_piece(dot: Dot, marks: Sequence[Mark]) -> bool:
    """Inside a rectangle of its colour that is much larger."""
    return any(
        mark.box[0] - 1 <= dot.x <= mark.box[2] + 1 and mark.box[1] - 1 <= dot.y <= mark.box[3] + 1
        for mark in marks
        if mark.area > PIECE * dot.radius**2 and distance(mark.colour, dot.colour) < INK
    )
