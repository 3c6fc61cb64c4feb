"""Bundles: strict, in order, with sentences that name the field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from charge_stream.documents import attachments_of
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse, picture

BUNDLE = "application/vnd.charge.bundle+json"
FULL: dict[str, Any] = {
    "id": "p1",
    "uri": "https://example.org/p1",
    "title": "Party Identification",
    "publisher": "Example Center",
    "published": "2020-08-20",
    "language": "en",
    "country": "US",
    "as_of": "2014",
    "licence": "https://creativecommons.org/licenses/by/4.0/",
    "tags": ["politics"],
    "blocks": [
        {"type": "paragraph", "text": "This page tracks the affiliation of the public. It has done so since 1992."},
        {"type": "heading", "text": "Gender"},
        {
            "type": "chart",
            "image": "img/c01.png",
            "title": "Men",
            "subtitle": "% who lean",
            "notes": "Note: none.\nSource: us.",
            "alt": "Bars",
        },
        {"type": "paragraph", "text": "Men are divided: 44% lean one way and 43% the other."},
        {"type": "heading", "text": "By age", "level": 3},
        {"type": "chart", "title": "Young adults", "data": [["", "2019", "2021"], ["Left", 41, 44.5], ["Right", None, "n/a"]]},
    ],
}


def bundle(**changes: Any) -> str:
    return json.dumps({name: value for name, value in (FULL | changes).items() if value is not ...})


def test_blocks_become_chunks_and_charts_in_order(parsed: Parse) -> None:
    document = parsed(bundle(), BUNDLE, {"img/c01.png": picture()})
    assert document.warnings == []
    assert [(chunk.position, chunk.headings, chunk.sentences) for chunk in document.chunks] == [
        (0, [], ["This page tracks the affiliation of the public.", "It has done so since 1992."]),
        (2, ["Gender"], ["Men are divided: 44% lean one way and 43% the other."]),
    ]
    men, young = document.charts
    assert (men.chart.position, men.chart.title, men.chart.subtitle, men.chart.alt) == (1, "Men", "% who lean", "Bars")
    assert men.chart.notes == "Note: none.\nSource: us."
    assert (men.image, men.image_mime, men.drawing, men.chart.image) == (picture(), "image/png", None, None)
    assert young.chart.headings == ["Gender", "By age"]
    assert young.chart.data == [["", "2019", "2021"], ["Left", "41", "44.5"], ["Right", "", "n/a"]]


def test_context_comes_along(parsed: Parse) -> None:
    context = parsed(bundle(), BUNDLE, {"img/c01.png": picture()}).context
    assert context.asdict() == {
        "title": "Party Identification",
        "uri": "https://example.org/p1",
        "publisher": "Example Center",
        "published": "2020-08-20",
        "language": "en",
        "country": "US",
        "as_of": "2014",
        "basis": None,
        "licence": "CC BY 4.0",
        "tags": ["politics"],
    }


def test_only_title_and_blocks_are_required(parsed: Parse) -> None:
    document = parsed('{"title": "T", "blocks": [{"type": "paragraph", "text": "Some words of text."}]}', BUNDLE)
    assert (document.context.title, document.context.uri, document.context.language) == ("T", "reports/a", None)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "reports/a is empty: replace it by the full document"),
        ("[", "reports/a is not valid JSON (line 1): unexpected end of data; export it again"),
        (bundle(title=...), "reports/a is not a valid bundle: the field 'title' is missing"),
        (bundle(blocks=...), "reports/a is not a valid bundle: the field 'blocks' is missing"),
        (bundle(tags="politics"), "reports/a is not a valid bundle: tags: input should be a valid list"),
        (bundle(published=2020), "reports/a is not a valid bundle: published: input should be a valid string"),
        (bundle(blocks=[{"type": "paragraph"}]), "reports/a is not a valid bundle: the field 'block 0.text' is missing"),
        (
            bundle(blocks=[{"type": "heading", "text": "x", "level": 9}]),
            "reports/a is not a valid bundle: block 0.level: input should be less than or equal to 6",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(parsed: Parse, content: str, sentence: str) -> None:
    with pytest.raises(BrokenDocument) as error:
        parsed(content, BUNDLE)
    assert str(error.value) == sentence


def test_unknown_fields_and_missing_pictures_are_warned_of(parsed: Parse) -> None:
    blocks = [
        {"type": "paragraph", "text": "Some words of text.", "colour": "red"},
        {"type": "chart", "image": "gone.png"},
        {"type": "chart", "image": "../outside.png"},
        {"type": "chart", "image": "broken.png"},
        {"type": "chart"},
    ]
    document = parsed(bundle(blocks=blocks, publised="2020"), BUNDLE, {"broken.png": picture()[:100], "../outside.png": picture()})
    assert document.charts == []
    assert document.warnings == [
        "the field 'publised' is not known and was ignored",
        "the field 'colour' of block 0 is not known and was ignored",
        "block 1 was left out: it names the picture gone.png, which is missing",
        "block 2 was left out: it names the picture ../outside.png, which does not lie in the bundle's folder",
        "block 3 was left out: it names the picture broken.png, which is damaged",
        "block 4 was left out: it names no picture and has no data",
    ]


def test_pictures_to_fetch_are_those_inside_the_folder() -> None:
    names = ["b.png", "./a.png", "b.png", "../c.png", "/d.png", "https://example.org/e.png"]
    content = json.dumps({"title": "T", "blocks": [{"type": "chart", "image": name} for name in names]})
    assert attachments_of(content.encode(), BUNDLE) == ["a.png", "b.png"]
    assert attachments_of(b"{", BUNDLE) == []
