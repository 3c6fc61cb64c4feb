"""PDF: plots with axes, grids, turned names and legends apart are found whole. They are drawn here with reportlab."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas

from charge_stream.charts import Drawing, read_vector

from .conftest import Parse
from .test_pdf import AFTER, BEFORE, HEIGHT, PDF, Draw, made, write

LEFT, FLOOR = 120.0, 450.0
"""Where the axes meet, from the page's top left corner."""
BLUE, GREEN = (0.2, 0.4, 0.6), (0.2, 0.6, 0.3)


def page(*parts: Draw) -> bytes:
    """A plot between two paragraphs."""

    def draw(canvas: Canvas) -> None:
        write(canvas, 70, 150, *BEFORE)
        for part in parts:
            canvas.setFillColorRGB(0, 0, 0)
            part(canvas)
        canvas.setFillColorRGB(0, 0, 0)
        write(canvas, 70, 600, *AFTER)

    return made(draw)


def drawing_of(parsed: Parse, *parts: Draw) -> Drawing:
    (chart,) = parsed(page(*parts), PDF).charts
    assert chart.drawing is not None
    return chart.drawing


def block(canvas: Canvas, left: float, top: float, right: float, bottom: float, colour: tuple[float, float, float] = BLUE) -> None:
    canvas.setFillColorRGB(*colour)
    canvas.rect(left, HEIGHT - bottom, right - left, bottom - top, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)


def level(canvas: Canvas, y: float, right: float = LEFT + 240) -> None:
    canvas.setLineWidth(0.8)
    canvas.line(LEFT, HEIGHT - y, right, HEIGHT - y)


def ticks(canvas: Canvas) -> None:
    """0 to 40, 50 points apart."""
    for value in range(0, 50, 10):
        write(canvas, LEFT - 18, FLOOR - 5 * value + 3, str(value), font="Helvetica", size=9)


def columns(canvas: Canvas) -> None:
    for index, value in enumerate((12, 37, 24)):
        block(canvas, LEFT + 20 + 80 * index, FLOOR - 5 * value, LEFT + 60 + 80 * index, FLOOR)


def slanted(canvas: Canvas) -> None:
    for index, name in enumerate(("Slovak Republic", "Italy", "New Zealand")):
        canvas.saveState()
        canvas.translate(LEFT + 42 + 80 * index, HEIGHT - FLOOR - 8)
        canvas.rotate(45)
        canvas.setFont("Helvetica", 9)
        canvas.drawRightString(0, -6, name)
        canvas.restoreState()


def edges(canvas: Canvas) -> None:
    """The plot's box: two rules of one length, and two uprights."""
    level(canvas, FLOOR)
    level(canvas, FLOOR - 220)
    for x in (LEFT, LEFT + 240):
        canvas.line(x, HEIGHT - FLOOR, x, HEIGHT - FLOOR + 220)


def test_labels_outside_the_edges_of_a_plot_belong_to_it(parsed: Parse) -> None:
    texts = {text.text: text for text in drawing_of(parsed, edges, columns, ticks, slanted).texts}
    assert {"0", "10", "20", "30", "40", "Slovak Republic", "Italy", "New Zealand"} == texts.keys()
    assert {texts[name].angle for name in ("Slovak Republic", "Italy", "New Zealand")} == {315}


def test_slanted_names_are_read_under_their_bars(parsed: Parse) -> None:
    reading = read_vector(drawing_of(parsed, edges, columns, ticks, slanted))
    assert reading.rows == [["Slovak Republic", 12.0], ["Italy", 37.0], ["New Zealand", 24.0]]


def test_upright_words_of_one_label_are_one_line(parsed: Parse) -> None:
    def title(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(LEFT - 28, HEIGHT - FLOOR + 60)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(0, 0, "Tonnes a year")
        canvas.restoreState()

    texts = drawing_of(parsed, edges, columns, ticks, title).texts
    assert ("Tonnes a year", 270) in [(text.text, text.angle) for text in texts]


def test_grid_lines_under_lying_bars_frame_no_figure(parsed: Parse) -> None:
    def grid(canvas: Canvas) -> None:
        for index in range(3):
            level(canvas, FLOOR - 40 - 70 * index)
        canvas.line(LEFT, HEIGHT - FLOOR, LEFT, HEIGHT - FLOOR + 220)

    def lying(canvas: Canvas) -> None:
        for index, (name, value) in enumerate((("Italy", 30), ("Spain", 10), ("France", 25))):
            y = FLOOR - 40 - 70 * index
            block(canvas, LEFT, y - 20, LEFT + 5 * value, y + 20)
            write(canvas, LEFT - 45, y + 3, name, font="Times-Roman", size=11)
        for value in range(0, 50, 10):
            canvas.line(LEFT + 5 * value, HEIGHT - FLOOR, LEFT + 5 * value, HEIGHT - FLOOR - 3)
            write(canvas, LEFT + 5 * value - 2.5 * len(str(value)), FLOOR + 12, str(value), font="Helvetica", size=9)

    reading = read_vector(drawing_of(parsed, grid, lying))
    assert sorted(map(tuple, reading.rows)) == [("France", 25.0), ("Italy", 30.0), ("Spain", 10.0)]


def test_a_legend_that_stands_apart_belongs_to_the_plot(parsed: Parse) -> None:
    def pairs(canvas: Canvas) -> None:
        for index, (one, two) in enumerate(((12, 20), (37, 31), (24, 8))):
            x = LEFT + 20 + 80 * index
            block(canvas, x, FLOOR - 5 * one, x + 20, FLOOR)
            block(canvas, x + 20, FLOOR - 5 * two, x + 40, FLOOR, GREEN)
            write(canvas, x + 5, FLOOR + 14, ("Spain", "Italy", "Malta")[index], font="Helvetica", size=9)

    def legend(canvas: Canvas) -> None:
        for index, (name, colour) in enumerate((("Women", BLUE), ("All other men", GREEN))):
            y = FLOOR - 240 + 18 * index
            block(canvas, LEFT + 270, y, LEFT + 279, y + 9, colour)
            write(canvas, LEFT + 288, y + 8, name, font="Helvetica", size=9)

    reading = read_vector(drawing_of(parsed, edges, pairs, ticks, legend))
    assert reading.columns == ["", "Women", "All other men"]
    assert reading.rows == [["Spain", 12.0, 20.0], ["Italy", 37.0, 31.0], ["Malta", 24.0, 8.0]]


@pytest.mark.parametrize(("font", "size"), [("Courier", 9.0), ("Helvetica", 12.0)])
def test_longer_labels_in_another_face_stay_whole(parsed: Parse, font: str, size: float) -> None:
    def label(canvas: Canvas) -> None:
        write(canvas, LEFT + 20, FLOOR + 16, "Transit motor bus 9.7%", font=font, size=size)

    assert "Transit motor bus 9.7%" in [text.text for text in drawing_of(parsed, edges, columns, ticks, label).texts]
