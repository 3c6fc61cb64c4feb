"""The legend: small patches of a series' colour, each just left of the name it stands for."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from charge_stream.charts.drawing import RGB
from charge_stream.charts.palette import is_shade
from charge_stream.charts.scene import Mark, Scene, Word, distance

SAME, FAR, KEY = 24, 40, 60
LETTER, DASH = 0.5, 1.2
"""A key is at least so high, or so wide, as a share of its word's height; smaller blobs of grey are pieces of letters."""
KEY_LIKE = "-–—_=~•·.:* "
FLAT, FLAT_KEY = 0.25, 25
"""A key so much flatter than wide is no letter, though its colour be nearly that of the letters."""
CLOSE, FLUSH = 0.25, 0.4
"""A name goes on in a line that is no farther below, and begins no farther off, than these shares of its height."""


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
    cut = {piece: word for word in scene.words for piece in cut_at_keys(word, swatches, scene.background)}
    scene = replace(scene, words=tuple(cut))
    # In a drawing no key is made of letters, and how wide a text is there is only estimated.
    solid = scene.words if scene.grain >= 1 else ()
    # Compression leaves pale halos beside keys: strong ones are asked first, and all again beside the keys that were found.
    order = sorted(swatches, key=lambda mark: (distance(mark.colour, scene.background) <= FAR, mark.box[1], mark.box[0]))
    for swatch in (*order, *order):
        word = _named_by(swatch, scene, [entry.swatch for _, entry in found.values()])
        if word is None or word in taken or any(_within(swatch, other) for other in solid if other is not word):
            continue
        gap = abs(word.box[0] - swatch.box[2])
        colour = next((other for other in found if distance(other, swatch.colour) < SAME / 2), swatch.colour)
        if colour not in found or gap < found[colour][0]:
            lines = [word, *_further_lines(word, swatch, swatches, scene)]
            own = dict.fromkeys(piece for line in lines for piece in (line, cut[line]))
            found[colour] = (gap, Entry(colour, " ".join(map(_name, lines)), swatch, tuple(own)))
            taken.update(lines)
    # One year beside one mark is the value printed at a bar.
    if len(found) == 1 and all(entry.words[0].number is not None for _, entry in found.values()):
        return []
    return [entry for _, entry in sorted(found.values(), key=lambda pair: (round(pair[1].swatch.box[1] / 6), pair[1].swatch.box[0]))]


def _name(word: Word) -> str:
    """The text without the dashes of a key that were taken for letters."""
    return word.text.lstrip(KEY_LIKE) or word.text


def _further_lines(word: Word, swatch: Mark, swatches: tuple[Mark, ...], scene: Scene) -> list[Word]:
    """The lines that go on under a name, flush with its letters, close to it and without a key of their own."""
    start = max(_start(word), swatch.box[2])
    lines: list[Word] = []
    for other in sorted(scene.words, key=lambda other: other.box[1]):
        last = lines[-1] if lines else word
        height = word.box[3] - word.box[1]
        close = 0.5 * height <= other.y - last.y and other.box[1] - last.box[3] <= CLOSE * height
        flush = other.level and abs(_start(other) - start) <= FLUSH * height
        alike = (
            other.number is None
            and distance(other.colour, word.colour) <= KEY
            and abs(other.box[3] - other.box[1] - height) <= 0.35 * height
        )
        if close and flush and alike and not any(_before(key, other) for key in swatches):
            lines.append(other)
    return lines


def _start(word: Word) -> float:
    """Where the letters begin: a key may stand in front of them in the box."""
    return word.parts[0][1] if word.parts else word.box[0]


def _before(key: Mark, word: Word) -> bool:
    """The key stands in front of the word's letters, level with them."""
    height = word.box[3] - word.box[1]
    return 0 <= _start(word) - key.box[2] + 0.2 * height <= 1.8 * height and word.box[1] < (key.box[1] + key.box[3]) / 2 < word.box[3]


