"""The names of the series: from the legend, from headers above the first stack, or from words printed in a series' colour."""

from __future__ import annotations

import math
from collections.abc import Sequence

from charge_stream.charts.bars import Bars
from charge_stream.charts.drawing import RGB
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.scene import Scene, Word, distance, is_coloured, union

SINGLE = "Value"
INK = 40
Names = dict[RGB, str]


def bar_series(found: Bars, scene: Scene, entries: list[Entry], taken: set[Word]) -> tuple[Names, set[Word]]:
    """A name for every colour, and the words used for it; an empty mapping where the series cannot be named."""
    colours = found.colours
    by_legend = {colour: entry for colour in colours if (entry := named(colour, entries)) is not None}
    names = [entry.name for entry in by_legend.values()]
    if len(by_legend) == len(colours) and len(set(names)) == len(colours) and (len(colours) > 1 or entries):
        return {colour: entry.name for colour, entry in by_legend.items()}, {w for e in by_legend.values() for w in e.words}
    if len(colours) == 1 or (not found.stacked and _one_lane_a_row(found) and len(by_legend) < 2):
        return dict.fromkeys(colours, SINGLE), set()
    # Ink tells more than the place.
    inked = coloured_names(colours, scene, taken)
    if len(inked) == len(colours):
        return {colour: text for colour, (text, _) in inked.items()}, {w for _, words in inked.values() for w in words}
    if found.stacked and not found.upright:
        headed = _headers(found, scene, taken)
        if headed:
            return {colour: text for colour, (text, _) in headed.items()}, {w for _, words in headed.values() for w in words}
    beside = _beside_stack(found, scene, taken) if found.stacked and found.upright else {}
    if beside:
        return {colour: word.text for colour, word in beside.items()}, set(beside.values())
    return {}, set()


def _one_lane_a_row(found: Bars) -> bool:
    """Evenly spaced lanes, or bars of which each has a colour of its own: colours then tell categories apart, not series."""
    if len(found.colours) == len(found.bars) > 1:
        return True
    steps = [b - a for a, b in zip(found.lanes, found.lanes[1:], strict=False)]
    return not steps or max(steps) < 1.3 * min(steps)


def _headers(found: Bars, scene: Scene, taken: set[Word]) -> dict[RGB, tuple[str, list[Word]]]:
    """Column headers in the few lines above the first stack, matched to its segments in order."""
    first = [bar for bar in found.bars if bar.lane == 0]
    colours = list(dict.fromkeys(bar.colour for bar in first))
    if len(colours) != len(found.colours):
        return {}
    top = min(bar.mark.box[1] for bar in first)
    left, right = min(bar.mark.box[0] for bar in found.bars), max(bar.mark.box[2] for bar in found.bars)
    # Over stacks that spread to both sides of a centre, headers stick out on the left too.
    overhang = 0.0 if abs(found.baseline - left) <= 3 * scene.grain else 2 * scene.text_height
    margin = 0.6 * (right - left) / max(len(first), 1) + 2 * scene.text_height
    above = [
        word
        for word in scene.words
        if word not in taken
        and word.may_name
        and word.level
        and top - 5.5 * scene.text_height <= word.box[1]
        and word.box[3] <= top + 0.5 * scene.text_height
        and left - overhang <= word.x <= right + margin
    ]
    for lines in _blocks(above, top, scene):
        columns = split_columns(lines, len(colours), scene.text_height)
        if columns and len(set(columns)) == len(columns):
            return {colour: (text, lines) for colour, text in zip(colours, columns, strict=True)}
    return {}


def _beside_stack(found: Bars, scene: Scene, taken: set[Word]) -> dict[RGB, Word]:
    """Words right of the last stack, or left of the first, each level with its segment."""
    for lane, right in ((len(found.lanes) - 1, True), (0, False)):
        stack = [bar for bar in found.bars if bar.lane == lane]
        if {bar.colour for bar in stack} != set(found.colours):
            continue
        names: dict[RGB, Word] = {}
        for bar in stack:
            x0, y0, x1, y1 = bar.mark.box
            near = [
                (abs(word.y - (y0 + y1) / 2), word.box, word)
                for word in scene.words
                if word not in taken
                and word.level
                and word.number is None
                and (-2 <= word.box[0] - x1 <= 4 * scene.text_height if right else -2 <= x0 - word.box[2] <= 4 * scene.text_height)
                and y0 - 0.3 * scene.text_height <= word.y <= y1 + 0.3 * scene.text_height
            ]
            if near:
                names[bar.colour] = min(near, key=lambda option: option[:2])[2]
        if len(names) == len(stack) == len(set(names.values())):
            return names
    return {}


