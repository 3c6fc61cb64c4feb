"""Running headers, footers and page numbers: what stands at the edge of many pages in the same place with the same words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from charge_stream.documents.pdf_lines import Line

_EDGE = 0.11
"""Of the page's height, above and below."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"^(?:page\s*|seite\s*|-\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|von|-)\s*\d*)?$", re.IGNORECASE)


def furniture_of(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> list[set[int]]:
    """For each page the indices of its lines that are furniture."""
    keys = [[_key(line, height) for line in lines] for lines, height in zip(pages, heights, strict=True)]
    seen = Counter(key for page in keys for key in set(page) if key is not None)
    enough = 2 if len(pages) < 5 else 3
    return [
        {index for index, key in enumerate(page) if key is not None and (seen[key] >= enough or _PAGE_NUMBER.match(key[1]))}
        for page in keys
    ]


def _key(line: Line, height: float) -> tuple[str, str] | None:
    """Where and what a line at the edge is, numbers alike; None for lines inside the page."""
    if line.box[3] < _EDGE * height:
        edge = "top"
    elif line.box[1] > (1 - _EDGE) * height:
        edge = "bottom"
    else:
        return None
    return edge, _DIGITS.sub("0", line.text.lower())
