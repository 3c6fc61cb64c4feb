"""Options that several commands share, and how they become settings."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings

T = TypeVar("T")

Broker = Annotated[str | None, typer.Option("--broker", help="Kafka brokers as host:port, several separated by commas.")]
Store = Annotated[str | None, typer.Option("--store", help="Content store: a folder or an fsspec URL.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]


def settings(**overrides: Any) -> Settings:
    """The settings from the environment, options winning; logging set up by them."""
    from charge_stream.infra.logging import configure
    from charge_stream.infra.settings import Settings

    loaded = Settings.load(**overrides)
    configure(loaded)
    return loaded


def await_(task: Coroutine[Any, Any, T]) -> T:
    """Run a command's coroutine."""
    return asyncio.run(task)
