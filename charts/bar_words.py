"""The words that may name bars: the row of labels under upright bars, the lines before lying ones."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.bars import Bars
from charge_stream.charts.lane_groups import lane_groups, middles_of
from charge_stream.charts.scene import Scene, Word, median
from charge_stream.charts.timeaxis import moment
from charge_stream.charts.totals import is_total

UNDER, FULL = 0.35, 0.6
"""A label stands under its bars within this share of the step between them; a row of labels names this share of what any row does."""
DATED = 0.7
"""At least so many labels are moments where moments are meant."""


@dataclass(frozen=True, slots=True)
class Label:
    """Words that name bars, at the place `a` across them."""

    a: float
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words).strip()


def bar_labels(found: Bars, scene: Scene, taken: set[Word], *, at_zero: bool) -> list[Label]:
    """The labels in order across the bars; with `at_zero` those along the zero line, over bars that run the other way."""
    return _below(found, scene, taken, at_zero) if found.upright else _beside(found, scene, taken, at_zero)


def _below(found: Bars, scene: Scene, taken: set[Word], at_zero: bool) -> list[Label]:
    """The first row of words under the bars, each with the lines that continue it."""
    floor = -found.baseline if at_zero else max(bar.mark.box[3] for bar in found.bars)
    left, right = found.lanes[0] - 1.5 * reach(found), found.lanes[-1] + 1.5 * reach(found)
    under = [
        word
        for word in scene.words
        # The boxes of turned words hold the tick mark too.
        if word not in taken and word.anchor[1] >= floor - (3 if word.level else 6) * scene.grain and left <= word.anchor[0] <= right
    ]
    if not under:
        return []
    near = [word for word in under if word.anchor[1] - floor <= 6 * scene.text_height]
    middles = middles_of(found, lane_groups(found))
    row = _fullest_row(near, middles, found, scene)
    under = [word for word in under if word.anchor[1] >= min((other.anchor[1] for other in row), default=0.0)]
    first = [piece for word in row for piece in _apart(word, middles)]
    labels = [[word] for word in sorted(first, key=lambda word: word.anchor[0])]
    for word in sorted((word for word in under if word not in row and word.level), key=lambda word: word.box[1]):
        home = _continued(word, labels, scene)
        if home is not None:
            home.append(word)
    labels = _without_axis_title(labels, found, scene)
    return [Label(words[0].anchor[0] if not words[0].level else median(word.x for word in words), tuple(words)) for words in labels]


def _fullest_row(words: Sequence[Word], middles: Sequence[float], found: Bars, scene: Scene) -> list[Word]:
    """The first line of words that stands under about as many bars as any: values may hang from bars that run downwards."""
    step = min((b - a for a, b in itertools.pairwise(middles)), default=2 * reach(found))
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
    own = title.box[2] - title.box[0] > reach(found) or title.box[1] - name.box[3] >= -0.05 * scene.text_height
    return [label[:1] for label in labels] if centred and own else labels


def _apart(word: Word, middles: Sequence[float]) -> list[Word]:
    """A word that runs on under several bars, or groups of them, is several labels: each moment in it, else the parts under each bar."""
    if len(word.parts) > 1 and word.level and sum(moment(text) is not None for text, _, _ in word.parts) >= DATED * len(word.parts):
        return [replace(word, text=text, box=(x0, word.box[1], x1, word.box[3]), parts=()) for text, x0, x1 in word.parts]
    under = [middle for middle in middles if word.box[0] < middle < word.box[2]]
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


def reach(found: Bars) -> float:
    return max(found.pitch, found.thickness)


def _beside(found: Bars, scene: Scene, taken: set[Word], at_zero: bool) -> list[Label]:
    """Words left of the bars, one label for each line of text; lines are gathered by lane later."""
    room = max(1.2 * reach(found), 0.8 * scene.text_height)
    top, bottom = found.lanes[0] - room, found.lanes[-1] + room
    start = dict.fromkeys(range(len(found.lanes)), found.baseline)
    if not at_zero:
        start |= {lane: min(bar.span.l0 for bar in bars) for lane, bars in itertools.groupby(found.bars, key=lambda bar: bar.lane)}
    words = []
    for word in scene.words:
        if word in taken or not word.level or not top <= word.y <= bottom or is_total(word):
            continue
        lane = min(range(len(found.lanes)), key=lambda i: abs(found.lanes[i] - word.y))
        if word.box[2] <= start[lane] + 0.5 * scene.text_height and word.x < start[lane]:
            words.append(word)
    names = [word for word in words if word.may_name]
    chosen = names if len(names) >= 0.5 * len(found.lanes) or len(names) > 0.3 * len(words) else words
    return [Label(word.y, (word,)) for word in sorted(chosen, key=lambda word: (word.y, word.box[0]))]
