"""The names of the categories: the words beside the start of each bar, or of each group of bars."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.axes import least_squares
from charge_stream.charts.bars import Bar, Bars
from charge_stream.charts.numbers import is_year
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.timeaxis import moment, words_of

UNDER, FULL = 0.35, 0.6
"""A label stands under its bars within this share of the step between them; a row of labels names this share of what any row does."""
DATED = 0.7
"""At least so many labels are moments where moments are meant."""
NAMED = 0.8
"""Where at least so many bars have a name, the others are left out; else the chart is not understood."""


@dataclass(frozen=True, slots=True)
class Category:
    """A row of the table: its name, the lanes it owns, the words that name it."""

    name: str
    lanes: tuple[int, ...]
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class _Label:
    a: float
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words).strip()


def categories(found: Bars, scene: Scene, taken: set[Word]) -> list[Category]:
    """One category a lane or a group of lanes, in order across; empty where the names cannot be told."""
    rows = _rows(found, _labels(found, scene, taken, at_zero=False))
    # Some programs write all names along the zero line, over the bars that run the other way: in pictures such words are read badly.
    return rows if rows or scene.grain >= 1 else _rows(found, _labels(found, scene, taken, at_zero=True))


def _labels(found: Bars, scene: Scene, taken: set[Word], *, at_zero: bool) -> list[_Label]:
    return _below(found, scene, taken, at_zero) if found.upright else _beside(found, scene, taken, at_zero)


def _rows(found: Bars, labels: Sequence[_Label]) -> list[Category]:
    if not labels:
        return []
    if not found.upright:
        return _under_headings(_by_lane_groups(found, labels), labels) or _by_slots(found, labels)
    skipped = _skipped_moments(found, labels)
    return skipped or _by_label(found, labels) or _by_lane_groups(found, labels) or _by_slots(found, labels)


def _by_slots(found: Bars, labels: Sequence[_Label]) -> list[Category]:
    """Groups in which bars are missing: every colour has its place beside the label, and all bars stand there."""
    owner = [min(range(len(labels)), key=lambda i: abs(labels[i].a - lane)) for lane in found.lanes]
    colour = {bar.lane: bar.colour for bar in found.bars}
    offsets = {lane: found.lanes[lane] - labels[owner[lane]].a for lane in colour}
    usual = {c: median(offset for lane, offset in offsets.items() if colour[lane] == c) for c in found.colours}
    if any(abs(offset - usual[colour[lane]]) > 0.6 * found.thickness for lane, offset in offsets.items()):
        return []
    rows = [Category(label.text, tuple(lane for lane in offsets if owner[lane] == i), label.words) for i, label in enumerate(labels)]
    rows = [row for row in rows if row.lanes]
    return rows if all(_distinct(row.lanes, found) for row in rows) else []


def _below(found: Bars, scene: Scene, taken: set[Word], at_zero: bool) -> list[_Label]:
    """The first row of words under the bars, each with the lines that continue it."""
    floor = -found.baseline if at_zero else max(bar.mark.box[3] for bar in found.bars)
    left, right = found.lanes[0] - 1.5 * _reach(found), found.lanes[-1] + 1.5 * _reach(found)
    under = [
        word for word in scene.words if word not in taken and word.anchor[1] >= floor - 3 * scene.grain and left <= word.anchor[0] <= right
    ]
    if not under:
        return []
    near = [word for word in under if word.anchor[1] - floor <= 6 * scene.text_height]
    row = _fullest_row(near, found, scene)
    under = [word for word in under if word.anchor[1] >= min((other.anchor[1] for other in row), default=0.0)]
    first = [piece for word in row for piece in _apart(word, found)]
    labels = [[word] for word in sorted(first, key=lambda word: word.anchor[0])]
    for word in sorted((word for word in under if word not in row and word.level), key=lambda word: word.box[1]):
        home = _continued(word, labels, scene)
        if home is not None:
            home.append(word)
    labels = _without_axis_title(labels, found, scene)
    return [_Label(words[0].anchor[0] if not words[0].level else median(word.x for word in words), tuple(words)) for words in labels]


def _fullest_row(words: Sequence[Word], found: Bars, scene: Scene) -> list[Word]:
    """The first line of words that stands under about as many bars as any: values may hang from bars that run downwards."""
    middles = _middles(found, lane_groups(found))
    step = min((b - a for a, b in itertools.pairwise(middles)), default=2 * _reach(found))
    rows = []
    for top in sorted({word.anchor[1] for word in words}):
        row = [word for word in words if 0 <= word.anchor[1] - top <= 0.55 * scene.text_height]
        places = [place for word in row for place in (word.anchor[0], *((x0 + x1) / 2 for _, x0, x1 in word.parts))]
        rows.append((sum(any(abs(place - middle) <= UNDER * step for place in places) for middle in middles), row))
    most = max((count for count, _ in rows), default=0)
    return next((row for count, row in rows if count and count >= FULL * most), [])


def _without_axis_title(labels: list[list[Word]], found: Bars, scene: Scene) -> list[list[Word]]:
    """A line under the middle label only, apart from it or wider than a bar's place, and centred under all, is the title of the axis."""
    longer = [i for i, label in enumerate(labels) if len(label) > 1]
    if len(labels) < 3 or longer != [len(labels) // 2]:
        return labels
    name, title = labels[longer[0]][:2]
    centred = abs(title.x - (found.lanes[0] + found.lanes[-1]) / 2) <= 0.5 * scene.text_height
    # A name would be broken where it runs into its neighbours.
    own = title.box[2] - title.box[0] > _reach(found) or title.box[1] - name.box[3] >= -0.05 * scene.text_height
    return [label[:1] for label in labels] if centred and own else labels


def _apart(word: Word, found: Bars) -> list[Word]:
    """A word that runs on under several bars, or groups of them, is several labels: each moment in it, else the parts under each bar."""
    if len(word.parts) > 1 and word.level and sum(moment(text) is not None for text, _, _ in word.parts) >= DATED * len(word.parts):
        return [replace(word, text=text, box=(x0, word.box[1], x1, word.box[3]), parts=()) for text, x0, x1 in word.parts]
    under = [middle for middle in _middles(found, lane_groups(found)) if word.box[0] < middle < word.box[2]]
    if len(under) < 2 or len(word.parts) < len(under):
        return [word]
    parts = [
        [part for part in word.parts if min(under, key=lambda middle: abs(middle - (part[1] + part[2]) / 2)) == home] for home in under
    ]
    if not all(parts):
        return [word]
    return [
        replace(word, text=" ".join(text for text, _, _ in own), box=(own[0][1], word.box[1], own[-1][2], word.box[3]), parts=tuple(own))
        for own in parts
    ]


def _continued(word: Word, labels: list[list[Word]], scene: Scene) -> list[Word] | None:
    """The label whose last line ends just above and which the word stands centred under."""
    for label in labels:
        last = label[-1]
        near = -0.6 * scene.text_height <= word.box[1] - last.box[3] <= 0.55 * scene.text_height
        widest = max(line.box[2] - line.box[0] for line in label)
        if last.level and near and abs(word.x - label[0].x) <= 0.35 * scene.text_height + 0.1 * widest:
            return label
    return None


def _reach(found: Bars) -> float:
    return max(found.pitch, found.thickness)


def _beside(found: Bars, scene: Scene, taken: set[Word], at_zero: bool) -> list[_Label]:
    """Words left of the bars, one label for each line of text; lines are gathered by lane later."""
    room = max(1.2 * _reach(found), 0.8 * scene.text_height)
    top, bottom = found.lanes[0] - room, found.lanes[-1] + room
    start = dict.fromkeys(range(len(found.lanes)), found.baseline)
    if not at_zero:
        start |= {lane: min(bar.span.l0 for bar in bars) for lane, bars in itertools.groupby(found.bars, key=lambda bar: bar.lane)}
    words = []
    for word in scene.words:
        if word in taken or not word.level or not top <= word.y <= bottom:
            continue
        lane = min(range(len(found.lanes)), key=lambda i: abs(found.lanes[i] - word.y))
        if word.box[2] <= start[lane] + 0.5 * scene.text_height and word.x < start[lane]:
            words.append(word)
    names = [word for word in words if word.number is None or is_year(word.text)]
    chosen = names if len(names) >= 0.5 * len(found.lanes) or len(names) > 0.3 * len(words) else words
    return [_Label(word.y, (word,)) for word in sorted(chosen, key=lambda word: (word.y, word.box[0]))]


def _by_label(found: Bars, labels: Sequence[_Label]) -> list[Category]:
    """Every lane goes to the nearest label; refused where a label has no lane or owns two bars of one colour side by side."""
    owner = [min(range(len(labels)), key=lambda i: abs(labels[i].a - lane)) for lane in found.lanes]
    result = [
        Category(label.text, tuple(lane for lane, who in enumerate(owner) if who == i), label.words) for i, label in enumerate(labels)
    ]
    kept = [category for category in result if category.lanes]
    if any(not _distinct(category.lanes, found) for category in kept):
        return []
    centred = [
        abs(median(found.lanes[lane] for lane in category.lanes) - labels[result.index(category)].a) <= 0.75 * _width(category, found)
        for category in kept
    ]
    return kept if kept and sum(centred) >= 0.8 * len(kept) else []


def _width(category: Category, found: Bars) -> float:
    return found.lanes[category.lanes[-1]] - found.lanes[category.lanes[0]] + found.thickness


def _distinct(lanes: Sequence[int], found: Bars) -> bool:
    """No two lanes of a group show the same colour."""
    seen = [bar.colour for lane in lanes for bar in _of_lane(found, lane)]
    return len(lanes) == 1 or len(seen) == len(set(seen))


def _of_lane(found: Bars, lane: int) -> list[Bar]:
    return [bar for bar in found.bars if bar.lane == lane]


def _by_lane_groups(found: Bars, labels: Sequence[_Label]) -> list[Category]:
    """Lanes grouped by the gaps between them; each group takes the lines of text nearest to its middle."""
    groups = lane_groups(found)
    middles = _middles(found, groups)
    step = min((b - a for a, b in itertools.pairwise(middles)), default=4 * found.thickness)
    texts: list[list[_Label]] = [[] for _ in groups]
    for label in labels:
        near = min(range(len(groups)), key=lambda i: abs(middles[i] - label.a))
        if abs(middles[near] - label.a) <= 0.62 * step:
            texts[near].append(label)
    named = [i for i, lines in enumerate(texts) if lines]
    if len(named) < NAMED * len(groups):
        return []
    blocks = [_block(texts[i], middles[i]) for i in named]
    return [
        Category(" ".join(line.text for line in lines), tuple(group), tuple(word for line in lines for word in line.words))
        for group, lines in zip((groups[i] for i in named), blocks, strict=True)
    ]


def _under_headings(rows: list[Category], labels: Sequence[_Label]) -> list[Category]:
    """Names that stand twice are told apart by the headings between the bars ("Among Republicans")."""
    if len({row.name for row in rows}) == len(rows):
        return rows
    used = {word for row in rows for word in row.words}
    headings = [label for label in labels if not used.intersection(label.words)]
    told: list[Category] = []
    for row in rows:
        top = min((word.y for word in row.words), default=0.0)
        above = [label.text for label in headings if label.a < top]
        told.append(replace(row, name=f"{above[-1].rstrip('. …:')}: {row.name}") if above else row)
    return told


def _block(lines: list[_Label], middle: float) -> list[_Label]:
    """The lines that follow one another without a gap, around the one nearest to the middle."""
    if not lines or not lines[0].words[0].level:
        return lines
    centre = min(range(len(lines)), key=lambda i: abs(lines[i].a - middle))
    kept = [lines[centre]]
    for step in (-1, 1):
        at = centre + step
        while 0 <= at < len(lines) and _touching(kept[0 if step < 0 else -1], lines[at]):
            kept.insert(0 if step < 0 else len(kept), lines[at])
            at += step
    return kept


def _touching(first: _Label, second: _Label) -> bool:
    a, b = first.words[0].box, second.words[0].box
    return max(a[1], b[1]) - min(a[3], b[3]) <= 0.5 * max(a[3] - a[1], b[3] - b[1])


def lane_groups(found: Bars) -> list[list[int]]:
    """Groups begin at gaps wider than a limit: the widest at which no group holds a colour twice. Else every lane stands alone."""
    alone = [[lane] for lane in range(len(found.lanes))]
    steps = [b - a for a, b in itertools.pairwise(found.lanes)]
    if found.stacked or len(found.colours) < 2 or len(found.colours) == len(found.bars):
        return alone
    ordered = sorted(steps)
    limits = [(low + high) / 2 for low, high in itertools.pairwise(ordered) if high > 1.2 * low]
    for limit in sorted(limits, reverse=True):
        groups = _cut(steps, limit)
        if all(_distinct(group, found) for group in groups):
            return groups
    return alone


def _middles(found: Bars, groups: Sequence[Sequence[int]]) -> list[float]:
    return [(found.lanes[group[0]] + found.lanes[group[-1]]) / 2 for group in groups]


def _cut(steps: Sequence[float], limit: float) -> list[list[int]]:
    groups = [[0]]
    for lane, step in enumerate(steps, start=1):
        if step > limit:
            groups.append([])
        groups[-1].append(lane)
    return groups


def _skipped_moments(found: Bars, labels: Sequence[_Label]) -> list[Category]:
    """Evenly spaced lanes of which only every other, or every fifth, carries its year, or its month."""
    steps = [b - a for a, b in itertools.pairwise(found.lanes)]
    dated = [(label, at) for label in labels if (at := moment(label.text)) is not None]
    if len(dated) < max(2, DATED * len(labels)) or len(labels) >= len(found.lanes) or len({at.style for _, at in dated}) > 1:
        return []
    pitch = median(steps)
    if any(abs(step / pitch - round(step / pitch)) > 0.2 for step in steps):
        return []
    slope, offset = least_squares([label.a for label, _ in dated], [float(at.at) for _, at in dated])
    fitted = [slope * lane + offset for lane in found.lanes]
    if any(abs(at - round(at)) > 0.25 for at in fitted) or len({round(at) for at in fitted}) < len(fitted):
        return []
    words = tuple(word for label in labels for word in label.words)
    like = dated[0][0].text.rstrip("*†")
    return [Category(words_of(round(at), like), (lane,), words) for lane, at in enumerate(fitted)]
