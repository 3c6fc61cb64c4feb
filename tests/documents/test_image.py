"""A single picture."""

from __future__ import annotations

import pytest

from charge_stream.documents import Limits
from charge_stream.models.errors import BrokenDocument

from .conftest import Parse, picture


@pytest.mark.parametrize(("kind", "mime"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
def test_a_picture_is_one_chart_with_its_own_bytes(parsed: Parse, kind: str, mime: str) -> None:
    data = picture(kind=kind)
    document = parsed(data, mime)
    (chart,) = document.charts
    assert document.chunks == []
    assert (chart.image, chart.image_mime, chart.chart.title, chart.chart.paired) == (data, mime, None, [])


@pytest.mark.parametrize(("kind", "mode"), [("GIF", "P"), ("BMP", "RGB"), ("TIFF", "RGB"), ("JPEG", "CMYK")])
def test_other_kinds_are_turned_into_png(parsed: Parse, kind: str, mode: str) -> None:
    data = picture(kind=kind, mode=mode)
    (chart,) = parsed(data, f"image/{kind.lower()}").charts
    assert chart.image_mime == "image/png"
    assert chart.image is not None
    assert chart.image.startswith(b"\x89PNG")


def test_an_svg_file_is_a_drawing_and_a_picture(parsed: Parse) -> None:
    content = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/><text x="1" y="8">A</text></svg>'
    (chart,) = parsed(content, "image/svg+xml").charts
    assert chart.image_mime == "image/svg+xml"
    assert chart.drawing is not None
    assert [text.text for text in chart.drawing.texts] == ["A"]


@pytest.mark.parametrize(
    ("content", "limits", "sentence"),
    [
        (b"", Limits(), "reports/a is empty: replace it by the full document"),
        (b"no picture", Limits(), "reports/a is not a picture of a format we read"),
        (picture()[:200], Limits(), "reports/a is damaged: export it again"),
        (picture(), Limits(max_image_megapixels=0.1), "reports/a has 0 megapixels, and at most 0.1 are allowed"),
        (b"<svg", Limits(), "reports/a is not a well-formed SVG picture"),
    ],
)
def test_bad_pictures_end_in_a_sentence(parsed: Parse, content: bytes, limits: Limits, sentence: str) -> None:
    with pytest.raises(BrokenDocument) as error:
        parsed(content, "image/png", limits=limits)
    assert str(error.value).startswith(sentence)
