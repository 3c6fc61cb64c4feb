"""Charts drawn by reportlab."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from plans import PALETTES, Plan


def by_reportlab(plan: Plan) -> tuple[bytes, bytes]:
    """The chart drawn into a PDF and rendered, as office programs do, and the PDF."""
    from reportlab.graphics import renderPDF
    from reportlab.graphics.charts.legends import Legend
    from reportlab.graphics.shapes import Drawing, String
    from reportlab.lib.colors import HexColor

    style, palette = plan.style, [HexColor(colour) for colour in plan.rng.choice(PALETTES)]
    drawing = Drawing(620, 380)
    drawing.add(_chart(plan, palette))
    if len(plan.series) > 1:
        legend = Legend()
        legend.x, legend.y, legend.alignment = 470, 360, "right"
        legend.columnMaximum = len(plan.series)
        legend.colorNamePairs = list(zip(palette, plan.series, strict=False))
        drawing.add(legend)
    for text, y, size in ((style.title, 362, 12), (style.subtitle, 346, 9), (style.source, 6, 8)):
        drawing.add(String(10, y, text, fontSize=size))
    out = io.BytesIO()
    renderPDF.drawToFile(drawing, out)
    scale = plan.rng.choice((1.2, 1.6, 2.2))
    return _rendered(out.getvalue(), 1.4 * style.scale if style.scale else scale), out.getvalue()


def _chart(plan: Plan, palette: Sequence[Any]) -> Any:
    from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
    from reportlab.graphics.charts.linecharts import HorizontalLineChart

    lying, lines = plan.kind == "lying bar", plan.kind == "lines"
    chart: Any = HorizontalBarChart() if lying else HorizontalLineChart() if lines else VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = (150 if lying else 60), 90, 380, 240
    chart.data = [tuple(line[j] for line in plan.values) for j in range(len(plan.series))]
    chart.categoryAxis.categoryNames = [row[:14] for row in plan.rows]
    if lines or len(plan.rows) > 5:
        chart.categoryAxis.labels.angle = 0 if lying else 90
        chart.categoryAxis.labels.boxAnchor = "e"
    if plan.kind == "stacked bar":
        chart.categoryAxis.style = "stacked"
    if not lines and min(value for line in plan.values for value in line if value is not None) >= 0:
        chart.valueAxis.valueMin = 0
    chart.valueAxis.visibleGrid = plan.rng.random() < 0.6
    if plan.style.formats:
        chart.valueAxis.labelTextFormat = plan.style.number
    parts = chart.lines if lines else chart.bars
    for j in range(len(plan.series)):
        setattr(parts[j], "strokeColor" if lines else "fillColor", palette[j])
        parts[j].strokeWidth = 1.6 if lines else 0
        if plan.style.dashed and lines and j % 2:
            parts[j].strokeDashArray = (4, 3)
    return chart


def _rendered(pdf: bytes, scale: float) -> bytes:
    """The page as PNG."""
    import pypdfium2

    picture = io.BytesIO()
    pypdfium2.PdfDocument(pdf)[0].render(scale=scale).to_pil().convert("RGB").save(picture, format="PNG")
    return picture.getvalue()
