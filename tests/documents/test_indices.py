"""The year that is 100, where a document tells it once."""

from __future__ import annotations

import pytest

from charge_stream.documents.indices import basis_of


@pytest.mark.parametrize(
    ("texts", "basis"),
    [
        (["All indices: 2000 = 100."], "2000 = 100"),
        (["This report uses figures in which the price in the year 2000 equals 100.", "Price of coal, 2000=100"], "2000 = 100"),
        (["Index; 2015 is set at 100"], "2015 = 100"),
        (["Index, 2000 = 100", "Index, 2010 = 100"], None),  # which of the two?
        (["Sales in 2000 = 100 million", "In 2000, 100 people came.", "2000 = 1000"], None),
    ],
)
def test_the_one_base_year(texts: list[str], basis: str | None) -> None:
    assert basis_of(texts) == basis