def _blocks(words: list[Word], top: float, scene: Scene) -> list[list[Word]]:
    """The lines that end just above the first bar, up to the first gap; then the same without the uppermost line, and so on."""
    block: list[Word] = []
    edge = top
    for word in sorted(words, key=lambda word: -word.box[3]):
        if edge - word.box[3] > (1.2 if not block else 0.75) * scene.text_height:
            break
        block.append(word)
        edge = min(edge, word.box[1])
    blocks = []
    while block:
        blocks.append(block)
        highest = min(word.y for word in block)
        block = [word for word in block if word.y > highest + 0.4 * scene.text_height]
    return blocks


def split_columns(lines: Sequence[Word], count: int, height: float) -> list[str]:
    """The texts of `count` columns, cut at the widest gaps that no line bridges; empty where those are not clear."""
    pieces = [(x0, x1, word.y, text) for word in lines for text, x0, x1 in word.parts or ((word.text, word.box[0], word.box[2]),)]
    if not pieces or count < 2:
        return [] if count != 1 or not pieces else [" ".join(text for *_, text in sorted(pieces, key=lambda p: (p[2], p[0])))]
    gaps: list[tuple[float, float]] = []
    reach = -math.inf
    for x0, x1, _, _ in sorted(pieces):
        if reach > -math.inf and x0 > reach:
            gaps.append((x0 - reach, (x0 + reach) / 2))
        reach = max(reach, x1)
    gaps.sort(reverse=True)
    if len(gaps) < count - 1 or gaps[count - 2][0] < 0.25 * height:
        return []
    if len(gaps) >= count and gaps[count - 1][0] > 0.8 * gaps[count - 2][0]:
        return []
    cuts = sorted(middle for _, middle in gaps[: count - 1])
    columns: list[list[tuple[float, float, str]]] = [[] for _ in range(count)]
    for x0, x1, y, text in pieces:
        columns[sum((x0 + x1) / 2 > cut for cut in cuts)].append((round(y / (0.5 * height)), x0, text))
    return [" ".join(text for *_, text in sorted(column)) for column in columns]


def stacked_lines(words: Sequence[Word], scene: Scene) -> list[list[Word]]:
    """Lines that stand over one another make one header; headers from left to right."""
    columns: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.box[1], word.box[0])):
        home = next((c for c in columns if _over(c, word) and word.box[1] - c[-1].box[3] <= 0.6 * scene.text_height), None)
        if home is None:
            columns.append([word])
        else:
            home.append(word)
    return sorted(columns, key=lambda column: union(word.box for word in column)[0])


def _over(column: list[Word], word: Word) -> bool:
    box = union(member.box for member in column)
    shared = min(box[2], word.box[2]) - max(box[0], word.box[0])
    return shared >= 0.5 * min(box[2] - box[0], word.box[2] - word.box[0])


def coloured_names(colours: Sequence[RGB], scene: Scene, taken: set[Word]) -> dict[RGB, tuple[str, list[Word]]]:
    """Words printed in the colour of a series, nearest colour first, lines over one another joined."""
    found: dict[RGB, tuple[str, list[Word]]] = {}
    for colour in colours:
        if not is_coloured(colour):
            continue
        words = [
            word
            for word in scene.words
            if word not in taken
            and word.number is None
            and word.level
            and distance(word.colour, colour) <= INK
            and distance(word.colour, colour) == min(distance(word.colour, other) for other in colours)
        ]
        groups = stacked_lines(words, scene)
        if len(groups) == 1:
            found[colour] = (" ".join(word.text for word in groups[0]), groups[0])
    return found
