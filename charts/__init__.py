"""ψ: a chart (picture, vector drawing or data table) becomes a table with confidence, and the words around it.

A library of its own: no stream, no store and no model endpoint. The reader abstains rather than guesses. The names
below load what they need when first used, since OCR and image libraries are slow to import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from charge_stream.charts.annotate import Mark, marks_of, overlay
    from charge_stream.charts.choose import read_chart
    from charge_stream.charts.data import read_data
    from charge_stream.charts.drawing import Drawing, Shape, Text
    from charge_stream.charts.numbers import Number, parse_number
    from charge_stream.charts.picture import read
    from charge_stream.charts.reading import READER_VERSION, Cell, ChartReading, Hints
    from charge_stream.charts.second_reading import reconcile
    from charge_stream.charts.vector import read_vector

_HOMES = {
    "Cell": "reading",
    "ChartReading": "reading",
    "Drawing": "drawing",
    "Hints": "reading",
    "Mark": "annotate",
    "Number": "numbers",
    "READER_VERSION": "reading",
    "Shape": "drawing",
    "Text": "drawing",
    "marks_of": "annotate",
    "overlay": "annotate",
    "parse_number": "numbers",
    "read": "picture",
    "read_chart": "choose",
    "read_data": "data",
    "read_vector": "vector",
    "reconcile": "second_reading",
}

__all__ = [
    "READER_VERSION",
    "Cell",
    "ChartReading",
    "Drawing",
    "Hints",
    "Mark",
    "Number",
    "Shape",
    "Text",
    "marks_of",
    "overlay",
    "parse_number",
    "read",
    "read_chart",
    "read_data",
    "read_vector",
    "reconcile",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
