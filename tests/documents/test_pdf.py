"""PDF: text in reading order, figures with their words, furniture left out. The documents are drawn here with reportlab."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from charge_stream.documents import Limits, ParsedDocument
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse, picture

PDF = "application/pdf"
WIDTH, HEIGHT = A4
LEADING = 14
Draw = Callable[[Canvas], None]


def made(*pages: Draw, **options: object) -> bytes:
    """A document with one page for each function that draws."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, **options)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def write(
    canvas: Canvas, x: float, top: float, *lines: str, font: str = "Times-Roman", size: float = 11, leading: float = LEADING
) -> float:
    """Writes lines downwards from ``top`` (points from the page's top); returns where the next would stand."""
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawString(x, HEIGHT - top, line)
        top += leading
    return top


def bars(canvas: Canvas, top: float, left: float = 120) -> None:
    """A bar chart 100 points high with a title, a subtitle, labels, values and a source."""
    write(canvas, left - 50, top, "Prices rose fastest in Spain", font="Helvetica-Bold", size=12)
    write(canvas, left - 50, top + 15, "Change in prices, %, 2021", font="Helvetica", size=8)
    for row, (country, value) in enumerate([("Spain", 30), ("France", 20), ("Italy", 10)]):
        y = top + 30 + 25 * row
        canvas.setFillColorRGB(0.2, 0.4, 0.6)
        canvas.rect(left, HEIGHT - y - 15, 8 * value, 15, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        write(canvas, left - 40, y + 11, country, font="Helvetica", size=8)
        write(canvas, left + 8 * value + 4, y + 11, f"{value}%", font="Helvetica", size=8)
    write(canvas, left - 50, top + 115, "Source: Example Statistics.", font="Helvetica", size=7)


BEFORE = (
    "Prices rose in every country that was looked at, and they rose by more than",
    "anyone had thought possible. In Spain, prices were 30% higher than a year ago.",
)
AFTER = (
    "Wages did not keep up with prices in any of the countries that were looked at,",
    "and nobody expects that they will do so in the year that is now to come.",
)


def report(canvas: Canvas) -> None:
    write(canvas, 70, 90, "A Year of Rising Prices", font="Helvetica-Bold", size=22)
    write(canvas, 70, 115, "Example Center · May 3, 2022", font="Helvetica", size=8)
    write(canvas, 70, 150, "What happened", font="Helvetica-Bold", size=14)
    write(canvas, 70, 175, *BEFORE)
    bars(canvas, 240)
    write(canvas, 70, 400, *AFTER)


def sentences(document: ParsedDocument) -> list[str]:
    return [chunk.text for chunk in document.chunks]


def test_text_figure_and_context(parsed: Parse) -> None:
    document = parsed(made(report), PDF)
    assert sentences(document) == [" ".join(BEFORE), " ".join(AFTER)]
    assert [chunk.headings for chunk in document.chunks] == [["What happened"], ["What happened"]]
    context = document.context
    assert (context.title, context.publisher, context.published, context.language) == (
        "A Year of Rising Prices",
        "Example Center",
        "2022-05-03",
        "en",
    )
    (chart,) = document.charts
    assert (chart.chart.title, chart.chart.subtitle) == ("Prices rose fastest in Spain", "Change in prices, %, 2021")
    assert chart.chart.notes == "Source: Example Statistics."
    assert (chart.chart.position, chart.chart.page, chart.chart.headings) == (1, 1, ["What happened"])


def test_a_vector_figure_has_its_shapes_and_labels_where_they_were_drawn(parsed: Parse) -> None:
    (chart,) = parsed(made(report), PDF).charts
    drawing, box = chart.drawing, chart.chart.box
    assert drawing is not None
    assert box is not None
    rects = [shape for shape in drawing.shapes if shape.kind == "rect"]
    assert [round(shape.box[2] - shape.box[0]) for shape in rects] == [240, 160, 80]
    assert {shape.fill for shape in rects} == {(51, 102, 153)}
    assert rects[0].box[0] + box[0] * WIDTH == pytest.approx(120, abs=0.1)
    assert rects[0].box[1] + box[1] * HEIGHT == pytest.approx(270, abs=0.1)
    labels = {text.text: text for text in drawing.texts}
    assert {"Spain", "France", "Italy", "30%", "20%", "10%"} <= labels.keys()
    assert labels["30%"].box[0] == pytest.approx(rects[0].box[2] + 4, abs=1)
    assert rects[1].box[1] < labels["France"].box[1] < labels["France"].box[3] < rects[1].box[3]


def test_a_figures_picture_is_cut_from_the_page(parsed: Parse) -> None:
    (chart,) = parsed(made(report), PDF).charts
    assert chart.image is not None
    assert chart.drawing is not None
    with Image.open(io.BytesIO(chart.image)) as image:
        assert image.width / chart.drawing.width == pytest.approx(200 / 72, rel=0.01)
        assert (51, 102, 153) in {color for _, color in image.getcolors(100_000)}


def test_the_same_figure_keeps_its_id_wherever_it_moves(parsed: Parse) -> None:
    def moved(canvas: Canvas) -> None:
        write(canvas, 70, 150, *AFTER)
        bars(canvas, 500, left=200)

    before, after = parsed(made(report), PDF), parsed(made(report, moved), PDF)
    assert before.charts[0].chart.id == after.charts[0].chart.id
    only = parsed(made(moved), PDF)
    assert only.charts[0].chart.id == before.charts[0].chart.id
    assert only.chunks[0].id == before.chunks[1].id


def test_columns_are_read_one_after_the_other(parsed: Parse) -> None:
    left = [f"left line {number} goes on for a while" for number in range(6)]
    right = [f"right line {number} goes on for a while" for number in range(5)]

    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, "One line across both of the columns, which is long enough to reach well into the second.")
        write(canvas, 70, 130, *left[:-1], left[-1])
        write(canvas, 320, 130, *right, "and ends here.")

    document = parsed(made(page), PDF)
    assert sentences(document)[1] == " ".join([*left, *right, "and ends here."])


