"""Figures in what a model says: whether each stands in what it was shown, or follows from what it was shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator

_FIGURE = re.compile(r"(?<![\w.])\d+(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.,])\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
SCALES = tuple(1000.0**power for power in range(-4, 5))
"""Millions may be told as thousands, and so on."""
COUNTED = 12
"""Whole numbers up to it may count things ("of these 3 countries") and are not looked up."""


def figures(text: str) -> list[str]:
    """The figures in a text, as written.

    >>> figures("In 2021, 1,234.5 of A4 pages, or 7%, up from 6.5.")
    ['2021', '1,234.5', '7', '6.5']
    """
    return _FIGURE.findall(text)


def values(texts: Iterable[str]) -> set[float]:
    """What the figures in the texts are worth."""
    return {_value(figure) for text in texts for figure in figures(text)}


def unfounded(text: str, shown: set[float], operands: Collection[float] = ()) -> str | None:
    """The first figure that is neither shown, in whatever scale, nor worked out from two ``operands``; None when there is none."""
    for figure in figures(text):
        value = _value(figure)
        if value <= COUNTED and value.is_integer():
            continue
        if not any(value * scale in shown or round(value * scale, 9) in shown for scale in SCALES) and not _follows(figure, operands):
            return figure
    return None


def given_away(question: str, answer: str) -> bool:
    """Whether the answer has figures beside years, and all of them stand in the question."""
    told = {_value(figure) for figure in figures(answer) if not _YEAR.fullmatch(figure)}
    return bool(told) and told <= values([question])


def _value(figure: str) -> float:
    return float(figure.replace(",", ""))


def _follows(figure: str, operands: Collection[float]) -> bool:
    """Whether it is the difference, sum, ratio or change in percent of two of them, as far as its decimals tell."""
    decimals = len(figure.partition(".")[2])
    near = 0.5 * 10.0**-decimals + 1e-9
    value = _value(figure)
    return any(abs(value - result) <= near for one, other in itertools.permutations(operands, 2) for result in _worked_out(one, other))


def _worked_out(one: float, other: float) -> Iterator[float]:
    yield from (one - other, one + other)
    if other:
        yield from (one / other, 100 * one / other, 100 * abs(one - other) / other)
