"""When two questions are the same but for one word or name."""

from __future__ import annotations

import pytest

from charge_stream.infra.wordings import one_word_apart


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("What was the price of oil in 1996?", "What was the price of oil in 2006?", True),
        ("In Japan, how many adults smoke?", "In the United States, how many adults smoke?", True),
        ("In Japan, how many adults smoke?", "In Japan, how many adults smoke?", True),
        ("In Japan, how many adults smoke?", "In Japan, how many young adults smoke?", True),
        ("In Japan in 2006, how many adults smoke?", "In Norway in 2010, how many adults smoke?", False),
        ("How many adults smoke in Japan?", "In Japan, how many adults smoke?", False),
        ("How far apart were Japan and Norway?", "How far apart were Japan and two other countries?", False),
    ],
)
def test_one_word_apart(one: str, two: str, apart: bool) -> None:
    assert one_word_apart(one, two) is apart
    assert one_word_apart(two, one) is apart
