"""Markdown: front matter, text, pictures and tables."""

from __future__ import annotations

import pytest

from charge_stream.documents import attachments_of
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse, picture

MARKDOWN = "text/markdown"
REPORT = """---
title: "Moving Americans: what a trip costs"
publisher: Example Center
published: 2020-05-03
language: en-US
country: US
as_of: 2018
licence: https://creativecommons.org/licenses/by/4.0/
tags: [energy, transport]
---

# Moving Americans

How much energy does it take? The *government* has kept
count for decades.[^1]

## Planes

- In 1970, flights used **1.85** kWh.
- By 2018, they used 0.41 kWh.

![Planes beat cars: kWh per kilometer, 2018](img/planes.png)

| Mode | 1990 | 2018 |
|------|-----:|-----:|
| Plane | 0.9 | 0.41 |
| Car | 0.69 | 0.6 |
"""


def test_a_report(parsed: Parse) -> None:
    document = parsed(REPORT, MARKDOWN, {"img/planes.png": picture()})
    assert [(chunk.headings, chunk.sentences) for chunk in document.chunks] == [
        (["Moving Americans"], ["How much energy does it take?", "The government has kept count for decades.[^1]"]),
        (["Moving Americans", "Planes"], ["In 1970, flights used 1.85 kWh.", "By 2018, they used 0.41 kWh."]),
    ]
    shown, table = document.charts
    assert (shown.image, shown.chart.title, shown.chart.subtitle) == (picture(), "Planes beat cars", "kWh per kilometer, 2018")
    assert table.chart.data == [["Mode", "1990", "2018"], ["Plane", "0.9", "0.41"], ["Car", "0.69", "0.6"]]
    assert (shown.chart.position, table.chart.position) == (2, 3)


def test_front_matter_is_the_context(parsed: Parse) -> None:
    context = parsed(REPORT.replace("\n", "\r\n"), MARKDOWN).context
    assert (context.title, context.publisher, context.published) == ("Moving Americans: what a trip costs", "Example Center", "2020-05-03")
    assert (context.language, context.country, context.as_of, context.licence) == ("en", "US", "2018", "CC BY 4.0")
    assert context.tags == ["energy", "transport"]


def test_without_front_matter_the_first_heading_is_the_title(parsed: Parse) -> None:
    document = parsed("# Prices\n\nPrices rose by 5%.\n\n---\n\nWages fell by 2%.", MARKDOWN)
    assert document.context.title == "Prices"
    assert [chunk.headings for chunk in document.chunks] == [[], []]


def test_html_inside_is_read_as_in_web_pages_and_scripts_are_not(parsed: Parse) -> None:
    document = parsed("Prices rose by 5%.\n\n<script>alert('never to be read')</script>\n\n<div><p>Wages fell by 2%.</p></div>\n", MARKDOWN)
    assert [chunk.text for chunk in document.chunks] == ["Prices rose by 5%.", "Wages fell by 2%."]


def test_pictures_to_fetch() -> None:
    assert attachments_of(REPORT.encode(), MARKDOWN) == ["img/planes.png"]
    assert attachments_of(b"![x](../a.png) ![y](https://example.org/b.png) <img src='c%20d.png'>", MARKDOWN) == ["c d.png"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\xfa broken", "reports/a is not text in UTF-8: save it in that encoding"),
        (b"---\ntitle: [a\n---\nSome words of text.", "reports/a has front matter that is not valid YAML"),
        (b"---\n- a\n---\nSome words of text.", "reports/a has front matter that is not a list of 'name: value'"),
        (b"---\na: &x [1]\nb: [*x, *x]\n---\nSome words of text.", "reports/a has front matter that is too long or uses YAML anchors"),
        (b"a\x00b", "reports/a is not a text file"),
        (b"---\ntitle: T\n---\n", "reports/a has neither text nor charts"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(parsed: Parse, content: bytes, sentence: str) -> None:
    with pytest.raises(BrokenDocument) as error:
        parsed(content, MARKDOWN)
    assert str(error.value).startswith(sentence)


def test_front_matter_is_taken_as_it_is_written(parsed: Parse) -> None:
    """Norway's code is a "no" to YAML, and a code with leading zeros a number."""
    document = parsed(
        "---\ntitle: 007\ncountry: NO\npublisher: null\nlicence: ~\ndate: 2015-03-02\n---\nSome words of text here.", MARKDOWN
    )
    context = document.context
    assert (context.title, context.country, context.publisher, context.licence, context.published) == (
        "007",
        "NO",
        None,
        None,
        "2015-03-02",
    )
