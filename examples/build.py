"""Writes the example reports: `python examples/build.py [FOLDER]`. The same library versions always give the same bytes."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from example_reports import pdf, web
from example_reports.content import north, safest_energy

FOLDER = Path(__file__).parent / "reports"
REPORTS = {
    "safest-energy.pdf": (safest_energy.REPORT, partial(pdf.write, vectors=True)),
    "school-work-north.html": (north.REPORT, partial(web.write, pictures=False)),
}


def build(folder: Path) -> None:
    """Writes every report into `folder`, which is created if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (report, write) in REPORTS.items():
        write(report, folder / name)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
