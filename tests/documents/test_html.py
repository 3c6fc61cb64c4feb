"""Web pages: the article and nothing else, its figures and tables, and what it says of itself."""

from __future__ import annotations

import base64

import pytest

from charge_stream.documents import Limits, ParsedDocument, attachments_of
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse, picture

HTML = "text/html"
SVG = (
    '<svg viewBox="0 0 200 100" role="img" aria-label="Bars"><rect x="10" y="40" width="30" height="60" fill="#369"/>'
    '<rect x="60" y="20" width="30" height="80" fill="#369"/><text x="10" y="38" font-size="8">12%</text>'
    '<text x="60" y="18" font-size="8">16%</text><text x="10" y="99" font-size="8">2019</text></svg>'
)
TABLE = (
    "<table><tr><th></th><th>2019</th><th>2021</th></tr>"
    "<tr><th>Germany</th><td>41%</td><td>44%</td></tr><tr><th>Spain</th><td>38%</td><td>-</td></tr></table>"
)
ROWS = [["", "2019", "2021"], ["Germany", "41%", "44%"], ["Spain", "38%", "-"]]


def texts(document: ParsedDocument) -> list[str]:
    return [chunk.text for chunk in document.chunks]


def page(body: str, head: str = "<title>T</title>") -> str:
    return f"<!DOCTYPE html><html lang='en-GB'><head>{head}</head><body>{body}</body></html>"


def test_furniture_is_left_out(parsed: Parse) -> None:
    document = parsed(
        page(
            """<header class="site"><a href="/">Home of the news site</a></header><nav>Go here and there now</nav>
            <div id="cookie-consent" role="dialog">We use cookies for three reasons. Accept all of them?</div>
            <div class="shareBar">Share this with all your friends</div>
            <div class="l-sidebar"><p>Something else entirely stands here.</p></div>
            <main><article><header><h1>Prices rose</h1><p class="byline">By Jane Doe, staff writer</p></header>
            <p>Prices rose by 5% in 2020.<sup><a href="#fn1">1</a></sup> They fell later.</p>
            <aside>Read this other story now</aside>
            <p hidden>Nobody sees these words here.</p><div style="display: none">Nor can they see these.</div>
            <ul class="related"><li>Another story to read</li></ul>
            <script>var text = "not for reading at all";</script>
            <form><label>Type your address here please</label><input></form>
            </article></main><footer>All rights reserved by us</footer>"""
        ),
        HTML,
    )
    assert texts(document) == ["Prices rose by 5% in 2020. They fell later."]
    assert document.context.title == "Prices rose"


def test_a_wrapper_with_an_unlucky_name_keeps_its_article(parsed: Parse) -> None:
    document = parsed(page('<div class="content with-sidebar ad-free"><h2>News</h2><p>Prices rose by 5% in 2020.</p></div>'), HTML)
    assert texts(document) == ["Prices rose by 5% in 2020."]
    assert document.chunks[0].headings == ["News"]


def test_lists_of_links_are_left_out_but_lists_in_the_text_stay(parsed: Parse) -> None:
    links = "".join(f'<li><a href="/{n}">Another long headline number {n}</a></li>' for n in range(5))
    document = parsed(page(f"<p>Three things were found.</p><ul><li>Prices rose</li><li>Wages fell.</li></ul><ul>{links}</ul>"), HTML)
    assert [chunk.sentences for chunk in document.chunks] == [["Three things were found."], ["Prices rose", "Wages fell."]]


def test_headings_nest(parsed: Parse) -> None:
    body = "<h1>T</h1><p>Zero words here.</p><h2>A</h2><h3>B</h3><p>One word more.</p><h2>C</h2><p>Two words more.</p>"
    assert [chunk.headings for chunk in parsed(page(body), HTML).chunks] == [[], ["A", "B"], ["C"]]


def test_text_without_paragraph_elements_is_read(parsed: Parse) -> None:
    document = parsed(page("Prices rose<br>by <b>5%</b> in 2020.<div>Wages fell by <i>2%</i>.</div>Nobody was happy."), HTML)
    assert texts(document) == ["Prices rose by 5% in 2020.", "Wages fell by 2%.", "Nobody was happy."]


