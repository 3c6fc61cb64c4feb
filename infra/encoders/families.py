"""The families of encoders, and what each wants to be told, as their authors describe it.

E5 (Wang et al. 2022): ``query: `` and ``passage: `` before the text, the mean of the last layer. BGE (Xiao et al. 2023): an instruction
before questions only, the first token ([CLS]) of the last layer. CLIP (Radford et al. 2021) and SigLIP (Zhai et al. 2023): a tower for
texts and one for pictures, which pool themselves; SigLIP was trained on texts padded to its full length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Hidden = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int64]
Pooling = Callable[[Hidden, Mask], npt.NDArray[np.floating]]


def mean(hidden: Hidden, mask: Mask) -> npt.NDArray[np.float64]:
    """Over the tokens that are no padding. ``hidden`` is (tokens, dimension), ``mask`` (tokens,)."""
    averaged: npt.NDArray[np.float64] = hidden[mask.astype(bool)].mean(axis=0, dtype=np.float64)
    return averaged


def first(hidden: Hidden, mask: Mask) -> Hidden:
    """The first token's."""
    start: Hidden = hidden[0]
    return start


@dataclass(frozen=True)
class Family:
    """``query`` and ``passage`` stand before texts of that kind. ``pooling`` None: the towers give a vector each.

    ``longest``: most tokens of a text, unless the checkpoint says less. ``padded``: texts are always filled up to that, with the
    token ``filler`` unless the checkpoint names another.
    """

    longest: int
    query: str = ""
    passage: str = ""
    pooling: Pooling | None = None
    padded: bool = False
    filler: int = 0

    @property
    def towers(self) -> dict[str, str]:
        """The names of the checkpoint's files (without ``.onnx``), by what they encode."""
        return {"text": "model"} if self.pooling else {"text": "text_model", "picture": "vision_model"}


FAMILIES: Mapping[str, Family] = {
    "e5": Family(512, "query: ", "passage: ", mean),
    "bge": Family(512, "Represent this sentence for searching relevant passages: ", pooling=first),
    "clip": Family(77),
    "siglip": Family(64, padded=True, filler=1),
}
