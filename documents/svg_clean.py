"""An SVG element as a picture that does nothing: no scripts, no event handlers, nothing loaded from anywhere."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from charge_stream.documents.words import word_set

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = word_set(
    "svg g defs symbol use path rect line polyline polygon circle ellipse text tspan title desc linearGradient radialGradient stop "
    "clipPath mask pattern marker style switch a"
)
_SPELLED = {name.lower(): name for name in _ELEMENTS}
_ATTRIBUTES = {
    name.lower(): name
    for name in word_set(
        "viewBox preserveAspectRatio gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits "
        "patternContentUnits patternTransform markerWidth markerHeight markerUnits refX refY textLength lengthAdjust pathLength"
    )
}
_NAME = re.compile(r"^[a-z][a-z0-9-]*$")
_ACTIVE = re.compile(r"javascript:|data:|expression\s*\(|@import|url\(\s*[\"']?(?!#)|\\", re.IGNORECASE)


def tag_of(element: Any) -> str:
    """The element's name without namespace, in lower case (HTML parsers lower it)."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def attributes_of(element: Any) -> dict[str, str]:
    """The element's attributes without namespaces, names in lower case."""
    return {name.rpartition("}")[2].rpartition(":")[2].lower(): value for name, value in element.attrib.items()}


def clean_svg(root: Any) -> bytes:
    """The picture as SVG text with known elements and attributes only; references stay inside it."""
    cleaned = etree.Element(f"{{{_SVG}}}svg", nsmap={None: _SVG})
    _copy(root, cleaned)
    text: bytes = etree.tostring(cleaned, encoding="utf-8", xml_declaration=False)
    return text


def _copy(source: Any, target: Any) -> None:
    for name, value in attributes_of(source).items():
        if _harmless(name, value):
            target.set(_ATTRIBUTES.get(name, name), value)
    target.text = source.text
    if tag_of(source) == "style" and _ACTIVE.search(source.text or ""):
        target.text = None
    for child in source:
        known = _SPELLED.get(tag_of(child))
        if known is not None:
            copied = etree.SubElement(target, f"{{{_SVG}}}{'g' if known == 'a' else known}")
            copied.tail = child.tail
            _copy(child, copied)


def _harmless(name: str, value: str) -> bool:
    if not _NAME.match(name) or name.startswith("on") or name in ("xmlns", "src"):
        return False
    if name == "href":
        return value.startswith("#")
    return not _ACTIVE.search(value)
