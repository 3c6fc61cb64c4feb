"""Writes a report as PDF: charts as vectors or as embedded pictures, a running header, and a footer with the page number."""

import calendar
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, Image, KeepTogether, PageTemplate, Spacer
from reportlab.platypus import Paragraph as Text

from example_reports import fonts, plot
from example_reports.model import LICENCE, PUBLISHER, Chart, Heading, Report
from example_reports.pictures import picture
from example_reports.prose import dateline, source_lines

MARGIN = 72.0
PICTURE_DPI = 180
SANS, BOLD, SERIF = "Sans", "Sans-Bold", "Serif"
INK, GREY, ACCENT = HexColor(plot.INK), HexColor(plot.GREY), HexColor(plot.PALETTE[0])
WHOLE = {"allowWidows": 0, "allowOrphans": 0}
STYLES = {
    "title": ParagraphStyle("title", fontName=BOLD, fontSize=19, leading=24, textColor=INK, spaceAfter=8),
    "standfirst": ParagraphStyle("standfirst", fontName="Serif-Italic", fontSize=12.5, leading=17, textColor=GREY, spaceAfter=6),
    "date": ParagraphStyle("date", fontName=SANS, fontSize=8, leading=11, textColor=GREY, spaceAfter=14),
    "heading": ParagraphStyle(
        "heading", fontName=BOLD, fontSize=12, leading=16, textColor=ACCENT, spaceBefore=10, spaceAfter=4, keepWithNext=1
    ),
    "body": ParagraphStyle("body", fontName=SERIF, fontSize=10.5, leading=14, textColor=INK, spaceAfter=7, **WHOLE),
    "small": ParagraphStyle("small", fontName=SERIF, fontSize=9, leading=12, textColor=GREY, spaceAfter=4),
}


class VectorChart(Flowable):  # type: ignore[misc]
    """A laid-out chart drawn with the PDF's own paths and text."""

    def __init__(self, drawing: plot.Drawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.width, self.height = drawing.width, drawing.height

    def draw(self) -> None:
        self.canv.translate(0, self.height)
        for shape in self.drawing.shapes:
            _paint(self.canv, shape)


def _paint(canvas: Canvas, shape: plot.Shape) -> None:
    """Draws one shape; layout counts y downwards, PDF upwards, hence the minus signs."""
    match shape:
        case plot.Rect(x, y, width, height, fill):
            canvas.setFillColor(HexColor(fill))
            canvas.rect(x, -y - height, width, height, stroke=0, fill=1)
        case plot.Line(points, stroke, width):
            path = canvas.beginPath()
            path.moveTo(points[0][0], -points[0][1])
            for x, y in points[1:]:
                path.lineTo(x, -y)
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(width)
            canvas.setLineJoin(1)
            canvas.drawPath(path)
        case plot.Dot(x, y, radius, fill):
            canvas.setFillColor(HexColor(fill))
            canvas.circle(x, -y, radius, stroke=0, fill=1)
        case plot.Wedge(x, y, radius, start, end, fill):
            canvas.setFillColor(HexColor(fill))
            canvas.setStrokeColor(HexColor(plot.WHITE))
            canvas.setLineWidth(1.2)
            canvas.wedge(x - radius, -y - radius, x + radius, -y + radius, 90 - end, end - start, fill=1)
        case plot.Words():
            canvas.setFillColor(HexColor(shape.fill))
            canvas.setFont(BOLD if shape.bold else SANS, shape.size)
            write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[shape.anchor]
            write(shape.x, -shape.y, shape.text)


def _flow(report: Report, *, vectors: bool) -> list[Flowable]:
    flow: list[Flowable] = [
        Text(escape(report.title), STYLES["title"]),
        Text(escape(report.standfirst), STYLES["standfirst"]),
        Text(escape(dateline(report)), STYLES["date"]),
    ]
    for block in report.blocks:
        if isinstance(block, Chart):
            flow.append(KeepTogether([Spacer(1, 4), _chart(block, vectors=vectors), Spacer(1, 8)]))
        else:
            flow.append(Text(escape(block.text), STYLES["heading" if isinstance(block, Heading) else "body"]))
    flow.append(Text("Sources and terms of use", STYLES["heading"]))
    return flow + [Text(escape(line), STYLES["small"]) for line in source_lines(report)]


def _chart(chart: Chart, *, vectors: bool) -> Flowable:
    if vectors:
        return VectorChart(plot.draw(chart))
    data, (wide, tall) = picture(chart, PICTURE_DPI)
    return Image(data, width=wide, height=tall)


def _furniture(report: Report) -> Any:
    """Header and footer of each page."""

    def paint(canvas: Canvas, _: BaseDocTemplate) -> None:
        width, height = letter
        canvas.setFont(SANS, 7.5)
        canvas.setFillColor(GREY)
        canvas.drawString(MARGIN, height - 40, PUBLISHER)
        canvas.drawRightString(width - MARGIN, height - 40, report.title)
        canvas.setStrokeColor(HexColor(plot.RULE))
        canvas.setLineWidth(0.6)
        canvas.line(MARGIN, height - 46, width - MARGIN, height - 46)
        canvas.drawString(MARGIN, 36, f"Text and charts: {LICENCE}")
        canvas.drawRightString(width - MARGIN, 36, f"Page {canvas.getPageNumber()}")

    return paint


def write(report: Report, path: Path, *, vectors: bool) -> None:
    """Writes the PDF. Its dates are the publication date, so that the same report always gives the same bytes."""
    fonts.register()
    document = BaseDocTemplate(
        str(path),
        invariant=1,
        pagesize=letter,
        title=report.title,
        author=PUBLISHER,
        subject=report.standfirst,
        keywords=", ".join((*report.tags, *([report.country] if report.country else []))),
        creator=PUBLISHER,
        lang="en-US",
    )
    frame = Frame(MARGIN, 60, letter[0] - 2 * MARGIN, letter[1] - 120, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    document.addPageTemplates([PageTemplate("page", [frame], onPage=_furniture(report))])
    with _dated(report.published):
        document.build(_flow(report, vectors=vectors))


@contextmanager
def _dated(day: date) -> Iterator[None]:
    """reportlab takes the creation date from the environment."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(day.timetuple()))
    try:
        yield
    finally:
        del os.environ["SOURCE_DATE_EPOCH"]
        if before is not None:
            os.environ["SOURCE_DATE_EPOCH"] = before
