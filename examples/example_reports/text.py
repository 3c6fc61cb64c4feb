"""Writes a report as Markdown, or as the JSON bundle that a crawler hands over, with its charts as PNG files in a folder beside it."""

import json
from pathlib import Path

from example_reports.model import LICENCE, PUBLISHER, Block, Chart, Heading, Report, Table
from example_reports.pictures import picture
from example_reports.prose import dateline, source_lines

PICTURE_DPI = 150


def write_markdown(report: Report, path: Path) -> None:
    """Front matter with the metadata, then the report; a chart is an image with its title as text and its measure as caption."""
    front = {
        "title": report.title,
        "publisher": PUBLISHER,
        "published": report.published.isoformat(),
        "language": "en",
        "country": report.country,
        "licence": LICENCE,
        "tags": list(report.tags),
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items() if value is not None]
    parts = ["\n".join(["---", *lines, "---"]), f"# {report.title}", f"*{report.standfirst}*", dateline(report)]
    parts += [_markdown(block, path) for block in report.blocks]
    parts += ["## Sources and terms of use", "\n".join(f"- {line}" for line in source_lines(report))]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _markdown(block: Block, page: Path) -> str:
    if isinstance(block, Chart):
        image = f"![{block.title}: {block.subtitle}]({_save(block, page)})"
        return f"{image}\n\n{_markdown_table(block.table)}" if block.table_beside else image
    return f"## {block.text}" if isinstance(block, Heading) else block.text


def _markdown_table(table: Table) -> str:
    rows = _cells(table)
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def write_bundle(report: Report, path: Path) -> None:
    """The bundle format of `docs`: metadata and blocks in reading order. A chart with its table beside carries it as `data`."""
    bundle = {
        "id": report.slug,
        "title": report.title,
        "publisher": PUBLISHER,
        "published": report.published.isoformat(),
        "language": "en",
        "country": report.country,
        "licence": LICENCE,
        "tags": list(report.tags),
        "blocks": [
            {"type": "paragraph", "text": report.standfirst},
            *(_bundled(block, path) for block in report.blocks),
            {"type": "heading", "text": "Sources and terms of use"},
            *({"type": "paragraph", "text": line} for line in source_lines(report)),
        ],
    }
    path.write_text(json.dumps(bundle, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _bundled(block: Block, page: Path) -> dict[str, object]:
    if not isinstance(block, Chart):
        return {"type": "heading" if isinstance(block, Heading) else "paragraph", "text": block.text}
    return {
        "type": "chart",
        "image": _save(block, page),
        "title": block.title,
        "subtitle": block.subtitle,
        "caption": None,
        "notes": f"{block.note} Source: {block.table.source.name}.".strip(),
        "alt": f"{block.title}: {block.subtitle}",
        "data": _cells(block.table) if block.table_beside else None,
    }


def _cells(table: Table) -> list[list[str]]:
    """Header row, then one row per label, as printed."""
    return [["", *table.series], *([label, *(table.printed(value) for value in values)] for label, values in table.rows)]


def _save(chart: Chart, page: Path) -> str:
    """Writes the chart's PNG into the folder named like the page; returns its path relative to the page."""
    folder = page.parent / page.name.split(".")[0]
    folder.mkdir(exist_ok=True)
    (folder / f"{chart.name}.png").write_bytes(picture(chart, PICTURE_DPI)[0].getvalue())
    return f"{folder.name}/{chart.name}.png"
