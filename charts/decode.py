"""Bytes of an untrusted picture become an RGB array, or a reason why not."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

MAX_PIXELS = 40_000_000
MIN_SIDE = 40
Pixels = NDArray[np.uint8]
"""Height × width × 3, RGB."""


class Unreadable(Exception):
    """The picture cannot be decoded within bounds; the message is a reason for people."""


def decode(image: bytes) -> Pixels:
    """The first frame, upright (EXIF), on white where transparent. Raises `Unreadable` for anything malformed or too large."""
    if not image:
        raise Unreadable("the picture is empty")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(image), formats=("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise Unreadable(f"the picture has more than {MAX_PIXELS // 1_000_000} megapixels")
                if min(opened.size) < MIN_SIDE:
                    raise Unreadable("the picture is too small to hold a chart")
                return _on_white(ImageOps.exif_transpose(opened))
    except Unreadable:
        raise
    # Pillow's decoders raise whatever their C libraries report: SyntaxError, struct.error, EOFError, MemoryError …
    except Exception as error:
        raise Unreadable("the picture cannot be decoded") from error


def _on_white(picture: Image.Image) -> Pixels:
    if picture.mode.startswith(("I", "F")):
        values = np.asarray(picture, dtype=np.float64)
        top = values.max() or 1.0
        grey = (values * (255.0 / (65535.0 if top > 255 else 255.0))).clip(0, 255).astype(np.uint8)
        return np.dstack([grey, grey, grey])
    layer = picture.convert("RGBA")
    white = Image.new("RGBA", layer.size, (255, 255, 255, 255))
    return np.asarray(Image.alpha_composite(white, layer).convert("RGB"))
