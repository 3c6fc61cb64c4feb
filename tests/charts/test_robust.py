"""Two hundred damaged and odd files: none may crash the reader, hang it, or take much memory."""

import io
import random
import resource
import subprocess
import sys
import time

import numpy as np
import pytest
from drawn import BLUE, figure, png
from PIL import Image

from charge_stream.charts import read
from charge_stream.charts.decode import Pixels, Unreadable, decode
from charge_stream.charts.scene import Word

COUNT = 200
MEMORY_MB = 1_500


def no_words(pixels: Pixels) -> list[Word]:
    """Words are not what is tested here, and finding them takes most of the time."""
    return []


@pytest.fixture(scope="module")
def pictures() -> list[bytes]:
    """A bar chart in the formats that are read."""
    drawn, axes = figure(4, 3)
    axes.bar(["a", "b", "c"], [3, 1, 2], color=BLUE)
    plain = Image.open(io.BytesIO(png(drawn))).convert("RGB")
    made = [png(drawn)]
    for kind, mode in (
        ("JPEG", "RGB"),
        ("JPEG", "CMYK"),
        ("WEBP", "RGB"),
        ("GIF", "P"),
        ("PNG", "P"),
        ("PNG", "LA"),
        ("BMP", "RGB"),
        ("TIFF", "RGB"),
    ):
        out = io.BytesIO()
        plain.convert(mode).save(out, format=kind)
        made.append(out.getvalue())
    out = io.BytesIO()
    plain.save(out, format="GIF", save_all=True, append_images=[plain.rotate(90)] * 3, duration=50)
    made.append(out.getvalue())
    out = io.BytesIO()
    Image.fromarray(np.asarray(plain.convert("L"), dtype=np.uint16) * 257).save(out, format="PNG")
    made.append(out.getvalue())
    out = io.BytesIO()
    turned = Image.Exif()
    turned[0x0112] = 6
    plain.save(out, format="JPEG", exif=turned)
    made.append(out.getvalue())
    return made


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Cut, to nothing perhaps, with bits turned, with bytes put in or taken out, or with a header that promises other sizes."""
    data = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        kind = rng.randrange(6)
        at = rng.randrange(len(data)) if data else 0
        if kind == 0:
            del data[at:]
        elif kind == 1:
            for _ in range(rng.randint(1, 40)):
                if data:
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif kind == 2:
            data[at:at] = rng.randbytes(rng.randint(1, 500))
        elif kind == 3:
            del data[at : at + rng.randint(1, 500)]
        elif kind == 5 and rng.randrange(4) == 0:
            data.clear()
        elif len(data) > 30:
            data[16:24] = rng.choice(((0).to_bytes(8, "big"), (2**31 - 1).to_bytes(4, "big") * 2, (60_000).to_bytes(4, "big") * 2))
    return bytes(data)


def test_damaged_files_end_in_a_reading_or_a_reason(pictures: list[bytes]) -> None:
    rng = random.Random(4)
    started = time.monotonic()
    for number in range(COUNT):
        found = read(damaged(pictures[number % len(pictures)], rng), words=no_words)
        assert found.abstained and found.reason
    assert time.monotonic() - started < 60
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MEMORY_MB * 1024


def test_all_formats_give_the_same_picture(pictures: list[bytes]) -> None:
    shapes = [decode(content).shape for content in pictures]
    assert shapes[:-1] == [(300, 400, 3)] * (len(pictures) - 1)
    assert shapes[-1] == (400, 300, 3)
    plain = grey(pictures[0])
    for content in pictures[1:-1]:
        assert np.abs(grey(content) - plain).mean() < 6


def grey(content: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The brightness of the decoded picture."""
    return np.asarray(Image.fromarray(decode(content)).convert("L"), dtype=np.int64)


def test_transparent_pictures_stand_on_white() -> None:
    layer = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    out = io.BytesIO()
    layer.save(out, format="PNG")
    assert decode(out.getvalue()).min() == 255


@pytest.mark.parametrize("size", [(1, 1), (39, 500), (500, 2)])
def test_tiny_pictures_are_refused(size: tuple[int, int]) -> None:
    out = io.BytesIO()
    Image.new("RGB", size).save(out, format="PNG")
    with pytest.raises(Unreadable, match="too small"):
        decode(out.getvalue())


def test_the_largest_picture_stays_within_the_memory_allowed() -> None:
    """Decoded in a process of its own, which knows its peak: 39.9 megapixels, transparent, the most layers to hold."""
    out = io.BytesIO()
    Image.new("RGBA", (8_000, 4_990), (200, 30, 30, 120)).save(out, format="PNG", compress_level=1)
    code = (
        "import resource, sys; from charge_stream.charts import read; "
        "found = read(sys.stdin.buffer.read(), words=lambda pixels: []); "
        "print(found.abstained, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    ran = subprocess.run([sys.executable, "-c", code], input=out.getvalue(), capture_output=True, timeout=60, check=True)
    declined, peak = ran.stdout.split()
    assert declined == b"True" and int(peak) < MEMORY_MB


def test_six_thousand_pixels_are_read_and_places_are_those_of_the_original() -> None:
    drawn, axes = figure(6, 3)
    axes.bar_label(axes.bar(["Spain", "Poland", "Sweden"], [31, 12, 27], color=BLUE))
    out = io.BytesIO()
    drawn.savefig(out, format="png", dpi=1_000)
    found = read(out.getvalue())
    assert [row[1:] for row in found.rows] == [[31.0], [12.0], [27.0]]
    tallest = found.cells[0].box
    assert tallest is not None and tallest[3] - tallest[1] > 1_500
