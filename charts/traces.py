"""Lines in a picture: thin strokes of one colour that run from left to right, and areas filled down to a level floor."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.centre import centred
from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB, Point
from charge_stream.charts.palette import Mask, core_colours, covered, mask, without_smears
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Trace, Word, distance, is_coloured, median

MIN_EXTENT = 0.22
MIN_COVERAGE = 0.6
MAX_STROKE, STROKE_SHARE = 14, 0.02
"""In pixels, and in large pictures as a share of the shorter side; steep lines are high in every column."""
THICKER, MAX_MARKER, MAX_BLOBS = 2.0, 24, 400
"""Markers are at least this many pixels wider than their line, and at most so wide; more blobs are texture."""
TOLERANCE = 44
RULE = 0.55
PALE = 70
FRAME = 0.6
"""A grey line that is level for more than this share is a frame or an axis."""
MAX_RUNS = 6
"""More runs of one colour in a column, on average, are texture."""
LOOK_BACK = 40
MIN_BREAKS, MAX_BREAK = 8, 24
"""A dashed line has at least so many breaks, each at most so many columns wide."""
THIN = 4
"""An area is higher than this in most places, a frame is not."""
LEFT_OUT, INTERRUPTED = 1.0, 30.0
"""What a column costs that a line passes over, and a stretch without paint longer than `LOOK_BACK`: shorter pieces are no part of it."""
HAIRLINE = 0.6
SPREAD = 0.6
SMEARED, SHADES = 5.0, 60


def traces(pixels: Pixels, ground: RGB, words: list[Word], keys: list[tuple[RGB, Box]]) -> tuple[Trace, ...]:
    """All lines. `keys` are the colours and boxes of the legend's swatches, which with the letters are left out of the picture."""
    hidden = covered(pixels.shape[:2], [word.box for word in words]) | covered(pixels.shape[:2], [box for _, box in keys], 2)
    colours = [colour for colour, _ in keys]
    for colour in without_smears(core_colours(pixels, ground, ~hidden), pixels, ground):
        telling = is_coloured(colour) or distance(colour, ground) > 110
        if telling and all(distance(colour, other) > 12 for other in colours):
            colours.append(colour)
    found: list[Trace] = []
    for colour, painted in zip(colours, _assigned(pixels, ground, colours), strict=True):
        whole = _without_rules(painted) if distance(colour, ground) <= PALE or not is_coloured(colour) else painted
        visible = whole & ~hidden
        trace = _area(visible, colour) or _stroke(visible, whole, colour, any(colour == key for key, _ in keys))
        if trace is not None and not any(_same(trace, other) for other in found):
            found.append(centred(trace, pixels, ground, hidden))
    # A single key beside several lines is none, see `legend_of_lines`.
    named = {colour for colour, _ in keys} if len(keys) > 1 else set()
    return tuple(_without_ghosts(found, ground, named))


def _without_rules(painted: Mask) -> Mask:
    """Rows and columns that are painted along most of the picture are frames and axes where the colour is pale or grey as theirs."""
    kept = painted.copy()
    kept[painted.mean(axis=1) > RULE] = False
    kept[:, painted.mean(axis=0) > RULE] = False
    return kept


def _assigned(pixels: Pixels, ground: RGB, colours: list[RGB]) -> list[Mask]:
    """Each pixel to the nearest colour that it is near to."""
    if not colours:
        return []
    values = pixels.astype(np.int16)
    away = np.stack([np.abs(values - np.array(colour, dtype=np.int16)).max(axis=2) for colour in colours])
    nearest = away.argmin(axis=0)
    return [mask(pixels, colour, ground, TOLERANCE) & (nearest == i) for i, colour in enumerate(colours)]


