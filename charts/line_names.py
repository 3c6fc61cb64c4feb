"""Which traces are data, and what they are called: by the legend, by words in their colour, or by the words at their ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from charge_stream.charts.check import Declined
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.scene import Scene, Trace, Word, distance, is_coloured, median, saturation
from charge_stream.charts.series import SINGLE, coloured_names, stacked_lines

ROOM = 8.0
INK = 60
AT_END, FLUSH = 4.0, 0.5
"""A name at the end of its line begins at most this many text heights after it, and with others there up to so many."""


def legend_of_lines(found: Sequence[Trace], entries: list[Entry]) -> list[Entry]:
    """The entries, unless there is only one for several lines: that is a marker beside a word."""
    striking = [line for line in found if is_coloured(line.colour)]
    return [] if len(entries) == 1 and len(striking) > 1 else entries


def data_lines(found: Sequence[Trace], entries: list[Entry], scene: Scene) -> list[Trace]:
    """With a legend only its colours are data; without one, greys without markers or a name at their end are grid or decoration."""
    keyed = [line for line in found if named(line.colour, entries) is not None]
    if len(keyed) < len(entries) and (len(entries) >= 2 or keyed):
        raise Declined("a series of the legend is missing", "line")
    if keyed:
        return keyed
    lines = [line for line in found if line.area] or [
        line for line in found if is_coloured(line.colour) or (line.nodes and scene.grain >= 1) or _is_named(line, scene)
    ]
    # A single grey or black line is the data where nothing else could be.
    lines = lines or (list(found) if len(found) == 1 else [])
    if not lines:
        raise Declined("no bars, lines or pie found")
    return lines


def _is_named(line: Trace, scene: Scene) -> bool:
    """A word in the line's own ink, or nearly, stands at its end."""
    return any(_beside(line, word, scene) and distance(word.colour, line.colour) <= INK for word in scene.words if word.number is None)


def _beside(line: Trace, word: Word, scene: Scene) -> bool:
    x, y = line.points[-1]
    return _begins_at(x, word, scene) and abs(word.y - y) <= 1.5 * scene.text_height


def line_names(lines: list[Trace], scene: Scene, entries: list[Entry], taken: set[Word]) -> tuple[dict[Trace, str], set[Word]]:
    """A name for every line, and the words used for it. Raises `Declined` where one is missing."""
    if len(lines) == 1:
        entry = named(lines[0].colour, entries)
        if entry is None and len(_names_at_end(lines[0], scene, taken)) > 1:
            raise Declined("a line that is named at its end is missing", "line")
        return {lines[0]: entry.name if entry else SINGLE}, set()
    by_legend = {line: entry.name for line in lines if (entry := named(line.colour, entries)) is not None}
    if len(set(by_legend.values())) == len(lines):
        return by_legend, set()
    names: dict[Trace, str] = {}
    used: set[Word] = set()
    inked = coloured_names([line.colour for line in lines], scene, taken)
    for line in lines:
        if line.colour in inked:
            names[line] = inked[line.colour][0]
            used |= set(inked[line.colour][1])
    for line, word in _at_ends([line for line in lines if line not in names], scene, taken | used).items():
        names[line] = word.text
        used.add(word)
    if len(names) < len(lines):
        near = _nearby(lines, scene, taken)
        names |= {line: " ".join(word.text for word in words) for line, words in near.items()}
        used |= {word for words in near.values() for word in words}
    if len(set(names.values())) < len(lines):
        raise Declined("the lines have no names", "line")
    return names, used


def names_left(lines: Sequence[Trace], used: set[Word], scene: Scene, taken: set[Word]) -> bool:
    """Whether names stand in a column with those at the ends of the lines, or with one in the ink of a line, that no line has."""
    end = max(line.points[-1][0] for line in lines)
    heights = [*(y for line in lines for _, y in line.points), *scene.level_rules]
    words = [word for word in _behind(end, scene, taken) if min(heights) <= word.y <= max(heights)]
    own = used.intersection(words) or {word for word in words if any(_inked(word, line) for line in lines)}
    return any(own.isdisjoint(group) for group in _in_column(words, own, scene))


def _inked(word: Word, line: Trace) -> bool:
    """The word is printed in the colour of the line."""
    return is_coloured(word.colour) and distance(word.colour, line.colour) <= INK


def _names_at_end(line: Trace, scene: Scene, taken: set[Word]) -> list[list[Word]]:
    """Words that begin below one another just behind a line's end, if one of them stands at it: each names a line."""
    words = _behind(line.points[-1][0], scene, taken)
    return _in_column(words, [word for word in words if _beside(line, word, scene)], scene)


def _behind(end: float, scene: Scene, taken: set[Word]) -> list[Word]:
    """The free level words that begin just behind the end of a line."""
    return [w for w in scene.words if w not in taken and w.level and w.number is None and _begins_at(end, w, scene)]


def _begins_at(end: float, word: Word, scene: Scene) -> bool:
    return -8 <= word.box[0] - end <= AT_END * scene.text_height


def _in_column(words: Sequence[Word], own: Collection[Word], scene: Scene) -> list[list[Word]]:
    """The names among the words that begin where any of `own` does, each with its further lines."""
    slack = FLUSH * scene.text_height
    return stacked_lines([word for word in words if any(abs(word.box[0] - name.box[0]) <= slack for name in own)], scene)


def _at_ends(lines: list[Trace], scene: Scene, taken: set[Word]) -> dict[Trace, Word]:
    """The word right of each line's end, nearest pairs first, coloured words to the line of their colour."""
    options = []
    for i, line in enumerate(lines):
        y = line.points[-1][1]
        for word in scene.words:
            if word in taken or word.number is not None or not _beside(line, word, scene):
                continue
            strange = saturation(word.colour) > 40 and distance(word.colour, line.colour) > 90
            options.append((abs(word.y - y) + (2 * scene.text_height if strange else 0.0), i, word.box, word))
    found: dict[Trace, Word] = {}
    for _, i, _, word in sorted(options, key=lambda option: option[:3]):
        if lines[i] not in found and word not in found.values():
            found[lines[i]] = word
    return found


def _nearby(lines: list[Trace], scene: Scene, taken: set[Word]) -> dict[Trace, list[Word]]:
    """Names printed over or under their lines: as many as there are lines, each nearest to a line of its own."""
    left, right = min(line.points[0][0] for line in lines), max(line.points[-1][0] for line in lines)
    top = min(y for line in lines for _, y in line.points) - ROOM * scene.text_height
    bottom = max(y for line in lines for _, y in line.points) + ROOM * scene.text_height
    words = [w for w in scene.words if w not in taken and w.level and w.number is None and left <= w.x <= right and top <= w.y <= bottom]
    groups = stacked_lines(words, scene)
    found: dict[Trace, list[Word]] = {}
    for group in groups:
        x, y = median(word.x for word in group), median(word.y for word in group)
        nearest = min(lines, key=lambda line: abs(min(line.points, key=lambda point: abs(point[0] - x))[1] - y))
        if nearest in found:
            return {}
        found[nearest] = group
    return found if len(found) == len(lines) else {}
