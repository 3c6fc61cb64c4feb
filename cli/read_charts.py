"""``charge-stream read-charts``: the chart reader by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from charge_stream.cli.terminal import tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from charge_stream.cli.chart_output import Found
    from charge_stream.models.errors import ChargeError


def read_charts(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Pictures, PDF or SVG files.")],
    output: Annotated[Literal["table", "jsonl"], typer.Option("--format", help="Tables to look at, or JSON lines.")] = "table",
    overlay: Annotated[Path | None, typer.Option(help="Folder for copies of the pictures with what was read drawn over them.")] = None,
) -> None:
    """Read the table from each chart, or say why not."""
    from charge_stream.cli.chart_output import print_jsonl, print_table, save_overlay

    problems: list[ChargeError] = []
    for path in files:
        for number, found in enumerate(_readings(path, problems)):
            (print_jsonl if output == "jsonl" else print_table)(path, found)
            if overlay is not None:
                save_overlay(overlay, path, number, found)
    for problem in problems:
        tell(problem)
    raise typer.Exit(1 if problems else 0)


def _readings(path: Path, problems: list[ChargeError]) -> Iterator[Found]:
    """Every chart of a file; what is wrong with the file goes to ``problems``."""
    from charge_stream.cli.files import read_file
    from charge_stream.models.errors import BrokenDocument, UserError

    try:
        content = read_file(path)
        yield from _of_content(path, content)
    except (UserError, BrokenDocument) as problem:
        problems.append(problem)


def _of_content(path: Path, content: bytes) -> Iterator[Found]:
    from time import perf_counter

    from charge_stream import charts, documents
    from charge_stream.cli.chart_output import Found
    from charge_stream.documents.media import SVG
    from charge_stream.models.errors import BrokenDocument

    kind = documents.media_type_of(str(path), content[:4096])
    if kind is None:
        raise BrokenDocument(f"{path} is neither a picture nor a document that can be read (PDF, HTML, Markdown, SVG, *.bundle.json).")
    if kind.startswith("image/") and kind != SVG:
        start = perf_counter()
        yield Found(None, content, None, charts.read(content), perf_counter() - start)
        return
    parsed = documents.parse(
        content, kind, document_id="read-charts", uri=path.name, attachments={}, context=None, limits=documents.Limits()
    )
    if not parsed.charts:
        tell(f"There is no chart in {path}.")
    for found in parsed.charts:
        start = perf_counter()
        chart = found.chart
        hints = charts.Hints(title=chart.title, subtitle=chart.subtitle, caption=chart.caption, notes=chart.notes, alt=chart.alt)
        picture = found.image if found.image_mime != SVG else None
        reading = charts.read_chart(picture, found.drawing, chart.data, hints)
        yield Found(chart.page, picture, found.drawing, reading, perf_counter() - start)
