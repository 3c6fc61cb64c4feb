"""Things that stand in line: on one height, or at one place along the page, up to a little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from charge_stream.charts.scene import Word

Item = TypeVar("Item")


def in_line(items: Iterable[Item], place: Callable[[Item], float], slack: float) -> list[list[Item]]:
    """The items in order of their places, in groups that reach no farther than `slack` from their first item."""
    groups: list[list[Item]] = []
    for item in sorted(items, key=place):
        if groups and place(item) - place(groups[-1][0]) <= slack:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def lines_of(words: Iterable[Word], slack: float) -> list[list[Word]]:
    """Lines of words from the top down, each from left to right."""
    return [sorted(line, key=lambda word: word.x) for line in in_line(words, lambda word: word.y, slack)]
