"""The nouns of the flow, one a file: each a ``faust.Record`` with a namespace ``charge.<noun>.v<n>``."""

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
