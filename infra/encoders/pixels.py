"""A picture as the tower of a checkpoint wants it: scaled, cut and normalised as its ``preprocessor_config.json`` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from charge_stream.infra.pictures import MAX_PIXELS, on_white, opened
from charge_stream.models.errors import Permanent

CLIP_SIDE = 224


def pixels(picture: bytes, config: Mapping[str, Any]) -> npt.NDArray[np.float32]:
    """Shape (3, height, width): red, green and blue, on white where the picture is transparent.

    Raises:
        Permanent: the bytes are no picture, or one too large.
    """
    with opened(picture) as image:
        if image.width * image.height > MAX_PIXELS:
            raise Permanent(f"a picture of {image.width} by {image.height} pixels is too large to be encoded")
        flat = on_white(image)
    values = np.asarray(_cut(_scaled(flat, config), config), np.float64)
    if config.get("do_rescale", True):
        values = values * config.get("rescale_factor", 1 / 255)
    if config.get("do_normalize", True):
        values = (values - np.asarray(config["image_mean"])) / np.asarray(config["image_std"])
    return values.astype(np.float32).transpose(2, 0, 1)


def _scaled(image: Image.Image, config: Mapping[str, Any]) -> Image.Image:
    """To the size given, or so that the shorter side has the length given."""
    if not config.get("do_resize", True):
        return image
    size = config.get("size", CLIP_SIDE)
    shortest = size if isinstance(size, int) else size.get("shortest_edge")
    if shortest is None:
        width, height = size["width"], size["height"]
    elif image.width <= image.height:
        width, height = shortest, int(shortest * image.height / image.width)
    else:
        width, height = int(shortest * image.width / image.height), shortest
    return image.resize((width, height), Image.Resampling(config.get("resample", Image.Resampling.BICUBIC)))


def _cut(image: Image.Image, config: Mapping[str, Any]) -> Image.Image:
    """The middle of the size given."""
    if not config.get("do_center_crop", False):
        return image
    size = config["crop_size"]
    height, width = (size, size) if isinstance(size, int) else (size["height"], size["width"])
    left, top = (image.width - width) // 2, (image.height - height) // 2
    return image.crop((left, top, left + width, top + height))
