"""How SVG elements are painted: presentation attributes, ``style`` attributes and simple class rules, inherited."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from PIL import ImageColor

from charge_stream.charts.drawing import RGB
from charge_stream.documents.words import word_set

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"^(?:\.[\w-]+|#[\w-]+|[a-zA-Z]+)$")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LENGTH = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|em|rem|%)?\s*$", re.IGNORECASE)
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_FONT_SIZES = {"small": 13.0, "medium": 16.0, "large": 18.0}
_GRADIENT = re.compile(r"url\(\s*[\"']?#([^\"')]+)")


@dataclass(frozen=True)
class Style:
    """What an element inherits and its own. ``fill`` and ``stroke`` are CSS colours, not yet looked up."""

    fill: str = "black"
    stroke: str = "none"
    stroke_width: float = 1.0
    font_size: float = 16.0
    anchor: str = "start"
    baseline: str = "auto"
    color: str = "black"
    hidden: bool = False
    fill_hidden: bool = False
    stroke_hidden: bool = False


class Rules:
    """The rules of ``<style>`` elements with a single class, id or tag as selector; others are passed over."""

    def __init__(self, css: str) -> None:
        self._rules: dict[str, dict[str, str]] = {}
        for selectors, body in _RULE.findall(_COMMENT.sub("", css)):
            for selector in (part.strip() for part in selectors.split(",")):
                if _SIMPLE.match(selector):
                    self._rules.setdefault(selector, {}).update(declarations(body))

    def of(self, tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """All that is declared for an element, the strongest last: attributes, tag, classes, id, ``style``."""
        found = {name: value for name, value in attributes.items() if name in _PROPERTIES}
        found |= self._rules.get(tag, {})
        for name in attributes.get("class", "").split():
            found |= self._rules.get(f".{name}", {})
        found |= self._rules.get(f"#{attributes.get('id', '')}", {})
        return found | declarations(attributes.get("style", ""))


def declarations(text: str) -> dict[str, str]:
    """``fill: red; stroke: none`` as a mapping, names in lower case."""
    pairs = (part.split(":", 1) for part in text.split(";") if ":" in part)
    return {name.strip().lower(): value.replace("!important", "").strip() for name, value in pairs}


_PROPERTIES = word_set(
    "fill stroke stroke-width font-size text-anchor dominant-baseline alignment-baseline color display visibility opacity "
    "fill-opacity stroke-opacity"
)


def inherit(parent: Style, declared: Mapping[str, str]) -> Style:
    """The style of an element inside one of style ``parent``."""
    own: dict[str, Any] = {}
    for name, key in (("fill", "fill"), ("stroke", "stroke"), ("color", "color"), ("text-anchor", "anchor")):
        if declared.get(name, "inherit") != "inherit":
            own[key] = declared[name]
    if "stroke-width" in declared:
        own["stroke_width"] = length(declared["stroke-width"], parent.stroke_width)
    if "font-size" in declared:
        size = declared["font-size"]
        own["font_size"] = _FONT_SIZES.get(size) or length(size, parent.font_size, relative=parent.font_size)
    baseline = declared.get("dominant-baseline") or declared.get("alignment-baseline")
    if baseline:
        own["baseline"] = baseline
    if declared.get("display") == "none" or declared.get("visibility") in ("hidden", "collapse") or _zero(declared.get("opacity")):
        own["hidden"] = True
    elif declared.get("visibility") == "visible":
        own["hidden"] = False
    own["fill_hidden"] = _zero(declared.get("fill-opacity")) or (parent.fill_hidden and "fill-opacity" not in declared)
    own["stroke_hidden"] = _zero(declared.get("stroke-opacity")) or (parent.stroke_hidden and "stroke-opacity" not in declared)
    return replace(parent, **own)


def _zero(value: str | None) -> bool:
    return value is not None and length(value, 1.0) == 0


def length(text: str | None, default: float, *, relative: float = 100.0) -> float:
    """A CSS length in user units; ``relative`` is what ``%`` and ``em`` count from."""
    found = _LENGTH.match(text or "")
    if not found:
        return default
    value, unit = float(found[1]), (found[2] or "").lower()
    if unit == "%":
        return value / 100 * relative
    return value * (relative if unit in ("em", "rem") else _UNITS[unit])


def colour(text: str, current: str, gradients: Mapping[str, str]) -> RGB | None:
    """A CSS colour as RGB; None where nothing is painted. A gradient counts as its first colour."""
    text = text.strip()
    if found := _GRADIENT.match(text):
        text = gradients.get(found[1], "none")
    if text.lower() == "currentcolor":
        text = current
    if text.lower() in ("none", "transparent", ""):
        return None
    try:
        red, green, blue, *alpha = ImageColor.getrgb(_rgba(text))
    except ValueError:
        return None
    return None if alpha and alpha[0] == 0 else (red, green, blue)


_RGBA = re.compile(r"^(rgb|hsl)a?\(\s*([^,\s]+)[\s,]+([^,\s]+)[\s,]+([^,\s/]+)\s*(?:[,/]\s*([\d.]+%?))?\s*\)$", re.IGNORECASE)


def _rgba(text: str) -> str:
    """``rgba(…)`` in every spelling as ``rgb(r,g,b)``; fully transparent as a colour with alpha 0."""
    found = _RGBA.match(text)
    if not found:
        return text
    if found[5] is not None and float(found[5].rstrip("%")) == 0:
        return "#00000000"
    parts = [part if part.endswith("%") else str(round(float(part))) for part in found.group(2, 3, 4)]
    return f"{found[1].lower()}({','.join(parts)})"
