"""Charts drawn from real tables (`owid_datasets`) in many styles by matplotlib, reportlab and Vega-Lite: the truth is known exactly.

Every choice comes from a generator seeded by the chart's number, so the same charts are drawn again.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

from by_matplotlib import by_matplotlib
from by_reportlab import by_reportlab
from by_vega import by_vega
from chart_cases import Case
from chart_styles import PLAIN, style_of
from plans import KINDS, plan_of, tables_of

PLAIN_BELOW = 80
"""Charts with smaller numbers keep their libraries' style."""


def drawn_cases(data: Path, count: int = 80, first: int = 0, plain_below: int = PLAIN_BELOW) -> Iterator[Case]:
    """`count` pictures from number `first` on, two of three by matplotlib, the others by reportlab, and half as many by Vega-Lite.

    Each comes as a picture, and the same chart as shapes and text: in a PDF, or as SVG.
    """
    tables = tables_of(data / "owid_datasets")
    for number in range(first, first + count):
        style = PLAIN if number < plain_below else style_of(f"style {number}")
        plan = plan_of(KINDS[number % len(KINDS)], tables, random.Random(number), style)
        tool = "reportlab" if number % 3 == 2 and plan.kind in ("bar", "lying bar", "grouped bar", "stacked bar", "lines") else "matplotlib"
        picture, pdf = by_reportlab(plan) if tool == "reportlab" else by_matplotlib(plan)
        kind, name = plan.shape, f"drawn-{number:03}"
        yield Case(f"drawn by {tool}", kind, name, picture, plan.gold)
        yield Case(f"PDF by {tool}", kind, name, b"", plan.gold, page=in_a_report(pdf))
    for number in range(first, first + count // 2):
        plan = plan_of(KINDS[number % len(KINDS)], tables, random.Random(f"vega {number}"), style_of(f"vega style {number}"))
        picture, svg = by_vega(plan)
        kind, name = plan.shape, f"vega-{number:03}"
        yield Case("drawn by vega", kind, name, picture, plan.gold)
        yield Case("SVG by vega", kind, name, b"", plan.gold, page=svg, media="image/svg+xml")


PAGE = (612.0, 792.0)
TEXT = (
    "The figures are compiled from the yearly returns of the national offices and are rounded where they are shown. Changes from one year "
    "to the next should be read with care, since some countries have revised their definitions in the course of time. "
)


def in_a_report(chart: bytes) -> bytes:
    """A letter page with a paragraph, the chart of a one-page PDF at its own size (smaller where it would not fit), and two more."""
    import pypdfium2
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

    drawn = pypdfium2.PdfDocument(chart)
    width, height = drawn[0].get_size()
    scale = min(1.0, (PAGE[0] - 100) / width)
    style = getSampleStyleSheet()["BodyText"]
    out = io.BytesIO()
    text = Paragraph(TEXT * 3, style)
    SimpleDocTemplate(out, pagesize=PAGE).build([text, Spacer(1, height * scale + 30), text, text])
    report = pypdfium2.PdfDocument(out.getvalue())
    page = report[0]
    placed = drawn.page_as_xobject(0, report).as_pageobject()
    top = PAGE[1] - 72 - text.wrap(PAGE[0] - 156, PAGE[1])[1] - 15
    placed.set_matrix(pypdfium2.PdfMatrix().scale(scale, scale).translate(50, top - height * scale))
    page.insert_obj(placed)
    page.gen_content()
    saved = io.BytesIO()
    report.save(saved)
    return saved.getvalue()
