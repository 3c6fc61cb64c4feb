"""The end of a run in a few lines: for people a table, for programs one JSON object."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from charge_stream.evaluation.figures import Summary


def problems(summary: Summary) -> list[str]:
    """What did not go through, a sentence each."""
    sentences = [failed.reason for failed in summary.documents.failed]
    letters = Counter(summary.dead_letters)
    letters["ingest"] -= min(letters["ingest"], len(summary.documents.failed))  # those are the documents above
    letters = +letters
    if letters:
        stages = ", ".join(f"{stage} {count}" for stage, count in sorted(letters.items()))
        sentences.append(f"Some records failed for good ({stages}); their reasons stand in the log.")
    if summary.readings.missing:
        sentences.append(f"{summary.readings.missing} of {summary.readings.found} charts have no reading.")
    return sentences


def print_line(summary: Summary, out: Path) -> None:
    """The headline figures as one JSON object."""
    line = {
        "documents": summary.documents.parsed,
        "failed": [failed.name for failed in summary.documents.failed],
        "charts": summary.readings.found,
        "charts_read": summary.readings.read,
        "keypoints": sum(summary.keypoints.extracted.values()),
        "retained": sum(summary.keypoints.retained.values()),
        "qa": {row.type: row.published for row in summary.questions.types},
        "report": str(out / "report.html"),
    }
    print(json.dumps(line))


def print_table(summary: Summary, out: Path) -> None:
    """The headline figures for a person, and where the report is."""
    table = Table(title="Questions by type", title_justify="left")
    for name in ("type", "proposed", "written", "published"):
        table.add_column(name, justify="left" if name == "type" else "right")
    for row in summary.questions.types:
        table.add_row(row.type, str(row.proposed), str(row.written), str(row.published))
    console = Console()
    documents, charts = summary.documents, summary.readings
    console.print(
        f"{documents.parsed} of {documents.announced} documents, {summary.chunks} paragraphs, {charts.read} of {charts.found} charts read, "
        f"{sum(summary.keypoints.retained.values())} of {sum(summary.keypoints.extracted.values())} keypoints retained, "
        f"{summary.questions.published} questions published."
    )
    console.print(table)
    console.print(f"Report: {out / 'report.html'}")
