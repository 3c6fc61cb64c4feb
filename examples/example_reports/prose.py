"""Lines that every format prints alike: the date line and the sources with their terms."""

from example_reports.model import LICENCE, PUBLISHER, Report


def dateline(report: Report) -> str:
    """Publisher and date, such as `charge-stream examples · March 3, 2026`."""
    return f"{PUBLISHER} · {report.published:%B} {report.published.day}, {report.published.year}"


def source_lines(report: Report) -> list[str]:
    """One line per source with its terms, then the licence of the report itself."""
    lines = [f"{source.name}. {source.publisher}. {source.link} {source.terms}" for source in report.sources]
    return [
        *lines,
        f"Text and charts of this report: {PUBLISHER}, {LICENCE}. The figures were rounded for print and not altered otherwise.",
    ]
