"""The report's plots as inline SVG: bars whose colours come from the page's style, with the text beside them in HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

from charge_stream.evaluation.figures import Keypoints, Questions, Readings, Reasons, Summary

WIDTH = 1000
GAP = 3

GATE_NAMES = {
    "write": "not written",
    "grounded": "not grounded",
    "numbers": "numbers disagree",
    "not_given_away": "answer given away",
    "hops_needed": "a hop is not needed",
    "self_contained": "not clear when read alone",
    "duplicate": "near-duplicate",
    "wording": "worded like many others",
    "quota": "beyond the quota",
    "stale": "evidence changed",
}


@dataclass(frozen=True)
class Part:
    """A share of a stage: ``kept`` goes on, ``lost`` does not, ``open`` is undecided."""

    label: str
    n: int
    kind: Literal["kept", "lost", "open"]


@dataclass(frozen=True)
class Step:
    """A stage of the funnel: what became of the ``total`` things that entered it, and why some did not go on."""

    name: str
    unit: str
    parts: list[Part]
    reasons: dict[str, Reasons] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(part.n for part in self.parts)

    @property
    def bar(self) -> Markup:
        """The parts side by side, each as wide as its share."""
        return stacked_bar(self.parts)


def funnel(summary: Summary) -> list[Step]:
    """The stages, each with its own denominator (documents, charts, keypoints, proposals and questions are different things)."""
    documents, questions = summary.documents, summary.questions
    left_over = max(0, questions.proposed - questions.selected)
    steps = [
        Step("Documents", "handed in", [Part("read", documents.parsed, "kept"), Part("failed", len(documents.failed), "lost")]),
        _charts(summary.readings),
        _keypoints(summary.keypoints),
        Step(
            "Proposals",
            "of one or two keypoints",
            [Part("admitted", questions.selected, "kept"), Part("beyond quota or caps", left_over, "lost")],
        ),
        _questions(questions),
    ]
    return [_without_empty(step) for step in steps]


def _charts(charts: Readings) -> Step:
    parts = [
        Part("read into a table", charts.read, "kept"),
        Part("abstained", sum(charts.abstained.values()), "lost"),
        Part("no outcome", charts.missing, "open"),
    ]
    return Step("Charts", "found", parts, {"abstained": charts.abstained})


def _keypoints(keypoints: Keypoints) -> Step:
    parts = [
        Part("retained", sum(keypoints.retained.values()), "kept"),
        Part("dropped", sum(keypoints.dropped.values()), "lost"),
        Part("unverifiable", sum(keypoints.unverifiable.values()), "lost"),
        Part("undecided", keypoints.undecided, "open"),
    ]
    return Step("Keypoints", "extracted", parts, {"dropped": keypoints.dropped, "unverifiable": keypoints.unverifiable})


def _questions(questions: Questions) -> Step:
    turned_away = [Part(GATE_NAMES.get(gate.name, gate.name), gate.rejected, "lost") for gate in questions.rejected]
    undecided = questions.candidates - questions.published - sum(part.n for part in turned_away)
    parts = [Part("published", questions.published, "kept"), *turned_away, Part("undecided", max(0, undecided), "open")]
    return Step("Questions", "attempted", parts, {GATE_NAMES.get(gate.name, gate.name): gate.reasons for gate in questions.rejected})


def _without_empty(step: Step) -> Step:
    parts = [part for part in step.parts if part.n or part.kind == "kept"]
    return Step(step.name, step.unit, parts, {name: reasons for name, reasons in step.reasons.items() if reasons})


def stacked_bar(parts: Sequence[Part]) -> Markup:
    """Parts side by side; an empty whole is an empty track."""
    total = sum(part.n for part in parts)
    position, rects = 0.0, [Markup('<rect class="track" width="{}" height="20"/>').format(WIDTH)] if not total else []
    for part in parts:
        width = WIDTH * part.n / total if total else 0.0
        if width:
            rects.append(_rect(part.kind, position, max(1.0, width - GAP)))
        position += width
    return _svg(rects)


def quota_bar(published: int, quota: int, longest: int) -> Markup:
    """Published questions against their quota, on the scale of the longest bar."""
    scale = WIDTH / max(1, longest)
    return _svg([_rect("track", 0.0, scale * quota), _rect("kept", 0.0, scale * published)])


def _rect(kind: str, x: float, width: float) -> Markup:
    return Markup('<rect class="{}" x="{:.1f}" width="{:.1f}" height="20"/>').format(kind, x, width)


def _svg(rects: Sequence[Markup]) -> Markup:
    """Decoration: the numbers stand in the text beside it, so it is hidden from screen readers."""
    opening = Markup('<svg class="bar" viewBox="0 0 {} 20" preserveAspectRatio="none" aria-hidden="true" focusable="false">').format(WIDTH)
    return opening + Markup("").join(rects) + Markup("</svg>")
