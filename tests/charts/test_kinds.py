"""Pies with open ends and tables shown as pictures."""

import math

from drawn import RGB_BLUE, RGB_DARK, RGB_GREEN, figure, label, png, table

from charge_stream.charts import Drawing, Shape, read, read_vector


def wedge(start: float, end: float, colour: tuple[int, int, int]) -> Shape:
    """A slice of a disc around (100, 100) of radius 60."""
    turns = [start + (end - start) * i / 30 for i in range(31)]
    arc = tuple((100 + 60 * math.sin(2 * math.pi * turn), 100 - 60 * math.cos(2 * math.pi * turn)) for turn in turns)
    return Shape("path", ((100.0, 100.0), *arc), fill=colour, closed=True)


def test_a_wedge_without_a_value_is_left_out() -> None:
    shapes = (wedge(0, 0.72, RGB_DARK), wedge(0.72, 0.88, RGB_BLUE), wedge(0.88, 0.94, RGB_GREEN), wedge(0.94, 1.0, (240, 190, 150)))
    texts = (
        label("Better off", 130, 110),
        label("72%", 130, 122),
        label("Same", 62, 88),
        label("16%", 62, 99),
        label("Worse", 60, 35),
        label("6%", 74, 46),
    )
    found = read_vector(Drawing(220, 200, shapes, texts))
    assert table(found) == {("Better off", "Value"): 72.0, ("Same", "Value"): 16.0, ("Worse", "Value"): 6.0}


def test_names_and_shares_with_decimals() -> None:
    drawn, axes = figure(5, 4)
    shares = {"Iceland": 26.9, "Germany": 21.7, "France": 10.6, "Norway": 40.8}
    axes.pie(
        list(shares.values()),
        labels=[f"{name} {share}%" for name, share in shares.items()],
        colors=["#4e79a7", "#f28e2b", "#59a14f", "#e15759"],
    )
    assert table(read(png(drawn))) == {(name, "Value"): share for name, share in shares.items()}


def test_a_table_shown_as_a_picture() -> None:
    drawn, axes = figure(8, 3)
    axes.set_axis_off()
    columns, rows = (
        ["Total", "Laptop", "Tablet"],
        {"Natives": (84.5, 35.2, 28.1), "Migrants": (82.9, 33.2, 23.9), "Others": (85.2, 35.5, 27.1)},
    )
    for j, name in enumerate(columns):
        axes.text(0.45 + 0.2 * j, 0.85, name, ha="right", transform=axes.transAxes, weight="bold")
    for i, (name, values) in enumerate(rows.items()):
        axes.text(0.05, 0.6 - 0.2 * i, name, transform=axes.transAxes)
        for j, value in enumerate(values):
            axes.text(0.45 + 0.2 * j, 0.6 - 0.2 * i, f"{value}%", ha="right", transform=axes.transAxes)
    found = read(png(drawn))
    assert found.chart_type == "table" and found.unit == "%" and found.columns == ["", *columns]
    assert found.rows == [[name, *values] for name, values in rows.items()]


def test_numbers_in_running_text_are_no_table() -> None:
    drawn, axes = figure(7, 3)
    axes.set_axis_off()
    for i, line in enumerate(
        (
            "In 2019 about 41% of 1,200 adults agreed,",
            "up from 35% of 900 in 2014; 12 said nothing.",
            "No more than 3 in 10 changed their minds.",
        )
    ):
        axes.text(0.02, 0.8 - 0.25 * i, line, transform=axes.transAxes)
    assert read(png(drawn)).abstained
