"""One table from several panels, each read as a chart of its own."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from charge_stream.charts.axes import Axis, value_axis
from charge_stream.charts.check import Declined
from charge_stream.charts.panel_boxes import PanelBox
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Scene, Word, union
from charge_stream.charts.series import SINGLE
from charge_stream.charts.table import Fact
from charge_stream.charts.understood import Understood

Crop = Callable[[Box, list[Word]], Scene]
"""The scene of a part of the chart: its box, and its words in the part's own coordinates."""
BESIDE = 40.0
"""Labels of an axis that panels share are put this far left of those without one."""


def read_boxes(boxes: list[PanelBox], scene: Scene, crop: Crop, understand: Callable[[Scene], Understood]) -> Understood:
    """Every panel read by itself, with the axis of the first panel of its band where it has none, and put together."""
    found: list[Understood] = []
    shared: Axis | None = None
    for panel in boxes:
        part = crop(panel.box, [_moved(word, panel.box, -1) for word in scene.words if _inside(word, panel) and word is not panel.header])
        own = value_axis(part, True)
        if panel is next(other for other in boxes if other.band == panel.band):
            shared = own
        elif own is None and shared is not None:
            part = replace(part, words=part.words + tuple(_beside(word) for word in shared.ticks))
        found.append(_back(understand(part), panel.box))
    together = all(part.rows == found[0].rows for part in found) or all(part.kind in ("line", "area") for part in found)
    merged = joined([panel.header.text for panel in boxes], found, together)
    return replace(merged, used={word for word in scene.words if any(_inside(word, panel) for panel in boxes)})


def joined(headers: Sequence[str], found: Sequence[Understood], together: bool) -> Understood:
    """One table: panels that share their rows (`together`) are columns of it; those with rows of their own put their header before them."""
    if not all(headers) or len(set(headers)) < len(headers):
        raise Declined("the panels have no names", found[0].kind)
    rows = _rows(headers, found, together)
    facts: list[Fact] = []
    series: list[str] = []
    for header, part in zip(headers, found, strict=True):
        names = {name: _column(name, header) if together else name for name in part.series}
        series += [name for name in names.values() if name not in series]
        home = {i: rows.index(name) for i, row in enumerate(part.rows) if (name := _row(row, header, together)) in rows}
        facts += [replace(fact, row=home[fact.row], series=names[fact.series]) for fact in part.facts if fact.row in home]
    return Understood(
        kind=found[0].kind,
        rows=rows,
        series=series,
        facts=facts,
        plot=union(part.plot for part in found),
        used=set(itertools.chain.from_iterable(part.used for part in found)),
        unit=next((part.unit for part in found if part.unit), None),
        scale=next((part.scale for part in found if part.scale), None),
        ticks=tuple(dict.fromkeys(tick for part in found for tick in part.ticks)),
    )


def _rows(headers: Sequence[str], found: Sequence[Understood], together: bool) -> list[str]:
    """The rows of all panels; of shared ones those that at least half of the panels have: lines were read there in most."""
    counts = Counter(_row(row, header, together) for header, part in zip(headers, found, strict=True) for row in part.rows)
    return [row for row, count in counts.items() if not together or 2 * count >= len(found)]


def _row(row: str, header: str, together: bool) -> str:
    return row if together else f"{header}: {row}"


def _column(series: str, header: str) -> str:
    return header if series in (SINGLE, header) else f"{header}: {series}"


def _inside(word: Word, panel: PanelBox) -> bool:
    x0, y0, x1, y1 = panel.box
    return x0 <= word.x < x1 and y0 <= word.y < y1


def _moved(word: Word, box: Box, sign: int) -> Word:
    across, down = sign * box[0], sign * box[1]
    parts = tuple((text, x0 + across, x1 + across) for text, x0, x1 in word.parts)
    return replace(word, box=_shifted(word.box, across, down), parts=parts)


def _beside(word: Word) -> Word:
    """A label of the shared axis where the panel's own would stand: level with its grid line, left of the panel."""
    width = word.box[2] - word.box[0]
    return replace(word, box=(-BESIDE - width, word.box[1], -BESIDE, word.box[3]), parts=())


def _shifted(box: Box, across: float, down: float) -> Box:
    return (box[0] + across, box[1] + down, box[2] + across, box[3] + down)


def _back(part: Understood, box: Box) -> Understood:
    """In the coordinates of the whole chart; ticks that were put beside a panel are those of its neighbour."""
    return replace(
        part,
        facts=[replace(fact, box=None if fact.box is None else _shifted(fact.box, box[0], box[1])) for fact in part.facts],
        plot=_shifted(part.plot, box[0], box[1]),
        ticks=tuple(_moved(tick, box, 1) for tick in part.ticks if tick.box[0] >= 0),
    )
