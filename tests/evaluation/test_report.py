from __future__ import annotations

import base64
import hashlib
import io
import re
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from PIL import Image

from charge_stream.evaluation.cards import Card, cards
from charge_stream.evaluation.contents import Contents
from charge_stream.evaluation.figures import Summary
from charge_stream.evaluation.pictures import fitted, shrink
from charge_stream.evaluation.plots import Part, quota_bar, stacked_bar
from charge_stream.evaluation.report import render, share, write_report
from charge_stream.evaluation.summary import RunFacts, summarise


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.effect_noise((width, height), 80).save(out, kind)
    return out.getvalue()


@pytest.fixture
async def made(filled: Any, contents: Contents) -> list[Card]:
    return await cards(contents, filled.store)


@pytest.fixture
def page(contents: Contents, made: list[Card]) -> str:
    return render(summarise(contents, RunFacts(engine="rules", quota={"Single-Point_Text-only": 3}, settings={"k": 5})), made)


async def test_a_card_shows_the_evidence_within_its_paragraph(made: list[Card]) -> None:
    assert [card.id for card in made] == ["q1", "q2"]
    (text,) = made[0].evidence
    assert [(sentence.text, sentence.given) for sentence in text.sentences] == [
        ("Two.", False),
        ("Three.", False),
        ("Wind gave 41% in 2021.", True),
        ("Five.", False),
        ("Six.", False),
    ]
    assert (text.cut_before, text.cut_after, text.page) == (True, True, 3)


async def test_a_card_marks_the_cells_that_were_read(made: list[Card]) -> None:
    chart, text = made[1].evidence
    assert (chart.modality, text.modality) == ("chart", "text")
    (value,) = chart.values
    assert (value.row, value.column, value.value) == ("Germany", "2019", "41%")
    assert value.box == (0.1, 0.3, 0.25, 0.4)  # 40..100 of 400 and 60..80 of 200 pixels


async def test_boxes_of_a_vector_reading_are_in_the_units_of_its_drawing(filled: Any, contents: Contents) -> None:
    drawing = await filled.store.put_blob(b'{"width": 800, "height": 400}', "application/json")
    chart = contents.readings["cp"].chart.derive(drawing=drawing)
    contents.charts[0] = chart
    contents.readings["cp"] = contents.readings["cp"].derive(origin="vector", chart=chart)
    (value,) = (await cards(contents, filled.store))[1].evidence[0].values
    assert value.box == (0.05, 0.15, 0.125, 0.2)


def test_nothing_is_asked_of_the_network(page: str) -> None:
    tree = html.fromstring(page)
    assert tree.xpath("//link | //iframe | //script[@src] | //object | //embed | //base") == []
    assert all(uri.startswith(("data:image/", "#")) for uri in tree.xpath("//image/@href | //use/@href | //img/@src"))
    assert "@import" not in page
    assert "url(" not in page
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")


