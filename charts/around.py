"""The words around the plot: title, subtitle, unit and scale, notes and sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.charts.numbers import SCALES
from charge_stream.charts.reading import Hints
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
_PERCENT = re.compile(r"%|\bper ?cent(?:age)?\b|\bshare of\b", re.IGNORECASE)
_MONEY = re.compile(r"\b(U\.?S\.? dollars|euros?|British pounds|Russian rubles)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Around:
    """What the words say about the plot, hints of the document preferred."""

    title: str | None
    subtitle: str | None
    unit: str | None
    scale: str | None
    notes: list[str]
    header: str


def around(scene: Scene, hints: Hints, plot_top: float, plot_bottom: float, used: set[Word]) -> Around:
    """Titles stand above `plot_top`, notes below `plot_bottom`; words in `used` belong to the plot."""
    free = [word for word in scene.words if word not in used]
    above = [word for word in free if word.box[3] <= plot_top + 0.3 * scene.text_height and word.level and word.number is None]
    title, subtitle = _titles(above)
    below = [word for word in free if word.box[1] >= plot_bottom - 2 * scene.text_height and word.level]
    title, subtitle = hints.title or title, hints.subtitle or (subtitle if not hints.title or subtitle else title)
    axis_titles = [word.text for word in free if word.number is None and not _NOTE.match(word.text)]
    unit, scale = _measure([hints.unit, subtitle, title, hints.caption, *axis_titles])
    notes = [line.strip() for line in (hints.notes or "").splitlines() if line.strip()] + _notes(below)
    return Around(title, subtitle, hints.unit or unit, scale, notes, "")


def plain(scene: Scene, hints: Hints) -> Around:
    """The words of a chart that was not understood: its upper third may hold titles, its lower third notes."""
    return around(scene, hints, scene.height / 3, scene.height * 2 / 3, set())


def _titles(above: Sequence[Word]) -> tuple[str | None, str | None]:
    """The title is the first run of lines of one size and colour; what follows is the subtitle."""
    lines = [word for word in sorted(above, key=lambda word: (round(word.y / 4), word.box[0])) if not _FURNITURE.match(word.text)]
    if not lines:
        return None, None
    first = lines[0]
    count = next((i for i, word in enumerate(lines) if not _alike(first, word)), len(lines))
    if saturation(first.colour) < 40 and min(first.colour) > 70 and count == len(lines):
        return None, " ".join(word.text for word in lines)
    return " ".join(word.text for word in lines[:count]), " ".join(word.text for word in lines[count:]) or None


def _alike(first: Word, other: Word) -> bool:
    return 0.82 <= other.height / max(first.height, 1e-9) <= 1.22 and abs(sum(first.colour) - sum(other.colour)) < 3 * 55


def _measure(texts: Sequence[str | None]) -> tuple[str | None, str | None]:
    """Unit and scale as the first text that names them says."""
    unit = scale = None
    for text in texts:
        if not text:
            continue
        found = _SCALE.search(text)
        scale = scale or (SCALES[(found[1] or found[2]).casefold()][0] if found else None)
        money = _MONEY.search(text)
        unit = unit or ("%" if _PERCENT.search(text) else money[1] if money else None)
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
