"""Pictures drawn from known data come back as that data; what cannot be known is declined."""

import io

import numpy as np
import pytest
from drawn import BLUE, DARK, GREEN, figure, png, table
from PIL import Image

from charge_stream.charts import ChartReading, Hints, overlay, read

GDP = {"Denmark": 41.5, "Estonia": 12.0, "Finland": 30.5, "Greece": 22.0}


@pytest.fixture(scope="module")
def bars() -> bytes:
    drawn, axes = figure()
    placed = axes.bar(list(GDP), list(GDP.values()), color=BLUE, width=0.6)
    axes.bar_label(placed, fmt="%.1f")
    axes.set_ylim(0, 50)
    return png(drawn)


@pytest.fixture(scope="module")
def reading(bars: bytes) -> ChartReading:
    return read(bars, Hints(title="Output per head", notes="Source: own drawing"))


def test_upright_bars_with_printed_values(reading: ChartReading) -> None:
    assert not reading.abstained and reading.chart_type == "bar" and reading.origin == "picture"
    assert table(reading) == {(name, "Value"): value for name, value in GDP.items()}
    assert all(cell.confidence >= 0.95 and cell.text == f"{cell.value:.1f}" for cell in reading.cells)
    assert reading.title == "Output per head" and reading.notes == ["Source: own drawing"]


def test_the_overlay_is_the_picture_with_marks_and_the_series_below(bars: bytes, reading: ChartReading) -> None:
    with Image.open(io.BytesIO(overlay(bars, reading))) as drawn, Image.open(io.BytesIO(bars)) as plain:
        assert drawn.format == "PNG" and drawn.width == plain.width and drawn.height >= plain.height
        over, under = np.asarray(drawn.convert("RGB"))[: plain.height], np.asarray(plain.convert("RGB"))
    changed = (over != under).any(axis=2)
    places = [cell.box for cell in reading.cells if cell.box is not None] + reading.ticks
    assert len(places) == len(GDP) + len(reading.ticks) and len(reading.ticks) >= 3
    for place in places:
        x0, y0, x1, y1 = (round(edge) for edge in place)
        assert changed[y0 - 1 : y1 + 2, x0 - 1 : x1 + 2].any(), f"nothing is drawn at {place}"


def test_grouped_bars_without_printed_values_are_measured() -> None:
    drawn, axes = figure()
    places = np.arange(3)
    axes.bar(places - 0.2, [60, 25, 80], width=0.36, color=BLUE, label="Women")
    axes.bar(places + 0.2, [40, 55, 70], width=0.36, color=DARK, label="Men")
    axes.set_xticks(places, ["Urban", "Suburban", "Rural"])
    axes.set_ylim(0, 100)
    axes.legend(loc="upper left", ncols=2)
    found = read(png(drawn))
    expected = {("Urban", "Women"): 60, ("Suburban", "Women"): 25, ("Rural", "Women"): 80}
    expected |= {("Urban", "Men"): 40, ("Suburban", "Men"): 55, ("Rural", "Men"): 70}
    assert table(found) == pytest.approx(expected, abs=1)
    assert all(cell.text is None and cell.confidence >= 0.9 for cell in found.cells)


def test_lying_stacks_under_headers_without_an_axis() -> None:
    drawn, axes = figure(6, 3.5)
    rows, parts = ["Spain", "Poland", "Sweden"], np.array([[52, 31, 17], [46, 34, 20], [30, 58, 12]])
    left = np.zeros(3)
    for part, colour, header in zip(parts.T, (GREEN, BLUE, "#d8d6c8"), ("Too much", "About right", "Too little"), strict=True):
        placed = axes.barh(rows, part, left=left, color=colour, height=0.55)
        axes.bar_label(placed, label_type="center", color="black")
        axes.text(left[0] + part[0] / 2, -0.45, header, ha="center", va="bottom", fontsize=8)
        left += part
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    found = read(png(drawn))
    assert found.columns == ["", "Too much", "About right", "Too little"]
    assert found.rows == [[name, *map(float, part)] for name, part in zip(rows, parts, strict=True)]


def test_names_around_a_pie_belong_to_the_wedges_they_stand_at_and_an_unreadable_share_is_measured() -> None:
    shares = {"Estonia": 10.8, "France": 11.2, "Spain": 18.0, "Belgium": 16.6, "Czech Republic": 11.5, "United Kingdom": 31.9}
    colours = [BLUE, DARK, "#bbbbbb", "#aa1111", GREEN, "#eebb22"]
    drawn, axes = figure(9, 6)
    _, _, printed = axes.pie(list(shares.values()), labels=list(shares), colors=colours, autopct="%.1f%%")
    printed[1].set_color(DARK)
    axes.set_title("Output by group")
    found = read(png(drawn))
    assert {name for name, _ in table(found)} == set(shares)
    assert table(found) == pytest.approx({(name, "Value"): share for name, share in shares.items()}, abs=0.3)
    assert [cell.text is None for cell in found.cells] == [str(found.rows[cell.row][0]) == "France" for cell in found.cells]


def test_a_pie_with_printed_shares() -> None:
    drawn, axes = figure(5, 4)
    shares = {"Believer": 56, "Doubtful": 34, "Unsure": 10}
    axes.pie(list(shares.values()), labels=[f"{name} {share}%" for name, share in shares.items()], colors=[BLUE, GREEN, "#bf5527"])
    found = read(png(drawn))
    assert found.chart_type == "pie" and found.unit == "%"
    assert table(found) == {(name, "Value"): share for name, share in shares.items()}


def test_lines_are_read_at_their_markers() -> None:
    drawn, axes = figure()
    years, urban, rural = [2010, 2012, 2014, 2016, 2018], [20, 35, 33, 48, 60], [70, 62, 66, 50, 44]
    axes.plot(years, urban, "o-", color=BLUE, label="Urban")
    axes.plot(years, rural, "o-", color="#bf5527", label="Rural")
    axes.set_ylim(0, 100)
    axes.set_xticks(years)
    axes.legend(loc="upper center", ncols=2)
    found = read(png(drawn))
    assert found.chart_type == "line" and [row[0] for row in found.rows] == [str(year) for year in years]
    expected = {(str(year), "Urban"): value for year, value in zip(years, urban, strict=True)}
    expected |= {(str(year), "Rural"): value for year, value in zip(years, rural, strict=True)}
    assert table(found) == pytest.approx(expected, abs=1)


def test_a_photograph_is_declined() -> None:
    noise = np.random.default_rng(7).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).resize((400, 300), Image.Resampling.BICUBIC).save(out, format="JPEG")
    found = read(out.getvalue())
    assert found.abstained and found.reason and found.rows == []


def huge() -> bytes:
    out = io.BytesIO()
    Image.new("1", (9_000, 9_000)).save(out, format="PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (b"", "the picture is empty"),
        (b"%PDF-1.7 no picture", "the picture cannot be decoded"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 64, "the picture cannot be decoded"),
        (huge(), "the picture has more than 40 megapixels"),
    ],
)
def test_bad_files_end_in_a_reason(image: bytes, reason: str) -> None:
    found = read(image)
    assert found.abstained and found.reason == reason


def test_a_truncated_picture_ends_in_a_reason(bars: bytes) -> None:
    found = read(bars[: len(bars) // 3])
    assert found.abstained and found.reason == "the picture cannot be decoded"