def test_the_policy_allows_our_script_and_no_other(page: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in page


def test_what_documents_say_is_text(page: str) -> None:
    tree = html.fromstring(page)
    assert "<script>alert(1)</script> wind" in tree.text_content()
    assert len(tree.xpath("//script")) == 1
    assert "Wind in 2019, and <i>2021</i>?" in [heading.text_content() for heading in tree.xpath("//h4")]
    assert not [uri for uri in tree.xpath("//a/@href") if not uri.startswith(("#", "https://"))]  # no javascript: link


def test_a_card_has_marks_an_alternative_text_and_its_values(page: str) -> None:
    tree = html.fromstring(page)
    assert [mark.text_content() for mark in tree.xpath("//article[@id='qa-q1']//mark")] == ["Wind gave 41% in 2021."]
    drawn = tree.xpath("//article[@id='qa-q2']//*[@role='img']")[0]
    assert "Wind, % of power" in drawn.get("aria-label")
    assert len(drawn.xpath("./rect")) == 1
    assert [cell.text_content() for cell in tree.xpath("//article[@id='qa-q2']//table//td")] == ["Germany", "2019", "41%"]


def test_a_picture_is_embedded_once(made: list[Card]) -> None:
    again = render(Summary(), [*made, *made, *made])
    assert again.count("data:image/webp") == 1
    assert again.count('href="#picture-1"') == 6, "as evidence and with all that was read, on each of three cards"


def test_all_that_was_read_lies_over_the_picture(page: str, made: list[Card]) -> None:
    tree = html.fromstring(page)
    (used,) = tree.xpath("//article[@id='qa-q2']//details//use[starts-with(@href, '#read-')]")
    (drawn,) = tree.xpath(f"//g[@id='{used.get('href')[1:]}']")
    assert [(mark.get("class"), mark.get("x"), mark.get("width")) for mark in drawn.xpath("./rect")] == [("sure", "40.0", "60.0")]
    assert [text.text_content() for text in drawn.xpath("./text")] == ["41"]
    assert "confidence 0.90" in tree.xpath("//article[@id='qa-q2']//details")[0].text_content()
    assert render(Summary(), made * 3).count('<g id="read-') == 1


def test_figures_stand_with_their_denominators(page: str) -> None:
    text = " ".join(html.fromstring(page).text_content().split())
    assert "2 checked questions about 2 documents" in text
    assert "3 documents came in and 2 could be read; 1 could not" in text
    assert "75.0 % of 2" in text
    assert "100.0 % of 1, 1 unmeasured" in text
    assert "– of 0, 1 unmeasured" in text
    assert "broken.pdf: It is empty." in text
    assert "near-duplicate 1" in text
    assert "Single-Point · Text-only by 2" in text


def test_the_same_contents_give_the_same_bytes(contents: Contents, made: list[Card], tmp_path: Path) -> None:
    summary = summarise(contents, RunFacts())
    write_report(summary, made, tmp_path / "out" / "report.html")
    assert (tmp_path / "out" / "report.html").read_text(encoding="utf-8") == render(summary, made)


def test_an_empty_run_has_a_page_too() -> None:
    assert "No question was published" in render(Summary(), [])


def test_bars_are_as_wide_as_their_shares() -> None:
    bar = stacked_bar([Part("a", 3, "kept"), Part("b", 0, "lost"), Part("c", 1, "open")])
    assert re.findall(r'class="(\w+)" x="([\d.]+)" width="([\d.]+)"', bar) == [("kept", "0.0", "747.0"), ("open", "750.0", "247.0")]
    assert 'class="track"' in stacked_bar([])
    assert re.findall(r'class="(\w+)" x="0.0" width="([\d.]+)"', quota_bar(25, 100, 200)) == [("track", "500.0"), ("kept", "125.0")]
    assert (share(1, 4), share(0, 0)) == ("25 %", "")


def test_pictures_are_shrunk_and_remember_their_size() -> None:
    shrunk = shrink("k", picture(1400, 700), "image/png")
    assert shrunk is not None
    assert (shrunk.mime, shrunk.width, shrunk.height) == ("image/webp", 1400, 700)
    assert Image.open(io.BytesIO(shrunk.data)).size == (700, 350)


def test_what_is_no_picture_is_left_out() -> None:
    assert shrink("k", b"not a picture", "image/png") is None
    assert shrink("k", picture(50, 50)[:60], "image/png") is None
    assert shrink("k", b"<svg viewBox='0 0 0 10'/>", "image/svg+xml") is None
    drawn = shrink("k", b"<svg viewBox='0 0 20 10'/>", "image/svg+xml")
    assert drawn is not None
    assert (drawn.width, drawn.height) == (20.0, 10.0)


def test_a_picture_that_would_fill_the_memory_is_not_opened() -> None:
    header = picture(10, 10)
    huge = header[:16] + (30_000).to_bytes(4, "big") * 2 + header[24:]
    assert shrink("k", huge, "image/png") is None


def test_pictures_keep_to_the_budget() -> None:
    originals = [(str(n), picture(600, 300), "image/png") for n in range(3)]
    free = fitted(originals)
    total = sum(len(shown.data) for shown in free.values())
    smaller = fitted(originals, budget=total - 1)
    assert len(smaller) == 3
    assert sum(len(shown.data) for shown in smaller.values()) < total
    assert list(fitted(originals, budget=len(smaller["0"].data))) == ["0"]
