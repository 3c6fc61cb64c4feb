"""Markers of lines: found where they are hard to see, and no guide where they are none; and lines as thick as markers."""

import cv2
import numpy as np
import pytest
from drawn import RGB_BLUE, RGB_DARK, RGB_GREEN, paper

from charge_stream.charts.decode import Pixels
from charge_stream.charts.line_rows import _overlooked, _Whole
from charge_stream.charts.lines import _marked_alike
from charge_stream.charts.missed import Place
from charge_stream.charts.ocr import _read_at
from charge_stream.charts.scene import Trace, Word
from charge_stream.charts.traces import traces

WHITE = (255, 255, 255)
ROUTE = [(30, 150), (80, 130), (130, 140), (180, 40), (183, 180), (240, 120), (280, 100)]
"""The fourth and the fifth marker stand at the ends of a piece that is nearly upright."""
CENTRES = [(x + 0.5, y + 0.5) for x, y in ROUTE]


@pytest.fixture
def marked() -> Pixels:
    """A thin line along the route with a round marker at each of its corners."""
    pixels = paper(320, 200)
    cv2.polylines(pixels, [np.array(ROUTE, dtype=np.int32)], False, RGB_BLUE, 2)
    for place in ROUTE:
        cv2.circle(pixels, place, 5, RGB_BLUE, -1)
    return pixels


def test_markers_at_the_ends_of_a_steep_piece_are_found(marked: Pixels) -> None:
    (line,) = traces(marked, WHITE, [], [])
    assert np.array(line.nodes) == pytest.approx(np.array(CENTRES), abs=1)


def test_a_marker_that_a_label_covers_in_part_is_found_where_it_is(marked: Pixels) -> None:
    (line,) = traces(marked, WHITE, [Word("14", (118.0, 132.0, 128.0, 144.0))], [])
    assert np.array(line.nodes) == pytest.approx(np.array(CENTRES), abs=1)


def test_a_bend_between_markers_is_one_that_was_not_made_out() -> None:
    places = [(20.0 * i, str(2010 + i)) for i in range(6)]
    points = tuple((float(x), 100.0 - x if x <= 40 else 20.0 + x) for x in range(101))
    line = Trace(RGB_BLUE, points)
    whole = {line: _Whole(points, (1.0,) * len(points), ())}
    assert _overlooked({0, 1, 3, 4, 5}, places, whole) == {2}
    assert _overlooked({0, 5}, places, whole) == set()


def test_a_hollow_marker_is_no_zero() -> None:
    pixels = paper(200, 80)
    cv2.circle(pixels, (50, 40), 10, RGB_DARK, 1, cv2.LINE_AA)
    cv2.ellipse(pixels, (150, 40), (6, 8), 0, 0, 360, RGB_DARK, 1)
    assert _read_at(Place((40.0, 30.0, 61.0, 51.0), turned=False, figures=True), pixels) is None
    zero = _read_at(Place((144.0, 32.0, 157.0, 49.0), turned=False, figures=True), pixels)
    assert zero is not None and zero.text == "0"


def test_markers_made_out_on_one_line_of_three_are_no_guide() -> None:
    points = tuple((float(x), 50.0) for x in range(10, 110))
    full, few, bare = (
        Trace(colour, points, points[:count:10], marker=9.0) for colour, count in ((RGB_BLUE, 100), (RGB_DARK, 20), (RGB_GREEN, 0))
    )
    assert [line.nodes for line in _marked_alike([full, few, bare])] == [(), (), ()]
    assert _marked_alike([full, full, bare]) == [full, full, bare]


def test_a_line_may_be_thicker_in_a_large_picture() -> None:
    large, small = paper(1000, 1000), paper(1000, 500)
    for pixels, top in ((large, 300), (small, 100)):
        cv2.line(pixels, (100, top), (900, top + 300), RGB_BLUE, 15)
    (line,) = traces(large, WHITE, [], [])
    assert [y for x, y in line.points if x in (300.5, 500.5, 700.5)] == pytest.approx([375.5, 450.5, 525.5], abs=3)
    assert traces(small, WHITE, [], []) == ()
