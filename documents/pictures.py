"""Pictures from documents: checked before they are decoded, and in a format every reader takes."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from charge_stream.documents.parsed import Limits

_KEPT = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
_READ = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
MIN_WIDTH, MIN_HEIGHT = 140, 100
MAX_RATIO = 8


class BadPicture(ValueError):
    """The picture cannot be used; the message continues a sentence that names it."""


@dataclass(frozen=True)
class Picture:
    """``data`` is what is kept (the original bytes where possible), ``width`` and ``height`` are in pixels."""

    data: bytes
    mime: str
    width: int
    height: int


def check_picture(data: bytes, limits: Limits) -> Picture:
    """The picture in ``data``, decoded once to see that it is whole; GIF, BMP, TIFF and CMYK are turned into PNG.

    Raises:
        BadPicture: it is empty, not a picture, damaged, or of more pixels than allowed (known before it is decoded).
    """
    if not data:
        raise BadPicture("is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=_READ) as image:
                return _checked(image, data, limits)
        except UnidentifiedImageError as error:
            raise BadPicture("is not a picture of a format we read (PNG, JPEG, WebP, GIF, BMP, TIFF)") from error
        except Image.DecompressionBombError as error:
            raise BadPicture("has too many pixels (CHARGE_MAX_IMAGE_MEGAPIXELS)") from error
        except (OSError, SyntaxError, ValueError, EOFError) as error:
            raise error if isinstance(error, BadPicture) else BadPicture("is damaged") from error


def _checked(image: Image.Image, data: bytes, limits: Limits) -> Picture:
    width, height = image.size
    if width * height > limits.max_image_megapixels * 1e6:
        raise BadPicture(f"has {width * height / 1e6:.0f} megapixels, and at most {limits.max_image_megapixels:g} are allowed")
    image.load()
    if image.format in _KEPT and image.mode in _MODES:
        return Picture(data, _KEPT[image.format], width, height)
    return Picture(as_png(image), "image/png", width, height)


def as_png(image: Image.Image) -> bytes:
    """The image as PNG bytes, transparency kept."""
    if image.mode not in _MODES:
        image = image.convert("RGB")
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=6)
    return target.getvalue()


def may_be_chart(width: float, height: float) -> bool:
    """Whether a picture of this size (pixels) can hold a chart: not an icon, a rule, a banner or a button."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT and max(width, height) <= MAX_RATIO * min(width, height)
