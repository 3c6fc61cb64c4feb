"""What an encoder is, whichever model is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Kind = Literal["query", "passage"]


class Encoder(Protocol):
    """``name`` and ``dimension`` are known once it is ``ready``: the index holds vectors of one name only.

    ``kind`` tells models that treat questions and passages differently which one it is.
    """

    name: str
    dimension: int

    async def ready(self) -> None:
        """Find out what it is. Returns at once when that is known.

        Raises:
            UserError: its files are missing, or not what they should be.
            DependencyDown: it is behind an endpoint that does not answer.
        """
        ...

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """Float32 of shape (len(texts), dimension), each row of length 1."""
        ...


@runtime_checkable
class PictureEncoder(Encoder, Protocol):
    """An encoder with a second tower: what a picture shows and what a text says lie in one space."""

    async def encode_pictures(self, pictures: Sequence[bytes]) -> Vectors:
        """Float32 of shape (len(pictures), dimension), each row of length 1. Pictures are encoded files (PNG, JPEG, …).

        Raises:
            Permanent: the bytes are no picture.
        """
        ...


def unit(vector: npt.NDArray[np.floating]) -> Vectors:
    """The vector with length 1, added up in double precision; one of zeros stays as it is."""
    exact = vector.astype(np.float64)
    scaled: Vectors = (exact / (np.linalg.norm(exact) or 1.0)).astype(np.float32)
    return scaled
