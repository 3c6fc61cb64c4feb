"""Texts to vectors by a model behind an endpoint, as a call of the gateway."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from charge_stream.infra.gateway.request import CHARACTERS_PER_TOKEN, Reply, Tokens, hashed, told
from charge_stream.infra.gateway.settings import RoleSettings


@dataclass(frozen=True)
class Embedding:
    """Its reply's text holds a vector a line (``vectors``). Of the role only model, endpoint and time limit count."""

    role: RoleSettings
    texts: tuple[str, ...]
    path = "/embeddings"

    def body(self, refused: frozenset[str] = frozenset()) -> dict[str, Any]:
        """As it is sent; no parameter of it is optional."""
        return {"model": self.role.model, "input": list(self.texts)}

    def key(self, address: str) -> str:
        """The hash of everything that the reply depends on: address, model, texts."""
        return hashed("embeddings", address, self.body())

    @cached_property
    def tokens(self) -> Tokens:
        """By the texts' characters."""
        return Tokens(-(-sum(map(len, self.texts)) // CHARACTERS_PER_TOKEN), 0, estimated=True)

    def read(self, answer: dict[str, Any]) -> Reply:
        """As many finite vectors as texts."""
        rows = sorted(answer["data"], key=lambda row: int(row["index"]))
        found = [np.asarray(row["embedding"], np.float32) for row in rows]
        if len(found) != len(self.texts) or any(vector.ndim != 1 or not np.isfinite(vector).all() for vector in found):
            raise ValueError("no vector for each text")
        return Reply(written(found), tokens=told(answer.get("usage")) or self.tokens)


def written(vectors: Sequence[npt.NDArray[np.float32]]) -> str:
    """Vectors as text: the bytes of their little-endian floats in base64, a vector a line."""
    return "\n".join(base64.b64encode(vector.astype("<f4").tobytes()).decode("ascii") for vector in vectors)


def vectors(text: str) -> list[npt.NDArray[np.float32]]:
    """What ``written`` wrote."""
    return [np.frombuffer(base64.b64decode(line), "<f4") for line in text.split("\n")]
