"""Documents to paragraphs in sentences and charts in reading order: PDF, HTML, Markdown, a picture, a crawler's bundle.

A library of its own: no stream, no store, nothing fetched. The names below load what they need when first used, since
PDF, HTML and image libraries are slow to import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from charge_stream.documents.attachments import attachments_of
    from charge_stream.documents.manifest import Change, Manifest, ManifestEntry, changed_sources
    from charge_stream.documents.media import SUFFIXES, media_type_of
    from charge_stream.documents.parse import parse
    from charge_stream.documents.parsed import Limits, ParsedChart, ParsedDocument
    from charge_stream.documents.sentences import split_sentences

_HOMES = {
    "Change": "manifest",
    "Limits": "parsed",
    "Manifest": "manifest",
    "ManifestEntry": "manifest",
    "ParsedChart": "parsed",
    "ParsedDocument": "parsed",
    "SUFFIXES": "media",
    "attachments_of": "attachments",
    "changed_sources": "manifest",
    "media_type_of": "media",
    "parse": "parse",
    "split_sentences": "sentences",
}

__all__ = [
    "SUFFIXES",
    "Change",
    "Limits",
    "Manifest",
    "ManifestEntry",
    "ParsedChart",
    "ParsedDocument",
    "attachments_of",
    "changed_sources",
    "media_type_of",
    "parse",
    "split_sentences",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # for `parse`, a module of this package has the same name: the function must win
    return value
