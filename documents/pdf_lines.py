"""Words of a page to lines: what stands on one baseline without a gap that a column would leave."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from charge_stream.charts.reading import Box
from charge_stream.documents.pdf_objects import around
from charge_stream.documents.pdf_words import Word

_COLUMN_GAP = 1.3
"""Of the font size: a wider gap parts lines."""
_FACE_GAP = 0.6
"""As ``_COLUMN_GAP``, between words set in different faces."""
_EVEN_GAP, _EVEN_FACES = 0.95, ("mono", "courier", "consolas", "menlo", "typewriter")
"""As ``_COLUMN_GAP``, in faces all of whose characters, spaces too, are equally wide."""
_ITEM_GAP = 4.0
"""As ``_COLUMN_GAP``, after the bullet or number of a list's item."""
_ITEM = re.compile(r"^(?:[•▪■●◦‣·\uf0b7\uf0a7]|\(?[a-z\d]{1,2}[.)])$")
_SAME_BASELINE = 0.25
_TURNED_GAP, _LETTER = 0.8, 0.75
"""Of the font size: how far apart turned words of one line may be, and how high letters are."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words from left to right. The face is that of most of its characters."""

    text: str
    box: Box
    baseline: float
    size: float
    font: str
    bold: bool
    italic: bool
    angle: float
    count: int

    @property
    def left(self) -> float:
        return self.box[0]

    @property
    def right(self) -> float:
        return self.box[2]


def lines_of(words: Iterable[Word], gap: float = _COLUMN_GAP) -> list[Line]:
    """The lines, top to bottom and left to right. Footnote marks (raised numbers) are left out.

    Turned words are joined in their own direction.
    """
    rows: list[list[Word]] = []
    turned: list[Word] = []
    for word in sorted(words, key=lambda word: (word.baseline, word.box[0])):
        if word.raised and word.text.strip("*,").isdigit():
            continue
        if word.angle:
            turned.append(word)
            continue
        row = next((row for row in reversed(rows[-8:]) if _on_baseline(row, word)), None)
        if row is None:
            rows.append([word])
        else:
            row.append(word)
    found = [_line(part) for row in rows for part in _parts(sorted(row, key=lambda word: word.box[0]), gap)]
    found += [_line(part) for part in _turned(turned)]
    return sorted(found, key=lambda line: (round(line.baseline), line.left))


def _on_baseline(row: Sequence[Word], word: Word) -> bool:
    last = row[-1]
    return abs(last.baseline - word.baseline) <= _SAME_BASELINE * min(last.size, word.size) or (
        word.raised and 0 < last.baseline - word.baseline < 0.8 * last.size
    )


def _parts(row: list[Word], gap: float) -> list[list[Word]]:
    parts = [[row[0]]]
    for word in row[1:]:
        last = parts[-1][-1]
        item = len(parts[-1]) == 1 and _ITEM.match(last.text) is not None
        alike = (last.font, last.bold) == (word.font, word.bold) and abs(last.size - word.size) < 0.05 * word.size
        spaced = max(gap, _EVEN_GAP) if any(name in word.font for name in _EVEN_FACES) else gap
        wide = _ITEM_GAP if item else spaced if alike else min(gap, _FACE_GAP)
        if word.box[0] - last.box[2] > wide * max(last.size, word.size):
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _turned(words: Sequence[Word]) -> list[list[Word]]:
    """Turned words that follow one another in their direction."""
    runs: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.angle, _along(word, word.angle)[0], word.box)):
        home = next((run for run in runs if run[-1].angle == word.angle and _follows(run[-1], word)), None)
        if home is None:
            runs.append([word])
        else:
            home.append(word)
    return runs


def _follows(last: Word, word: Word) -> bool:
    (start, _, across), (_, end, level) = _along(word, word.angle), _along(last, word.angle)
    near = -0.5 * word.size < start - end < _TURNED_GAP * word.size
    return near and abs(across - level) < 0.45 * word.size and abs(last.size - word.size) < 0.05 * word.size


def _along(word: Word, angle: float) -> tuple[float, float, float]:
    """Where a word begins and ends in its direction, and its middle across it; from its upright box and its size."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    (x0, y0, x1, y1), high = word.box, _LETTER * word.size
    long = (x1 - x0 - high * abs(sin)) / abs(cos) if abs(cos) > abs(sin) else (y1 - y0 - high * abs(cos)) / abs(sin)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    middle = x * cos + y * sin
    return middle - max(long, 0.0) / 2, middle + max(long, 0.0) / 2, y * cos - x * sin


def _line(words: list[Word]) -> Line:
    letters: Counter[tuple[float, str, bool, bool]] = Counter()
    for word in words:
        letters[word.size, word.font, word.bold, word.italic] += len(word.text)
    (size, font, bold, italic), _ = max(letters.items(), key=lambda item: (item[1], item[0]))
    text = words[0].text
    for before, word in pairwise(words):
        joined = word.glued and word.box[0] - before.box[2] < 0.2 * size and not word.raised
        text += word.text if joined else f" {word.text}"
    return Line(text, around([word.box for word in words]), words[0].baseline, size, font, bold, italic, words[0].angle, len(words))


@dataclass(frozen=True, slots=True)
class Body:
    """The face of the running text, and the usual distance of its baselines."""

    size: float
    font: str
    leading: float

    def like(self, line: Line) -> bool:
        """Whether a line is set in the face of the running text."""
        return abs(line.size - self.size) <= 0.07 * self.size and line.font == self.font


def body_of(pages: Sequence[Sequence[Line]]) -> Body:
    """The face that most characters in long lines are set in."""
    faces: Counter[tuple[float, str]] = Counter()
    for lines in pages:
        for line in lines:
            faces[round(line.size, 1), line.font] += len(line.text) * (3 if line.count >= 6 else 1)
    if not faces:
        return Body(10.0, "", 12.0)
    (size, font), _ = max(faces.items(), key=lambda item: (item[1], item[0]))
    gaps: Counter[float] = Counter()
    for lines in pages:
        set_in = [line for line in lines if line.font == font and abs(line.size - size) < 0.3]
        for above, below in pairwise(set_in):
            if abs(above.left - below.left) < size and 0.8 * size < below.baseline - above.baseline < 2.2 * size:
                gaps[round((below.baseline - above.baseline) * 2) / 2] += 1
    leading = max(gaps, key=lambda gap: (gaps[gap], -gap), default=1.2 * size)
    return Body(size, font, leading)
