"""How a drawn chart looks beyond its library's defaults: number formats, words around the plot, scale, gaps, dashes, labels."""

from __future__ import annotations

import random
from dataclasses import dataclass

TITLES = ("Output by group", "How the share changed", "Rates compared", "A steady rise over the decades", "Levels by country, 1990 to 2020")
SUBTITLES = ("Annual totals, in the unit of the axis", "Per 1,000 inhabitants", "% of all adults who say so, by year")
SOURCES = ("Source: National offices of statistics, 2021.", "Note: Figures are rounded. Source: Survey of 4,012 adults.")
DASHES = ("-", "-", "--", ":", "-.")


@dataclass(frozen=True)
class Style:
    """The choices of one chart; the defaults leave everything as the library has it."""

    scale: float | None = None
    prefix: str = ""
    suffix: str = ""
    thousands: str = ""
    title: str = ""
    subtitle: str = ""
    source: str = ""
    dashed: bool = False
    ends: bool = False
    points: bool = False
    gaps: bool = False
    negative: bool = False
    log: bool = False
    most: int = 4
    """Series of a chart with lines, at most."""

    @property
    def formats(self) -> bool:
        """Whether numbers are written otherwise than the library does."""
        return bool(self.prefix or self.suffix or self.thousands)

    def number(self, value: float, decimals: int | None = None) -> str:
        """The value as it is printed."""
        digits = f"{abs(value):,.{decimals}f}" if decimals is not None else f"{abs(round(value, 9)):,.10g}"
        return ("-" if value < 0 else "") + self.prefix + digits.replace(",", self.thousands) + self.suffix


PLAIN = Style()


def style_of(seed: str) -> Style:
    """A style drawn by lot."""
    rng = random.Random(seed)
    prefix, suffix = rng.choice((("", ""), ("", ""), ("", "%"), ("$", ""), ("", " t")))
    return Style(
        scale=rng.choice((0.6, 0.75, 1.0, 1.0, 1.0, 1.5, 2.0, 3.0)),
        prefix=prefix,
        suffix=suffix,
        thousands=rng.choice(("", "", ",", ",", " ")),
        title=rng.choice(("", *TITLES)),
        subtitle=rng.choice(("", "", *SUBTITLES)),
        source=rng.choice(("", "", *SOURCES)),
        dashed=rng.random() < 0.25,
        ends=rng.random() < 0.35,
        points=rng.random() < 0.15,
        gaps=rng.random() < 0.3,
        negative=rng.random() < 0.25,
        log=rng.random() < 0.15,
        most=6,
    )
