"""Ids, positions, headings, sizes: what all formats share."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from charge_stream.documents import Limits, ParsedDocument
from charge_stream.models import Context
from charge_stream.models.errors import BrokenDocument
from charge_stream.models.ids import make_id

from .conftest import Parse, picture

BUNDLE = "application/vnd.charge.bundle+json"


def words(text: str) -> dict[str, Any]:
    return {"type": "paragraph", "text": text}


def shown(name: str) -> dict[str, Any]:
    return {"type": "chart", "image": name}


def run(parsed: Parse, *blocks: dict[str, Any], **more: Any) -> ParsedDocument:
    pictures = {f"{seed}.png": picture(seed=seed) for seed in range(3)}
    return parsed(json.dumps({"title": "T", "blocks": list(blocks)}), BUNDLE, pictures, **more)


def test_ids_hash_document_content_and_occurrence_and_not_the_place(parsed: Parse) -> None:
    one, two = words("The first paragraph stands."), words("The second paragraph stands.")
    before = run(parsed, one, shown("0.png"), two)
    after = run(parsed, words("Something new at the top."), two, one, shown("1.png"), shown("0.png"))
    ids = {chunk.text: chunk.id for chunk in before.chunks}
    assert {chunk.text: chunk.id for chunk in after.chunks}.items() > ids.items()
    assert before.charts[0].chart.id == after.charts[1].chart.id
    assert ids["The first paragraph stands."] == make_id("chunk", "doc", "The first paragraph stands.", 1)


def test_equal_paragraphs_and_pictures_are_told_apart_by_their_number(parsed: Parse) -> None:
    same = words("Said twice, word for word.")
    document = run(parsed, same, shown("0.png"), same, shown("0.png"))
    assert len({chunk.id for chunk in document.chunks}) == len({chart.chart.id for chart in document.charts}) == 2
    assert document.chunks[1].id == make_id("chunk", "doc", "Said twice, word for word.", 2)


def test_other_documents_have_other_ids(parsed: Parse) -> None:
    block = words("The same words elsewhere.")
    assert run(parsed, block).chunks[0].id != run(parsed, block, document_id="other").chunks[0].id


def test_spaces_and_soft_hyphens_do_not_change_an_id(parsed: Parse) -> None:
    plain, odd = run(parsed, words("The official figure.")), run(parsed, words(" The of\u00adficial\u00a0 figure. "))
    assert plain.chunks[0].id == odd.chunks[0].id


def test_positions_count_both_modalities_and_pairs_point_to_each_other(parsed: Parse) -> None:
    document = run(parsed, words("One two three."), shown("0.png"), words("Four five six."), shown("1.png"))
    assert [chunk.position for chunk in document.chunks] == [0, 2]
    assert [chart.chart.position for chart in document.charts] == [1, 3]
    for chunk in document.chunks:
        for chart in document.charts:
            assert (chart.chart.id in chunk.paired) == (chunk.id in chart.chart.paired)


def test_what_the_producer_knows_wins(parsed: Parse) -> None:
    document = run(parsed, words("One two three."), context=Context(title="Mine", country="DE", uri="https://example.org/x"))
    assert (document.context.title, document.context.country, document.context.uri) == ("Mine", "DE", "https://example.org/x")
    assert document.chunks[0].context == document.context


def test_the_language_is_told_from_the_text_when_nobody_says(parsed: Parse) -> None:
    text = (
        "Der Anteil der Erwachsenen, die das Land auf dem richtigen Weg sehen, ist im Jahr gestiegen und liegt nicht mehr unter dem alten."
    )
    assert run(parsed, words(text)).context.language == "de"
    assert run(parsed, words(text), context=Context(language="nl")).context.language == "nl"


def test_a_line_that_only_dates_the_document_is_no_paragraph(parsed: Parse) -> None:
    context = Context(published="2026-06-09")
    document = run(parsed, words("Example Center · June 9, 2026"), words("On June 9, 2026, prices rose."), words("Top"), context=context)
    assert [chunk.text for chunk in document.chunks] == ["On June 9, 2026, prices rose."]


def test_a_very_long_paragraph_becomes_several_chunks(parsed: Parse) -> None:
    sentences = [f"This is sentence number {number} of a paragraph without end." for number in range(200)]
    document = run(parsed, words(" ".join(sentences)))
    assert len(document.chunks) == 3
    assert [sentence for chunk in document.chunks for sentence in chunk.sentences] == sentences
    assert all(chunk.text == " ".join(chunk.sentences) and len(chunk.text) < 4200 for chunk in document.chunks)


def test_limits_cut_with_a_warning_or_refuse(parsed: Parse) -> None:
    document = run(parsed, words("One two three."), shown("0.png"), shown("1.png"), limits=Limits(max_charts=1))
    assert len(document.charts) == 1
    assert document.warnings == ["only the first 1 of 2 charts were taken"]
    with pytest.raises(BrokenDocument, match=r"reports/a has 0\.0 MB, and at most 1e-05 are allowed"):
        run(parsed, words("One two three."), limits=Limits(max_document_mb=1e-5))


def test_unknown_kinds_are_refused(parsed: Parse) -> None:
    with pytest.raises(BrokenDocument, match=r"reports/a is of a kind that is not read \(application/zip\)"):
        parsed(b"PK", "application/zip")


def test_the_result_and_the_error_travel_between_processes(parsed: Parse) -> None:
    document = run(parsed, words("One two three."), shown("0.png"))
    assert pickle.loads(pickle.dumps(document)) == document
    with pytest.raises(BrokenDocument) as error:
        parsed(b"", BUNDLE)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
