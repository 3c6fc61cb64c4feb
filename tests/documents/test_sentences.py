"""Sentences: hand-written cases, each with the sentences a reader would see."""

from __future__ import annotations

import pytest

from charge_stream.documents.sentences import MAX_SENTENCE, split_sentences

CASES: list[list[str]] = [
    ["Support rose to 43.5% in 2019.", "It had been 30% before."],
    ["The U.S. Census Bureau counted 3.5 million people.", "Most lived in the U.S.", "The rest lived abroad."],
    ["He moved to the U.S. in 2010.", "In the U.S. Senate, nothing changed."],
    ["Dr. J. Smith met Sen. Warren at 5 p.m. on Jan. 5.", "He left early."],
    ["George W. Bush won; J.K. Rowling wrote.", "Was it Plan B?", "Yes!", "No."],
    ["More men than women agree (43% vs. 30%).", "See Fig. 3 for details."],
    ["No. 2 was Texas.", "The answer was no.", "Nobody asked again."],
    ["“The economy is bad. It will get worse,” he said.", "Others disagree."],
    ['"Is it over?" she asked.', '"It is."', "They left."],
    ["Most agreed.”", "Few did not."],
    ["The balance has shifted.", "(They crossed over twice. Once was in 2002.)", "Since then, nothing moved."],
    ["Asian Americans lean Democratic (65% vs. 23%).", "This is based on interviews (n = 1,503; conducted by Smith et al. in May)."],
    ["Foo Inc. reported $1.2 million.", "Bar Co. of Ohio did not."],
    ["She works at Foo Inc.", "He works elsewhere."],
    ["1. The first finding stands.", "2. The second does not."],
    ["He earned a Ph.D. in 2004.", "He was 12.", "They were 13."],
    ["Among whites, 49% agree.2", "Among blacks, 3% do."],
    ["Nine-in-ten agree.[1]", "One does not."],
    ["Really... maybe.", "Perhaps not…", "Then again, yes."],
    ["The value was 5.", "Then it was 6.", "At age 39 it stopped."],
    ["Vitamin C. deficiency is rare."],
    ["Am 3. Mai 2019 stieg der Anteil, z.B. in Köln.", "Das war neu."],
    ["Le taux a baissé (cf. p. 12).", "Les autres n’ont pas changé."],
    ["They are works of art.", "Many exist."],
    ["We read it at 9 a.m.", "The news was bad."],
    ["It rained, etc.", "The game went on."],
    ["See example.com for more.", "The site is free."],
    ["It cost $5.", "£3.50 was the price in London."],
    ["Wait!", "What?!", "Nothing."],
    ["The St. Louis Fed and Mt. Everest are far apart."],
]


@pytest.mark.parametrize("sentences", CASES, ids=lambda sentences: sentences[0][:30])
def test_sentences_of_running_text(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


def test_line_ends_always_part_sentences() -> None:
    assert split_sentences("the first item\nthe second, longer item\n\nthe third") == [
        "the first item",
        "the second, longer item",
        "the third",
    ]


def test_missing_space_after_a_full_stop() -> None:
    assert split_sentences("That ended in 2014.The data are old.") == ["That ended in 2014.", "The data are old."]


def test_soft_hyphens_ligatures_and_odd_spaces_are_normalised() -> None:
    assert split_sentences("The of\u00adfi\u00adcial\u00a0\ufb01gure\u2009was\u200b high.\u3000It  fell.") == [
        "The official figure was high.",
        "It fell.",
    ]


def test_nothing_gives_no_sentences() -> None:
    assert split_sentences("") == []
    assert split_sentences(" \n\u200b\n ") == []


def test_a_sentence_without_end_is_cut_at_commas() -> None:
    endless = ", ".join(f"item number {number}" for number in range(1000))
    pieces = split_sentences(endless)
    assert all(len(piece) <= MAX_SENTENCE for piece in pieces)
    assert all(piece.endswith(",") for piece in pieces[:-1])
    assert " ".join(pieces) == endless


def test_a_word_without_end_is_cut_too() -> None:
    assert [len(piece) for piece in split_sentences("x" * (2 * MAX_SENTENCE + 5))] == [MAX_SENTENCE, MAX_SENTENCE, 5]


def test_unclosed_bracket_does_not_swallow_the_rest() -> None:
    assert split_sentences("It rose (by 5 points. Then it fell. Then it rose.") == [
        "It rose (by 5 points.",
        "Then it fell.",
        "Then it rose.",
    ]
