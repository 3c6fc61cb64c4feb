"""HTML bytes to a tree, bounded; nothing is fetched and no script runs."""

from __future__ import annotations

import codecs
import re
from typing import Any

from lxml import etree, html

from charge_stream.documents.parsed import Limits
from charge_stream.documents.words import tidy, word_set
from charge_stream.models.errors import BrokenDocument

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
INLINE = word_set(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub "
    "sup time tt u var wbr nobr center"
)


def parse_html(content: bytes, limits: Limits) -> Any:
    """The root element.

    Raises:
        BrokenDocument: there is no element, or there are more than allowed.
    """
    text = _decoded(content)
    parser = html.HTMLParser(huge_tree=False, no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise BrokenDocument("holds no web page: save it again from the browser") from error
    for count, element in enumerate(root.iter(), start=1):
        if count > limits.max_nodes:
            raise BrokenDocument(f"has more than {limits.max_nodes} elements: split it")
        _purge(element)
    return root


def _purge(element: Any) -> None:
    """Takes out characters that the parser lets in, as ``&#1;``, but that no XML may hold."""
    if element.text and _FORBIDDEN.search(element.text):
        element.text = _FORBIDDEN.sub("", element.text)
    if element.tail and _FORBIDDEN.search(element.tail):
        element.tail = _FORBIDDEN.sub("", element.tail)
    for name, value in element.attrib.items():
        if _FORBIDDEN.search(value):
            element.set(name, _FORBIDDEN.sub("", value))


def _decoded(content: bytes) -> str:
    """The text in the encoding that a byte order mark, the bytes themselves (UTF-8) or the page name, in this order."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        named = _CHARSET.search(content[:4096])
    try:
        return content.decode(named[1].decode("ascii") if named else "cp1252", "replace")
    except LookupError:
        return content.decode("cp1252", "replace")


def text_of(element: Any) -> str:
    """The words in an element, on one line; footnote marks (``sup`` with a number or a link) left out."""
    return tidy(" ".join(_pieces(element).split()))


def _pieces(element: Any) -> str:
    if is_note_mark(element):
        return ""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in ("script", "style", "svg", "template"):
            space = "" if child.tag in INLINE and child.tag != "br" else " "
            parts += [space, _pieces(child), space]
        parts.append(child.tail or "")
    return "".join(parts)


def is_note_mark(element: Any) -> bool:
    """Whether the element is the number of a footnote."""
    if element.tag != "sup":
        return False
    text = "".join(element.itertext()).strip(" []()*,")
    return not text or text.isdigit() or element.find(".//a") is not None
