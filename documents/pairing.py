"""Which chart each paragraph is verified against, and the reverse (the modality pair of CHARGE eq. 2).

A chart is paired with the paragraphs right before and right after it in its section and with the one that speaks most of its title; a
paragraph left without a chart gets the nearest one, in its section if there is one, and a chart without a paragraph the nearest likewise.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from charge_stream.documents.words import word_set, words_of

MAX_TEXTS = 12
"""Paragraphs one chart is held against at most, the nearest first; only where charts are few does a paragraph miss in its chart's list."""
_MENTION_WORDS = 3
_MENTION_SHARE = 0.6
_UNTELLING = word_set("the of and to in for are with was who than over among that this from their have not more most share percent")


@dataclass(frozen=True)
class Unit:
    """A paragraph or chart: ``section`` numbers the heading it stands under, ``words`` are a paragraph's text or a chart's title."""

    id: str
    position: int
    section: int
    words: str


def pair(texts: Sequence[Unit], charts: Sequence[Unit]) -> dict[str, list[str]]:
    """The ids each unit is paired with, nearest first. Both given in reading order; without one of the modalities nothing is paired."""
    paired: dict[str, dict[str, None]] = {unit.id: {} for unit in (*texts, *charts)}
    if not texts or not charts:
        return {unit_id: [] for unit_id in paired}
    near_texts, near_charts, mentions = _Nearest(texts), _Nearest(charts), _Mentions(texts)
    for chart in charts:
        for text in [*near_texts.around(chart), *mentions.of(chart)]:
            _join(paired, text, chart)
    for text in texts:
        if not paired[text.id]:
            _join(paired, text, near_charts.to(text))
    for chart in charts:
        if not paired[chart.id]:
            _join(paired, near_texts.to(chart), chart)
    where = {unit.id: unit.position for unit in (*texts, *charts)}
    ordered = {
        unit_id: sorted(others, key=lambda other: (abs(where[other] - where[unit_id]), where[other])) for unit_id, others in paired.items()
    }
    return ordered | {chart.id: ordered[chart.id][:MAX_TEXTS] for chart in charts}


def _join(paired: dict[str, dict[str, None]], text: Unit, chart: Unit) -> None:
    paired[text.id][chart.id] = None
    paired[chart.id][text.id] = None


class _Nearest:
    """The units of one modality, found by position: within a section, else anywhere."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._all = units
        self._sections: dict[int, list[Unit]] = defaultdict(list)
        for unit in units:
            self._sections[unit.section].append(unit)

    def around(self, unit: Unit) -> list[Unit]:
        """The last one before the unit and the first one after it, in its section."""
        return _around(self._sections.get(unit.section, []), unit.position)

    def to(self, unit: Unit) -> Unit:
        """The nearest one, in the unit's section when that has any; of two as near, the earlier."""
        found = self.around(unit) or _around(self._all, unit.position)
        return min(found, key=lambda other: (abs(other.position - unit.position), other.position))


def _around(units: Sequence[Unit], position: int) -> list[Unit]:
    place = bisect_left(units, position, key=lambda unit: unit.position)
    return list(units[max(0, place - 1) : place + 1])


class _Mentions:
    """Which paragraph speaks most of a chart's title."""

    def __init__(self, texts: Sequence[Unit]) -> None:
        self._holders: dict[str, list[Unit]] = defaultdict(list)
        for text in texts:
            for word in _telling(text.words):
                self._holders[word].append(text)

    def of(self, chart: Unit) -> list[Unit]:
        """The paragraph with most of the title's telling words (of several, the nearest), when it has enough of them."""
        title = _telling(chart.words)
        shared = Counter(text for word in sorted(title) for text in self._holders.get(word, []))
        if len(title) < _MENTION_WORDS or not shared:
            return []
        text = max(shared, key=lambda text: (shared[text], -abs(text.position - chart.position), -text.position))
        return [text] if shared[text] >= _MENTION_SHARE * len(title) else []


def _telling(text: str) -> set[str]:
    return {word for word in words_of(text) if len(word) > 2 and word not in _UNTELLING}
