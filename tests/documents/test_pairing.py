"""Charts and paragraphs: who is held against whom."""

from __future__ import annotations

from charge_stream.documents.pairing import MAX_TEXTS, Unit, pair


def text(name: str, position: int, section: int = 0, words: str = "nothing of interest") -> Unit:
    return Unit(name, position, section, words)


def chart(name: str, position: int, section: int = 0, title: str = "") -> Unit:
    return Unit(name, position, section, title)


def test_a_chart_is_paired_with_the_paragraphs_around_it_and_the_reverse() -> None:
    paired = pair([text("a", 0), text("b", 1), text("c", 3), text("d", 4)], [chart("x", 2)])
    assert paired["b"] == paired["c"] == ["x"]
    assert paired["x"][:2] == ["b", "c"]


def test_other_sections_are_not_neighbours() -> None:
    paired = pair([text("a", 0, 0), text("b", 2, 1), text("c", 4, 2)], [chart("x", 1, 0), chart("y", 3, 1)])
    assert paired == {"a": ["x"], "b": ["y"], "c": ["y"], "x": ["a"], "y": ["b", "c"]}


def test_a_paragraph_that_speaks_of_the_title_is_paired_wherever_it_stands() -> None:
    texts = [text("a", 0, 0, "Confidence in personal finances rose among Latinos in 2015."), text("b", 1, 1), text("c", 3, 1)]
    paired = pair(texts, [chart("x", 2, 1, "Latinos more confident in personal finances"), chart("y", 4, 2)])
    assert paired["a"] == ["x"]
    assert paired["x"] == ["b", "c", "a"]


def test_every_paragraph_and_every_chart_gets_a_partner() -> None:
    paired = pair([text("a", 0), text("b", 1)], [chart("x", 2), chart("y", 3), chart("z", 4)])
    assert all(paired.values())
    for left, others in paired.items():
        assert all(left in paired[other] for other in others)


def test_without_one_modality_nothing_is_paired() -> None:
    assert pair([text("a", 0)], []) == {"a": []}
    assert pair([], [chart("x", 0)]) == {"x": []}


def test_one_chart_in_a_long_document_is_held_against_the_nearest_paragraphs_only() -> None:
    paired = pair([text(f"t{number:03}", number) for number in range(100)], [chart("x", 50, 0)])
    assert all(paired[f"t{number:03}"] == ["x"] for number in range(100))
    assert len(paired["x"]) == MAX_TEXTS
    assert {f"t{number:03}" for number in range(46, 55)} <= set(paired["x"])
