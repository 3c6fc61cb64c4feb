"""Writes the example reports: `python examples/build.py [FOLDER]`. The same library versions always give the same bytes."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from example_reports import pdf, text, web
from example_reports.content import (
    american_schools,
    energy_prices,
    moving_americans,
    safest_energy,
    scarce_jobs,
    school_work_north,
    school_work_south,
)
from example_reports.model import Report

FOLDER = Path(__file__).parent / "reports"
REPORTS: dict[str, tuple[Report, Callable[[Report, Path], None]]] = {
    "safest-energy.pdf": (safest_energy.REPORT, partial(pdf.write, vectors=True)),
    "energy-prices.pdf": (energy_prices.REPORT, partial(pdf.write, vectors=True)),
    "school-work-south.pdf": (school_work_south.REPORT, partial(pdf.write, vectors=False)),
    "school-work-north.html": (school_work_north.REPORT, partial(web.write, pictures=False)),
    "scarce-jobs.html": (scarce_jobs.REPORT, partial(web.write, pictures=True)),
    "moving-americans.md": (moving_americans.REPORT, text.write_markdown),
    "american-schools.bundle.json": (american_schools.REPORT, text.write_bundle),
}


def build(folder: Path) -> None:
    """Writes every report into `folder`, which is created if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (report, write) in REPORTS.items():
        write(report, folder / name)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
