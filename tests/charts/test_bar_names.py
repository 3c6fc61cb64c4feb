"""Where the names of bars and of series stand in pictures. The words are known, the pixels are read."""

from __future__ import annotations

from tests.charts.drawn import BLUE, DARK, GREEN, figure, table, understood


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
