"""The content of each report: its tables and charts in one module, its prose in the Markdown file of the same name."""

from pathlib import Path

from example_reports.model import Block, Chart, Heading, Paragraph


def blocks(slug: str, *charts: Chart) -> tuple[Block, ...]:
    """The prose of `<slug>.md`, parts divided by blank lines: `# …` is a heading, and `[chart NAME]` stands where a chart goes."""
    places = {f"[chart {chart.name}]": chart for chart in charts}
    prose = (Path(__file__).parent / f"{slug}.md").read_text(encoding="utf-8")
    return tuple(places[part] if part.startswith("[chart ") else _text(part) for part in prose.strip().split("\n\n"))


def _text(part: str) -> Heading | Paragraph:
    return Heading(part[2:]) if part.startswith("# ") else Paragraph(" ".join(part.split()))
