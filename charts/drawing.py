"""A figure region of a PDF page or an inline SVG, reduced to filled and stroked shapes and pieces of text."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from charge_stream.charts.reading import RGB as RGB
from charge_stream.charts.reading import Box

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawn thing. `rect` gives two opposite corners, `line` two ends, `path` its vertices in order (curves flattened).

    Coordinates run right and down from the region's top left corner. Colours are 0..255, None where not painted.
    """

    kind: Literal["rect", "path", "line"]
    points: tuple[Point, ...]
    fill: RGB | None = None
    stroke: RGB | None = None
    stroke_width: float = 0.0
    closed: bool = False

    @property
    def box(self) -> Box:
        """The smallest box around all vertices."""
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        return (min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text on one line with its box; `size` is the font size in the drawing's units, `angle` degrees clockwise."""

    text: str
    box: Box
    size: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure region: `width` × `height` in any unit, shapes in painting order, texts in reading order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types (tuples become lists when dumped)."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Drawing:
        """The inverse of `to_dict`, also after a trip through JSON."""
        return cls(
            width=data["width"],
            height=data["height"],
            shapes=tuple(_shape(shape) for shape in data["shapes"]),
            texts=tuple(_text(text) for text in data["texts"]),
        )


def _shape(data: dict[str, Any]) -> Shape:
    points = tuple((x, y) for x, y in data["points"])
    return Shape(data["kind"], points, _rgb(data["fill"]), _rgb(data["stroke"]), data["stroke_width"], data["closed"])


def _rgb(values: Any) -> RGB | None:
    if values is None:
        return None
    red, green, blue = values
    return (red, green, blue)


def _text(data: dict[str, Any]) -> Text:
    x0, y0, x1, y1 = data["box"]
    return Text(data["text"], (x0, y0, x1, y1), data["size"], data["angle"])
