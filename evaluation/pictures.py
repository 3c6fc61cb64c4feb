"""Chart pictures for the report: small enough that hundreds fit into one file."""

from __future__ import annotations

import base64
import io
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

MAX_WIDTH, MAX_HEIGHT = 700, 1400
SMALL_WIDTH, SMALL_HEIGHT = 420, 840
BUDGET_BYTES = 12_000_000
"""All pictures of a report together; base64 makes a third more of it."""
MAX_PIXELS = 40_000_000
MAX_SVG_BYTES = 400_000


@dataclass(frozen=True)
class Picture:
    """``width`` and ``height`` are those of the original, in pixels: marks are given in them, whatever the size of ``data``."""

    key: str
    mime: str
    data: bytes
    width: float
    height: float

    @property
    def uri(self) -> str:
        """The picture as a data URI."""
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode()}"


def shrink(key: str, data: bytes, mime: str, width: int = MAX_WIDTH, height: int = MAX_HEIGHT, quality: int = 82) -> Picture | None:
    """The picture as WebP of at most this size; None when the bytes are no picture, or one too large to open safely."""
    if mime == "image/svg+xml":
        return _svg(key, data)
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(data))
            original = opened.size
            if original[0] * original[1] > MAX_PIXELS:
                return None
            image = _flat(opened)
    except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None
    image.thumbnail((width, height), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=4)
    return Picture(key, "image/webp", out.getvalue(), *original)


def _flat(image: Image.Image) -> Image.Image:
    """In RGB on white: charts with transparent ground are meant for white pages."""
    from PIL import Image

    rgba = image.convert("RGBA")
    ground = Image.new("RGBA", rgba.size, "white")
    return Image.alpha_composite(ground, rgba).convert("RGB")


def _svg(key: str, data: bytes) -> Picture | None:
    """An SVG as it is: shown as an image it can neither run scripts nor load anything."""
    view = re.search(rb"viewBox\s*=\s*[\"']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)", data[:5000])
    if view is None or len(data) > MAX_SVG_BYTES:
        return None
    width, height = float(view.group(1)), float(view.group(2))
    return Picture(key, "image/svg+xml", data, width, height) if width > 0 and height > 0 else None


def fitted(originals: Sequence[tuple[str, bytes, str]], budget: int = BUDGET_BYTES) -> dict[str, Picture]:
    """Pictures by key from (key, bytes, MIME type), all smaller when they would not fit together.

    What still does not fit is left out, from the end.
    """
    pictures = _all(shrink(key, data, mime) for key, data, mime in originals)
    if sum(len(picture.data) for picture in pictures) > budget:
        pictures = _all(shrink(key, data, mime, SMALL_WIDTH, SMALL_HEIGHT, quality=60) for key, data, mime in originals)
    kept: dict[str, Picture] = {}
    spent = 0
    for picture in pictures:
        spent += len(picture.data)
        if spent <= budget:
            kept[picture.key] = picture
    return kept


def _all(pictures: Iterable[Picture | None]) -> list[Picture]:
    return [picture for picture in pictures if picture is not None]
