"""The numbers of one picture are written alike: those read otherwise are put right where the others show how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from charge_stream.charts.numbers import CURRENCIES
from charge_stream.charts.scene import Word

_GROUPED = re.compile(r"^\D*[1-9]\d{0,2}(?:,\d{3})+\D*$")
_POINTED = re.compile(r"^(?P<before>\D*[1-9]\d{0,2})\.(?P<after>\d{3}\D*)$")
_PRICED = re.compile(rf"^[-−–]?[{CURRENCIES}][-−–]?\d")
_BARE = re.compile(r"^[5S](?P<rest>\d[\d,. ]*)$")
LEAST, MOSTLY = 3, 0.4
"""At least so many prices, and this share of all numbers, show that all numbers are prices."""


def written_alike(words: Sequence[Word]) -> list[Word]:
    """The words with a comma between thousands that was read as a point, and a `$` that was read as a 5, put right."""
    return _with_commas(_with_currency(words))


def _with_commas(words: Sequence[Word]) -> list[Word]:
    pointed = [word for word in words if word.number is not None and "." in word.text]
    grouped = sum(_GROUPED.match(word.text) is not None for word in words)
    # A chart that groups thousands by commas may have decimals too, but then not three of them everywhere.
    if grouped < max(2, len(pointed)) or any(_POINTED.match(word.text) is None for word in pointed):
        return list(words)
    return [replace(word, text=_POINTED.sub(r"\g<before>,\g<after>", word.text)) if word in pointed else word for word in words]


def _with_currency(words: Sequence[Word]) -> list[Word]:
    numbers = [word for word in words if not word.may_name]
    priced = [word for word in numbers if _PRICED.match(word.text)]
    if len(priced) < max(LEAST, MOSTLY * len(numbers)):
        return list(words)
    sign = next(char for char in priced[0].text if char in CURRENCIES)
    most = max(_whole(word.text) for word in priced)
    return [
        replace(word, text=sign + found["rest"]) if (found := _BARE.match(word.text)) and _whole(word.text) > most else word
        for word in words
    ]


def _whole(text: str) -> int:
    """Digits before the decimal point."""
    return sum(char.isdigit() for char in re.split(r"\.(?!\d{3})", text)[0])
