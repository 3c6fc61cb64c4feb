"""One view for upright and lying charts: `a` runs across the bars (along the categories), `l` runs along them, growing with the value."""

from __future__ import annotations

from dataclasses import dataclass

from charge_stream.charts.reading import Box


@dataclass(frozen=True, slots=True)
class Span:
    """A box as seen across (`a0`..`a1`) and along (`l0`..`l1`) the bars."""

    a0: float
    a1: float
    l0: float
    l1: float

    @property
    def a(self) -> float:
        return (self.a0 + self.a1) / 2

    @property
    def l(self) -> float:  # noqa: E743
        return (self.l0 + self.l1) / 2

    @property
    def thickness(self) -> float:
        return self.a1 - self.a0

    @property
    def length(self) -> float:
        return self.l1 - self.l0


def turn(box: Box, upright: bool) -> Span:
    """Upright bars grow against y; lying bars grow with x."""
    x0, y0, x1, y1 = box
    return Span(x0, x1, -y1, -y0) if upright else Span(y0, y1, x0, x1)
