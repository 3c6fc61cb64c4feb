"""Bars among the rectangles: equal thickness, standing on a common baseline or stacked on one another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.drawing import RGB
from charge_stream.charts.scene import Mark, Scene, distance, median, union
from charge_stream.charts.turned import Span, turn

MIN_THICKNESS = 3.0
MAX_MARKS = 1_500
TOUCHING = 2.5
"""Edges that are no farther apart than this many grains meet."""
BORDER, MAX_BORDER = 0.12, 12.0
"""Segments may be drawn apart, or framed: by at most this share of their thickness, and this many grains."""
SLIVER, SMEARED = 3.0, 40
LINE = 4.0
"""A line drawn across bars, an average or a grid, is at most this many grains thick."""
HALF = 0.35
"""Pieces beside one another are a segment cut by its label when they fill this much of it; grid lines between bars do not."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar or one segment of a stack; `lane` counts along the categories, `reversed_` bars grow against the value."""

    mark: Mark
    span: Span
    lane: int
    reversed_: bool = False

    @property
    def colour(self) -> RGB:
        return self.mark.colour

    @property
    def length(self) -> float:
        return self.span.length

    @property
    def end(self) -> float:
        """Where the value is read on an axis."""
        return self.span.l0 if self.reversed_ else self.span.l1


@dataclass(frozen=True, slots=True)
class Bars:
    """All bars of one plot. `lanes` are their centres across; `loose` is the area of like rectangles that fit nowhere.

    Segments that touch are drawn up to `border` apart.
    """

    upright: bool
    baseline: float
    thickness: float
    lanes: tuple[float, ...]
    bars: tuple[Bar, ...]
    stacked: bool
    loose: float
    border: float = 0.0

    @property
    def colours(self) -> list[RGB]:
        """In order of first appearance, along each stack and across the lanes."""
        return list(dict.fromkeys(bar.colour for bar in self.bars))

    @property
    def pitch(self) -> float:
        """The smallest step between lanes; the thickness where there is one lane."""
        return min((b - a for a, b in itertools.pairwise(self.lanes)), default=1.5 * self.thickness)

    @property
    def area(self) -> float:
        return sum(bar.mark.area for bar in self.bars)


def find_bars(scene: Scene, excluded: set[Mark]) -> Bars | None:
    """The better of the upright and the lying view, or None where no group of rectangles shares a baseline."""
    marks = [mark for mark in scene.marks if mark not in excluded][:MAX_MARKS]
    scored = [view for upright in (True, False) if (view := _view(marks, upright, scene)) is not None]
    return max(scored, key=lambda pair: pair[0])[1] if scored else None


def _view(marks: Sequence[Mark], upright: bool, scene: Scene) -> tuple[float, Bars] | None:
    spans = [(mark, turn(mark.box, upright)) for mark in marks]
    spans = [(mark, span) for mark, span in spans if span.thickness >= MIN_THICKNESS * scene.grain]
    group = _equally_thick(spans, scene.grain)
    if not group:
        return None
    lanes = _lanes([span for _, span in group])
    group = group + _split_segments([pair for pair in spans if pair not in group], group, lanes, upright, scene.grain)
    group = _mended(group, lanes, upright, scene.grain)
    border = _border([span for _, span in group], lanes, scene.grain)
    baseline = _baseline([span for _, span in group], max(TOUCHING * scene.grain, border + scene.grain))
    border = max(border, _off([span for _, span in group], baseline, scene.grain))
    tolerance = max(TOUCHING * scene.grain, border + scene.grain)
    anchored = _without_slivers(_anchored(group, lanes, baseline, tolerance), baseline, tolerance, scene)
    if not anchored:
        return None
    used = sorted({lane for _, _, lane in anchored})
    bars = sorted(
        (Bar(mark, span, used.index(lane), span.l < baseline and span.l1 <= baseline + tolerance) for mark, span, lane in anchored),
        key=lambda bar: (bar.lane, bar.span.l0),
    )
    per_lane = [list(members) for _, members in itertools.groupby(bars, key=lambda bar: bar.lane)]
    area = sum(bar.mark.area for bar in bars)
    loose = sum(mark.area for mark, _ in group) - area
    found = Bars(
        upright=upright,
        baseline=baseline,
        thickness=median(bar.span.thickness for bar in bars),
        lanes=tuple(lanes[lane] for lane in used),
        bars=tuple(bars),
        stacked=sum(len(members) > 1 for members in per_lane) > 0.34 * len(per_lane),
        loose=loose,
        border=tolerance,
    )
    many = min(len(bars), 6) ** 0.5 * (1.0 if len(bars) > 1 else 0.35)
    return area * many * (area / (area + loose)), found


def _without_slivers(
    anchored: list[tuple[Mark, Span, int]], baseline: float, tolerance: float, scene: Scene
) -> list[tuple[Mark, Span, int]]:
    """Without colours that are slivers wherever they are seen and never stand on the baseline, pieces of the grid between bars; and
    without those nearly of the colour of bars or of the paper, which are edges smeared by compression."""
    pale = {mark.colour for mark, _, _ in anchored if distance(mark.colour, scene.background) <= SMEARED}
    whole = {mark.colour for mark, span, _ in anchored if span.length > SLIVER * scene.grain * (2 if mark.colour in pale else 1)}
    real = whole | {
        mark.colour
        for mark, span, _ in anchored
        if min(abs(span.l0 - baseline), abs(span.l1 - baseline)) <= tolerance
        and not any(distance(mark.colour, colour) <= SMEARED for colour in whole)
    }
    return [bar for bar in anchored if bar[0].colour in real]


