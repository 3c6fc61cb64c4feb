"""Charts drawn by reportlab."""

from __future__ import annotations

import io
from typing import Any

from plans import PALETTES, Plan


def by_reportlab(plan: Plan) -> tuple[bytes, bytes]:
    """The chart drawn into a PDF and rendered, as office programs do, and the PDF."""
    import pypdfium2
    from reportlab.graphics import renderPDF
    from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
    from reportlab.graphics.charts.legends import Legend
    from reportlab.graphics.charts.linecharts import HorizontalLineChart
    from reportlab.graphics.shapes import Drawing, String
    from reportlab.lib.colors import HexColor

    rng, palette = plan.rng, plan.rng.choice(PALETTES)
    lying = plan.kind == "lying bar"
    chart: Any = HorizontalBarChart() if lying else HorizontalLineChart() if plan.kind == "lines" else VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = (150 if lying else 60), 90, 380, 240
    chart.data = [tuple(line[j] for line in plan.values) for j in range(len(plan.series))]
    chart.categoryAxis.categoryNames = [row[:14] for row in plan.rows]
    if plan.kind == "lines" or len(plan.rows) > 5:
        chart.categoryAxis.labels.angle = 0 if lying else 90
        chart.categoryAxis.labels.boxAnchor = "e"
    if plan.kind == "stacked bar":
        chart.categoryAxis.style = "stacked"
    if plan.kind != "lines" and min(value for line in plan.values for value in line if value is not None) >= 0:
        chart.valueAxis.valueMin = 0
    chart.valueAxis.visibleGrid = rng.random() < 0.6
    if plan.style.formats:
        chart.valueAxis.labelTextFormat = plan.style.number
    parts = chart.lines if plan.kind == "lines" else chart.bars
    for j in range(len(plan.series)):
        setattr(parts[j], "strokeColor" if plan.kind == "lines" else "fillColor", HexColor(palette[j]))
        parts[j].strokeWidth = 1.6 if plan.kind == "lines" else 0
        if plan.style.dashed and plan.kind == "lines" and j % 2:
            parts[j].strokeDashArray = (4, 3)
    drawing = Drawing(620, 380)
    drawing.add(chart)
    if len(plan.series) > 1:
        legend = Legend()
        legend.x, legend.y, legend.alignment = 470, 360, "right"
        legend.columnMaximum = len(plan.series)
        legend.colorNamePairs = [(HexColor(palette[j]), name) for j, name in enumerate(plan.series)]
        drawing.add(legend)
    for text, y, size in ((plan.style.title, 362, 12), (plan.style.subtitle, 346, 9), (plan.style.source, 6, 8)):
        drawing.add(String(10, y, text, fontSize=size))
    out = io.BytesIO()
    renderPDF.drawToFile(drawing, out)
    page = pypdfium2.PdfDocument(out.getvalue())[0]
    picture = io.BytesIO()
    scale = rng.choice((1.2, 1.6, 2.2))
    page.render(scale=1.4 * plan.style.scale if plan.style.scale else scale).to_pil().convert("RGB").save(picture, format="PNG")
    return picture.getvalue(), out.getvalue()
