"""``charge-stream read-charts``: the chart reader by itself."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from charge_stream.cli.terminal import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from charge_stream.charts import ChartReading, Drawing
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
    from charge_stream import charts, documents
    from charge_stream.documents.hints import hints_of
    from charge_stream.documents.media import SVG
    from charge_stream.models.errors import BrokenDocument

    kind = documents.media_type_of(str(path), content[:4096])
    if kind is None:
        raise BrokenDocument(f"{path} is neither a picture nor a document that can be read (PDF, HTML, Markdown, SVG, *.bundle.json).")
    if kind.startswith("image/") and kind != SVG:
        yield _found(None, content, None, lambda: charts.read(content))
        return
    parsed = documents.parse(
        content, kind, document_id="read-charts", uri=path.name, attachments={}, context=None, limits=documents.Limits()
    )
    if not parsed.charts:
        tell(f"There is no chart in {path}.")
    for found in parsed.charts:
        chart = found.chart
        read = partial(charts.read_chart, found.pixels, found.drawing, chart.data, hints_of(chart))
        yield _found(chart.page, found.pixels, found.drawing, read)


def _found(page: int | None, picture: bytes | None, drawing: Drawing | None, read: Callable[[], ChartReading]) -> Found:
    """One reading with its time; declined when it takes the processor longer than ``CHARGE_CHART_SECONDS``, as in the stream."""
    from time import perf_counter

    from charge_stream.charts.reading import declined
    from charge_stream.cli import options
    from charge_stream.cli.chart_output import Found

    limit, start = options.settings().chart_seconds, perf_counter()
    try:
        with _within(limit):
            reading = read()
    except _TooLong:
        reading = declined(f"it took longer than {limit:g} s, see CHARGE_CHART_SECONDS")
    return Found(page, picture, drawing, reading, perf_counter() - start)


class _TooLong(BaseException):
    """Time is up. No ``Exception``, so that nothing on the way takes it for a fault of the picture."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise ``_TooLong`` once the block has used so much processor time."""

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
