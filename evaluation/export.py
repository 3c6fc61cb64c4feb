"""Published questions as files: JSON lines and Parquet. The same questions give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from charge_stream.models import QA, Reference
from charge_stream.models.base import Record, fields_of

if TYPE_CHECKING:
    import pyarrow


def qa_line(qa: QA) -> dict[str, Any]:
    """A line of ``qa.jsonl``: the fields of the Chart-MRAG dataset first, then where the evidence is and how it was made."""
    return {
        "id": qa.id,
        "type": qa.type,
        "query": qa.query,
        "gt_answer": qa.gt_answer,
        "gt_keypoints": dict(sorted(qa.gt_keypoints.items())),
        "gt_text": qa.gt_text,
        "gt_chart": qa.gt_chart,
        "references": [_reference(reference) for reference in qa.references],
        "gates": qa.gates,
        "engine": qa.engine,
        "prompts": dict(sorted(qa.prompts.items())),
    }


def _reference(reference: Reference) -> dict[str, Any]:
    return {
        "source_id": reference.source_id,
        "document_id": reference.document_id,
        "revision": reference.revision,
        "uri": reference.uri,
        "modality": reference.modality,
        "page": reference.page,
        "box": reference.box,
        "image": reference.image.uri if reference.image else None,
        "cells": reference.cells,
    }


def export_jsonl(records: Iterable[Record], path: Path) -> int:
    """One record a line by ascending id, UTF-8: questions as ``qa_line``, anything else by its own fields. Returns the number of lines."""
    by_id = sorted(records, key=lambda record: str(record.record_id))
    lines = [orjson.dumps(qa_line(record) if isinstance(record, QA) else record, default=fields_of) for record in by_id]
    _write(path, b"".join(line + b"\n" for line in lines))
    return len(lines)


def export_parquet(qa: Iterable[QA], path: Path) -> int:
    """The lines of ``qa.jsonl`` as columns, by ascending id; maps become lists of (name, value). Returns the number of rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [_row(qa_line(record)) for record in sorted(qa, key=lambda record: record.id)]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, schema=_schema()), sink, compression="zstd")
    _write(path, sink.getvalue().to_pybytes())
    return len(rows)


def _row(line: dict[str, Any]) -> dict[str, Any]:
    return line | {
        "gt_keypoints": [{"source_id": source_id, "keypoint": keypoint} for source_id, keypoint in line["gt_keypoints"].items()],
        "gates": [{"name": name, "passed": passed} for name, passed in line["gates"].items()],
        "prompts": [{"id": prompt, "version": version} for prompt, version in line["prompts"].items()],
    }


def _schema() -> pyarrow.Schema:
    import pyarrow as pa

    text = pa.string()
    reference = {
        "source_id": text,
        "document_id": text,
        "revision": text,
        "uri": text,
        "modality": text,
        "page": pa.int64(),
        "box": pa.list_(pa.float64()),
        "image": text,
        "cells": pa.list_(pa.list_(pa.int64())),
    }
    return pa.schema(
        {
            "id": text,
            "type": text,
            "query": text,
            "gt_answer": text,
            "gt_keypoints": pa.list_(pa.struct({"source_id": text, "keypoint": text})),
            "gt_text": pa.list_(text),
            "gt_chart": pa.list_(text),
            "references": pa.list_(pa.struct(reference)),
            "gates": pa.list_(pa.struct({"name": text, "passed": pa.bool_()})),
            "engine": text,
            "prompts": pa.list_(pa.struct({"id": text, "version": pa.int64()})),
        }
    )


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all: a full disk leaves what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