def test_text_beside_a_figure_is_not_torn(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, *BEFORE)
        bars(canvas, 160, left=320)
        narrow = [
            "This paragraph stands beside",
            "the figure, where the lines are",
            "short, and then it goes on",
            "below the figure where the",
        ]
        top = write(canvas, 70, 170, *narrow, *["lines remain rather short and"] * 4)
        write(canvas, 70, top + 5, "lines are as long as they have been at the top, until this full stop.")

    document = parsed(made(page), PDF)
    assert len(document.charts) == 1
    assert sentences(document)[1].startswith("This paragraph stands beside the figure, where the lines are short, and then")
    assert sentences(document)[1].endswith("as they have been at the top, until this full stop.")


def test_running_heads_feet_and_page_numbers_are_left_out(parsed: Parse) -> None:
    def page(number: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            write(canvas, 70, 40, "Example Center, annual report", font="Helvetica", size=9)
            write(canvas, 70, 120, f"On this page the number is {number}, and that is all there is to be said here.")
            write(canvas, 290, HEIGHT - 30, f"Page {number}", font="Helvetica", size=9)

        return draw

    document = parsed(made(*(page(number) for number in range(1, 5))), PDF)
    assert sentences(document) == [
        f"On this page the number is {number}, and that is all there is to be said here." for number in range(1, 5)
    ]
    assert [chunk.page for chunk in document.chunks] == [1, 2, 3, 4]


def test_a_paragraph_goes_on_over_the_page_past_a_footnote_and_a_figure(parsed: Parse) -> None:
    def first(canvas: Canvas) -> None:
        write(
            canvas,
            70,
            120,
            "Prices rose in every country that was looked at, by far more than had been",
            "thought, and in Spain they rose by",
        )
        write(canvas, 70, 760, "1 This is a footnote that nobody reads.", size=8)

    def second(canvas: Canvas) -> None:
        bars(canvas, 70)
        write(canvas, 70, 230, "thirty percent in a single year.")

    document = parsed(made(first, second), PDF)
    assert sentences(document) == [
        "Prices rose in every country that was looked at, by far more than had been thought, and in Spain they rose by "
        "thirty percent in a single year."
    ]
    assert [chart.chart.position for chart in document.charts] == [1]


def test_hyphens_at_line_ends_follow_the_rest_of_the_document(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, "The government said that four-in-ten adults agree, and that the unem-", "ployment rate is low, as four-in-")
        write(canvas, 70, 128, "ten adults know. Nobody doubts that unemployment is low, or that it was.")

    assert sentences(parsed(made(page), PDF)) == [
        "The government said that four-in-ten adults agree, and that the unemployment rate is low, as four-in-ten adults know. "
        "Nobody doubts that unemployment is low, or that it was."
    ]


def test_paragraphs_are_parted_by_gaps_by_indents_and_by_bullets(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, "The first paragraph has two lines, and this is the first one of the two,", "and this is the second.")
        write(canvas, 70, 142, "The second paragraph stands after a gap and has two lines as well, this is", "its last line.")
        write(canvas, 90, 170, "The third is indented and follows at once, with a line as long as the")
        write(canvas, 70, 184, "others have been all along.")
        write(canvas, 70, 212, "• The fourth is an item of a list with a bullet.", "• And so is the fifth one.")

    assert [text.split()[1] for text in sentences(parsed(made(page), PDF))] == ["first", "second", "third", "fourth", "so"]


def test_tables_of_contents_and_rows_of_numbers_are_no_text(parsed: Parse) -> None:
    def contents(canvas: Canvas) -> None:
        write(canvas, 70, 100, "Contents", font="Helvetica-Bold", size=14)
        write(canvas, 70, 130, "What happened to prices in the year .......... 3", "What happened to wages in the year .......... 8")

    def numbers(canvas: Canvas) -> None:
        write(canvas, 70, 100, *BEFORE)
        write(canvas, 70, 160, "Total 54 43 3 100", "Spain 41 50 9 100", leading=24)

    assert sentences(parsed(made(contents, numbers), PDF)) == [" ".join(BEFORE)]


def test_an_embedded_picture_is_a_figure_and_a_logo_on_every_page_is_not(parsed: Parse) -> None:
    chart, logo = ImageReader(io.BytesIO(picture(800, 500))), ImageReader(io.BytesIO(picture(300, 200, seed=5)))

    def page(number: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            write(canvas, 70, 120, f"On page {number} there is a logo at the bottom, as there is on every other page.")
            canvas.drawImage(logo, 400, 100, 150, 100)
            if number == 2:
                canvas.drawImage(chart, 70, 400, 320, 200)

        return draw

    document = parsed(made(*(page(number) for number in range(1, 5))), PDF)
    (found,) = document.charts
    assert (found.chart.page, found.drawing) == (2, None)
    assert found.image is not None
    with Image.open(io.BytesIO(found.image)) as image:
        assert image.width >= 800


def test_a_figure_between_rules_takes_all_that_stands_between_them(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, *BEFORE)
        canvas.rect(70, HEIGHT - 150, 400, 0.5, fill=1)
        bars(canvas, 170)
        write(canvas, 70, 300, "Note: Nobody was asked.", "EXAMPLE CENTER", font="Helvetica", size=7)
        canvas.rect(70, HEIGHT - 325, 400, 0.5, fill=1)
        write(canvas, 70, 350, *AFTER)

    document = parsed(made(page), PDF)
    (chart,) = document.charts
    assert chart.chart.notes == "Source: Example Statistics.\nNote: Nobody was asked."
    assert chart.chart.box is not None
    assert chart.chart.box[3] * HEIGHT == pytest.approx(328, abs=2)
    assert sentences(document) == [" ".join(BEFORE), " ".join(AFTER)]


def test_a_turned_page_reads_as_it_is_shown(parsed: Parse) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        canvas.rotate(90)
        canvas.translate(0, -WIDTH)
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(70, WIDTH - 100, BEFORE[0])
        canvas.drawString(70, WIDTH - 114, BEFORE[1])

    (chunk,) = parsed(made(turned), PDF).chunks
    assert chunk.text == " ".join(BEFORE)
    assert chunk.box is not None
    assert chunk.box[0] == pytest.approx(70 / WIDTH, abs=0.01)
    assert chunk.box[1] == pytest.approx(92 / HEIGHT, abs=0.01)


def test_white_words_are_read_only_where_something_stands_behind_them(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 70, 100, *BEFORE)
        canvas.rect(60, HEIGHT - 170, 480, 40, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        write(canvas, 70, 150, "This can be read, since it is printed in white on a black ground.")
        write(canvas, 70, 300, "Nobody can see these words, which a program alone would find here.")

    found = sentences(parsed(made(page), PDF))
    assert found == [" ".join(BEFORE), "This can be read, since it is printed in white on a black ground."]


def test_the_files_own_title_and_keywords_are_used(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setTitle("Rising Prices in Europe")
        canvas.setKeywords("prices, wages")
        write(canvas, 70, 100, *BEFORE, "This report is licensed under CC BY 4.0.")

    context = parsed(made(page, lang="en-GB"), PDF).context
    assert (context.title, context.tags, context.language, context.licence) == (
        "Rising Prices in Europe",
        ["prices", "wages"],
        "en",
        "CC BY 4.0",
    )


def test_titles_that_programs_put_there_are_not(parsed: Parse) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setTitle("Microsoft Word - report final.docx")
        report(canvas)

    assert parsed(made(page), PDF).context.title == "A Year of Rising Prices"


@pytest.mark.parametrize(
    ("content", "limits", "sentence"),
    [
        (b"", Limits(), "reports/a is empty: replace it by the full document"),
        (b"<html>hello</html>", Limits(), "reports/a is not a PDF, or a damaged one: download or export it again"),
        (made(report)[:400], Limits(), "reports/a is not a PDF, or a damaged one: download or export it again"),
        (made(lambda canvas: None), Limits(), "reports/a has neither text nor charts: check that it is the right file"),
        (made(report, report), Limits(max_pages=1), "reports/a has 2 pages, and at most 1 are allowed: split it or raise max_pages"),
        (
            made(report, encrypt=StandardEncryption("secret")),
            Limits(),
            "reports/a is protected by a password; remove it and give the document again",
        ),
    ],
    ids=["empty", "other", "cut", "blank", "long", "password"],
)
def test_bad_files_end_in_a_sentence(parsed: Parse, content: bytes, limits: Limits, sentence: str) -> None:
    with pytest.raises(BrokenDocument) as error:
        parsed(content, PDF, limits=limits)
    assert str(error.value) == sentence
