"""Writes a report as a web page with the furniture of real ones: navigation, a cookie notice, related links, a footer."""

import json
from html import escape
from pathlib import Path

from example_reports import plot, svg
from example_reports.model import LICENCE, LICENCE_LINK, PUBLISHER, Chart, Heading, Paragraph, Report, Table
from example_reports.pictures import picture
from example_reports.prose import dateline, source_lines

PICTURE_DPI = 150
STYLE = """
body { margin: 0; font: 17px/1.6 Georgia, "DejaVu Serif", serif; color: #1f2933; background: #fff; }
header.site, footer.site, .cookies { font: 14px/1.5 "DejaVu Sans", Verdana, sans-serif; }
header.site { display: flex; gap: 2em; align-items: baseline; padding: 12px 24px; border-bottom: 3px solid #2f5d8a; }
header.site nav a { margin-right: 1.2em; color: #2f5d8a; text-decoration: none; }
.cookies { background: #fdf3e3; padding: 8px 24px; }
main { max-width: 760px; margin: 32px auto; padding: 0 24px; }
h1, h2 { font-family: "DejaVu Sans", Verdana, sans-serif; line-height: 1.25; }
h1 { font-size: 30px; margin-bottom: 8px; } h2 { font-size: 20px; color: #2f5d8a; margin-top: 36px; }
.standfirst { font-size: 19px; font-style: italic; color: #616e7c; margin: 0 0 8px; }
.date, figcaption, .sources { font: 13px/1.5 "DejaVu Sans", Verdana, sans-serif; color: #616e7c; }
figure { margin: 32px 0; } figure svg, figure img { width: 100%; height: auto; display: block; }
figure table { border-collapse: collapse; font: 13px/1.4 "DejaVu Sans", Verdana, sans-serif; margin-top: 10px; }
figure th, figure td { padding: 3px 14px 3px 0; border-bottom: 1px solid #d5dbe1; text-align: right; }
figure th:first-child { text-align: left; }
footer.site { border-top: 1px solid #d5dbe1; margin-top: 48px; padding: 16px 24px; color: #616e7c; }
"""

BEFORE = f"""<header class="site"><strong>{PUBLISHER}</strong>
<nav aria-label="Main">
<a href="/">Home</a> <a href="/topics">All 14 topics</a> <a href="/subscribe">Subscribe</a> <a href="/about">About us</a>
</nav></header>
<div class="cookies" role="dialog" aria-label="Cookie notice">
We use 3 cookies to count visits. <button>Accept all</button> <button>Decline</button>
</div>"""
RELATED = """<aside class="related"><h2>Related reading</h2>
<ul><li><a href="/most-read">The 10 most-read reports of the year</a></li></ul></aside>"""
AFTER = f"""<footer class="site">Text and charts are licensed under <a rel="license" href="{LICENCE_LINK}">{LICENCE}</a>.
Share this page · Print · Contact</footer>"""


def write(report: Report, path: Path, *, pictures: bool) -> None:
    """Writes `path` and, with `pictures`, one PNG per chart in a folder of the same name beside it; otherwise charts are inline SVG."""
    figures = {chart: _figure(chart, number, path, pictures=pictures) for number, chart in enumerate(report.charts, start=1)}
    blocks = "\n".join(figures[block] if isinstance(block, Chart) else _text(block) for block in report.blocks)
    sources = "\n".join(f"<li>{escape(line)}</li>" for line in source_lines(report))
    page = f"""<!DOCTYPE html>
<html lang="en-US">
<head>
{_head(report)}
</head>
<body>
{BEFORE}
<main>
<article>
<h1>{escape(report.title)}</h1>
<p class="standfirst">{escape(report.standfirst)}</p>
<p class="date"><time datetime="{report.published}">{escape(dateline(report))}</time></p>
{blocks}
</article>
<section class="sources"><h2>Sources and terms of use</h2>
<ul>
{sources}
</ul></section>
{RELATED}
</main>
{AFTER}
</body>
</html>
"""
    path.write_text(page, encoding="utf-8")


def _head(report: Report) -> str:
    about = {
        "@context": "https://schema.org",
        "@type": "Report",
        "headline": report.title,
        "datePublished": report.published.isoformat(),
        "inLanguage": "en-US",
        "license": LICENCE_LINK,
        "publisher": {"@type": "Organization", "name": PUBLISHER},
        "keywords": list(report.tags),
    }
    meta = {
        "author": PUBLISHER,
        "publisher": PUBLISHER,
        "date": report.published.isoformat(),
        "language": "en-US",
        "description": report.standfirst,
        "keywords": ", ".join(report.tags),
        "DC.title": report.title,
        "DC.publisher": PUBLISHER,
        "DC.date": report.published.isoformat(),
        "DC.rights": LICENCE,
    }
    if report.country:
        meta["geo.country"] = report.country
    return "\n".join(
        [
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(report.title)}</title>",
            *(f'<meta name="{name}" content="{escape(content)}">' for name, content in meta.items()),
            f'<link rel="license" href="{LICENCE_LINK}">',
            f'<script type="application/ld+json">{json.dumps(about, ensure_ascii=False)}</script>',
            f"<style>{STYLE}</style>",
        ]
    )


def _text(block: Heading | Paragraph) -> str:
    text = escape(block.text)
    return f"<h2>{text}</h2>" if isinstance(block, Heading) else f"<p>{text}</p>"


def _figure(chart: Chart, number: int, page: Path, *, pictures: bool) -> str:
    label = f"{chart.title}: {chart.subtitle}"
    if pictures:
        file = page.with_suffix("") / f"{chart.name}.png"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(picture(chart, PICTURE_DPI)[0].getvalue())
        drawn = f'<img src="{file.parent.name}/{file.name}" alt="{escape(label)}">'
    else:
        drawn = svg.write(plot.draw(chart), label)
    table = f"\n{_table(chart.table)}" if chart.table_beside else ""
    return f"<figure>\n{drawn}{table}\n<figcaption>Figure {number}. {escape(label)}.</figcaption>\n</figure>"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *table.series))
    rows = [
        f'<tr><th scope="row">{escape(label)}</th>{"".join(f"<td>{table.printed(value)}</td>" for value in values)}</tr>'
        for label, values in table.rows
    ]
    return "\n".join(["<table>", f"<thead><tr>{head}</tr></thead>", "<tbody>", *rows, "</tbody>", "</table>"])
