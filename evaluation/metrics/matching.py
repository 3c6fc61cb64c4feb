"""One-to-one matchings between two lists: the largest one, and the cheapest one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def largest_matching(pairs: Iterable[tuple[int, int]]) -> int:
    """How many of the allowed ``pairs`` (left, right) can hold at once when nothing is used twice: a maximum bipartite matching.

    Kuhn's augmenting paths, so the order of ``pairs`` makes no difference. No pairs: 0.
    """
    rights: dict[int, list[int]] = {}
    for left, right in pairs:
        rights.setdefault(left, []).append(right)
    owner: dict[int, int] = {}
    return sum(_augment(left, rights, owner, set()) for left in rights)


def _augment(left: int, rights: dict[int, list[int]], owner: dict[int, int], seen: set[int]) -> bool:
    for right in rights[left]:
        if right in seen:
            continue
        seen.add(right)
        if right not in owner or _augment(owner[right], rights, owner, seen):
            owner[right] = left
            return True
    return False


def cheapest_matching(cost: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The one-to-one matching of min(rows, columns) pairs with the smallest total cost (Hungarian method, O(n²m)).

    Args:
        cost: finite, shape (rows, columns).

    Returns:
        (row, column) pairs by ascending row. An empty side: no pairs.
    """
    rows, columns = cost.shape
    if rows > columns:
        return sorted((row, column) for column, row in cheapest_matching(cost.T))
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, dtype=np.int64)  # of each column, 1-based; 0: free. Column 0 stands for the row being placed.
    for row in range(1, rows + 1):
        owner[0] = row
        _place(cost, row_price, column_price, owner)
    return sorted((int(owner[column]) - 1, column - 1) for column in range(1, columns + 1) if owner[column])


def _place(cost: NDArray[np.float64], row_price: NDArray[np.float64], column_price: NDArray[np.float64], owner: NDArray[np.int64]) -> None:
    """Finds the cheapest augmenting path from column 0 to a free column, and turns the matching along it."""
    slack = np.full(owner.shape, np.inf)
    came_from = np.zeros_like(owner)
    visited = np.zeros(owner.shape, dtype=bool)
    column = 0
    while owner[column]:
        visited[column] = True
        reduced = np.full(owner.shape, np.inf)
        reduced[1:] = cost[owner[column] - 1] - row_price[owner[column]] - column_price[1:]
        better = ~visited & (reduced < slack)
        slack[better], came_from[better] = reduced[better], column
        following = int(np.argmin(np.where(visited, np.inf, slack)))
        step = slack[following]
        row_price[owner[visited]] += step
        column_price[visited] -= step
        slack[~visited] -= step
        column = following
    while column:
        owner[column] = owner[came_from[column]]
        column = int(came_from[column])
