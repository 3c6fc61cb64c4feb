"""What stands along the x axis of a line chart: years on a scale, or one label a point."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.axes import fit_line
from charge_stream.charts.numbers import is_year, mentions_year
from charge_stream.charts.scene import Scene, Word

MAX_POINTS = 160


@dataclass(frozen=True, slots=True)
class XAxis:
    """Labels with their places. Where they are years, year = first_year + x / per_year; otherwise `per_year` is 0."""

    labels: tuple[tuple[float, str], ...]
    words: tuple[Word, ...]
    first_year: float = 0.0
    per_year: float = 0.0

    def years(self, left: float, right: float) -> list[tuple[float, str]]:
        """Every whole year between two places, with its place."""
        start = math.floor(self.first_year + left / self.per_year)
        found = []
        for year in range(start - 1, start + MAX_POINTS):
            x = (year - self.first_year) * self.per_year
            if left - 0.3 * self.per_year <= x <= right + 0.3 * self.per_year:
                found.append((x, str(year)))
        return found


def x_axis(scene: Scene, floor: float, left: float, right: float, taken: set[Word]) -> XAxis | None:
    """The row of labels under `floor` that spans the plot best; rows of years are preferred."""
    margin = 0.08 * (right - left) + 2 * scene.text_height
    low = floor - 0.5 * scene.text_height
    under = [w for w in scene.words if w not in taken and w.anchor[1] >= low and left - margin <= w.anchor[0] <= right + margin]
    best: tuple[float, list[Word]] | None = None
    for row in _rows(under, scene):
        spread = (max(w.anchor[0] for w in row) - min(w.anchor[0] for w in row)) / max(right - left, 1e-9)
        years = sum(mentions_year(w.text) or is_year(w.text) for w in row) / len(row)
        depth = (min(w.anchor[1] for w in row) - floor) / scene.text_height
        if len(row) < 2 or spread < 0.4 or depth > 6 or max(w.box[2] - w.box[0] for w in row) > 0.5 * (right - left):
            continue
        score = min(spread, 1.0) + 1.2 * years + 0.03 * min(len(row), 15) - 0.1 * depth
        if best is None or score > best[0]:
            best = (score, row)
    return _scaled(sorted(best[1], key=lambda w: w.anchor[0])) if best else None


def _rows(words: Sequence[Word], scene: Scene) -> list[list[Word]]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.anchor[1]):
        if rows and word.anchor[1] - rows[-1][0].anchor[1] <= 0.6 * scene.text_height:
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def _scaled(row: list[Word]) -> XAxis:
    places = tuple((w.anchor[0], w.text) for w in row)
    years = [(w, int(re.sub(r"\D", "", w.text)[:4])) for w in row if is_year(w.text)]
    if len(years) >= 3 and len(years) >= 0.8 * len(row):
        words = [w for w, _ in years]
        step = (words[-1].anchor[0] - words[0].anchor[0]) / max(len(words) - 1, 1)
        line = fit_line(words, [w.anchor[0] for w in words], [float(y) for _, y in years], False, 0.12 * step)
        if line is not None and line.slope > 0:
            return XAxis(places, tuple(row), line.offset, 1 / line.slope)
    return XAxis(places, tuple(row))
