"""Documents cut, flipped and repeated at random: each ends in a document or in one sentence, never in another error."""

from __future__ import annotations

import random

import pytest

from charge_stream.documents import attachments_of
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse
from .test_bundle import BUNDLE, bundle
from .test_html import HTML, SVG, TABLE, page
from .test_markdown import MARKDOWN, REPORT
from .test_pdf import PDF, made, report

SAMPLES = {
    BUNDLE: bundle().encode(),
    HTML: page(f"<main><h1>T</h1><p>Some words of text.</p><figure>{SVG}{TABLE}</figure></main>").encode(),
    MARKDOWN: REPORT.encode(),
    PDF: made(report),
    "image/svg+xml": SVG.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"').encode(),
}


def damaged(content: bytes, rng: random.Random) -> bytes:
    data = bytearray(content)
    place = rng.randrange(len(data))
    kind = rng.randrange(4)
    if kind == 0:
        del data[place:]
    elif kind == 1:
        for _ in range(rng.choice([1, 20, 200])):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif kind == 2:
        del data[place : place + rng.randrange(500)]
    else:
        data[place:place] = data[place : place + 200] * rng.randrange(20)
    return bytes(data)


@pytest.mark.parametrize("media_type", sorted(SAMPLES))
def test_damage_never_escapes(parsed: Parse, media_type: str) -> None:
    rng = random.Random(media_type)
    for _ in range(60):
        content = damaged(SAMPLES[media_type], rng)
        attachments_of(content, media_type)
        try:
            parsed(content, media_type)
        except BrokenDocument as error:
            assert str(error).startswith("reports/a ")


@pytest.mark.parametrize("media_type", sorted(SAMPLES))
def test_the_same_bytes_give_the_same_document(parsed: Parse, media_type: str) -> None:
    assert parsed(SAMPLES[media_type], media_type) == parsed(SAMPLES[media_type], media_type)
