"""Rows of the index: which fields each collection has, what goes in, what comes out, and the score of what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from charge_stream.infra.encoders import Vectors
from charge_stream.models.errors import Permanent
from charge_stream.models.ids import make_id

Row = dict[str, Any]

DECIMALS = 6
TEXT_BYTES = 65535
MODALITIES = ("text", "chart")

ID_BYTES = 256
_OWNER_FIELDS = {"source_id": ID_BYTES, "document_id": ID_BYTES, "document_key": 32, "modality": 8}
FIELDS: dict[str, dict[str, int]] = {
    "keypoints": _OWNER_FIELDS,
    "questions": {"type": 64},
    "references": {**_OWNER_FIELDS, "text": TEXT_BYTES},
}
"""The string fields of each collection beside ``id`` and the vector, with their greatest length in bytes.

``document_key`` is a hash of the document id: filters compare it, so that no id from outside becomes part of an expression.
"""


@dataclass(frozen=True)
class Hit:
    """A row found. ``score`` is the cosine, rounded to 6 decimals. What its collection does not have is empty."""

    id: str
    score: float
    source_id: str = ""
    document_id: str = ""
    modality: str = ""
    text: str = ""


@dataclass(frozen=True, eq=False)
class ReferenceRow:
    """A sentence (``<chunk>#<n>``) or a chart of the corpus that retrieval is scored on; ``vector`` has length 1."""

    id: str
    source_id: str
    document_id: str
    modality: str
    text: str
    vector: Vectors


def row(collection: str, id: str, vector_field: str, vector: Vectors, dimension: int, fields: Mapping[str, str]) -> Row:
    """A row to be written.

    Raises:
        Permanent: a field is too long, or the vector is not ``dimension`` finite numbers.
    """
    limits = {"id": ID_BYTES, **FIELDS[collection]}
    for field, value in {"id": id, **fields}.items():
        if len(value.encode()) > limits[field]:
            raise Permanent(f"the {field} of a row for {collection} is longer than {limits[field]} bytes: {value[:60]!r}")
    if np.shape(vector) != (dimension,) or not np.isfinite(vector).all():
        raise Permanent(f"the vector of {id} is not {dimension} finite numbers")
    return {"id": id, vector_field: np.asarray(vector, np.float32), **fields}


def owner_fields(source_id: str, document_id: str, modality: str) -> dict[str, str]:
    """Whose a row is."""
    is_modality(modality)
    return {"source_id": source_id, "document_id": document_id, "document_key": make_id(document_id), "modality": modality}


def is_modality(modality: str) -> str:
    """The filter for rows of a modality.

    Raises:
        ValueError: it is none; nothing else becomes part of an expression.
    """
    if modality not in MODALITIES:
        raise ValueError(f"modality {modality!r} is none of {MODALITIES}")
    return f'modality == "{modality}"'


def cosines(query: Vectors, vectors: Sequence[Vectors]) -> list[float]:
    """In double precision, rounded. Each row is added up by itself: its last bits do not depend on the rows beside it."""
    if not vectors:
        return []
    left, right = query.astype(np.float64), np.stack(vectors).astype(np.float64)
    cosines = (right * left).sum(axis=1) / np.sqrt((left * left).sum() * (right * right).sum(axis=1))
    return [round(float(cosine), DECIMALS) + 0.0 for cosine in cosines]


def hit(found: Row, score: float) -> Hit:
    """A row as Milvus gave it, with the score that counts."""
    entity = found["entity"]
    return Hit(found["id"], score, **{name: entity[name] for name in ("source_id", "document_id", "modality", "text") if name in entity})


def cut(text: str, limit: int) -> str:
    """The text up to so many bytes, whole characters only."""
    return text.encode()[:limit].decode(errors="ignore")
