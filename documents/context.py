"""What a document says of itself, from all who say it."""

from __future__ import annotations

import re

from charge_stream.models.context import Context

_FIELDS = ("title", "uri", "publisher", "published", "language", "country", "as_of", "licence", "tags", "basis")
_LANGUAGE = re.compile(r"^([A-Za-z]{2,3})(?:[-_]([A-Za-z]{2}))?\b")
_LICENCES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"creativecommons\.org/publicdomain/zero/([\d.]+)", re.IGNORECASE), "CC0 {0}"),
    (re.compile(r"creativecommons\.org/licenses/([a-z-]+)/([\d.]+)", re.IGNORECASE), "CC {0} {1}"),
)


def merged(own: Context, given: Context | None, uri: str) -> Context:
    """The context with every field from ``given`` where that says something, else from ``own``; ``uri`` stands in where none is given."""
    fields = {name: (getattr(given, name) if given else None) or getattr(own, name) for name in _FIELDS}
    return Context(**fields | {"uri": fields["uri"] or uri})


def language_code(text: str | None) -> str | None:
    """``en`` from ``en``, ``en-US`` or ``EN_us``; None from anything else."""
    found = _LANGUAGE.match((text or "").strip())
    return found[1].lower() if found else None


def licence_name(text: str | None) -> str | None:
    """A Creative Commons address as its usual name (``CC BY 4.0``); other text as it is."""
    text = (text or "").strip()
    for address, name in _LICENCES:
        if found := address.search(text):
            return name.format(*(part.upper() for part in found.groups()))
    return text or None
