"""Lines in a picture: thin strokes of one colour that run from left to right, and areas filled down to a level floor."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB, Point
from charge_stream.charts.palette import Mask, core_colours, mask
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Trace, Word, distance, saturation

MIN_EXTENT = 0.22
MIN_COVERAGE = 0.6
MAX_STROKE = 14
MARKER = 1.7
TOLERANCE = 44
RULE = 0.8


def traces(pixels: Pixels, ground: RGB, words: list[Word], keys: list[tuple[RGB, Box]]) -> tuple[Trace, ...]:
    """All lines. `keys` are the colours and boxes of the legend's swatches, which with the letters are left out of the picture."""
    hidden = np.zeros(pixels.shape[:2], dtype=bool)
    for word in words:
        _cover(hidden, word.box, 0)
    for _, box in keys:
        _cover(hidden, box, 2)
    colours = [colour for colour, _ in keys]
    for colour in core_colours(pixels, ground, ~hidden):
        telling = saturation(colour) >= 24 or distance(colour, ground) > 110
        if telling and all(distance(colour, other) > 12 for other in colours):
            colours.append(colour)
    found: list[Trace] = []
    for colour, painted in zip(colours, _assigned(pixels, ground, colours), strict=True):
        visible = _without_rules(painted) & ~hidden
        trace = _stroke(visible, colour) or _area(visible, colour)
        if trace is not None and not any(_same(trace, other) for other in found):
            found.append(trace)
    return tuple(found)


def _cover(hidden: Mask, box: Box, margin: int) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in box)
    hidden[max(y0 - margin, 0) : y1 + 1 + margin, max(x0 - margin, 0) : x1 + 1 + margin] = True


def _without_rules(painted: Mask) -> Mask:
    """Rows and columns that are painted along nearly all of the picture are frames and axes, not data."""
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


def _stroke(visible: Mask, colour: RGB) -> Trace | None:
    columns = _columns(visible)
    if columns is None:
        return None
    xs, tops, bottoms, counts = columns
    width = visible.shape[1]
    thickness = counts.astype(float)
    if xs[-1] - xs[0] < MIN_EXTENT * width or len(xs) < MIN_COVERAGE * (xs[-1] - xs[0]) or np.median(thickness) > MAX_STROKE:
        return None
    middles = _followed(visible, xs, tops, bottoms)
    if np.ptp(middles) < 2.5 and _markers(visible, xs, middles) == ():
        return None
    points = tuple((float(x) + 0.5, float(y) + 0.5) for x, y in zip(xs, middles, strict=True))
    return Trace(colour, points, _markers(visible, xs, middles))


def _columns(painted: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None:
    """Columns with paint, their first and last painted row, and how many rows are painted."""
    counts = painted.sum(axis=0)
    xs = np.flatnonzero(counts)
    if len(xs) < 10:
        return None
    tops = painted.argmax(axis=0)[xs]
    bottoms = painted.shape[0] - 1 - painted[::-1].argmax(axis=0)[xs]
    return xs, tops, bottoms, counts[xs]


def _followed(painted: Mask, xs: NDArray[np.int64], tops: NDArray[np.int64], bottoms: NDArray[np.int64]) -> NDArray[np.float64]:
    """The middle of the run in each column; of several runs, the one nearest to where the line was."""
    middles = np.zeros(len(xs))
    last = float(np.median((tops + bottoms) / 2))
    single = np.flatnonzero(bottoms - tops + 1 == painted.sum(axis=0)[xs])
    if len(single):
        last = (tops[single[0]] + bottoms[single[0]]) / 2
    for i, x in enumerate(xs):
        rows = np.flatnonzero(painted[:, x])
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        spans = [(float(run[0]), float(run[-1])) for run in runs]
        low, high = min(spans, key=lambda span: max(span[0] - last, last - span[1], 0.0) - 0.01 * (span[1] - span[0]))
        last = middles[i] = (low + high) / 2
    return middles


def _markers(painted: Mask, xs: NDArray[np.int64], middles: NDArray[np.float64]) -> tuple[Point, ...]:
    """Round blobs on the line, thicker than the line itself; none where fewer than three stand out."""
    import cv2

    count = painted.sum(axis=0)[xs]
    stroke = float(np.percentile(count, 30))
    size = round(MARKER * stroke) + 1
    if size > 24:
        return ()
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx(painted.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    number, _, stats, centres = cv2.connectedComponentsWithStats(opened, connectivity=8)
    sizes = [(int(w), int(h)) for _, _, w, h, _ in stats[1:number]]
    if len(sizes) < 3:
        return ()
    usual = sorted(w for w, _ in sizes)[len(sizes) // 2]
    round_ones = [
        (float(x) + 0.5, float(y) + 0.5)
        for (x, y), (w, h) in zip(centres[1:number], sizes, strict=True)
        if abs(w - usual) <= 3 and abs(h - usual) <= 3
    ]
    return tuple(sorted(round_ones)) if len(round_ones) >= 3 and len(round_ones) >= 0.7 * len(sizes) else ()


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
    if np.ptp(tops) < 3 or (steps > 12).sum() > 0.05 * len(steps):
        return None
    return Trace(colour, tuple((float(x) + 0.5, float(y)) for x, y in zip(xs, tops, strict=True)), area=True)


def _same(first: Trace, second: Trace) -> bool:
    """Two shades of one drawn line."""
    heights = dict(second.points)
    shared = [abs(y - heights[x]) for x, y in first.points if x in heights]
    return len(shared) > 0.5 * len(first.points) and sum(gap <= 3 for gap in shared) > 0.7 * len(shared)
