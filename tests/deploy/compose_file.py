"""``docker-compose.yml`` as Docker Compose reads it: anchors and merges resolved, variables filled in from an environment file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
_VARIABLE = re.compile(r"\$\$|\$\{(?P<name>\w+)(?:(?P<how>:-|:\?)(?P<rest>[^}]*))?\}|\$(?P<other>.)")


def environment(file: Path) -> dict[str, str]:
    """The variables of an environment file."""
    lines = [line.strip() for line in file.read_text().splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def load(variables: Mapping[str, str]) -> dict[str, Any]:
    """The compose file with ``variables`` filled in.

    Raises:
        LookupError: a variable that must be set is not.
    """
    filled: dict[str, Any] = _filled(yaml.safe_load((ROOT / "docker-compose.yml").read_text()), variables)
    return filled


def _filled(value: Any, variables: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, variables) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, variables) for item in value]
    return _VARIABLE.sub(lambda match: _one(match, variables), value) if isinstance(value, str) else value


def _one(match: re.Match[str], variables: Mapping[str, str]) -> str:
    if match.group(0) == "$$":
        return "$"
    name, how, rest = match["name"], match["how"], match["rest"]
    if name is None:
        raise LookupError(f"{match.group(0)} is no variable; write $$ for a dollar sign")
    if variables.get(name):
        return variables[name]
    if how == ":-":
        return str(rest)
    raise LookupError(rest or f"{name} is not set")