def _stroke(visible: Mask, whole: Mask, colour: RGB, keyed: bool) -> Trace | None:
    """The line of a colour; what words may hide of the `whole` is not `visible`.

    A level one is a frame or a rule, unless it is coloured and a legend names it.
    """
    columns = _columns(visible)
    if columns is None:
        return None
    xs, _, _, counts = columns
    if xs[-1] - xs[0] < MIN_EXTENT * visible.shape[1] or np.median(counts) > max(MAX_STROKE, STROKE_SHARE * min(visible.shape)):
        return None
    starts = int((visible[1:] & ~visible[:-1]).sum()) + int(visible[0].sum())
    if starts > MAX_RUNS * len(xs):
        return None
    points = _followed(visible, xs)
    if _pieces(points) < MIN_COVERAGE * (points[-1][0] - points[0][0]) or points[-1][0] - points[0][0] < MIN_EXTENT * visible.shape[1]:
        return None
    heights = [y for _, y in points]
    nodes, marker = _markers(whole, points)
    usual = median(heights)
    flat = sum(abs(y - usual) <= 1 for y in heights) / len(heights)
    coloured = is_coloured(colour)
    if not nodes and ((max(heights) - min(heights) < 2.5 and not (keyed and coloured)) or (not coloured and flat > FRAME)):
        return None
    return Trace(colour, points, nodes, marker=marker)


