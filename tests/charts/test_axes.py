"""The value axis: what ties it to the drawing, and what does not."""

import pytest
from drawn import RGB_BLUE, label, rectangle

from charge_stream.charts import Drawing, Shape, read_vector
from charge_stream.charts.axes import axis_on_floor, value_axis
from charge_stream.charts.measured import data_steps
from charge_stream.charts.scene import Scene, Word


def number(text: str, y: float) -> Word:
    """A label that ends at x = 40."""
    return Word(text, (40 - 7.0 * len(text), y - 6, 40, y + 6))


def test_a_line_near_one_label_does_not_move_the_axis() -> None:
    ticks = tuple(number(text, y) for text, y in (("40", 50.0), ("30", 100.0), ("20", 150.0), ("10", 200.0)))
    stray = Scene(400, 300, ticks, text_height=12.0, level_rules=(146.0,))
    tied = Scene(400, 300, ticks, text_height=12.0, level_rules=(47.0, 97.0, 147.0, 197.0))
    places = [axis.position(20.0) for scene in (stray, tied) if (axis := value_axis(scene, True)) is not None]
    assert places == pytest.approx([-150.0, -147.0])


def test_two_labels_whose_zero_is_the_floor_of_the_bars_are_an_axis() -> None:
    scene = Scene(400, 300, (number("100", 50.0), number("50", 150.0)), text_height=12.0)
    assert value_axis(scene, True) is None
    axis = axis_on_floor(scene, True, -250.0, 60.0, 380.0)
    assert axis is not None
    assert axis.value(-200.0) == pytest.approx(25.0)
    assert axis_on_floor(scene, True, -220.0, 60.0, 380.0) is None


def test_a_third_label_may_speak_against_the_axis_of_two() -> None:
    two = (number("100", 50.0), number("50", 150.0))
    for third, axis in ((number("75", 100.0), True), (number("60", 100.0), False)):  # on the axis of 100 and 50, 75 stands at 100
        assert bool(axis_on_floor(Scene(400, 300, (*two, third), text_height=12.0), True, -250.0, 60.0, 380.0)) == axis


def test_bars_beside_two_labels_are_measured() -> None:
    shapes = [rectangle(60 + 60 * i, 200 - value, 100 + 60 * i, 200, RGB_BLUE) for i, value in enumerate((130, 75, 110))]
    shapes.append(Shape("line", ((50.0, 200.0), (250.0, 200.0)), stroke=(0, 0, 0), stroke_width=0.5))
    texts = [label("100", 28, 101.3), label("50", 30, 151.3), *(label(name, 80 + 60 * i, 212) for i, name in enumerate("ABC"))]
    reading = read_vector(Drawing(400, 240, tuple(shapes), tuple(texts)))
    assert [row[1] for row in reading.rows] == pytest.approx([130, 75, 110], abs=1.5)


def test_values_that_change_by_less_than_a_step_are_no_multiples_of_it() -> None:
    near_thousands = [9003.1, 8961.7, 9044.2, 8987.4, 9052.9, 8968.3, 9031.6, 8949.8]
    assert data_steps([near_thousands, [4032.3, 3951.4, 4058.7, 3979.2, 4041.8, 3962.6]], 3.0, 3.0) is None


def test_years_with_another_number_among_them_are_no_value_axis() -> None:
    years = tuple(Word(str(2010 + i), (60.0 + 50 * i, 200.0, 90.0 + 50 * i, 212.0)) for i in range(5))
    assert value_axis(Scene(400, 300, (Word("0%", (20.0, 200.0, 36.0, 212.0)), *years), text_height=12.0), False) is None
