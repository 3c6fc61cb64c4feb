"""Pictures on their way to a model: within a size limit, in a format every endpoint takes, as data URLs."""

from __future__ import annotations

import base64
import io
import math

from PIL import Image

from charge_stream.infra.gateway.request import PIXELS_PER_TOKEN, TOKENS_PER_PICTURE
from charge_stream.infra.pictures import MAX_PIXELS, on_white, opened
from charge_stream.models.errors import Permanent

MAX_SIDE = 1568
"""Pixels of the longer side; more is scaled down by the endpoints anyway, after it was paid for."""
MAX_BYTES = 4_000_000
ACCEPTED = {"PNG": "image/png", "JPEG": "image/jpeg"}


def data_url(picture: bytes) -> str:
    """The picture as a data URL, unchanged when it is a PNG or JPEG within the limits, else scaled and encoded anew.

    Raises:
        Permanent: the bytes are no picture, or one too large to be opened.
    """
    with opened(picture) as image:
        if image.width * image.height > MAX_PIXELS:
            raise Permanent(f"a picture of {image.width} by {image.height} pixels is too large to be sent to a model")
        if image.format in ACCEPTED and max(image.size) <= MAX_SIDE and len(picture) <= MAX_BYTES:
            return _url(picture, ACCEPTED[image.format])
        return _encoded(_scaled(image))


def tokens_of(picture: bytes) -> int:
    """What common models count for the picture as it is sent.

    Raises:
        Permanent: the bytes are no picture.
    """
    with opened(picture) as image:
        scale = min(1.0, MAX_SIDE / max(image.size))
        return min(TOKENS_PER_PICTURE, math.ceil(image.width * image.height * scale * scale / PIXELS_PER_TOKEN))


def _scaled(image: Image.Image) -> Image.Image:
    rgba = image.convert("RGBA")
    rgba.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS)
    return on_white(rgba)


def _encoded(image: Image.Image) -> str:
    png = io.BytesIO()
    image.save(png, "PNG")
    if png.tell() <= MAX_BYTES:
        return _url(png.getvalue(), "image/png")
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG", quality=90)
    return _url(jpeg.getvalue(), "image/jpeg")


def _url(data: bytes, mime: str) -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode('ascii')}"
