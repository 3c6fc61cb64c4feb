"""What of a web page is its article: navigation, headers, footers, notices, share bars and adverts are cut away."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.documents.words import word_set

_NEVER_TEXT = word_set(
    "script style noscript template nav aside footer form button select option input textarea iframe object embed video audio canvas map "
    "dialog menu head"
)
_ROLES = word_set("navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist alert")
_NAMES = word_set(
    "cookie cookies consent gdpr breadcrumb breadcrumbs navbar nav navigation menu sidebar share sharing sharebar social related "
    "recommended recommendations recirculation newsletter subscribe subscription signup promo promotion advert advertisement ads ad adslot "
    "sponsor sponsored comments disqus footer masthead pagination pager popup modal toolbar toc skip skiplink "
    "noprint tooltip sitenav backtotop"
)
_ABOUT = word_set("date dateline byline author authors timestamp pubdate published meta readtime")
_MAX_ABOUT = 160
"""Characters; a line of this kind (who wrote it and when) is longer only when it is a paragraph after all."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_NAME_PARTS = re.compile(r"[a-z]+", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MOST = 0.35
"""An element holding more of the page's text than this is not furniture, whatever its name says."""
_ARTICLE_SHARE = 0.4
_LINKED = 0.6
_MIN_LINKS = 3
_BLOCKS_OF_LINKS = ("ul", "ol", "div", "section", "p", "table", "dl")
_TELLING = ".//h1 | .//article | .//main"


def article_of(root: Any) -> Any:
    """The element that holds the article, with everything that is not the article removed. Changes the tree."""
    body = root.find("body")
    body = root if body is None else body
    total = max(1, _letters(body))
    for element in [element for element in body.iterdescendants() if isinstance(element.tag, str)]:
        if element.getparent() is not None and _is_furniture(element, total):
            element.drop_tree()
    for element in list(body.iterdescendants(*_BLOCKS_OF_LINKS)):
        if element.getparent() is not None and _is_links(element):
            element.drop_tree()
    return _largest_article(body)


def _is_furniture(element: Any, total: int) -> bool:
    tag = element.tag
    if tag in _NEVER_TEXT:
        return not (tag in ("form", "noscript") and _letters(element) > _MOST * total)
    if tag == "header":
        return not (element.xpath("ancestor::article | ancestor::main") or element.find(".//h1") is not None)
    if tag in ("body", "html", "main", "article", "svg") or any(True for _ in element.iterancestors("svg")):
        return False
    if element.get("hidden") is not None or _HIDDEN.search(element.get("style", "")):
        return True
    letters = _letters(element)
    if letters <= _MAX_ABOUT and not _ABOUT.isdisjoint(_names(element)) and not element.xpath(_TELLING):
        return True
    named = element.get("role", "").lower() in _ROLES or not _NAMES.isdisjoint(_names(element))
    return named and not element.xpath(_TELLING) and letters <= _MOST * total


def _names(element: Any) -> set[str]:
    said = f"{element.get('class', '')} {element.get('id', '')}"
    return {part.lower() for part in _NAME_PARTS.findall(_CAMEL.sub(" ", said))}


def _is_links(element: Any) -> bool:
    """Whether nearly all text of the element is links, and there are several: a list of other pages."""
    if element.find(".//img") is not None or element.find(".//svg") is not None or element.find(".//h1") is not None:
        return False
    links = element.findall(".//a")
    letters = _letters(element)
    return len(links) >= _MIN_LINKS and sum(_letters(link) for link in links) > _LINKED * letters


def _letters(element: Any) -> int:
    return sum(len(text.strip()) for text in element.itertext(with_tail=False) if isinstance(text, str))


def _largest_article(body: Any) -> Any:
    total = _letters(body)
    found = body.xpath(".//main | .//*[@role='main'] | .//article | .//*[@itemprop='articleBody']")
    best = max(found, key=_letters, default=None)
    return best if best is not None and _letters(best) >= _ARTICLE_SHARE * total else body
