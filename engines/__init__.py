"""The two engines behind one protocol: deterministic rules, and models behind an OpenAI-compatible endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from charge_stream.models.errors import UserError

if TYPE_CHECKING:
    from charge_stream.infra.gateway.gateway import Gateway
    from charge_stream.infra.settings import Settings
    from charge_stream.infra.stage import Engine
    from charge_stream.infra.store import ContentStore

ENGINES = ("rules", "openai")


def make_engine(settings: Settings, store: ContentStore | None = None, gateway: Gateway | None = None) -> Engine:
    """The engine the settings name. Its libraries are loaded here, not before. In ``store`` replies that were paid for are kept.

    ``gateway``: one that others use too, and close; None: one of the engine's own, where it needs one.

    Raises:
        UserError: there is no such engine, or it lacks what it needs (an endpoint's key).
    """
    if settings.engine == "rules":
        from charge_stream.engines.rules.engine import RulesEngine

        return RulesEngine()
    if settings.engine == "openai":
        from charge_stream.engines.openai import OpenAIEngine

        return OpenAIEngine(settings.openai, store, gateway)
    raise UserError(f"There is no engine {settings.engine}; choose one of {', '.join(ENGINES)}.")
