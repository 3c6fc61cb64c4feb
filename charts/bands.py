"""Filled bands that lie on one another: the parts of a stacked area chart, in a picture or as drawn."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB, Point, Shape
from charge_stream.charts.palette import mask
from charge_stream.charts.scene import Areas, Trace

WIDE = 0.3
"""A band runs over at least this share of the width, nearly without a gap, and is filled."""
FILLED = 0.85
THIN = 2
SEAM = 4.0
"""Between bands on one another there is at most a line of so many pixels, in most places."""
DRAWN_SEAM = 1.0
TOUCHING, LEVEL = 0.85, 0.9
JUMP, STEPPED = 4, 0.5
"""Where more of the rise and fall of an edge than this share is in jumps, bars stand side by side."""
SLOPED, PLATEAU = 4, 0.75
ROUGH = 0.9
"""A band is filled in at least this share of its places."""
PLACES = 60
"""A drawing's edges are compared at so many places."""


@dataclass(frozen=True, slots=True)
class Band:
    """A filled band: its colour and its upper and lower edge at the places `xs`, from left to right."""

    colour: RGB
    xs: NDArray[np.float64]
    tops: NDArray[np.float64]
    bottoms: NDArray[np.float64]
    edge: tuple[Point, ...]
    vertices: tuple[Point, ...] = ()


def areas(pixels: Pixels, colours: list[RGB], ground: RGB) -> Areas | None:
    """At least two bands on one another in a picture."""
    found = [band for colour in colours if (band := _painted(mask(pixels, colour, ground), colour)) is not None]
    return _stacked(found, SEAM)


def drawn_areas(shapes: Sequence[Shape], width: float, grain: float) -> Areas | None:
    """The same of a drawing's filled shapes, whose vertices are exact. One area alone counts too."""
    found = [band for shape in shapes if (band := _drawn(shape, width, grain)) is not None]
    return _stacked(found, DRAWN_SEAM) or (_as_areas(found) if len(found) == 1 and _sloped(found[0]) else None)


def _painted(painted: NDArray[np.bool_], colour: RGB) -> Band | None:
    xs = np.flatnonzero(painted.any(axis=0))
    if len(xs) < WIDE * painted.shape[1]:
        return None
    tops = painted.argmax(axis=0)[xs]
    bottoms = painted.shape[0] - painted[::-1].argmax(axis=0)[xs]
    filled = painted.sum(axis=0)[xs] >= FILLED * (bottoms - tops)
    # A key of the legend in the same colour is a small piece apart.
    runs = np.split(np.arange(len(xs)), np.flatnonzero(np.diff(xs) > THIN) + 1)
    main = max(runs, key=len)
    solid = filled[main]
    if len(main) < WIDE * painted.shape[1] or solid.mean() < ROUGH or np.median((bottoms - tops)[main]) < THIN:
        return None
    main = main[solid]
    places, upper, lower = xs[main] + 0.5, tops[main].astype(float), bottoms[main].astype(float)
    return Band(colour, places, upper, lower, tuple(zip(places.tolist(), upper.tolist(), strict=True)))


def _drawn(shape: Shape, width: float, grain: float) -> Band | None:
    """A filled shape whose outline goes once to the right and once back."""
    x0, _, x1, _ = shape.box
    if shape.fill is None or len(shape.points) < 5 or x1 - x0 < WIDE * width:
        return None
    points = list(shape.points)
    start = min(range(len(points)), key=lambda i: points[i][0])
    around = points[start:] + points[: start + 1]
    turn = max(range(len(around)), key=lambda i: around[i][0])
    chains = [sorted(around[: turn + 1]), sorted(around[turn:])]
    if any(not _single_valued(chain, grain) for chain in (around[: turn + 1], around[turn:][::-1])):
        return None
    places = np.linspace(x0 + grain, x1 - grain, PLACES)
    heights = [np.interp(places, [x for x, _ in chain], [y for _, y in chain]) for chain in chains]
    upper = 0 if heights[0].mean() < heights[1].mean() else 1
    edge = dict(sorted(chains[upper], key=lambda point: (point[0], -point[1])))
    return Band(shape.fill, places, heights[upper], heights[1 - upper], tuple(edge.items()), tuple(edge.items()))


def _single_valued(chain: Sequence[Point], grain: float) -> bool:
    return all(after[0] >= before[0] - grain for before, after in itertools.pairwise(chain))


def _stacked(found: list[Band], seam: float) -> Areas | None:
    """The bands from the one with a level floor upwards, each lying on the one before; fewer than two are no stack."""
    for lowest in found:
        if (np.abs(lowest.bottoms - np.median(lowest.bottoms)) <= seam / 2).mean() < LEVEL:
            continue
        stack = [lowest]
        while (upper := next((band for band in found if band not in stack and _on(band, stack[-1], seam)), None)) is not None:
            stack.append(upper)
        if len(stack) >= 2 and any(_sloped(band) for band in stack[:-1]):
            return _as_areas(stack)
    return None


def _as_areas(stack: list[Band]) -> Areas:
    edges = tuple(Trace(band.colour, band.edge, band.vertices, area=True) for band in stack)
    return Areas(edges, float(np.median(stack[0].bottoms)))


def _on(upper: Band, lower: Band, seam: float) -> bool:
    """The lower edge of one is the upper edge of the other, in most places that both have."""
    start, end = max(upper.xs[0], lower.xs[0]), min(upper.xs[-1], lower.xs[-1])
    places = upper.xs[(upper.xs >= start) & (upper.xs <= end)]
    if len(places) < 0.5 * len(lower.xs):
        return False
    gap = np.interp(places, lower.xs, lower.tops) - np.interp(places, upper.xs, upper.bottoms)
    return bool((np.abs(gap) <= seam).mean() >= TOUCHING)


def _sloped(band: Band) -> bool:
    """The edge rises or falls, and mostly not in jumps, as bars that stand side by side do, or at its ends, as rounded frames do."""
    steps = np.abs(np.diff(band.tops))
    jumps = 0.0 if band.vertices else steps[steps > JUMP].sum()
    level = (np.abs(band.tops - np.median(band.tops)) <= 1).mean()
    return bool(np.ptp(band.tops) >= SLOPED and level < PLATEAU and jumps <= STEPPED * steps.sum())
