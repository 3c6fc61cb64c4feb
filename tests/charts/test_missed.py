"""Words that the detector passed over: found where they stand in line with others, and read there."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import BLUE, figure, lettered, png

from charge_stream.charts.decode import Pixels, decode
from charge_stream.charts.missed import missed
from charge_stream.charts.ocr import looked_again
from charge_stream.charts.scene import Word


def chart(turned: bool) -> tuple[Pixels, list[Word]]:
    """A column chart with a scale from 0 to 100 and its words."""
    drawn, axes = figure()
    axes.bar(["Chile", "Peru", "Ghana", "Italy"], [80, 45, 60, 30], color=BLUE)
    axes.set_ylim(0, 100)
    axes.tick_params(axis="x", labelrotation=90 if turned else 0)
    drawn.subplots_adjust(bottom=0.2)
    words = lettered(drawn)
    return decode(png(drawn)), words


@pytest.mark.parametrize(("text", "turned"), [("0", False), ("Peru", False), ("Italy", True)])
def test_a_label_in_line_with_others_is_looked_for_and_read(text: str, turned: bool) -> None:
    pixels, words = chart(turned)
    lost = next(word for word in words if word.text == text)
    (place,) = missed([word for word in words if word != lost], pixels)
    assert (place.turned, place.figures) == (turned, text == "0")
    assert np.abs(np.subtract(place.box, lost.box)).max() <= 5
    again = looked_again([word for word in words if word != lost], pixels)
    assert sorted(word.text for word in again) == sorted(word.text for word in words)


def test_where_all_words_are_known_nothing_is_added() -> None:
    pixels, words = chart(turned=False)
    assert missed(words, pixels) == []


def test_a_lone_figure_is_not_taken_for_a_turned_one() -> None:
    pixels, words = chart(turned=False)
    amiss = [replace(word, angle=-90.0) if word.text == "0" else word for word in words]
    assert next(word for word in looked_again(amiss, pixels) if word.text == "0").level
