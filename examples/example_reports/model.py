"""What a report is made of, before it becomes a PDF, a web page, Markdown or a bundle."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

ChartKind = Literal["bars", "columns", "grouped", "stacked", "line", "pie"]


@dataclass(frozen=True)
class Source:
    """Where figures come from: `terms` says under what licence or terms they may be restated."""

    name: str
    publisher: str
    link: str
    terms: str
    dataset: str


@dataclass(frozen=True)
class Table:
    """A small table of open figures: one label and one number per series in each row. `decimals` is how many are printed."""

    source: Source
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    decimals: int = 0
    suffix: str = ""

    def printed(self, value: float) -> str:
        """A value as charts and data tables show it, such as `84%` or `0.0235`."""
        return f"{value:,.{self.decimals}f}{self.suffix}"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.rows)

    def cells(self) -> Iterator[tuple[str, str, float]]:
        """(row label, series, value) in reading order."""
        for label, values in self.rows:
            for series, value in zip(self.series, values, strict=True):
                yield label, series, value


@dataclass(frozen=True)
class Chart:
    """A chart of one table. `table_beside`: the page also prints the table next to it."""

    name: str
    kind: ChartKind
    title: str
    subtitle: str
    table: Table
    note: str = ""
    table_beside: bool = False


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


Block = Heading | Paragraph | Chart


@dataclass(frozen=True)
class Report:
    """One report. `country` is an ISO 3166 code, or None where a report speaks of several countries."""

    slug: str
    title: str
    standfirst: str
    published: date
    country: str | None
    tags: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def charts(self) -> tuple[Chart, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Chart))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the charts, each once, in order of appearance."""
        return tuple(dict.fromkeys(chart.table.source for chart in self.charts))


PUBLISHER = "charge-stream examples"
LICENCE = "CC BY 4.0"
LICENCE_LINK = "https://creativecommons.org/licenses/by/4.0/"
