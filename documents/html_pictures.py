"""Pictures named or held in a web page: which one an ``img`` means, from attachments or from its own ``data:`` address."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote_to_bytes

from charge_stream.documents.blocks import Figure
from charge_stream.documents.figures import chart_from
from charge_stream.documents.parsed import Limits
from charge_stream.documents.paths import linked_path
from charge_stream.documents.pictures import BadPicture
from charge_stream.documents.words import one_line

_REFERENCES = ("src", "data-src", "data-original", "data-lazy-src")
_SETS = ("srcset", "data-srcset")


def references_of(image: Any) -> list[str]:
    """What an ``img`` names, in the order to try: its source, what a script would load, its sizes, the sources of its ``picture``."""
    found = [image.get(name, "").strip() for name in _REFERENCES]
    picture = next(image.iterancestors("picture"), None)
    holders = [image, *(picture.iter("source") if picture is not None else [])]
    for holder in holders:
        for name in _SETS:
            found += reversed([part.split()[0] for part in holder.get(name, "").split(", ") if part.split()])
    return list(dict.fromkeys(reference for reference in found if reference))


def picture_of(image: Any, attachments: Mapping[str, bytes], limits: Limits, warnings: list[str]) -> Figure | None:
    """The figure an ``img`` shows; None, with a warning unless it is just too small for a chart, when there is none at hand."""
    problem = None
    for reference in references_of(image):
        inline = reference.startswith("data:")
        path = None if inline else linked_path(reference)
        data = _inline(reference) if inline else attachments.get(path or "")
        named = "a picture inside the page" if inline else f"the picture {reference[:200]}"
        if data is None:
            problem = problem or f"{named} was left out: it {'cannot be decoded' if inline else 'is missing' if path else 'lies elsewhere'}"
            continue
        try:
            figure = chart_from(data, limits)
        except BadPicture as error:
            problem = f"{named} was left out: it {error}"
            continue
        if figure is not None:
            return replace(figure, alt=one_line(image.get("alt")) or figure.alt, title=one_line(image.get("title")) or figure.title)
        problem = None
    if problem:
        warnings.append(problem)
    return None


def _inline(reference: str) -> bytes | None:
    """The bytes in a ``data:`` address."""
    head, comma, body = reference.partition(",")
    if not comma or not head.lower().startswith("data:image/"):
        return None
    data = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return data
    try:
        return base64.b64decode(b"".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
