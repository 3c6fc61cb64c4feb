"""The stages of the flow, one a file. A module of this package that declares ``STAGE`` is a stage; nothing else needs to know of it."""

from __future__ import annotations

import importlib
import pkgutil
from graphlib import TopologicalSorter

from charge_stream.infra.stage import Stage


def all_stages() -> tuple[Stage, ...]:
    """Every stage, each after those it receives records from."""
    found: dict[str, Stage] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        stage = getattr(importlib.import_module(f"{__name__}.{module.name}"), "STAGE", None)
        if isinstance(stage, Stage):
            found[stage.name] = stage
    sources: dict[str, list[str]] = {
        stage.name: sorted(other.name for other in found.values() if other is not stage and set(other.emits) & set(stage.consumes))
        for stage in found.values()
    }
    return tuple(found[name] for name in TopologicalSorter(sources).static_order())