def _mended(group: list[tuple[Mark, Span]], lanes: list[float], upright: bool, grain: float) -> list[tuple[Mark, Span]]:
    """Pieces of one colour in one lane that a thin line cuts apart are one bar."""
    whole: list[tuple[Mark, Span]] = []
    by_lane = sorted(group, key=lambda pair: (_nearest(lanes, pair[1]), pair[1].l0))
    for mark, span in by_lane:
        last = whole[-1] if whole else None
        same = last is not None and last[0].colour == mark.colour and _nearest(lanes, last[1]) == _nearest(lanes, span)
        if last is not None and same and span.l0 - last[1].l1 <= LINE * grain:
            box = union((last[0].box, mark.box))
            whole[-1] = (Mark(box, mark.colour), turn(box, upright))
        else:
            whole.append((mark, span))
    return whole


def _nearest(lanes: Sequence[float], span: Span) -> int:
    return min(range(len(lanes)), key=lambda i: abs(lanes[i] - span.a))


def _off(spans: Sequence[Span], baseline: float, grain: float) -> float:
    """How far from the baseline bars begin that run the other way, where that is near."""
    most = min(BORDER * median(span.thickness for span in spans), MAX_BORDER * grain)
    return max((off for span in spans if (off := min(abs(span.l0 - baseline), abs(span.l1 - baseline))) <= most), default=0.0)


def _border(spans: Sequence[Span], lanes: Sequence[float], grain: float) -> float:
    """How far apart the segments of a stack are drawn: the widest small gap within a lane, 0 where most gaps are wide."""
    most = min(BORDER * median(span.thickness for span in spans), MAX_BORDER * grain)
    home = sorted((_nearest(lanes, span), span.l0, span.l1) for span in spans)
    gaps = [b[1] - a[2] for a, b in itertools.pairwise(home) if a[0] == b[0]]
    small = [gap for gap in gaps if gap <= most]
    return max(0.0, *small) if small and len(small) >= 0.5 * len(gaps) else 0.0


def _equally_thick(spans: list[tuple[Mark, Span]], grain: float) -> list[tuple[Mark, Span]]:
    """The most prominent group of equal thickness."""
    best: tuple[float, list[tuple[Mark, Span]]] = (0.0, [])
    for target in sorted({span.thickness for _, span in spans}):
        near = [(mark, span) for mark, span in spans if abs(span.thickness - target) <= max(2.1 * grain, 0.08 * target)]
        weight = sum(mark.area for mark, _ in near) * min(len(near), 6) ** 0.5 * (1.0 if len(near) > 1 else 0.35)
        if weight > best[0]:
            best = (weight, near)
    return best[1]


def _split_segments(
    rest: list[tuple[Mark, Span]], group: list[tuple[Mark, Span]], lanes: list[float], upright: bool, grain: float
) -> list[tuple[Mark, Span]]:
    """Segments that a label wider than high cut in two: pieces of one colour, side by side within a lane, are one."""
    thickness = median(span.thickness for _, span in group)
    pieces: dict[tuple[int, RGB, int], list[tuple[Mark, Span]]] = {}
    for mark, span in rest:
        lane = _nearest(lanes, span)
        if abs(span.a - lanes[lane]) + span.thickness / 2 <= thickness / 2 + 2 * grain:
            home = next((k for k in pieces if k[:2] == (lane, mark.colour) and abs(k[2] - span.l) <= 2 * grain), None)
            pieces.setdefault(home or (lane, mark.colour, round(span.l)), []).append((mark, span))
    whole = []
    for members in pieces.values():
        box = union(mark.box for mark, _ in members)
        span = turn(box, upright)
        filled = sum(mark.area for mark, _ in members) >= HALF * Mark(box, members[0][0].colour).area
        if span.thickness >= 0.9 * thickness and filled:
            whole.append((Mark(box, members[0][0].colour), span))
    return whole


def _baseline(spans: list[Span], tolerance: float) -> float:
    """The edge that bars in most lanes share; of equals, the one that bars grow from."""
    lanes = _lanes(spans)
    home = [_nearest(lanes, span) for span in spans]

    def support(edge: float) -> tuple[int, int]:
        starting = {lane for lane, span in zip(home, spans, strict=True) if abs(edge - span.l0) <= tolerance}
        ending = {lane for lane, span in zip(home, spans, strict=True) if abs(edge - span.l1) <= tolerance}
        return len(starting | ending), len(starting)

    return max(sorted({edge for span in spans for edge in (span.l0, span.l1)}), key=support)


def _lanes(spans: list[Span]) -> list[float]:
    lanes: list[list[Span]] = []
    for span in sorted(spans, key=lambda span: span.a):
        if lanes and span.a - lanes[-1][0].a <= 0.3 * span.thickness:
            lanes[-1].append(span)
        else:
            lanes.append([span])
    return [median(span.a for span in lane) for lane in lanes]


def _anchored(group: list[tuple[Mark, Span]], lanes: list[float], baseline: float, tolerance: float) -> list[tuple[Mark, Span, int]]:
    """Bars that touch the baseline, then those that touch a bar already held in their lane."""
    kept: list[tuple[Mark, Span, int]] = []
    by_lane: dict[int, list[tuple[Mark, Span]]] = {}
    for mark, span in group:
        lane = _nearest(lanes, span)
        by_lane.setdefault(lane, []).append((mark, span))
    for lane, members in sorted(by_lane.items()):
        edges = [baseline]
        waiting = sorted(members, key=lambda pair: abs(pair[1].l - baseline))
        grew = True
        while grew:
            grew = False
            for pair in waiting:
                if any(abs(edge - side) <= tolerance for edge in edges for side in (pair[1].l0, pair[1].l1)):
                    kept.append((*pair, lane))
                    edges += [pair[1].l0, pair[1].l1]
                    waiting.remove(pair)
                    grew = True
                    break
    return kept
