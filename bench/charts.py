"""How well charts are read: `python bench/charts.py [DATA] [--half building|untouched|both] [--only NAME]`.

DATA holds `chart_readings`, `statista_c2t`, `chartqa` and `pew_docs` (pictures with true tables), and `owid_datasets`, from which
more charts are drawn, as pictures and as shapes and text (in a PDF or SVG). Prints, per source and per chart type, with denominators:
`strict`, charts with every cell right (as `near`) and no cell too many; RMS-F1 at θ = .1 and .05; RNSS; `near`, true values stated within
5% or within 1% of the range of the values (zero included), whichever is larger, a missing one being wrong; `1%`, those within 1% of the
range; cells stated at ≥ .9 that are right (exact where printed, within 1% of the range where measured), and the largest error of measured
ones as a share of the range; declined charts and why; seconds and CPU seconds a chart. Then all cells by stated confidence, and the peak
memory. A declined chart scores 0 and is counted.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import pickle
import resource
import time
from collections import Counter
from pathlib import Path

from chart_cases import Case, real_cases
from chart_scores import BINS, Tally, score
from drawn_charts import PLAIN_BELOW, drawn_cases

from charge_stream import documents
from charge_stream.charts import ChartReading, read, read_vector
from charge_stream.charts.decode import Pixels
from charge_stream.charts.ocr import detected, looked_again
from charge_stream.charts.reading import declined
from charge_stream.charts.scene import Word


def main() -> None:
    """Reads every chart of the chosen half and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--half", choices=("building", "untouched", "both"), default="both")
    parser.add_argument("--drawn", type=int, default=80, help="how many charts to draw from `owid_datasets`")
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first drawn chart: others than the reported ones, to look at"
    )
    parser.add_argument("--plain", type=int, default=PLAIN_BELOW, help="drawn charts with smaller numbers keep their libraries' style")
    parser.add_argument("--only", help="a source, a chart type or the name of one chart")
    parser.add_argument("--cells", action="store_true", help="print each true value that was not stated near enough")
    parser.add_argument(
        "--words", type=Path, help="folder that keeps recognised words by picture: quicker, but the seconds are without OCR"
    )
    arguments = parser.parse_args()
    tallies: dict[str, Tally] = {}
    drawn = drawn_cases(arguments.data, arguments.drawn, arguments.first, arguments.plain)
    for case in itertools.chain(real_cases(arguments.data), drawn):
        if arguments.half not in (case.half, "both") or (arguments.only and arguments.only not in (case.source, case.kind, case.name)):
            continue
        started, cpu = time.perf_counter(), time.process_time()
        reading = timed(case, arguments.words)
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        for name in (case.source, f"{case.source}: {case.kind}", f"all: {case.kind}", "all"):
            report = score(tallies.setdefault(name, Tally()), case, reading, seconds, cpu)
        if arguments.cells:
            print(details(case, reading, report))
    for name, tally in sorted(tallies.items(), key=lambda item: (item[0].startswith("all"), item[0])):
        print(line(name, tally))
    if tallies:
        print(calibration(tallies["all"].bins))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def timed(case: Case, words: Path | None) -> ChartReading:
    """The reading, with the words remembered in a folder if one is given."""
    if case.page is not None:
        return read_page(case.page, case.media)
    if words is None:
        return read(case.image, case.hints)

    def remembered(pixels: Pixels) -> list[Word]:
        path = words / f"{hashlib.sha256(pixels.tobytes()).hexdigest()}.pickle"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(detected(pixels)))
        found: list[Word] = pickle.loads(path.read_bytes())
        return looked_again(found, pixels)

    return read(case.image, case.hints, words=remembered)


def read_page(page: bytes, media: str) -> ChartReading:
    """The reading of the drawing on a page, as the parser hands it over."""
    found = documents.parse(page, media, document_id="bench", uri="bench", attachments={}, context=None, limits=documents.Limits())
    drawings = [chart.drawing for chart in found.charts if chart.drawing is not None]
    return read_vector(drawings[0]) if drawings else declined("the page's chart was not found", origin="vector")


def line(name: str, tally: Tally) -> str:
    """One row of the report."""
    n, v, seconds, cpu = tally.charts, tally.values, sorted(tally.seconds), sorted(tally.cpu)
    sure = f"{tally.sure_right}/{tally.sure}" if tally.sure else "none"
    reasons = "; ".join(f"{reason} {count}" for reason, count in sorted(tally.reasons.items()))
    return (
        f"{name:22} charts {n:3}  strict {tally.strict}/{n} {tally.strict / n:.3f}"
        f"  RMS-F1 θ.1 {tally.f1 / n:.3f} θ.05 {tally.f1_narrow / n:.3f}"
        f"  RNSS {tally.numbers / n:.3f}  near {tally.near}/{v} {tally.near / v:.3f}  1% {tally.within / v:.3f}  cells ≥.9 right {sure}"
        f"  largest {tally.largest:.4f}  declined {tally.declined}  median {seconds[n // 2]:.2f} s, cpu {cpu[n // 2]:.2f} s"
        + (f"  [{reasons}]" if reasons else "")
    )


def calibration(bins: Counter[tuple[int, bool]]) -> str:
    """Stated confidence against the share that is right."""
    rows = ["confidence   cells  right"]
    for i, (low, high) in enumerate(itertools.pairwise(BINS)):
        cells = bins[(i, True)] + bins[(i, False)]
        if cells:
            rows.append(f"{low:.2f}–{min(high, 1):.2f}  {cells:6}  {bins[(i, True)] / cells:.3f}")
    return "\n".join(rows)


def details(case: Case, reading: ChartReading, report: list[tuple[tuple[str, str, float], object, bool]]) -> str:
    """What was not stated near enough."""
    lines = [f"{case.source}/{case.name} {reading.chart_type} {reading.confidence} {reading.reason or ''}"]
    lines += [f"   {entry} {cell}" for entry, cell, near in report if not near]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