def _columns(painted: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None:
    """Columns with paint, their first and last painted row, and how many rows are painted."""
    counts = painted.sum(axis=0)
    xs = np.flatnonzero(counts)
    if len(xs) < 10:
        return None
    tops = painted.argmax(axis=0)[xs]
    bottoms = painted.shape[0] - 1 - painted[::-1].argmax(axis=0)[xs]
    return xs, tops, bottoms, counts[xs]


def _followed(painted: Mask, xs: NDArray[np.int64]) -> tuple[Point, ...]:
    """The cheapest way from left to right through the runs of paint, one a column: jumps and hairlines cost, and so do columns left out.

    Smoothed edges of other lines leave hairlines of a paler line's colour; they are left out rather than jumped to. Where values are
    missing a line is interrupted: a long stretch without any paint costs the same however long it is and wherever the line goes on.
    """
    runs: list[tuple[int, float, float]] = []
    steps = np.diff(xs, prepend=xs[0])
    along = np.cumsum(np.where(steps > LOOK_BACK, 1, steps)) * LEFT_OUT
    columns: list[int] = []
    for column, x in enumerate(xs.tolist()):
        rows = np.flatnonzero(painted[:, x])
        for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
            runs.append((x, float(run[0]), float(run[-1])))
            columns.append(column)
    costs: list[float] = []
    before: list[int] = []
    first = 0
    for at, (x, low, high) in enumerate(runs):
        while runs[first][0] < x - LOOK_BACK and columns[first] < columns[at] - 1:
            first += 1
        own = HAIRLINE if high - low < 1 else 0.0
        best, source = float(along[columns[at]]), -1
        for other in range(first, at):
            there, bottom, top = runs[other]
            if there == x:
                break
            jump = max(low - top, bottom - high, 0.0)
            way = max(jump - (x - there), 0.0) + (x - there - 1) * LEFT_OUT if x - there <= LOOK_BACK else INTERRUPTED
            if costs[other] + way < best:
                best, source = costs[other] + way, other
        costs.append(best + own)
        before.append(source)
    at = min(range(len(runs)), key=lambda i: costs[i] + float(along[-1] - along[columns[i]]))
    line = [at]
    while before[line[-1]] >= 0:
        line.append(before[line[-1]])
    return tuple((runs[i][0] + 0.5, (runs[i][1] + runs[i][2]) / 2 + 0.5) for i in reversed(line))


def _pieces(points: tuple[Point, ...]) -> float:
    """How many columns the line is seen in, the breaks between dashes counted with them: a few pixels, and all of about one width."""
    steps = [b[0] - a[0] for a, b in itertools.pairwise(points)]
    breaks = sorted(step for step in steps if step > 1)
    longest = min(MAX_BREAK, 1.6 * breaks[len(breaks) // 2]) if len(breaks) >= MIN_BREAKS else 1.0
    return 1 + sum(step for step in steps if step <= longest)


def _markers(painted: Mask, points: tuple[Point, ...]) -> tuple[tuple[Point, ...], float]:
    """Blobs on the line, clearly thicker than the line itself, and their width; none where fewer than three of one size stand out.

    The distance to the nearest pixel without paint is half the stroke, whichever way the line runs, and the radius within a marker.
    """
    import cv2

    inward = cv2.distanceTransform(painted.astype(np.uint8), cv2.DIST_L2, 3)
    stroke, widest = (2 * float(np.percentile([inward[int(y), int(x)] for x, y in points], share)) for share in (50, 98))
    size = round((stroke + widest) / 2)
    if widest < stroke + THICKER or size > MAX_MARKER:
        return (), 0.0
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx(painted.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    number, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    heights = {int(x): y for x, y in points}
    found: list[tuple[float, float, float]] = []
    for i in range(1, min(number, MAX_BLOBS)):
        left, top, width, height = (int(value) for value in stats[i][:4])
        part = np.where(labels[top : top + height, left : left + width] == i, inward[top : top + height, left : left + width], 0)
        rows, columns = np.nonzero(part >= part.max() - 0.5)
        x, y = left + float(columns.mean()) + 0.5, top + float(rows.mean()) + 0.5
        if int(x) in heights and (abs(heights[int(x)] - y) <= height or _joined(painted[:, int(x)], heights[int(x)], y)):
            found.append((x, y, float(part.max())))
    usual = median(radius for _, _, radius in found)
    nodes = sorted((x, y) for x, y, radius in found if abs(radius - usual) <= max(0.5, 0.2 * usual))
    # Markers stand along all of a line, blobs at some of its bends are no markers.
    along = bool(nodes) and nodes[-1][0] - nodes[0][0] >= SPREAD * (points[-1][0] - points[0][0])
    return (tuple(nodes), 2 * usual) if len(nodes) >= 3 and len(nodes) >= 0.6 * len(found) and along else ((), 0.0)


def _joined(column: NDArray[np.bool_], first: float, second: float) -> bool:
    """All is painted between two heights, as on a steep piece of a line."""
    return bool(column[int(min(first, second)) : int(max(first, second)) + 1].all())


def _area(visible: Mask, colour: RGB) -> Trace | None:
    """A filled area with a level floor: its upper edge is the line."""
    columns = _columns(visible)
    if columns is None:
        return None
    xs, tops, bottoms, counts = columns
    floor = np.median(bottoms)
    solid = counts >= 0.9 * (bottoms - tops + 1)
    level = np.abs(bottoms - floor) <= 2
    if xs[-1] - xs[0] < 0.4 * visible.shape[1] or level.mean() < 0.9 or solid.mean() < 0.9 or len(xs) < 0.9 * (xs[-1] - xs[0]):
        return None
    steps = np.abs(np.diff(tops))
    if np.median(bottoms - tops) < THIN or np.ptp(tops) < 3 or (steps > 12).sum() > 0.05 * len(steps):
        return None
    return Trace(colour, tuple((float(x) + 0.5, float(y)) for x, y in zip(xs, tops, strict=True)), area=True)


def _without_ghosts(found: list[Trace], ground: RGB, named: set[RGB]) -> list[Trace]:
    """Compression smears a stroke's colour: a paler line of the same hue along a stronger one is its ghost, if the legend lacks it."""
    real = [line for line in found if line.colour in named or line.nodes]
    return [line for line in found if line in real or not any(_ghost(line, other, ground) for other in found if other is not line)]


def _ghost(line: Trace, other: Trace, ground: RGB) -> bool:
    here, there = (np.array(colour, dtype=float) - np.array(ground, dtype=float) for colour in (line.colour, other.colour))
    weaker = np.linalg.norm(here) < 0.8 * np.linalg.norm(there)
    alike = here @ there >= 0.8 * np.linalg.norm(here) * np.linalg.norm(there)
    return bool(weaker and alike and _along(line, other, other.stroke / 2 + SMEARED))


def _same(first: Trace, second: Trace) -> bool:
    """Two shades of one drawn line."""
    return distance(first.colour, second.colour) <= SHADES and _along(first, second, 3)


def _along(line: Trace, other: Trace, reach: float) -> bool:
    """Most of the line runs within reach of the other one, which may be seen in other columns."""
    x, y = (np.array(values) for values in zip(*line.points, strict=True))
    there = np.array(other.points)
    inside = (x >= there[0, 0] - 3) & (x <= there[-1, 0] + 3)
    gaps = np.abs(y - np.interp(x, there[:, 0], there[:, 1]))[inside]
    return bool(len(gaps) > 0.5 * len(x) and (gaps <= reach).mean() > 0.7)
