"""The nouns of the flow, one a file: each a ``faust.Record`` with a namespace ``charge.<noun>.v<n>``.

The names below load when first used: Faust takes longer to import than a command may take to print its help.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from charge_stream.models.blob import BlobRef
    from charge_stream.models.chart import Chart
    from charge_stream.models.chunk import Chunk
    from charge_stream.models.context import Context
    from charge_stream.models.document import Document
    from charge_stream.models.evaluation import Evaluation
    from charge_stream.models.explanation import Explanation
    from charge_stream.models.indexed import Indexed
    from charge_stream.models.keypoint import Keypoint
    from charge_stream.models.pair import QA_TYPES, Pair, Selection
    from charge_stream.models.qa import QA, Candidate, Checked, Reference, Rejected
    from charge_stream.models.reading import ReadCell, Reading
    from charge_stream.models.source_change import SourceChange
    from charge_stream.models.verified import Verified

_HOMES = {
    "BlobRef": "blob",
    "Candidate": "qa",
    "Chart": "chart",
    "Checked": "qa",
    "Chunk": "chunk",
    "Context": "context",
    "Document": "document",
    "Evaluation": "evaluation",
    "Explanation": "explanation",
    "Indexed": "indexed",
    "Keypoint": "keypoint",
    "Pair": "pair",
    "QA": "qa",
    "QA_TYPES": "pair",
    "ReadCell": "reading",
    "Reading": "reading",
    "Reference": "qa",
    "Rejected": "qa",
    "Selection": "pair",
    "SourceChange": "source_change",
    "Verified": "verified",
}

__all__ = [
    "QA",
    "QA_TYPES",
    "BlobRef",
    "Candidate",
    "Chart",
    "Checked",
    "Chunk",
    "Context",
    "Document",
    "Evaluation",
    "Explanation",
    "Indexed",
    "Keypoint",
    "Pair",
    "ReadCell",
    "Reading",
    "Reference",
    "Rejected",
    "Selection",
    "SourceChange",
    "Verified",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
