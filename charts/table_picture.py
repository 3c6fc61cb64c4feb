"""A table shown as a picture: numbers in rows and columns, a name before each row and a header over each column."""

from __future__ import annotations

import itertools

from charge_stream.charts.check import Declined
from charge_stream.charts.in_line import lines_of
from charge_stream.charts.scene import Scene, Word, median, union
from charge_stream.charts.table import Fact
from charge_stream.charts.understood import Understood

PRINTED = 0.95
MIN_CELLS = 6
MOST = 0.8
"""Of all numbers in the picture, this share stands in the grid; else they label something else."""
GRID = 4
"""So many rows and columns are a table, whatever is shaded in it."""
LINE = 0.6
HEADER, FIRST = 6.0, 2.5


def read_table(scene: Scene) -> Understood:
    """The table of a picture that shows one. Raises `Declined` where numbers stand in no grid, or rows or columns have no names."""
    numbers = [word for word in scene.words if word.level and not word.may_name]
    rows = [row for row in lines_of(numbers, LINE * scene.text_height) if len(row) >= 2]
    width = max((len(row) for row in rows), default=0)
    full = [row for row in rows if len(row) == width]
    if len(rows) < 2 or len(full) < 2 or sum(map(len, rows)) < max(MIN_CELLS, MOST * len(numbers)):
        seen = is_tabular(scene)
        raise Declined(
            "a table whose rows are not all alike" if seen else "no bars, lines, pie or table found", "table" if seen else "unknown"
        )
    ends = [median(row[j].box[2] for row in full) for j in range(width)]
    middles = [median(row[j].x for row in full) for j in range(width)]
    cells = {word: j for row in rows for word in row if (j := _column(word, ends, middles, scene)) is not None}
    left = min(word.box[0] for word in cells)
    names, used = _names(rows, left, scene, set(cells))
    headers, over = _headers(rows, ends, middles, scene, set(cells) | used)
    facts = [_fact(i, headers[cells[word]], word) for i, row in enumerate(rows) for word in row if word in cells]
    return Understood(
        kind="table",
        rows=names,
        series=headers,
        facts=facts,
        plot=union(word.box for word in cells),
        used=set(cells) | used | over,
        unit=_common([word.number.unit for word in cells if word.number is not None]),
        scale=_common([word.number.scale for word in cells if word.number is not None]),
    )


def is_tabular(scene: Scene) -> bool:
    """Numbers in many rows and columns, over half of the picture, and hardly any beside them: nothing drawn between them is a chart."""
    numbers = [word for word in scene.words if word.level and not word.may_name]
    rows = [row for row in lines_of(numbers, LINE * scene.text_height) if len(row) >= GRID]
    columns: list[list[Word]] = []
    for word in sorted((word for row in rows for word in row), key=lambda word: word.x):
        if columns and word.x - columns[-1][-1].x <= 0.3 * scene.text_height:
            columns[-1].append(word)
        else:
            columns.append([word])
    columns = [column for column in columns if len(column) >= GRID]
    held = [word for column in columns for word in column]
    if len(rows) < GRID or len(columns) < GRID or len(held) < MOST * len(numbers):
        return False
    x0, y0, x1, y1 = union(word.box for word in held)
    return (x1 - x0) * (y1 - y0) >= 0.5 * scene.width * scene.height


def _fact(row: int, series: str, word: Word) -> Fact:
    if word.number is None:
        raise ValueError(f"{word.text!r} is no number")
    return Fact(row, series, word.number.value, word.text, PRINTED * min(1.0, 0.1 + word.score), word.box)


def _column(word: Word, ends: list[float], middles: list[float], scene: Scene) -> int | None:
    """Numbers of a column end on one line or stand under one another's middles."""
    off = [min(abs(word.box[2] - end), abs(word.x - middle)) for end, middle in zip(ends, middles, strict=True)]
    nearest = min(range(len(off)), key=off.__getitem__)
    return nearest if off[nearest] <= scene.text_height else None


def _names(rows: list[list[Word]], left: float, scene: Scene, taken: set[Word]) -> tuple[list[str], set[Word]]:
    """The words before the first column, each line to the nearest row."""
    middles = [median(word.y for word in row) for row in rows]
    step = min((b - a for a, b in itertools.pairwise(middles)), default=3 * scene.text_height)
    before = [w for w in scene.words if w not in taken and w.level and w.box[2] <= left + 0.3 * scene.text_height]
    lines: list[list[Word]] = [[] for _ in rows]
    for word in sorted(before, key=lambda word: (word.y, word.x)):
        nearest = min(range(len(rows)), key=lambda i: abs(middles[i] - word.y))
        if abs(middles[nearest] - word.y) <= 0.5 * step:
            lines[nearest].append(word)
    names = [" ".join(word.text for word in line) for line in lines]
    if not all(names):
        raise Declined("a row of the table has no name", "table")
    return names, {word for line in lines for word in line}


def _headers(
    rows: list[list[Word]], ends: list[float], middles: list[float], scene: Scene, taken: set[Word]
) -> tuple[list[str], set[Word]]:
    """The words in the few lines above the first row, each to the column that it ends with or stands over."""
    near: list[list[tuple[int, float, str]]] = [[] for _ in middles]
    reach = 0.6 * min((b - a for a, b in itertools.pairwise(middles)), default=scene.width) + 0.5 * scene.text_height
    used: set[Word] = set()
    for word in _above(rows, scene, taken):
        off = [min(abs(word.box[2] - end), abs(word.x - middle)) for end, middle in zip(ends, middles, strict=True)]
        nearest = min(range(len(off)), key=off.__getitem__)
        if off[nearest] <= reach:
            near[nearest].append((round(word.y / (LINE * scene.text_height)), word.x, word.text))
            used.add(word)
    headers = [" ".join(text for *_, text in sorted(column)) for column in near]
    if not all(headers) or len(set(headers)) < len(headers):
        raise Declined("a column of the table has no name", "table")
    return headers, used


def _above(rows: list[list[Word]], scene: Scene, taken: set[Word]) -> list[Word]:
    """Lines over the first row, up to the first gap."""
    top = edge = min(word.box[1] for word in rows[0])
    found: list[Word] = []
    for word in sorted((w for w in scene.words if w not in taken and w.level and w.y < top), key=lambda word: -word.box[3]):
        if edge - word.box[3] > (1.0 if found else FIRST) * scene.text_height or word.y < top - HEADER * scene.text_height:
            break
        found.append(word)
        edge = min(edge, word.box[1])
    return found


def _common(names: list[str | None]) -> str | None:
    return names[0] if len(set(names)) == 1 else None
