"""What a web page says of itself: JSON-LD, Open Graph, Dublin Core, citation and plain ``meta`` elements, links, ``lang``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import orjson

from charge_stream.documents.context import language_code, licence_name
from charge_stream.documents.dates import iso_date
from charge_stream.documents.html_tree import text_of
from charge_stream.documents.words import one_line
from charge_stream.models.context import Context

_SOURCES: dict[str, tuple[str, ...]] = {
    "title": ("ld:headline", "og:title", "dc.title", "dcterms.title", "citation_title", "twitter:title"),
    "publisher": (
        "ld:publisher",
        "og:site_name",
        "dc.publisher",
        "dcterms.publisher",
        "citation_publisher",
        "publisher",
        "ld:sourceOrganization",
    ),
    "published": (
        "article:published_time",
        "ld:datePublished",
        "dc.date.issued",
        "dcterms.issued",
        "dcterms.created",
        "citation_publication_date",
        "citation_date",
        "dc.date",
        "dcterms.date",
        "date",
        "pubdate",
        "publish-date",
    ),
    "language": ("html:lang", "ld:inLanguage", "dc.language", "language", "content-language", "og:locale"),
    "country": ("geo.country", "geo.region", "icbm.country"),
    "licence": ("ld:license", "dc.rights.license", "dcterms.license", "dc.rights", "dcterms.rights"),
}
"""Where each field may stand, the most trusted first."""
_MAX_TAGS = 20
_MAX_LD = 200_000
_COUNTRY = re.compile(r"^([A-Za-z]{2})(?:-|$)")
_SITE = re.compile(r"\s+[|·•–—]\s+[^|·•–—]+$")


def context_of(root: Any) -> Context:
    """The page's context, read before anything is cut away. Fields that nobody states are empty."""
    said = _statements(root)
    found = {name: next((value for key in keys for value in said.get(key, [])), None) for name, keys in _SOURCES.items()}
    time = next((element.get("datetime") for element in root.iter("time") if element.get("datetime")), None)
    country = _COUNTRY.match(found["country"] or "")
    return Context(
        title=found["title"] or _visible_title(root) or "",
        uri=_address(root) or "",
        publisher=found["publisher"],
        published=iso_date(found["published"]) or iso_date(time),
        language=language_code(found["language"]),
        country=country[1].upper() if country else None,
        licence=_linked_licence(root) or licence_name(found["licence"]),
        tags=_tags(said),
    )


def _statements(root: Any) -> dict[str, list[str]]:
    said: dict[str, list[str]] = defaultdict(list)
    for meta in root.iter("meta"):
        name = (meta.get("property") or meta.get("name") or meta.get("http-equiv") or meta.get("itemprop") or "").strip().lower()
        value = one_line(meta.get("content"))
        if name and value:
            said[name].append(value)
    for thing in _linked_data(root):
        for key in ("headline", "publisher", "datePublished", "inLanguage", "license", "keywords"):
            if value := one_line(_worded(thing.get(key))):
                said[f"ld:{key}"].append(value)
    if language := root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang"):
        said["html:lang"].append(language)
    return said


def _linked_data(root: Any) -> Iterator[dict[str, Any]]:
    """The things described in JSON-LD, of whatever type; what is not JSON is passed over."""
    for script in root.iter("script"):
        text = script.text or ""
        if script.get("type", "").strip().lower() != "application/ld+json" or len(text) > _MAX_LD:
            continue
        try:
            data = orjson.loads(text)
        except orjson.JSONDecodeError:
            continue
        for thing in data if isinstance(data, list) else [data]:
            if isinstance(thing, dict):
                graph = thing.get("@graph")
                yield from (part for part in (graph if isinstance(graph, list) else [thing]) if isinstance(part, dict))


def _worded(value: Any) -> str | None:
    """A JSON-LD value as text: a string, the name or address of a thing, the first of several."""
    if isinstance(value, list):
        return ", ".join(part for part in value if isinstance(part, str)) or _worded(next(iter(value), None))
    if isinstance(value, dict):
        return _worded(value.get("name") or value.get("url") or value.get("@id"))
    return value if isinstance(value, str) else None


def _visible_title(root: Any) -> str | None:
    headings = [text_of(heading) for heading in root.iter("h1")]
    if len(headings) == 1 and headings[0]:
        return headings[0]
    title = root.find(".//title")
    text = text_of(title) if title is not None else ""
    return _SITE.sub("", text) or (headings[0] if headings else None)


def _address(root: Any) -> str | None:
    links = [link.get("href", "") for link in root.iter("link") if link.get("rel", "").lower() == "canonical"]
    return next((link for link in links if link.startswith(("https://", "http://"))), None)


def _linked_licence(root: Any) -> str | None:
    for link in root.iter("link", "a"):
        if "license" in link.get("rel", "").lower().split():
            return licence_name(link.get("href"))
    return None


def _tags(said: dict[str, list[str]]) -> list[str]:
    lists = said.get("article:tag", []) + [
        part for key in ("ld:keywords", "keywords") for text in said.get(key, []) for part in text.split(",")
    ]
    return list(dict.fromkeys(tag.strip() for tag in lists if tag.strip()))[:_MAX_TAGS]
