"""A keypoint (CHARGE eq. 1): one self-contained fact, inference or conclusion, with the place it stands."""

from __future__ import annotations

from typing import Any

from charge_stream.models.base import Record
from charge_stream.models.context import Context


class Keypoint(Record, namespace="charge.keypoint.v1"):
    """``modality`` is text or chart: the source it was extracted from. ``classified`` is fig. 22's first verdict (text-only or chart-only).

    ``sentences`` index the chunk's sentences, ``cells`` are (row, column) of the reading. ``frame`` is what the engine that wrote
    the keypoint wants to find again (slots of the fact); other engines ignore it. ``shown`` tells how the engine saw a chart it extracted
    from: ``picture`` (with its table), or ``table``.
    """

    id: str
    document_id: str
    source_id: str
    modality: str
    statement: str
    context: Context
    engine: str
    classified: str
    sentences: list[int] = []
    cells: list[list[int]] = []
    frame: dict[str, Any] = {}
    prompts: dict[str, int] = {}
    shown: str | None = None

    @property
    def record_id(self) -> str:
        return self.id
