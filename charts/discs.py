"""Pies and donuts in a picture: a round patch, and the colours met while walking around near its rim."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import mask
from charge_stream.charts.scene import Disc, Wedge, distance

STEPS = 1440
RINGS = (0.94, 0.9, 0.86, 0.8)
MIN_DIAMETER = 60
ROUND = 0.93
MATCH = 26
FAINT = 24
MIN_SHARE = 0.004


def discs(pixels: Pixels, colours: list[RGB], ground: RGB) -> tuple[Disc, ...]:
    """The largest round patches that show at least two colours."""
    import cv2

    colours = [colour for colour in colours if distance(colour, ground) > FAINT]
    if len(colours) < 2:
        return ()
    painted = np.zeros(pixels.shape[:2], dtype=np.uint8)
    for colour in colours:
        painted |= mask(pixels, colour, ground, 18).astype(np.uint8)
    # An opening first: leader lines and letters must not hang on to the disc.
    opened = cv2.morphologyEx(painted, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[Disc] = []
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:3]:
        _, _, width, height = cv2.boundingRect(contour)
        if min(width, height) < MIN_DIAMETER or max(width, height) > 1.12 * min(width, height):
            continue
        hull = cv2.convexHull(contour)
        (x, y), radius = cv2.minEnclosingCircle(hull)
        if cv2.contourArea(hull) < ROUND * math.pi * radius**2 or cv2.contourArea(contour) < 0.8 * math.pi * radius**2:
            continue
        wedges = _wedges(_walk(pixels, colours, x, y, radius), colours)
        if len(wedges) >= 2:
            found.append(Disc(float(x), float(y), float(radius), wedges))
    return tuple(found)


def _walk(pixels: Pixels, colours: list[RGB], x: float, y: float, radius: float) -> list[int]:
    """The colour (by index, -1 for none) at each step clockwise from the top, by vote of several rings."""
    height, width = pixels.shape[:2]
    palette = np.array(colours, dtype=int)
    seen = []
    for step in range(STEPS):
        turn = 2 * math.pi * step / STEPS
        votes: Counter[int] = Counter()
        for ring in RINGS:
            column, row = round(x + ring * radius * math.sin(turn)), round(y - ring * radius * math.cos(turn))
            if 0 <= column < width and 0 <= row < height:
                away = np.abs(palette - pixels[row, column].astype(int)).max(axis=1)
                if away.min() < MATCH:
                    votes[int(away.argmin())] += 1
        seen.append(votes.most_common(1)[0][0] if votes else -1)
    return seen


def _wedges(seen: list[int], colours: list[RGB]) -> tuple[Wedge, ...]:
    """Runs of one colour; steps without a colour (separating lines) go half to each neighbour."""
    first = next((i for i in range(STEPS) if seen[i] >= 0 and seen[i] != seen[i - 1]), None)
    if first is None:
        return ()
    runs: list[tuple[int, int, int]] = []
    for step in range(first, first + STEPS):
        colour = seen[step % STEPS]
        if runs and runs[-1][0] == colour:
            runs[-1] = (colour, runs[-1][1], step + 1)
        else:
            runs.append((colour, step, step + 1))
    kept = [run for run in runs if run[0] >= 0 and run[2] - run[1] >= MIN_SHARE * STEPS]
    merged: list[tuple[int, int, int]] = []
    for run in kept:
        if merged and merged[-1][0] == run[0] and run[1] - merged[-1][2] < 2:
            merged[-1] = (run[0], merged[-1][1], run[2])
        else:
            merged.append(run)
    edges = [(merged[i - 1][2] - (STEPS if i == 0 else 0) + run[1]) / 2 for i, run in enumerate(merged)]
    ends = [*edges[1:], edges[0] + STEPS]
    return tuple(Wedge(start / STEPS, end / STEPS, colours[run[0]]) for run, start, end in zip(merged, edges, ends, strict=True))
