"""CHARGE eq. 5, with every decision the definition leaves open."""

from charge_stream.evaluation.metrics.recall import ChartUnit, RecallScore, TextUnit, chart_unit, recall, sentence_references


def text(*sentences: str) -> TextUnit:
    return TextUnit(frozenset(sentences))


def test_a_sentence_and_a_chart_are_two_references() -> None:
    references = sentence_references(["p1#0"], ["c1"])
    assert recall(references, [text("p1#0"), text("p2#0"), ChartUnit("c1")]) == RecallScore(1.0, 1.0, 2)
    assert recall(references, [text("p1#0"), ChartUnit("c2")]) == RecallScore(0.5, 0.0, 2)
    assert recall(references, [text("p1#1")]) == RecallScore(0.0, 0.0, 2)


def test_sentence_units_make_each_sentence_a_reference() -> None:
    references = sentence_references(["p1#0", "p1#1", "p2#0"], [])
    assert recall(references, [text("p1#0"), text("p2#0")]) == RecallScore(2 / 3, 0.0, 3)


def test_one_retrieved_unit_must_hold_all_sentences_of_a_text_reference() -> None:
    references = [text("p1#0", "p1#1")]
    assert recall(references, [text("p1#0", "p1#1", "p1#2")]).recall == 1.0
    assert recall(references, [text("p1#0"), text("p1#1")]).recall == 0.0


def test_the_union_of_the_retrieved_units_is_the_other_scope() -> None:
    references = [text("p1#0", "p1#1")]
    assert recall(references, [text("p1#0"), text("p1#1")], scope="union").recall == 1.0
    assert recall(references, [text("p1#0"), ChartUnit("p1#1")], scope="union").recall == 0.0


def test_a_chart_is_the_stem_of_its_path() -> None:
    references = sentence_references([], ["charts/chart_00058_09.png"])
    assert recall(references, [chart_unit("chart_00058_09")]).recall == 1.0
    assert recall(references, [chart_unit("chart_00058_08")]).recall == 0.0


def test_a_text_that_has_the_name_of_a_chart_is_not_the_chart() -> None:
    assert recall([ChartUnit("c1")], [text("c1")]).recall == 0.0


def test_a_reference_that_stands_twice_counts_once() -> None:
    references = sentence_references(["p1#0", "p1#0"], ["c1", "charts/c1.png"])
    assert recall(references, [ChartUnit("c1")]) == RecallScore(0.5, 0.0, 2)


def test_without_references_there_is_no_score_and_with_nothing_found_it_is_zero() -> None:
    assert recall([], [ChartUnit("c1")]) == RecallScore(None, None, 0)
    assert recall([ChartUnit("c1")], []) == RecallScore(0.0, 0.0, 1)
    assert recall([text("p1#0")], [], scope="union") == RecallScore(0.0, 0.0, 1)
