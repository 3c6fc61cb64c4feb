"""Affine transforms: of SVG attributes and of PDF objects."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from charge_stream.charts.drawing import Point

_FUNCTION = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class Affine:
    """(x, y) to (a·x + c·y + e, b·x + d·y + f), as in SVG's ``matrix`` and in PDF."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __call__(self, point: Point) -> Point:
        x, y = point
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def __matmul__(self, inner: Affine) -> Affine:
        """First ``inner``, then this one."""
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self((inner.e, inner.f)),
        )

    @property
    def scale(self) -> float:
        """By how much lengths grow, on average."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def angle(self) -> float:
        """By how much the x axis is turned, in degrees, clockwise where y runs down."""
        return math.degrees(math.atan2(self.b, self.a))

    @property
    def keeps_axes(self) -> bool:
        """Whether upright rectangles stay upright."""
        small = 1e-6 * max(abs(self.a), abs(self.b), abs(self.c), abs(self.d), 1e-12)
        return (abs(self.b) <= small and abs(self.c) <= small) or (abs(self.a) <= small and abs(self.d) <= small)


def parse_transform(text: str | None) -> Affine:
    """An SVG ``transform`` attribute; functions that are not understood do nothing."""
    whole = Affine()
    for name, arguments in _FUNCTION.findall(text or ""):
        whole = whole @ _function(name.lower(), [float(number) for number in _NUMBER.findall(arguments)])
    return whole


def _function(name: str, values: list[float]) -> Affine:
    if name == "matrix" and len(values) == 6:
        return Affine(*values)
    if name == "translate" and values:
        return Affine(e=values[0], f=values[1] if len(values) > 1 else 0.0)
    if name == "scale" and values:
        return Affine(a=values[0], d=values[1] if len(values) > 1 else values[0])
    if name == "rotate" and values:
        cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
        x, y = values[1:3] if len(values) > 2 else (0.0, 0.0)
        return Affine(e=x, f=y) @ Affine(cos, sin, -sin, cos) @ Affine(e=-x, f=-y)
    if name == "skewx" and values:
        return Affine(c=math.tan(math.radians(values[0])))
    if name == "skewy" and values:
        return Affine(b=math.tan(math.radians(values[0])))
    return Affine()
