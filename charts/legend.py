"""The legend: small patches of a series' colour, each just left of the name it stands for."""

from __future__ import annotations

from dataclasses import dataclass

from charge_stream.charts.drawing import RGB
from charge_stream.charts.numbers import is_year
from charge_stream.charts.scene import Mark, Scene, Word, distance

SAME, FAR = 24, 40


@dataclass(frozen=True, slots=True)
class Entry:
    """A swatch and the words that name it."""

    colour: RGB
    name: str
    swatch: Mark
    words: tuple[Word, ...]


def legend(scene: Scene, swatches: tuple[Mark, ...]) -> list[Entry]:
    """Entries in reading order. A single swatch is a legend only when nothing else could be meant by it."""
    found: dict[RGB, tuple[float, Entry]] = {}
    taken: set[Word] = set()
    for swatch in sorted(swatches, key=lambda mark: (mark.box[1], mark.box[0])):
        word = _named_by(swatch, scene)
        if word is None or word in taken or any(_within(swatch, other) for other in scene.words if other is not word):
            continue
        gap = abs(word.box[0] - swatch.box[2])
        colour = next((other for other in found if distance(other, swatch.colour) < SAME / 2), swatch.colour)
        if colour not in found or gap < found[colour][0]:
            found[colour] = (gap, Entry(colour, word.text, swatch, (word,)))
            taken.add(word)
    return [entry for _, entry in sorted(found.values(), key=lambda pair: (round(pair[1].swatch.box[1] / 6), pair[1].swatch.box[0]))]


def named(colour: RGB, entries: list[Entry]) -> Entry | None:
    """The entry whose swatch is nearest in colour, if near enough; farther off only where no other could be meant."""
    near = sorted((distance(colour, entry.colour), i) for i, entry in enumerate(entries))
    if not near:
        return None
    clear = near[0][0] <= FAR and (len(near) == 1 or near[1][0] >= 2.5 * near[0][0])
    return entries[near[0][1]] if near[0][0] <= SAME or (clear and len(near) > 1) else None


def _within(swatch: Mark, word: Word) -> bool:
    """The middle of the blob lies among the letters of the word."""
    start, end = (word.parts[0][1], word.parts[-1][2]) if word.parts else (word.box[0], word.box[2])
    x, y = (swatch.box[0] + swatch.box[2]) / 2, (swatch.box[1] + swatch.box[3]) / 2
    return start < x < end and word.box[1] < y < word.box[3]


def _is_letter(swatch: Mark, word: Word) -> bool:
    """A blob inside the word and in its ink is a piece of its letters."""
    start = word.parts[0][1] if word.parts else word.box[0]
    return swatch.box[2] > start + 2 and distance(swatch.colour, word.colour) < 60


def _named_by(swatch: Mark, scene: Scene) -> Word | None:
    best: tuple[float, Word] | None = None
    middle = (swatch.box[1] + swatch.box[3]) / 2
    for word in scene.words:
        if not word.level or (word.number is not None and not is_year(word.text)):
            continue
        height = word.box[3] - word.box[1]
        gap = word.box[0] - swatch.box[2]
        off = abs(word.y - middle)
        near = -0.35 * height <= gap <= 1.6 * height or (word.box[0] - 2 <= swatch.box[0] and swatch.box[2] <= word.box[0] + 1.3 * height)
        if _is_letter(swatch, word):
            continue
        if near and off <= 0.45 * height and swatch.height <= 1.6 * height:
            cost = abs(gap) + 2 * off
            if best is None or cost < best[0]:
                best = (cost, word)
    return best[1] if best else None
