import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from charge_stream.evaluation.metrics.matching import cheapest_matching, largest_matching


def test_a_greedy_choice_is_undone() -> None:
    # 0 takes 0 first; 1 can only have 0, so 0 must move to 1.
    assert largest_matching([(0, 0), (0, 1), (1, 0)]) == 2


def test_two_that_want_the_same_one_make_one_pair() -> None:
    assert largest_matching([(0, 0), (1, 0)]) == 1
    assert largest_matching([]) == 0


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
@settings(max_examples=100, deadline=None)
def test_largest_matching_is_the_largest(pairs: set[tuple[int, int]]) -> None:
    best = max(sum((left, right) in pairs for left, right in enumerate(order)) for order in itertools.permutations(range(5)))
    assert largest_matching(sorted(pairs)) == best


def test_cheapest_matching_by_hand() -> None:
    # row 0 is cheapest at column 0 (1), but then row 1 costs 9: 1 + 9 > 2 + 3.
    assert cheapest_matching(np.array([[1.0, 2.0], [3.0, 9.0]])) == [(0, 1), (1, 0)]


def test_more_rows_than_columns_leaves_rows_over() -> None:
    assert cheapest_matching(np.array([[5.0], [1.0], [2.0]])) == [(1, 0)]
    assert cheapest_matching(np.zeros((0, 3))) == []
    assert cheapest_matching(np.zeros((3, 0))) == []


@given(st.integers(1, 5), st.integers(1, 5), st.data())
@settings(max_examples=100, deadline=None)
def test_cheapest_matching_is_the_cheapest(rows: int, columns: int, data: st.DataObject) -> None:
    values = st.lists(st.integers(-5, 20), min_size=rows * columns, max_size=rows * columns)
    cost = np.array(data.draw(values), dtype=float).reshape(rows, columns)
    matching = cheapest_matching(cost)
    assert len({row for row, _ in matching}) == len({column for _, column in matching}) == min(rows, columns)
    wide = cost if rows <= columns else cost.T
    best = min(sum(wide[i, j] for i, j in enumerate(order)) for order in itertools.permutations(range(wide.shape[1]), wide.shape[0]))
    assert sum(cost[pair] for pair in matching) == best
