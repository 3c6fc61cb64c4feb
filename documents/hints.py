"""What a document says around a chart, for whoever reads the chart."""

from __future__ import annotations

from charge_stream.charts.reading import Hints
from charge_stream.models.chart import Chart


def hints_of(chart: Chart) -> Hints:
    """Titles, caption, notes and description of a chart."""
    return Hints(title=chart.title, subtitle=chart.subtitle, caption=chart.caption, notes=chart.notes, alt=chart.alt)
