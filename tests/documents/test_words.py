"""Small pure parts: tidying, dates, languages, licences, paths, media types."""

from __future__ import annotations

import pytest

from charge_stream.documents import media_type_of
from charge_stream.documents.context import language_code, licence_name, merged
from charge_stream.documents.dates import iso_date
from charge_stream.documents.language import language_of
from charge_stream.documents.paths import linked_path, safe_path
from charge_stream.documents.words import one_line, tidy, words_of
from charge_stream.models import Context


def test_tidy_keeps_line_ends_once_and_nothing_invisible() -> None:
    assert tidy("  a\u00a0 b \r\n\r\n\tc\x00\x07 \n") == "a b\nc"
    assert one_line(" a\n b ") == "a b"
    assert one_line(" \u200b ") is None
    assert words_of("It’s 43% of U.S. adults") == ["it’s", "43", "of", "u", "s", "adults"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2018-05-03", "2018-05-03"),
        ("2018-05-03T10:00:00+02:00", "2018-05-03"),
        ("2018-05", "2018-05"),
        ("2018", "2018"),
        ("D:20190315103643-04'00'", "2019-03-15"),
        ("FOR RELEASE MAY 3, 2018", "2018-05-03"),
        ("published on 3 Sept. 2018", "2018-09-03"),
        ("March, 2019", "2019-03"),
        ("February 30, 2019", None),
        ("12345", None),
        (None, None),
    ],
)
def test_dates(text: str | None, expected: str | None) -> None:
    assert iso_date(text) == expected


TEXTS = {
    "en": "The share of adults who say that the economy is good has risen, and it is higher than in any year for which we have data.",
    "de": "Der Anteil der Erwachsenen, die das Land auf dem richtigen Weg sehen, "
    "ist im Jahr gestiegen und liegt nicht mehr unter dem von 2010.",
    "fr": "La part des adultes qui pensent que le pays va dans la bonne "
    "direction est plus élevée que dans les années qui ont suivi la crise.",
    "es": "La proporción de los adultos que creen que el país va por buen camino es "
    "más alta que en los años de la crisis, y no se espera que baje.",
    "it": "La quota degli adulti che pensano che il paese sia sulla strada giusta "
    "è più alta che negli anni della crisi, e non si prevede un calo.",
    "pt": "A proporção dos adultos que acham que o país está no caminho certo é "
    "mais alta do que nos anos da crise, e não se espera uma queda.",
    "nl": "Het aandeel van de volwassenen dat denkt dat het land op de goede weg "
    "is, is hoger dan in de jaren van de crisis en zal niet dalen.",
}


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_language_by_small_words(language: str) -> None:
    assert language_of(TEXTS[language]) == language


def test_language_of_too_little_or_other_text_is_unknown() -> None:
    assert language_of("Germany 41 44 Spain 12 of") is None
    assert language_of("成年人认为经济状况良好的比例有所上升" * 20) is None


@pytest.mark.parametrize(
    ("text", "expected"), [("en", "en"), ("en-US", "en"), ("EN_gb", "en"), ("english", None), ("", None), (None, None)]
)
def test_language_codes(text: str | None, expected: str | None) -> None:
    assert language_code(text) == expected


def test_licence_addresses_get_their_usual_names() -> None:
    assert licence_name("https://creativecommons.org/licenses/by-sa/4.0/deed.en") == "CC BY-SA 4.0"
    assert licence_name("http://creativecommons.org/publicdomain/zero/1.0/") == "CC0 1.0"
    assert licence_name(" Open Government Licence ") == "Open Government Licence"
    assert licence_name("") is None


def test_what_the_producer_knows_wins_field_by_field() -> None:
    own = Context(title="From the file", publisher="File", tags=["a"])
    given = Context(publisher="Producer", country="DE")
    both = merged(own, given, "file.pdf")
    assert (both.title, both.publisher, both.country, both.tags, both.uri) == ("From the file", "Producer", "DE", ["a"], "file.pdf")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.png", "a.png"),
        ("./img/../img/a.png", "img/a.png"),
        ("img\\a.png", "img/a.png"),
        ("../a.png", None),
        ("img/../../a.png", None),
        ("/etc/passwd", None),
        ("C:\\a.png", None),
        ("https://example.org/a.png", None),
        ("file:///etc/passwd", None),
        ("", None),
        ("..", None),
    ],
)
def test_paths_stay_inside_the_folder(name: str, expected: str | None) -> None:
    assert safe_path(name) == expected


def test_links_are_decoded_before_they_are_judged() -> None:
    assert linked_path("img/a%20b.png?v=2#x") == "img/a b.png"
    assert linked_path("%2e%2e/a.png") is None
    assert linked_path("%2Fetc/passwd") is None
    assert linked_path("//example.org/a.png") is None
    assert linked_path("data:image/png;base64,AAAA") is None


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("a.html", b"%PDF-1.7\n", "application/pdf"),
        ("a", b"junk before %PDF-1.4", "application/pdf"),
        ("a.pdf", b"no such thing", "application/pdf"),
        ("a.pdf", b"", "application/pdf"),
        ("a.png", b"\xff\xd8\xff\xe0", "image/jpeg"),
        ("a.bin", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        ("a.txt", b"\xef\xbb\xbf <?xml version='1.0'?><!-- x --><HTML lang=en>", "text/html"),
        ("a.html", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        ("dir.v2/a.MD", b"# Title", "text/markdown"),
        ("a.bundle.json", b"{", "application/vnd.charge.bundle+json"),
        ("a.json", b"{", None),
        ("a.docx", b"PK\x03\x04", None),
        ("noextension", b"hello", None),
    ],
)
def test_media_types_by_content_then_by_name(path: str, head: bytes, expected: str | None) -> None:
    assert media_type_of(path, head) == expected
