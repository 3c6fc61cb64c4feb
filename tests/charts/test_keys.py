"""Keys and names of series: which small patches are keys, and what a name that was hardly read does to the cells."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import RGB_BLUE, RGB_DARK, paper

from charge_stream.charts.legend import legend
from charge_stream.charts.lines import read_lines
from charge_stream.charts.scene import Mark, Scene, Trace, Word
from charge_stream.charts.swatches import swatches


def test_a_short_dash_is_a_key_where_it_is_coloured() -> None:
    pixels = paper(200, 100)
    grey = (120, 120, 120)
    pixels[20:23, 30:36] = RGB_BLUE
    pixels[60:63, 30:36] = grey
    keys = swatches(pixels, [RGB_BLUE, grey], (255, 255, 255), 12.0)
    assert [(mark.colour, mark.box) for mark in keys] == [(RGB_BLUE, (30, 20, 36, 23))]


def test_the_halo_over_a_key_does_not_take_its_name() -> None:
    key = Mark((20.0, 40.0, 40.0, 44.0), RGB_BLUE)
    halo = Mark((20.0, 36.0, 40.0, 39.0), (225, 235, 250))
    scene = Scene(300, 200, (Word("Coal", (46.0, 34.0, 80.0, 48.0)),), text_height=12.0)
    assert [(entry.colour, entry.name) for entry in legend(scene, (halo, key))] == [(RGB_BLUE, "Coal")]


def test_one_name_of_a_line_that_was_hardly_read_lowers_the_confidence_of_all_cells() -> None:
    data = {"Urban": (RGB_BLUE, [20, 24, 23, 28, 33]), "Rural": (RGB_DARK, [60, 57, 58, 52, 54])}
    places = [60.0, 120.0, 180.0, 240.0, 300.0]
    columns = np.arange(60.0, 301.0)
    lines = tuple(
        Trace(colour, tuple(zip(columns.tolist(), (220 - 2 * np.interp(columns, places, values)).tolist(), strict=True)), stroke=2.0)
        for colour, values in data.values()
    )
    words = [Word(str(value), (24.0, 214.0 - 2 * value, 40.0, 226.0 - 2 * value)) for value in (0, 20, 40, 60, 80)]
    words += [Word(str(2001 + i), (x - 14, 230.0, x + 14, 242.0)) for i, x in enumerate(places)]
    names = [Word(name, (306.0, 214.0 - 2 * values[-1], 340.0, 226.0 - 2 * values[-1])) for name, (_, values) in data.items()]
    clear, unsure = (
        read_lines(Scene(400, 260, (*words, names[0], replace(names[1], score=score)), traces=lines, text_height=12.0), [])
        for score in (1.0, 0.7)
    )
    for reading in (clear, unsure):
        for name, (_, values) in data.items():
            assert [fact.value for fact in reading.facts if fact.series == name] == values
    assert [fact.confidence for fact in unsure.facts] == pytest.approx([0.7 * fact.confidence for fact in clear.facts])
