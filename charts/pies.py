"""Pies become facts: a label belongs to the wedge it points at, and its value must fit the wedge's share of the turn."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.check import Declined
from charge_stream.charts.legend import Entry, named
from charge_stream.charts.numbers import Number, is_year, parse_number
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Disc, Scene, Wedge, Word
from charge_stream.charts.series import SINGLE
from charge_stream.charts.table import Fact
from charge_stream.charts.understood import Understood

PRINTED, MEASURED = 0.97, 0.75
REACH = 2.3
FIT = 0.02
UNLABELLED = 2
OUTSIDE = 1.2
"""Names around a pie begin within so many radii."""
_NAME_AND_VALUE = re.compile(r"^(?P<name>.*?\D)??[\s:,(–-]*(?P<value>[$€£]?\d[\d,. ]*\s?%?)\)?$")


@dataclass(frozen=True, slots=True)
class Label:
    """A printed value near the pie, the name in the same words if any, and where it stands in turns."""

    number: Number
    text: str
    name: str
    word: Word
    turn: float


def read_pie(disc: Disc, scene: Scene, entries: list[Entry]) -> Understood:
    """The table of a pie. Raises `Declined` where names are missing or values do not fit the wedges."""
    keyed = {wedge: entry for wedge in disc.wedges if (entry := named(wedge.colour, entries)) is not None}
    by_legend = len(keyed) == len(disc.wedges) and len({entry.name for entry in keyed.values()}) == len(keyed)
    taken = {word for entry in keyed.values() for word in entry.words} if by_legend else set()
    near = [w for w in scene.words if w not in taken and math.hypot(w.x - disc.x, w.y - disc.y) < REACH * disc.radius and w.level]
    labels = _labels(near, disc)
    paired = _paired(disc, labels) or _mostly_paired(disc, labels)
    by_words = by_legend or any(label.name for label in labels)
    around = {} if by_words else _around(disc, [word for word in near if word.number is None], scene.text_height)
    if 1 < len(paired) < len(disc.wedges) and not around:
        disc = replace(disc, wedges=tuple(wedge for wedge in disc.wedges if wedge in paired))
    if labels and len(paired) < (2 if around else len(disc.wedges)):
        raise Declined("marks and labels disagree", "pie")
    if not paired and not by_legend:
        raise Declined("no printed values and no legend", "pie")
    if around:
        names, used = [_joined(around[wedge]) for wedge in disc.wedges], {word for words in around.values() for word in words}
    else:
        names, used = _names(disc, paired, near, {w: e.name for w, e in keyed.items()} if by_legend else {}, scene.text_height)
    facts = [_fact(i, wedge, paired.get(wedge), disc) for i, wedge in enumerate(disc.wedges)]
    units = {label.number.unit for label in paired.values()}
    return Understood(
        kind="pie",
        rows=names,
        series=[SINGLE],
        facts=facts,
        plot=(disc.x - disc.radius, disc.y - disc.radius, disc.x + disc.radius, disc.y + disc.radius),
        used=taken | used | {label.word for label in paired.values()},
        unit=next((unit for unit in sorted(filter(None, units))), None if paired else "%"),
        scale=next((label.number.scale for label in paired.values() if label.number.scale), None),
    )


def _fact(row: int, wedge: Wedge, label: Label | None, disc: Disc) -> Fact:
    middle = 2 * math.pi * (wedge.start + wedge.end) / 2
    x, y = disc.x + 0.6 * disc.radius * math.sin(middle), disc.y - 0.6 * disc.radius * math.cos(middle)
    spot: Box = (x - 0.1 * disc.radius, y - 0.1 * disc.radius, x + 0.1 * disc.radius, y + 0.1 * disc.radius)
    if label is None:
        return Fact(row, SINGLE, round(100 * wedge.share, 1), None, MEASURED, spot)
    return Fact(row, SINGLE, label.number.value, label.text, PRINTED if label.word.score >= 0.9 else 0.85, label.word.box)


def _labels(words: Sequence[Word], disc: Disc) -> list[Label]:
    labels = []
    for word in words:
        found = _NAME_AND_VALUE.match(word.text)
        number = word.number or (parse_number(found["value"]) if found else None)
        if number is None or number.value < 0 or (is_year(word.text) and number.unit is None):
            continue
        name = "" if word.number is not None or found is None else (found["name"] or "").strip(" -–:,(·•")
        text = word.text if word.number is not None or found is None else found["value"].strip()
        turn = (math.atan2(word.x - disc.x, disc.y - word.y) / (2 * math.pi)) % 1.0
        labels.append(Label(number, text, name, word, turn))
    return labels


def _paired(disc: Disc, labels: list[Label]) -> dict[Wedge, Label]:
    """Wedges with labels; empty unless one whole makes every wedge's label fit its share.

    The whole is 100 for percentages; for counts it is unknown, so each that a label and a wedge imply is tried.
    """
    percent = [label for label in labels if label.number.unit == "%"]
    implied = sorted({label.number.value / wedge.share for label in labels for wedge in disc.wedges if label.number.value > 0})
    for total, chosen in [(100.0, percent), (100.0, labels), *((total, labels) for total in implied)]:
        pairs = _fitting(disc, chosen, total)
        if len(pairs) == len(disc.wedges):
            return pairs
    return {}


def _mostly_paired(disc: Disc, labels: list[Label]) -> dict[Wedge, Label]:
    """Wedges may stand without a value ("shown but not labelled"), if all percentages printed fit the others."""
    percent = [label for label in labels if label.number.unit == "%"]
    for chosen in (percent, labels):
        pairs = _fitting(disc, chosen, 100.0)
        if len(pairs) == len(chosen) and len(pairs) >= max(2, len(disc.wedges) - UNLABELLED):
            return pairs
    return {}


def _fitting(disc: Disc, labels: list[Label], total: float) -> dict[Wedge, Label]:
    """The cheapest pairs of wedges and labels that point at them and fit their share of `total`."""
    costs = sorted(
        (abs(label.number.value / total - wedge.share) + 0.1 * away, i, j)
        for i, wedge in enumerate(disc.wedges)
        for j, label in enumerate(labels)
        if abs(label.number.value / total - wedge.share) <= FIT and (away := _away(wedge, label)) < 0.1
    )
    pairs: dict[Wedge, Label] = {}
    for _, i, j in costs:
        if disc.wedges[i] not in pairs and labels[j] not in pairs.values():
            pairs[disc.wedges[i]] = labels[j]
    return pairs


def _away(wedge: Wedge, label: Label) -> float:
    """How far, in turns, the label stands outside the wedge's sector."""
    off = abs((label.turn - (wedge.start + wedge.end) / 2 + 0.5) % 1.0 - 0.5)
    return max(0.0, off - wedge.share / 2)


