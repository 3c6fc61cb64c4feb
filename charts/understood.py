"""What each kind of chart hands on: the table's parts before they are put together and checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from charge_stream.charts.reading import RGB, Box
from charge_stream.charts.scene import Word
from charge_stream.charts.table import Fact


@dataclass(frozen=True, slots=True)
class Understood:
    """Rows and series by name, the facts, the box of the plot and the words that belong to it.

    `texts` are printed values that stand for no single number (`<1`), by row and series; `ticks` the labels of the value axis, `colours`
    those of the series.
    """

    kind: str
    rows: list[str]
    series: list[str]
    facts: list[Fact]
    plot: Box
    used: set[Word]
    unit: str | None = None
    scale: str | None = None
    texts: dict[tuple[int, str], str] = field(default_factory=dict)
    ticks: tuple[Word, ...] = ()
    colours: dict[str, RGB] = field(default_factory=dict)