def cut_at_keys(word: Word, swatches: tuple[Mark, ...], ground: RGB) -> list[Word]:
    """A line of a legend that was taken for one word, cut at the keys within it: each piece begins after its key."""
    before = next((mark for mark in swatches if _before(mark, word) and distance(mark.colour, word.colour) > KEY), None)
    keys = [
        mark
        for mark in swatches
        if word.box[1] <= (mark.box[1] + mark.box[3]) / 2 <= word.box[3]
        and word.box[0] - 1 <= mark.box[0]
        and mark.box[2] < word.box[2]
        and distance(mark.colour, word.colour) > (FLAT_KEY if mark.height <= FLAT * mark.width else KEY)
        and mark.height <= 0.9 * (word.box[3] - word.box[1])
        and (_like(mark, before) or not _is_smoothed(mark, word, ground))
    ]
    # The key of the first name may stand before the word.
    first = [before] if before is not None and before.box[0] < word.box[0] - 1 and all(_like(mark, before) for mark in keys) else []
    inside = sorted((mark.box[0], mark.box[2]) for mark in [*first, *keys])
    # A row of keys is even, with room for a name between any two; blobs of letters are not, and there are more of them.
    if (
        len(inside) < 2
        or not all(_like(mark, keys[-1]) for mark in keys)
        or any(begin - end < word.box[3] - word.box[1] for (_, end), (begin, _) in itertools.pairwise(inside))
        or not word.parts
        or not word.level
        or len(inside) > len(word.text) / 3
    ):
        return [word]
    letters = [(char, x0 + (x1 - x0) * (i + 0.5) / len(text)) for text, x0, x1 in word.parts for i, char in enumerate(text + " ")]
    pieces: list[Word] = []
    ends = [begin for begin, _ in inside[1:]] + [word.box[2] + 1]
    for (begin, after), end in zip(inside, ends, strict=True):
        text = "".join(char for char, x in letters if begin <= x < end).strip()
        if text:
            pieces.append(replace(word, text=text, box=(after + 1, word.box[1], min(end, word.box[2]), word.box[3]), parts=()))
    whole = {text.strip(KEY_LIKE) for text, _, _ in word.parts}
    cut = all(part.strip(KEY_LIKE) in whole for piece in pieces for part in piece.text.split())
    return pieces if len(pieces) == len(inside) and (cut or len(whole) < len(inside)) else [word]


def _like(mark: Mark, key: Mark | None) -> bool:
    """As large as a key and level with it: blobs of letters seldom are."""
    return key is not None and all(
        abs(a - b) <= 2.5 for a, b in ((mark.width, key.width), (mark.height, key.height), (mark.box[1], key.box[1]))
    )


def named(colour: RGB, entries: list[Entry]) -> Entry | None:
    """The entry whose swatch is nearest in colour, if near enough; farther off only where no other could be meant."""
    near = sorted((distance(colour, entry.colour), i) for i, entry in enumerate(entries))
    if not near:
        return None
    clear = near[0][0] <= FAR and (len(near) == 1 or near[1][0] >= 2.5 * near[0][0])
    return entries[near[0][1]] if near[0][0] <= SAME or (clear and len(near) > 1) else None


def _within(swatch: Mark, word: Word) -> bool:
    """The middle of the blob lies among the letters of the word."""
    end = word.parts[-1][2] if word.parts else word.box[2]
    x, y = (swatch.box[0] + swatch.box[2]) / 2, (swatch.box[1] + swatch.box[3]) / 2
    return _start(word) < x < end and word.box[1] < y < word.box[3]


def _is_letter(swatch: Mark, word: Word, ground: RGB) -> bool:
    """A blob inside the word and in its ink is a piece of its letters, and so is a small one of a shade between ink and ground."""
    return swatch.box[2] > _start(word) + 2 and (distance(swatch.colour, word.colour) < KEY or _is_smoothed(swatch, word, ground))


def _is_smoothed(swatch: Mark, word: Word, ground: RGB) -> bool:
    """Small, and of a shade between ink and ground, as smoothing leaves in letters."""
    height = word.box[3] - word.box[1]
    return swatch.height < LETTER * height and swatch.width < DASH * height and is_shade(swatch.colour, word.colour, ground)


def _named_by(swatch: Mark, scene: Scene, keys: Sequence[Mark]) -> Word | None:
    """The word nearest behind the mark, unless the mark is a piece of its letters: a dash level with the `keys` and like them is none."""
    dash = swatch.height <= FLAT * swatch.width and any(_like(swatch, key) for key in keys)
    best: tuple[float, Word] | None = None
    middle = (swatch.box[1] + swatch.box[3]) / 2
    for word in scene.words:
        if not (word.level and word.may_name):
            continue
        height = word.box[3] - word.box[1]
        gap = word.box[0] - swatch.box[2]
        off = abs(word.y - middle)
        near = -0.35 * height <= gap <= 1.6 * height or (word.box[0] - 2 <= swatch.box[0] and swatch.box[2] <= word.box[0] + 1.3 * height)
        if not dash and _is_letter(swatch, word, scene.background):
            continue
        if near and off <= 0.45 * height and swatch.height <= 1.6 * height:
            cost = abs(gap) + 2 * off
            if best is None or cost < best[0]:
                best = (cost, word)
    return best[1] if best else None
