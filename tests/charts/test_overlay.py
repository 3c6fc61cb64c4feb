"""The overlay's labels stand inside the picture and hide neither print nor each other; its other words stand below the picture."""

import io

import numpy as np
import pytest
from drawn import BLUE, figure, paper, png
from PIL import Image

from charge_stream.charts import ChartReading, overlay
from charge_stream.charts.decode import Pixels
from charge_stream.charts.label_places import label_places
from charge_stream.charts.reading import Box, Cell, declined
from charge_stream.charts.strip import wrapped

SIZE = (24.0, 8.0)


def pixels(image: bytes) -> Pixels:
    with Image.open(io.BytesIO(image)) as opened:
        return np.asarray(opened.convert("RGB"))


@pytest.mark.parametrize("box", [(110, 40, 116, 46), (0, 0, 6, 6), (114, 74, 119, 79), (-4, 30, 130, 36)])
def test_a_label_stands_inside_the_picture(box: Box) -> None:
    (place,) = label_places(paper(120, 80), [box], [SIZE])
    assert place is not None
    assert place[0] >= 0 and place[1] >= 0 and place[2] <= 120 and place[3] <= 80
    assert (place[2] - place[0], place[3] - place[1]) == SIZE


def test_labels_meet_neither_each_other_nor_a_neighbours_box_and_what_has_no_room_is_left_out() -> None:
    boxes: list[Box] = [(20.0 + 9 * i, 30.0 + i % 3, 26.0 + 9 * i, 36.0 + i % 3) for i in range(10)]
    places = [place for place in label_places(paper(120, 80), boxes, [SIZE] * 10) if place is not None]
    assert 3 <= len(places) < 10
    for number, (x0, y0, x1, y1) in enumerate(places):
        for other in places[number + 1 :] + boxes:
            assert x1 < other[0] or other[2] < x0 or y1 < other[1] or other[3] < y0


def test_a_label_keeps_off_print_but_may_cover_a_thin_line() -> None:
    box = (60.0, 40.0, 66.0, 46.0)
    lined, printed = paper(120, 80), paper(120, 80)
    lined[42] = 0
    printed[38:46:2, 70:90:2] = 0
    assert label_places(lined, [box], [SIZE]) == [(68.0, 38.0, 92.0, 46.0)]
    assert label_places(printed, [box], [SIZE]) == [(34.0, 38.0, 58.0, 46.0)]


def test_a_wide_piece_between_others_takes_its_label_inside() -> None:
    boxes: list[Box] = [(0.0, 20.0, 39.0, 40.0), (40.0, 20.0, 79.0, 40.0), (80.0, 20.0, 119.0, 40.0)]
    assert label_places(paper(120, 80), boxes, [None, SIZE, None]) == [None, (47.5, 26.0, 71.5, 34.0), None]


def test_a_picture_smaller_than_a_label_has_none() -> None:
    assert label_places(paper(20, 20), [(5.0, 5.0, 9.0, 9.0)], [SIZE]) == [None]


def test_the_reason_of_a_declined_reading_leaves_the_picture_as_it_is() -> None:
    drawn, axes = figure(3, 2)
    axes.bar(["a", "b"], [1, 2], color=BLUE)
    axes.set_title("A title")
    image = png(drawn)
    plain, over = pixels(image), pixels(overlay(image, declined("no axis was found")))
    assert (over[: len(plain)] == plain).all()
    assert (over[len(plain) :] != 255).any()


def test_every_series_below_the_picture_has_its_key_however_long_the_names() -> None:
    colours = [(200, 10, 10), (10, 200, 10), (10, 10, 200)]
    names = ["People who said that they were very satisfied", "Those who were not", "No answer"]
    cells = [Cell(0, 1, 5.0, None, 0.95, (10.0, 10.0, 40.0, 50.0))]
    reading = ChartReading(
        "bar", None, None, None, None, ["", *names], [["a", 5.0, None, None]], cells, 0.9, False, None, [], [], "picture", "r",
        colours=[None, *colours],
    )  # fmt: skip
    out = io.BytesIO()
    Image.fromarray(paper(160, 60)).save(out, format="PNG")
    below = pixels(overlay(out.getvalue(), reading))[60:]
    for colour in colours:
        assert (below == colour).all(axis=2).sum() >= 100
    assert (below[:, -2:] == 255).all(), "a name runs out of the picture"


def test_text_is_broken_between_words_and_within_what_is_wider_than_a_line() -> None:
    measure = len
    assert wrapped("one two three", 7, measure) == ["one two", "three"]
    assert wrapped("an incomprehensible word", 8, measure) == ["an", "incompre", "hensible", "word"]
    assert wrapped("ab", 0, measure) == ["a", "b"]
