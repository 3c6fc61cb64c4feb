"""A proposal for a question: one keypoint, or two in their order (CHARGE alg. 1, 4–11)."""

from __future__ import annotations

from collections.abc import Collection

from charge_stream.models.base import Record
from charge_stream.models.verified import Verified

QA_TYPES = (
    "Single-Point_Text-only",
    "Single-Point_Chart-only",
    "Intra-Document_Text-only",
    "Intra-Document_Chart-only",
    "Intra-Document_Text-Chart",
    "Inter-Document_Text-only",
    "Inter-Document_Chart-only",
    "Inter-Document_Text-Chart",
)
"""The eight types of CHARGE table 5, in the paper's order."""


MODALITIES = {"text": "Text-only", "chart": "Chart-only"}


def type_of(scope: str, modalities: Collection[str]) -> str:
    """The QA type of keypoints of these modalities; ``scope`` is Single-Point, Intra-Document or Inter-Document."""
    only = set(modalities)
    return f"{scope}_{MODALITIES[only.pop()] if len(only) == 1 else 'Text-Chart'}"


class Pair(Record, namespace="charge.pair.v1"):
    """``id`` is type + ordered ids of the keypoints; ``similarity`` is the cosine of their embeddings (null for one keypoint)."""

    id: str
    type: str
    hops: list[Verified]
    similarity: float | None = None

    @property
    def record_id(self) -> str:
        return self.id


class Selection(Record, namespace="charge.selection.v1"):
    """A pair admitted by quota."""

    pair: Pair

    @property
    def record_id(self) -> str:
        return self.pair.id