def _names(
    disc: Disc, paired: dict[Wedge, Label], near: Sequence[Word], keyed: dict[Wedge, str], height: float
) -> tuple[list[str], set[Word]]:
    if keyed:
        return [keyed[wedge] for wedge in disc.wedges], set()
    values = {label.word for label in paired.values()}
    free = [word for word in near if word not in values and word.number is None]
    owned: dict[Wedge, list[Word]] = {wedge: [] for wedge in disc.wedges}
    clusters = {wedge: [label.word] for wedge, label in paired.items()}
    grew = True
    while grew:
        grew = False
        options = [
            (gap, i, word)
            for i, wedge in enumerate(disc.wedges)
            for word in free
            if not paired[wedge].name
            and (gap := min(_gap(word, member) for member in clusters[wedge])) <= (0.7 if owned[wedge] else 3.0) * height
        ]
        if options:
            _, i, word = min(options, key=lambda option: option[:2])
            owned[disc.wedges[i]].append(word)
            clusters[disc.wedges[i]].append(word)
            free.remove(word)
            grew = True
    names = []
    for wedge in disc.wedges:
        lines = sorted(owned[wedge], key=lambda word: (round(word.y / max(0.5 * height, 1)), word.x))
        names.append(paired[wedge].name or " ".join(word.text for word in lines).strip(" -–:,·•"))
    if not all(names):
        raise Declined("a wedge has no name", "pie")
    return names, {word for words in owned.values() for word in words}


def _around(disc: Disc, words: Sequence[Word], height: float) -> dict[Wedge, list[Word]]:
    """Names set around the pie, each in the direction of its wedge; empty unless every wedge has exactly one."""
    outside = [word for word in words if 0.95 * disc.radius < _nearest(word, disc)[0] < OUTSIDE * disc.radius]
    blocks: list[list[Word]] = []
    for word in sorted(outside, key=lambda word: (word.y, word.x)):
        home = next((block for block in blocks if min(_gap(word, member) for member in block) <= 0.7 * height), None)
        if home is None:
            blocks.append([word])
        else:
            home.append(word)
    owned: dict[Wedge, list[Word]] = {}
    for block in blocks:
        turn = min(_nearest(word, disc) for word in block)[1]
        wedge = next((wedge for wedge in disc.wedges if (turn - wedge.start) % 1.0 < wedge.share), None)
        if wedge is None or wedge in owned:
            return {}
        owned[wedge] = block
    return owned if len(owned) == len(disc.wedges) else {}


def _nearest(word: Word, disc: Disc) -> tuple[float, float]:
    """Distance and direction, in turns from the top, of the word's point that is nearest to the pie's centre."""
    x = min(max(disc.x, word.box[0]), word.box[2])
    y = min(max(disc.y, word.box[1]), word.box[3])
    return math.hypot(x - disc.x, y - disc.y), (math.atan2(x - disc.x, disc.y - y) / (2 * math.pi)) % 1.0


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in sorted(words, key=lambda word: (word.y, word.x)))


def _gap(first: Word, second: Word) -> float:
    """The distance between two boxes; diagonal neighbours are far."""
    dx = max(first.box[0] - second.box[2], second.box[0] - first.box[2], 0.0)
    dy = max(first.box[1] - second.box[3], second.box[1] - first.box[3], 0.0)
    return dx + 1.2 * dy if dx == 0 or dy == 0 else 2 * (dx + dy)
