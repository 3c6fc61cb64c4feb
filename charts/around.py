"""The words around the plot: title, subtitle, unit and scale, notes and sources."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.field_period import field_period
from charge_stream.charts.numbers import SCALES
from charge_stream.charts.reading import Box, Hints
from charge_stream.charts.scene import Scene, Word, saturation

_NOTE = re.compile(
    r"^(?:(?:notes?|sources?|data|survey)\b\s*[:.]?|[*†]|©|pew research cent|cc by|q\d+[a-z]?[.,]|show source|additional information)",
    re.IGNORECASE,
)
_FURNITURE = re.compile(r"^(?:©.*|show source.*|additional information|collapse statistic|cc by|our ?world|in data|\W*)$", re.IGNORECASE)
_SCALE = re.compile(
    r"\bin (?:(?:U\.?S\.?|constant|current)\s+)?(thousand|million|billion|trillion)s?\b|\b(thousand|million|billion|trillion)s? of\b",
    re.IGNORECASE,
)
_SCALED_UNIT = re.compile(
    r"(?:^|\bin )(thousand|million|billion|trillion)s?(?: of)? "
    r"((?:(?:metric|short|cubic|square) )?(?!(?:by|in|of|per|and|from|to|since|as|for)\b)[a-z]+)",
    re.IGNORECASE,
)
"""`Million tonnes`, `in thousand barrels`: the scale and what is counted."""
_PERCENT = re.compile(r"%|\bper ?cent(?:age)?\b|\bshare of\b", re.IGNORECASE)
_MONEY = re.compile(r"\b(U\.?S\.? dollars|euros?|British pounds|Russian rubles)\b", re.IGNORECASE)

TURNED = 60
"""Words at a steeper angle, in degrees, stand along an axis."""
SMALLER, INSIDE, ROOM = 0.96, 0.7, 0.8
"""A line is smaller below the first share of the other's height, and of another size below the second where it starts inside a sentence;
it has room for a word within the last share of the picture's width."""
UNDER, CENTRED = 6.0, 0.08
"""The title of the x axis: at most so many text heights under the plot, its middle within this share of the plot's."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the words say about the plot, hints of the document preferred."""

    title: str | None
    subtitle: str | None
    unit: str | None
    scale: str | None
    notes: list[str]
    axis_titles: list[str]
    field_period: str | None


def around(scene: Scene, hints: Hints, plot: Box, used: set[Word]) -> Around:
    """Titles stand above the plot, notes below it, axis titles along it; words in `used` belong to the plot."""
    _, plot_top, _, plot_bottom = plot
    free = [word for word in scene.words if word not in used]
    above = [word for word in free if word.box[3] <= plot_top + 0.3 * scene.text_height and word.level and word.number is None]
    title, subtitle = _titles(above, scene.width)
    below = [word for word in free if word.box[1] >= plot_bottom - 2 * scene.text_height and word.level]
    title, subtitle = hints.title or title, hints.subtitle or (subtitle if not hints.title or subtitle else title)
    others = [word.text for word in free if word.number is None and not _NOTE.match(word.text)]
    unit, scale = _measure([hints.unit, subtitle, title, hints.caption, *others])
    notes = [line.strip() for line in (hints.notes or "").splitlines() if line.strip()] + _notes(below)
    when = field_period([*notes, hints.caption, subtitle, title])
    return Around(title, subtitle, hints.unit or unit, scale, notes, _axis_titles(free, plot, scene), when)


def _axis_titles(free: Sequence[Word], plot: Box, scene: Scene) -> list[str]:
    """Turned words left or right of the plot, and the line under its middle that comes before any note."""
    x0, y0, x1, y1 = plot
    words = [word for word in free if word.number is None]
    turned = [word.text for word in words if abs(word.angle) > TURNED and y0 <= word.y <= y1 and not x0 < word.x < x1]
    noted = min((word.box[1] for word in words if _NOTE.match(word.text) and word.box[1] > y1), default=math.inf)
    middle = (x0 + x1) / 2
    under = [
        word
        for word in words
        if word.level and y1 < word.y < min(noted, y1 + UNDER * scene.text_height) and abs(word.x - middle) <= CENTRED * (x1 - x0)
    ]
    return turned + [word.text for word in under[:1]]


def plain(scene: Scene, hints: Hints) -> Around:
    """The words of a chart that was not understood: its upper third may hold titles, its lower third notes."""
    return around(scene, hints, (0.0, scene.height / 3, scene.width, scene.height * 2 / 3), set())


def _titles(above: Sequence[Word], width: float) -> tuple[str | None, str | None]:
    """The title is the first run of lines of one size and colour that go on; what follows is the subtitle."""
    lines = [word for word in sorted(above, key=lambda word: (round(word.y / 4), word.box[0])) if not _FURNITURE.match(word.text)]
    if not lines:
        return None, None
    first = lines[0]
    count = next((i for i in range(1, len(lines)) if not _goes_on(first, lines[i - 1], lines[i], width)), len(lines))
    if saturation(first.colour) < 40 and min(first.colour) > 70 and count == len(lines):
        return None, " ".join(word.text for word in lines)
    return " ".join(word.text for word in lines[:count]), " ".join(word.text for word in lines[count:]) or None


def _goes_on(first: Word, before: Word, word: Word, width: float) -> bool:
    """Is ``word`` a further line of the title that ``first`` begins, ``before`` being the line over it?

    A line that starts inside a sentence is, in whatever size it was found. A smaller one begins a text of its own where its first word
    had room behind the line before.
    """
    if abs(sum(first.colour) - sum(word.colour)) >= 3 * 55:
        return False
    if word.text[:1].islower():
        return word.height >= INSIDE * before.height
    start = (word.box[2] - word.box[0]) * len(word.text.split(" ")[0]) / max(len(word.text), 1)
    roomy = before.box[2] - before.box[0] + start < ROOM * width
    return 0.82 <= word.height / max(first.height, 1e-9) <= 1.22 and not (roomy and word.height < SMALLER * before.height)


def _measure(texts: Sequence[str | None]) -> tuple[str | None, str | None]:
    """Unit and scale as the first text that names them says."""
    unit = scale = None
    for text in texts:
        if not text:
            continue
        found = _SCALE.search(text)
        scale = scale or (SCALES[(found[1] or found[2]).casefold()][0] if found else None)
        money, counted = _MONEY.search(text), _SCALED_UNIT.search(text)
        scale = scale or (SCALES[counted[1].casefold()][0] if counted else None)
        unit = unit or ("%" if _PERCENT.search(text) else money[1] if money else counted[2] if counted else None)
    return unit, scale


def _notes(below: Sequence[Word]) -> list[str]:
    """From the first line that reads like a note on; lines that continue a note are joined to it."""
    notes: list[str] = []
    for word in sorted(below, key=lambda word: (round(word.box[1]), word.box[0])):
        if _FURNITURE.match(word.text):
            continue
        if _NOTE.match(word.text):
            notes.append(word.text)
        elif notes:
            notes[-1] += " " + word.text
    return notes
