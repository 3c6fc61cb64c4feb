"""A strip of words below a picture, which it leaves as it is: each with a key in its colour, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from charge_stream.charts.reading import RGB

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    Font = ImageFont.ImageFont | ImageFont.FreeTypeFont

MARGIN = 4.0
"""Pixels that stay free left and right."""


def with_strip(picture: Image.Image, entries: Sequence[tuple[str, RGB]], font: Font, size: int) -> Image.Image:
    """The picture with its `entries` below, each after a square of its colour; `size` is the height of the letters in pixels."""
    from PIL import Image, ImageDraw

    placed = list(_placed([text for text, _ in entries], picture.width - MARGIN, size, font.getlength))
    lines = 1 + max(line for _, _, line, _ in placed)
    taller = Image.new("RGB", (picture.width, picture.height + (3 * lines + 1) * size // 2), (255, 255, 255))
    taller.paste(picture, (0, 0))
    draw = ImageDraw.Draw(taller)
    for number, x, line, text in placed:
        y = picture.height + (1.5 * line + 0.5) * size
        draw.text((x + 1.4 * size, y - 1), text, fill=(0, 0, 0), font=font)
        draw.rectangle((x, y, x + size, y + size), fill=entries[number][1])
    return taller


def _placed(texts: Sequence[str], right: float, size: int, measure: Callable[[str], float]) -> Iterator[tuple[int, float, int, str]]:
    """(number of the entry, x, line, text) of each piece: entries follow each other, and what is too long goes on in the next line."""
    x, line = MARGIN, 0
    for number, text in enumerate(texts):
        pieces = wrapped(text, right - MARGIN - 1.4 * size, measure)
        if x > MARGIN and x + 1.4 * size + max(map(measure, pieces)) > right:
            x, line = MARGIN, line + 1
        for below, piece in enumerate(pieces):
            yield number, x, line + below, piece
        line += len(pieces) - 1
        x += 2.5 * size + max(map(measure, pieces))


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in lines no wider than `width`, broken between words, or within a word that is wider; at least one character a line."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if measure(joined) <= width:
            lines[-1] = joined
            continue
        lines += [""] if lines[-1] else []
        for letter in word:
            if lines[-1] and measure(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
    return lines