def test_a_figure_takes_its_caption_and_table_along(parsed: Parse) -> None:
    caption = "<figcaption>Figure 2. Prices rose: % of all, 2021.</figcaption>"
    body = f'<p>See the figure below.</p><figure><img src="img/a%20b.png" alt="Bars">{TABLE}{caption}</figure>'
    (chart,) = parsed(page(body), HTML, {"img/a b.png": picture()}).charts
    assert (chart.image, chart.chart.alt) == (picture(), "Bars")
    assert (chart.chart.title, chart.chart.subtitle) == ("Prices rose", "% of all, 2021")
    assert chart.chart.caption == "Figure 2. Prices rose: % of all, 2021."
    assert chart.chart.data == ROWS


def test_inline_svg_is_a_drawing_and_its_picture(parsed: Parse) -> None:
    document = parsed(page(f"<p>See the figure below.</p>{SVG}<p>That was the figure.</p>"), HTML)
    (chart,) = document.charts
    assert chart.chart.position == 1
    assert chart.drawing is not None
    assert [text.text for text in chart.drawing.texts] == ["12%", "16%", "2019"]
    assert chart.image is not None
    assert chart.image.startswith(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"')


def test_icons_and_small_pictures_are_no_charts(parsed: Parse) -> None:
    icon = '<svg width="16" height="16"><path d="M0 0h9v9z"/></svg>'
    body = f"<p>Some text with {icon} an icon in it.</p><img src='logo.png'><img src='rule.png'>"
    document = parsed(page(body), HTML, {"logo.png": picture(90, 40), "rule.png": picture(1200, 110)})
    assert document.charts == []
    assert texts(document) == ["Some text with an icon in it."]


def test_pictures_held_in_the_page_are_decoded(parsed: Parse) -> None:
    data = base64.b64encode(picture()).decode()
    document = parsed(
        page(f'<p>One picture follows here.</p><img src="data:image/png;base64,{data}"><img src="data:image/png;base64,###">'), HTML
    )
    assert [chart.image for chart in document.charts] == [picture()]
    assert document.warnings == ["a picture inside the page was left out: it cannot be decoded"]


def test_nothing_is_fetched_and_what_is_missing_is_named(parsed: Parse) -> None:
    body = '<p>Two pictures follow here.</p><img src="https://example.org/a.png"><img src="gone.png"><img src="../up.png">'
    assert parsed(page(body), HTML).warnings == [
        "the picture https://example.org/a.png was left out: it lies elsewhere",
        "the picture gone.png was left out: it is missing",
        "the picture ../up.png was left out: it lies elsewhere",
    ]


def test_lazy_pictures_and_sets_of_sizes_are_found(parsed: Parse) -> None:
    dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    sizes = '<picture><source srcset="b-small.png 300w, b.png 900w"><img></picture>'
    body = f'<p>Two pictures follow here.</p><img src="{dot}" data-src="a.png">{sizes}'
    assert attachments_of(page(body).encode(), HTML) == ["a.png", "b-small.png", "b.png"]
    document = parsed(page(body), HTML, {"a.png": picture(), "b.png": picture(seed=1)})
    assert [chart.image for chart in document.charts] == [picture(), picture(seed=1)]
    assert document.warnings == []


def test_a_table_of_numbers_is_a_chart_and_others_are_text(parsed: Parse) -> None:
    layout = "<table><tr><td>Prices rose by five percent.</td><td>Wages fell by two percent.</td></tr></table>"
    document = parsed(page(f"<p>Two tables follow here.</p>{TABLE.replace('<table>', '<table><caption>Shares</caption>')}{layout}"), HTML)
    (chart,) = document.charts
    assert (chart.chart.data, chart.chart.title, chart.image, chart.drawing) == (ROWS, "Shares", None, None)
    assert texts(document)[1:] == ["Prices rose by five percent.", "Wages fell by two percent."]


def test_spanned_cells_and_double_headers(parsed: Parse) -> None:
    table = """<table><thead><tr><th rowspan="2">Country</th><th colspan="2">Share</th></tr><tr><th>2019</th><th>2021</th></tr></thead>
    <tbody><tr><td rowspan="2">Spain</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>"""
    (chart,) = parsed(page(table), HTML).charts
    assert chart.chart.data == [["Country", "Share – 2019", "Share – 2021"], ["Spain", "1", "2"], ["Spain", "3", "4"]]


def test_hostile_spans_are_bounded(parsed: Parse) -> None:
    row = "<tr>" + '<td colspan="9999" rowspan="9999">5</td>' * 50 + "</tr>"
    (chart,) = parsed(page(f"<table>{row * 50}</table>"), HTML).charts
    assert chart.chart.data is not None
    assert max(len(row) for row in chart.chart.data) <= 60


HEADS = {
    "json-ld": """<script type="application/ld+json">{"@graph": [{"@type": "Article", "headline": "Prices", "inLanguage": "en-US",
        "datePublished": "2020-05-03T10:00:00Z", "publisher": {"name": "Example Center"}, "keywords": ["money", "prices"],
        "license": "https://creativecommons.org/licenses/by/4.0/"}]}</script>""",
    "open graph": """<meta property="og:title" content="Prices"><meta property="og:site_name" content="Example Center">
        <meta property="article:published_time" content="2020-05-03"><meta property="article:tag" content="money">
        <meta property="article:tag" content="prices"><link rel="license" href="https://creativecommons.org/licenses/by/4.0/">""",
    "dublin core": """<meta name="DC.title" content="Prices"><meta name="DC.publisher" content="Example Center">
        <meta name="DC.date" content="May 3, 2020"><meta name="keywords" content="money, prices">
        <meta name="DC.rights" content="CC BY 4.0">""",
}


@pytest.mark.parametrize("kind", sorted(HEADS))
def test_what_a_page_says_of_itself(parsed: Parse, kind: str) -> None:
    head = HEADS[kind] + '<meta name="geo.region" content="US-CA"><link rel="canonical" href="https://example.org/prices">'
    context = parsed(page("<p>Prices rose by 5%.</p>", head), HTML).context
    assert (context.title, context.publisher, context.published, context.licence) == ("Prices", "Example Center", "2020-05-03", "CC BY 4.0")
    assert (context.language, context.country, context.tags) == ("en", "US", ["money", "prices"])
    assert context.uri == "https://example.org/prices"


def test_a_plain_page_has_its_title_without_the_site(parsed: Parse) -> None:
    body = "<p><time datetime='2020-05-03'>May 3</time> was a day like any other.</p>"
    document = parsed(page(body, "<title>Prices | Example</title>"), HTML)
    assert (document.context.title, document.context.published) == ("Prices", "2020-05-03")


def test_encodings(parsed: Parse) -> None:
    text = "<html><head><meta charset='{}'></head><body><p>Die Größe beträgt fünf Meter.</p></body></html>"
    for encoding in ("utf-8", "iso-8859-1", "utf-16"):
        assert texts(parsed(text.format(encoding).encode(encoding), HTML)) == ["Die Größe beträgt fünf Meter."]


def test_control_characters_by_reference_do_no_harm(parsed: Parse) -> None:
    document = parsed(
        page(f"<p>Prices &#1;rose by &#0;5%.</p>{SVG.replace('2019', '20&#2;19')}<div class='ad' title='&#3;'>x</div>&#4;y"), HTML
    )
    assert texts(document)[0].endswith("5%.")
    assert document.charts[0].drawing is not None


def test_pages_beyond_the_limits_are_refused(parsed: Parse) -> None:
    with pytest.raises(BrokenDocument, match="reports/a has more than 50 elements: split it"):
        parsed(page("<p>One.</p>" * 60), HTML, limits=Limits(max_nodes=50))
    with pytest.raises(BrokenDocument, match="reports/a has neither text nor charts"):
        parsed(page("<nav>Only links here now</nav>"), HTML)


def test_deep_nesting_ends_in_text_or_a_sentence(parsed: Parse) -> None:
    try:
        document = parsed(page("<p>Words at the top.</p>" + "<div>" * 5000 + "<p>Words at the bottom.</p>"), f"{HTML}; charset=utf-8")
    except BrokenDocument as error:
        assert "reports/a" in str(error)
    else:
        assert texts(document)[0] == "Words at the top."


def test_a_picture_takes_the_table_along_that_it_names_as_its_description(parsed: Parse) -> None:
    for name in ('aria-describedby="rows"', 'longdesc="#rows"'):
        body = f'<p>See the picture below.</p><figure><img src="img/a%20b.png" alt="Bars" {name}></figure><div id="rows">{TABLE}</div>'
        document = parsed(page(body), HTML, {"img/a b.png": picture()})
        (chart,) = (found.chart for found in document.charts)
        assert chart.data == ROWS and chart.alt == "Bars"
