"""What comes out of reading a chart: ψ(c), a table whose cells say how sure they are, and the words around it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

READER_VERSION = "geometry-10"
"""Part of every memo key: change it whenever the same picture may be read differently."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 with the origin at the top left; pixels for pictures, the drawing's own units for vectors."""

Value = str | float | None
RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Hints:
    """Words the document gives around the plot: titles often stand there and not in the picture."""

    title: str | None = None
    subtitle: str | None = None
    caption: str | None = None
    notes: str | None = None
    unit: str | None = None
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the table. `row` and `column` index `rows` and `columns`; column 0 is the row header.

    `text` is what was printed, None where the value was measured from the mark. `confidence` is in 0..1.
    """

    row: int
    column: int
    value: float
    text: str | None
    confidence: float
    box: Box | None


@dataclass(frozen=True, slots=True)
class ChartReading:
    """The table read from one chart. A declined chart has no rows, says why in `reason`, and still gives its words.

    `columns[0]` heads the row headers; `rows[i][0]` is a category or a year, the rest are numbers, None where nothing
    is known, or text such as `<1` that stands for no single number. `scale` names what the numbers are counted in
    ("million"), `unit` what they count ("%", "tonnes"); `origin` is picture, vector, data, description or model. `axis_titles` say what
    the axes count, `field_period` when the data was collected, where the words tell. For people who check a reading, `ticks` are the
    boxes of the labels that the value axis was taken from, `colours` those of the columns (None where there is none), and `disputed` tells
    each cell that a second reader saw otherwise.
    """

    chart_type: str
    title: str | None
    subtitle: str | None
    unit: str | None
    scale: str | None
    columns: list[str]
    rows: list[list[Value]]
    cells: list[Cell]
    confidence: float
    abstained: bool
    reason: str | None
    words: list[str]
    notes: list[str]
    origin: str
    reader: str
    ticks: list[Box] = field(default_factory=list)
    colours: list[RGB | None] = field(default_factory=list)
    disputed: list[str] = field(default_factory=list)
    axis_titles: list[str] = field(default_factory=list)
    field_period: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types; boxes become lists."""
        data = asdict(self)
        for cell in data["cells"]:
            cell["box"] = None if cell["box"] is None else list(cell["box"])
        data["ticks"] = [list(box) for box in self.ticks]
        data["colours"] = [None if colour is None else list(colour) for colour in self.colours]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ChartReading:
        """The inverse of `to_dict`; unknown keys are ignored, and what an older reading lacks is empty."""
        known = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        known["cells"] = [Cell(**(cell | {"box": _box(cell["box"])})) for cell in data["cells"]]
        known["rows"] = [list(row) for row in data["rows"]]
        known["ticks"] = [box for values in data.get("ticks", []) if (box := _box(values)) is not None]
        known["colours"] = [None if values is None else tuple(values) for values in data.get("colours", [])]
        return cls(**known)


def _box(values: Any) -> Box | None:
    if values is None:
        return None
    x0, y0, x1, y1 = values
    return (x0, y0, x1, y1)


def declined(
    reason: str, *, chart_type: str = "unknown", origin: str = "picture", words: list[str] | None = None, **around: Any
) -> ChartReading:
    """A reading without a table. `around` may give title, subtitle, unit, scale, notes, axis_titles and field_period."""
    return ChartReading(
        chart_type=chart_type,
        title=around.get("title"),
        subtitle=around.get("subtitle"),
        unit=around.get("unit"),
        scale=around.get("scale"),
        columns=[],
        rows=[],
        cells=[],
        confidence=0.0,
        abstained=True,
        reason=reason,
        words=words or [],
        notes=around.get("notes") or [],
        origin=origin,
        reader=READER_VERSION,
        axis_titles=around.get("axis_titles") or [],
        field_period=around.get("field_period"),
    )
