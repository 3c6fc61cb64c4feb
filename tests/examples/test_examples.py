"""The committed example reports are what `examples/build.py` writes, and their charts print the figures of their tables."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pypdfium2 as pdfium
import pytest
from lxml import html
from PIL import Image, ImageChops

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMITTED = EXAMPLES / "reports"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("examples_build", EXAMPLES / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = _load()
from example_reports import pictures, plot  # noqa: E402  (build.py puts it on the path)

REPORTS: dict[str, Any] = {name: report for name, (report, _) in BUILD.REPORTS.items()}
CHARTS = {f"{report.slug}/{chart.name}": chart for report in REPORTS.values() for chart in report.charts}
FILES = sorted(path.relative_to(COMMITTED).as_posix() for path in COMMITTED.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples") / "reports"
    surroundings = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1"}
    subprocess.run([sys.executable, EXAMPLES / "build.py", folder], check=True, env=surroundings)
    return folder


def pdf_text(path: Path) -> list[str]:
    document = pdfium.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in document]


def pixels(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


def test_building_gives_exactly_the_committed_files(built: Path) -> None:
    assert sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_built_file_equals_the_committed_one(built: Path, name: str) -> None:
    """Compressed parts are compared unpacked: the zlib of another machine may pack the same content differently."""
    old, new = COMMITTED / name, built / name
    if name.endswith(".png"):
        assert ImageChops.difference(pixels(old), pixels(new)).getbbox() is None
    elif name.endswith(".pdf"):
        assert pdf_text(new) == pdf_text(old)
        assert pdfium.PdfDocument(new).get_metadata_dict() == pdfium.PdfDocument(old).get_metadata_dict()
        for old_page, new_page in zip(pdfium.PdfDocument(old), pdfium.PdfDocument(new), strict=True):
            assert ImageChops.difference(old_page.render().to_pil(), new_page.render().to_pil()).getbbox() is None
    else:
        assert new.read_bytes() == old.read_bytes()


def test_on_one_machine_a_pdf_has_the_same_bytes_each_time(built: Path, tmp_path: Path) -> None:
    name = "safest-energy.pdf"
    report, write = BUILD.REPORTS[name]
    write(report, tmp_path / name)
    assert (tmp_path / name).read_bytes() == (built / name).read_bytes()


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS.keys())
def test_both_drawings_of_a_chart_print_the_values_of_its_table(chart: Any) -> None:
    values = sorted(chart.table.printed(value) for *_, value in chart.table.cells())
    drawn = pictures.figure(chart).findobj(lambda artist: artist.get_gid() == "value")
    assert sorted(words.get_text() for words in drawn) == values

    printed = plot.draw(chart).words("value")
    if chart.kind == "line":  # points that coincide share their label
        assert set(printed) == set(values)
    else:
        assert sorted(printed) == values


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS.keys())
def test_a_chart_stays_inside_its_frame(chart: Any) -> None:
    drawing = plot.draw(chart)
    for shape in drawing.shapes:
        if isinstance(shape, plot.Words):
            wide = plot.width_of(shape.text, shape.size, bold=shape.bold)
            left = shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
            assert left >= -1 and left + wide <= drawing.width + 1, shape.text
            assert 0 < shape.y < drawing.height


@pytest.mark.parametrize("name", REPORTS)
def test_the_text_does_not_repeat_a_figure_of_the_charts(name: str) -> None:
    """A sentence that names a row's label and prints its value repeats the chart. The base of an index is a definition and may stand."""
    report = REPORTS[name]
    prose = " ".join(block.text for block in report.blocks if hasattr(block, "text"))
    sentences = [sentence for sentence in re.split(r"(?<=[.:]) ", prose) if "equals 100" not in sentence]
    for chart in report.charts:
        for label, series, value in chart.table.cells():
            printed = re.compile(rf"(?<![\d.]){re.escape(chart.table.printed(value))}(?![\d.]*\d)")
            told = [sentence for sentence in sentences if label in sentence and printed.search(sentence)]
            assert not told, (chart.name, label, series, told)


@pytest.mark.parametrize("name", ["safest-energy.pdf", "energy-prices.pdf"])
def test_vector_charts_can_be_read_in_the_text_of_the_pdf(name: str) -> None:
    text = "\n".join(pdf_text(COMMITTED / name))
    for chart in REPORTS[name].charts:
        for expected in (
            chart.title,
            chart.subtitle,
            *chart.table.labels,
            *(chart.table.printed(value) for *_, value in chart.table.cells()),
        ):
            assert expected in text


def test_a_pdf_carries_its_title_author_and_date() -> None:
    about = pdfium.PdfDocument(COMMITTED / "safest-energy.pdf").get_metadata_dict()
    assert about["Title"] == "The Safest Sources of Electricity"
    assert about["Author"] == "charge-stream examples"
    assert about["CreationDate"] == "D:20260303000000+00'00'"


def test_inline_svg_prints_the_values_of_its_table() -> None:
    page = html.parse(COMMITTED / "school-work-north.html")
    drawn = page.findall(".//svg")
    for svg, chart in zip(drawn, REPORTS["school-work-north.html"].charts, strict=True):
        texts = {text.text for text in svg.iter("text")}
        assert texts >= {
            chart.title,
            chart.subtitle,
            *chart.table.labels,
            *(chart.table.printed(value) for *_, value in chart.table.cells()),
        }


def test_a_web_page_links_its_pictures_and_carries_their_data() -> None:
    page = html.parse(COMMITTED / "scarce-jobs.html")
    assert all((COMMITTED / image.get("src")).is_file() for image in page.findall(".//img"))
    rows = [[cell.text for cell in row] for row in page.find(".//figure/table/tbody")]
    assert rows[0] == ["Nigeria", "77%", "20%"]
    assert rows[-1] == ["Mexico", "28%", "69%"]
    assert page.find(".//meta[@name='date']").get("content") == "2026-06-09"


def test_the_bundle_has_its_pictures_beside_it_and_one_table_of_data() -> None:
    bundle = json.loads((COMMITTED / "american-schools.bundle.json").read_text(encoding="utf-8"))
    charts = [block for block in bundle["blocks"] if block["type"] == "chart"]
    assert all((COMMITTED / chart["image"]).is_file() for chart in charts)
    (data,) = (chart["data"] for chart in charts if chart["data"])
    assert data[:2] == [["", "Score"], ["South Korea", "534"]]


def test_the_readme_names_every_report_and_every_source() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in readme for name in REPORTS)
    assert all(source.link in readme for report in REPORTS.values() for source in report.sources)


def test_the_reports_stay_small() -> None:
    assert sum((COMMITTED / name).stat().st_size for name in FILES) < 3_000_000
