"""Pictures of documents as they are opened before a model looks at them, whichever it is."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, UnidentifiedImageError

from charge_stream.models.errors import Permanent

MAX_PIXELS = 100_000_000


@contextmanager
def opened(picture: bytes) -> Iterator[Image.Image]:
    """The picture for as long as the block runs; what fails while it is decoded there fails as here.

    Raises:
        Permanent: the bytes are no picture.
    """
    try:
        with Image.open(io.BytesIO(picture)) as image:
            yield image
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise Permanent(f"a picture cannot be decoded: {error}") from error


def on_white(image: Image.Image) -> Image.Image:
    """In red, green and blue, on white where it is transparent."""
    rgba = image.convert("RGBA")
    flat = Image.new("RGB", rgba.size, "white")
    flat.paste(rgba, mask=rgba.getchannel("A"))
    return flat
