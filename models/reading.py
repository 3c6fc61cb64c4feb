"""ψ(c): the table read from a chart, or the reason why none was read."""

from __future__ import annotations

from typing import Any

from charge_stream.models.base import Record
from charge_stream.models.chart import Chart


class ReadCell(Record, namespace="charge.cell.v1"):
    """One value read. ``row`` and ``column`` index the table (column 0 is the row header); ``box`` is in pixels of the image."""

    row: int
    column: int
    value: float
    confidence: float
    text: str | None = None
    box: list[float] | None = None


class Reading(Record, namespace="charge.reading.v1"):
    """An abstained reading has no table, but still the ``words`` found in the picture.

    ``origin``: picture, vector, data (a table that came with the chart), description (values that its description states) or model.

    For people who check it: ``ticks`` are the boxes of the labels that the value axis was taken from, ``colours`` the red, green and blue
    (0 to 255) of each column, null where none is known, and ``disputed`` tells each cell that a vision model read otherwise.
    ``axis_titles`` say what the axes count, ``field_period`` when the data was collected (`June 2–19, 2020`), where the words tell.
    """

    id: str
    chart: Chart
    chart_type: str
    columns: list[str]
    rows: list[list[Any]]
    cells: list[ReadCell]
    confidence: float
    abstained: bool
    words: list[str]
    notes: list[str]
    origin: str
    reader: str
    reason: str | None = None
    title: str | None = None
    subtitle: str | None = None
    unit: str | None = None
    scale: str | None = None
    ticks: list[list[float]] = []
    colours: list[list[int] | None] = []
    disputed: list[str] = []
    axis_titles: list[str] = []
    field_period: str | None = None

    @property
    def record_id(self) -> str:
        return self.id

    @property
    def document_id(self) -> str:
        return self.chart.document_id
