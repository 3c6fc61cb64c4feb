"""What stands along the x axis of a line chart: moments on a scale of time, or one label a point."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.axes import fit_line, least_squares
from charge_stream.charts.numbers import mentions_year
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.timeaxis import Moment, moment, words_of

MAX_POINTS = 200
DEEP = 16
"""How many text heights below the plot moments may stand; other labels stand nearer."""
LEAST_STEP = 2.5
"""Steps of time narrower than this many pixels cannot be told apart."""


@dataclass(frozen=True, slots=True)
class XAxis:
    """Labels with their places. On a scale of time, moment = `first` + x / `step` and `like` shows how one is written; else `step` is 0."""

    labels: tuple[tuple[float, str], ...]
    words: tuple[Word, ...]
    first: float = 0.0
    step: float = 0.0
    like: str = ""
    every: int = 1

    def moments(self, left: float, right: float, grain: float) -> list[tuple[float, str]]:
        """Every whole moment between two places, with its place; only every second, third, … where they stand too close."""
        by = next((n for n in (1, 2, 3, 4, 6, 12) if n * self.step >= LEAST_STEP * grain and self.every % n == 0), self.every)
        start = math.ceil(self.first + (left - 0.3 * self.step) / self.step)
        at = next((a for a in range(start, start + by) if (a - self._origin) % by == 0), start)
        found: list[tuple[float, str]] = []
        while len(found) < MAX_POINTS and self._place(at) <= right + 0.3 * self.step:
            found.append((self._place(at), words_of(at, self.like)))
            at += by
        return found

    def _place(self, at: int) -> float:
        return (at - self.first) * self.step

    @property
    def _origin(self) -> int:
        written = moment(self.like)
        return written.at if written else 0


def x_axis(scene: Scene, floor: float, left: float, right: float, taken: set[Word]) -> XAxis | None:
    """The row of labels under `floor` that spans the plot best; rows of moments are preferred."""
    margin = 0.08 * (right - left) + 2 * scene.text_height
    low = floor - 0.5 * scene.text_height
    under = [w for w in scene.words if w not in taken and w.anchor[1] >= low and left - margin <= w.anchor[0] <= right + margin]
    best: tuple[float, list[Word]] | None = None
    for row in _rows(under, scene):
        spread = (max(w.anchor[0] for w in row) - min(w.anchor[0] for w in row)) / max(right - left, 1e-9)
        dated = sum(mentions_year(w.text) or moment(w.text) is not None for w in row) / len(row)
        depth = (min(w.anchor[1] for w in row) - floor) / scene.text_height
        if (
            len(row) < 2
            or spread < 0.4
            or depth > (DEEP if dated > 0.7 else 6)
            or max(w.box[2] - w.box[0] for w in row) > 0.5 * (right - left)
        ):
            continue
        score = min(spread, 1.0) + 1.2 * dated + 0.03 * min(len(row), 15) - 0.1 * depth
        if best is None or score > best[0]:
            best = (score, row)
    return _scaled(sorted(best[1], key=lambda w: w.anchor[0])) if best else None


def _rows(words: Sequence[Word], scene: Scene) -> list[list[Word]]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.anchor[1]):
        slack = 0.6 if word.level else 1.0
        if rows and word.anchor[1] - rows[-1][0].anchor[1] <= slack * scene.text_height:
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def _scaled(row: list[Word]) -> XAxis:
    """A scale of time where most labels are moments on one line; labels misread are then written anew."""
    places = [w.anchor[0] for w in row] if all(w.level for w in row) else _even([w.anchor[0] for w in row])
    read = [moment(w.text) for w in row]
    as_written = XAxis(tuple(zip(places, (w.text for w in row), strict=True)), tuple(row))
    kinds = Counter((m.per_year, m.style) for m in read if m is not None)
    if not kinds:
        return as_written
    kind, count = max(kinds.items(), key=lambda item: (item[1], item[0]))
    dated = [(w, place, m) for w, place, m in zip(row, places, read, strict=True) if m is not None and (m.per_year, m.style) == kind]
    if count < 0.6 * len(row):
        return as_written
    line = _line([w for w, _, _ in dated], [place for _, place, _ in dated], [m for _, _, m in dated])
    if line is None:
        return as_written
    step, first = line
    fitting = [(w, m) for w, place, m in dated if abs((m.at - first) * step - place) <= 0.35 * step + 1]
    gaps = [b.at - a.at for (_, a), (_, b) in itertools.pairwise(fitting)]
    every = math.gcd(*gaps) if gaps else 1
    labels = tuple((place, words_of(round(first + place / step), fitting[0][0].text)) for place in places)
    return XAxis(labels, tuple(row), first, step, fitting[0][0].text.strip().rstrip("*†"), max(every, 1))


def _line(words: list[Word], places: list[float], moments: list[Moment]) -> tuple[float, float] | None:
    """(places per moment, the moment at place 0)."""
    if len(words) == 2:
        (a, b), (x0, x1) = moments, places
        step = (x1 - x0) / (b.at - a.at) if b.at > a.at else 0.0
        return (step, a.at - x0 / step) if step > 0 else None
    gap = median(b - a for a, b in itertools.pairwise(places))
    at = [float(m.at) for m in moments]
    strict = min(0.05 * gap, 1.5)
    line = fit_line(words, places, at, False, strict)
    # A label at the border is often pushed inwards, so those between are asked alone where not all are in line.
    if (line is None or len(line.ticks) < len(words)) and len(words) >= 5:
        inner = fit_line(words[1:-1], places[1:-1], at[1:-1], False, strict)
        line = inner if inner is not None and len(inner.ticks) == len(words) - 2 else line
    line = line or fit_line(words, places, at, False, 0.2 * gap)
    return (1 / line.slope, line.offset) if line is not None and line.slope > 0 else None


def _even(places: list[float]) -> list[float]:
    """Labels at even steps, which slanted text shows only roughly, moved onto them."""
    if len(places) < 5:
        return places
    step = median(b - a for a, b in itertools.pairwise(places))
    if step <= 0:
        return places
    order = [0]
    for a, b in itertools.pairwise(places):
        order.append(order[-1] + max(round((b - a) / step), 1))
    slope, offset = least_squares([float(i) for i in order], places)
    fitted = [slope * i + offset for i in order]
    return fitted if max(abs(a - b) for a, b in zip(fitted, places, strict=True)) <= 0.4 * step else places
