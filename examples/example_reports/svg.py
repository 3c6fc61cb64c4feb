"""Writes a laid-out chart as inline SVG with real text."""

import math
from html import escape

from example_reports import plot

FONT = "DejaVu Sans, Verdana, sans-serif"


def write(drawing: plot.Drawing, label: str) -> str:
    """An `<svg>` element; `label` is what a screen reader says."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 {drawing.width + 8:g} {drawing.height:g}" '
        f'role="img" aria-label="{escape(label)}" font-family="{FONT}">'
    )
    return "\n".join([head, *(f"  {_element(shape)}" for shape in drawing.shapes), "</svg>"])


def _element(shape: plot.Shape) -> str:
    match shape:
        case plot.Rect(x, y, width, height, fill):
            return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"/>'
        case plot.Line(points, stroke, width):
            path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{_n(width)}" stroke-linejoin="round"/>'
        case plot.Dot(x, y, radius, fill):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"/>'
        case plot.Wedge():
            return _slice(shape)
        case plot.Words():
            weight = ' font-weight="bold"' if shape.bold else ""
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}" text-anchor="{shape.anchor}"'
            return f'<text {place} fill="{shape.fill}"{weight}>{escape(shape.text)}</text>'


def _slice(wedge: plot.Wedge) -> str:
    def edge(angle: float) -> str:
        turn = math.radians(angle)
        return f"{_n(wedge.x + wedge.radius * math.sin(turn))} {_n(wedge.y - wedge.radius * math.cos(turn))}"

    large = int(wedge.end - wedge.start > 180)
    arc = f"A {_n(wedge.radius)} {_n(wedge.radius)} 0 {large} 1 {edge(wedge.end)}"
    return (
        f'<path d="M {_n(wedge.x)} {_n(wedge.y)} L {edge(wedge.start)} {arc} Z" fill="{wedge.fill}" stroke="#ffffff" stroke-width="1.2"/>'
    )


def _n(value: float) -> str:
    """Two decimals at most, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
