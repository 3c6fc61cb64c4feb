"""A forecast as a table for people, and as one JSON object for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from charge_stream.cli.survey import Survey
from charge_stream.engines.forecast.bill import Line
from charge_stream.engines.forecast.expected import Expected
from charge_stream.engines.forecast.forecast import Forecast
from charge_stream.infra.settings import Settings


def print_json(survey: Survey, expected: Expected, told: Forecast, settings: Settings) -> None:
    """Everything as one object; ``usd`` is null where a model has no price."""
    line = {
        **_found(survey),
        "expected": {name: round(getattr(told, name)) for name in ("keypoints", "retained", "selected", "published")},
        "stages": {stage: _sum(lines) for stage, lines in _by("stage", told).items()},
        "roles": {role: _sum(lines) for role, lines in _by("role", told).items()},
        "total": _sum(told.lines),
        "prompts": [_rounded(asdict(one)) for one in told.lines],
        "unpriced": _unpriced(told),
        "answers": _rounded(asdict(expected)),
        "problems": survey.problems,
    }
    print(json.dumps(line))


def print_table(survey: Survey, expected: Expected, told: Forecast, settings: Settings) -> None:
    """The calls of each stage, and what the forecast rests on."""
    found = _found(survey)
    console = Console()
    known = f" ({found['known']} of them extracted before, at no further cost)" if found["known"] else ""
    console.print(
        f"{found['documents']} documents, {found['paragraphs']} paragraphs and {found['charts']} charts{known}. Expected: "
        f"{told.keypoints} keypoints, {told.retained} of them retained, {told.selected:.0f} questions written, "
        f"{told.published:.0f} published.",
        highlight=False,
    )
    table = Table()
    for name in ("stage", "model", "calls", "tokens in", "tokens out", "USD"):
        table.add_column(name, justify="left" if name in ("stage", "model") else "right", overflow="fold")
    for stage, lines in _by("stage", told).items():
        table.add_row(stage, ", ".join(sorted({one.model for one in lines})), *_cells(_sum(lines)))
    table.add_section()
    table.add_row("in all", "", *_cells(_sum(told.lines)))
    console.print(table)
    for sentence in _notes(expected, told, settings):
        console.print(sentence, highlight=False, soft_wrap=True)


def _notes(expected: Expected, told: Forecast, settings: Settings) -> list[str]:
    notes = []
    unpriced = _unpriced(told)
    if unpriced:
        notes.append(f"No price is set for {', '.join(unpriced)}: what it costs is unknown (CHARGE_OPENAI__PRICES).")
    usd, budget = _sum(told.lines)["usd"], settings.openai.budget_run_usd
    if usd is not None and budget is not None and usd > budget:
        notes.append(f"The budget of a run, {budget:g} USD, would stop it before its end (CHARGE_OPENAI__BUDGET_RUN_USD).")
    if expected.measured:
        notes.append(f"What models answer was measured in the store {settings.store}, where it had enough of it.")
    else:
        notes.append("What models answer is assumed; with --store of a first run over some of the documents it is measured.")
    return [*notes, "Replies that are not valid and asked for again come on top."]


def _found(survey: Survey) -> dict[str, int]:
    material = survey.material
    return {
        "documents": survey.documents,
        "paragraphs": len(material.chunks),
        "charts": len(material.readings),
        "pictures": len(material.pictures),
        "known": len(material.known),
    }


def _by(name: str, told: Forecast) -> dict[str, list[Line]]:
    """The lines by one of their fields, in the order of the flow."""
    found: dict[str, list[Line]] = {}
    for line in told.lines:
        found.setdefault(getattr(line, name), []).append(line)
    return found


def _sum(lines: Sequence[Line]) -> dict[str, Any]:
    usd = [line.usd for line in lines if line.usd is not None]
    return _rounded(
        {
            "calls": sum(line.calls for line in lines),
            "prompt_tokens": sum(line.prompt_tokens for line in lines),
            "completion_tokens": sum(line.completion_tokens for line in lines),
            "usd": sum(usd) if len(usd) == len(lines) else None,
        }
    )


def _rounded(figures: dict[str, Any]) -> dict[str, Any]:
    """Counts whole, money and shares to a hundredth of a cent."""
    whole = ("calls", "prompt_tokens", "completion_tokens")
    return {
        name: round(value) if name in whole else round(value, 4) if isinstance(value, float) else value for name, value in figures.items()
    }


def _unpriced(told: Forecast) -> list[str]:
    return sorted({line.model for line in told.lines if line.usd is None})


def _cells(figures: dict[str, Any]) -> list[str]:
    usd = figures["usd"]
    counts = [f"{figures[name]:,}" for name in ("calls", "prompt_tokens", "completion_tokens")]
    return [*counts, "unknown" if usd is None else f"{usd:,.4f}"]
