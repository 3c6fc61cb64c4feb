"""Where the names of bars and of series stand in pictures. The words are known, the pixels are read."""

from __future__ import annotations

from typing import Any

from drawn import BLUE, DARK, GREEN, figure, lettered, png, table, understood

from charge_stream.charts import read
from charge_stream.charts.scene import Word, union

SHARES = ([10, 20, 16], [20, 32, 17], [38, 20, 40], [32, 28, 27])
COLOURS = ["#9e7e23", "#d1a730", "#e3ca83", "#f8f1de"]


def test_names_over_lying_bars() -> None:
    drawn, axes = figure()
    names = ["How important is it?", "How well does it describe them?", "And the others?"]
    for place, (name, value) in enumerate(zip(names, (61, 16, 37), strict=True)):
        axes.barh([-2 * place], [value], 0.7, color=BLUE)
        axes.text(value + 1, -2 * place, f"{value}%", va="center")
        axes.text(0, -2 * place + 0.7, name, va="center")
    axes.set_ylim(-5, 1.5)
    axes.set_axis_off()
    assert table(understood(drawn)) == {(name, "Value"): value for name, value in zip(names, (61, 16, 37), strict=True)}


def test_names_over_stacks_and_a_heading_over_the_first() -> None:
    drawn, axes = figure()
    names, parts = ["At home", "At work"], {"Often": [61, 16], "Sometimes": [29, 47], "Never": [10, 37]}
    ends = [0, 0]
    for (series, values), colour in zip(parts.items(), (DARK, BLUE, GREEN), strict=True):
        bars = axes.barh([0, -2], values, 0.7, ends, color=colour, label=series)
        axes.bar_label(bars, [str(value) for value in values], label_type="center", color="white")
        ends = [end + value for end, value in zip(ends, values, strict=True)]
    for place, name in zip((0, -2), names, strict=True):
        axes.text(0, place + 0.65, name, va="center")
    axes.text(0, 1.7, "People who say that they read", va="center")
    axes.set_ylim(-3, 3.5)
    axes.set_axis_off()
    axes.legend(loc="upper right", ncols=3)
    assert table(understood(drawn)) == {(name, series): parts[series][i] for i, name in enumerate(names) for series in parts}


def _stacks(names: list[str], colours: list[str]) -> tuple[Any, list[Word]]:
    """Three stacks with their values, and a legend of one row over them; the figure and its words."""
    drawn, axes = figure()
    ends = [0, 0, 0]
    for name, values, colour in zip(names, SHARES, colours, strict=True):
        bars = axes.barh(["Norway", "Chile", "Poland"], values, 0.5, ends, color=colour, label=name)
        axes.bar_label(bars, [str(value) for value in values], label_type="center", color="black")
        ends = [end + value for end, value in zip(ends, values, strict=True)]
    axes.set_ylim(-0.6, 3.4)
    axes.xaxis.set_visible(False)
    axes.legend(loc="upper center", ncols=4, handlelength=0.7, handleheight=0.7, columnspacing=1.5, frameon=False)
    return drawn, lettered(drawn)


def _halves(word: Word) -> list[tuple[str, float, float]]:
    """The two words of a name, and where they begin and end."""
    first, second = word.text.split()
    middle = word.box[0] + (word.box[2] - word.box[0]) * (len(first) + 0.5) / len(word.text)
    return [(first, word.box[0], middle - 2), (second, middle + 2, word.box[2])]


def test_a_pale_key_within_a_line_that_was_found_as_one_word() -> None:
    names = ["Very easy", "Quite easy", "Quite hard", "Very hard"]
    drawn, words = _stacks(names, COLOURS)
    last = [word for word in words if word.text in names[2:]]
    parts = tuple(part for word in last for part in _halves(word))
    glued = Word(" ".join(names[2:]), union(word.box for word in last), parts=parts)
    reading = read(png(drawn), words=lambda pixels: [word for word in words if word not in last] + [glued])
    assert reading.columns[1:] == names
    assert [reading.rows[0][i + 1] for i in range(4)] == [16, 17, 40, 27]


def test_names_of_a_legend_in_two_lines() -> None:
    names = ["Very hard", "Quite hard", "Quite easy", "Very easy"]
    drawn, words = _stacks(names, [COLOURS[1], COLOURS[2], GREEN, DARK])
    broken = []
    for word in (word for word in words if word.text in names):
        x0, y0, _, y1 = word.box
        height = y1 - y0
        first, second = word.text.split()
        broken += [Word(first, (x0, y0, x0 + 30, y1)), Word(second, (x0, y1 + 1, x0 + 30, y1 + 1 + height))]
    totals = [Word("Net 30", (word.box[2] + 5, word.box[1], word.box[2] + 45, word.box[3])) for word in words if word.text == "Norway"]
    reading = read(png(drawn), words=lambda pixels: [word for word in words if word.text not in names] + broken + totals)
    assert reading.columns[1:] == names
    assert [row[0] for row in reading.rows] == ["Poland", "Chile", "Norway"]


def test_boxes_of_turned_names_hold_the_tick_marks() -> None:
    drawn, axes = figure()
    axes.bar(["Norway", "Chile", "Poland"], [12, 30, 21], 0.6, color=BLUE)
    axes.set_xticks(range(3), ["Norway", "Chile", "Poland"], rotation=90)
    drawn.subplots_adjust(bottom=0.3)
    words = lettered(drawn)
    floor = next(word.y for word in words if word.text == "0")
    turned = [Word(w.text, (w.box[0], floor - 5, w.box[2], w.box[3]), angle=-90) for w in words if w.text in ("Norway", "Chile", "Poland")]
    reading = read(png(drawn), words=lambda pixels: [word for word in words if word.angle == 0] + turned)
    assert [row[0] for row in reading.rows] == ["Norway", "Chile", "Poland"]
