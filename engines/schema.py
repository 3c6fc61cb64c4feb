"""The JSON schema a model is held to: that of the output's pydantic type, in the part of JSON schema that endpoints accept as strict."""

from __future__ import annotations

import functools
from typing import Any

from charge_stream.prompts.outputs import Output

DROPPED = frozenset({"title", "default", "prefixItems"})


@functools.cache
def model_schema(output: type[Output]) -> dict[str, Any]:
    """``output`` as a strict schema: every field required, none beside them, without those that only the rules engine fills."""
    schema: dict[str, Any] = _strict(output.model_json_schema())
    return schema


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(value) for key, value in node.items() if key not in DROPPED}
    if "prefixItems" in node:
        strict["items"] = _same_items(node["prefixItems"])
    if "properties" in node:
        kept = {name: field for name, field in node["properties"].items() if field.get("engine") != "rules"}
        strict["properties"] = {name: _strict(field) for name, field in kept.items()}
        strict["required"] = list(kept)
        strict["additionalProperties"] = False
    return strict


def _same_items(items: list[dict[str, Any]]) -> dict[str, Any]:
    """Tuples are written as arrays of one item type, which is all that strict schemas know."""
    if any(item != items[0] for item in items):
        raise ValueError("a tuple of different types has no strict schema")
    first: dict[str, Any] = _strict(items[0])
    return first
