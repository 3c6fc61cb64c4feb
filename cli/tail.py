"""``charge-stream tail``: follow a topic."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.infra.settings import Settings


def tail(
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="Name without the prefix, such as qa.")],
    from_start: Annotated[bool, typer.Option("--from-start", help="Begin with the oldest record that is kept.")] = False,
    until_end: Annotated[bool, typer.Option("--until-end", help="Stop at the end instead of waiting for more.")] = False,
    broker: options.Broker = None,
) -> None:
    """Print a topic's records as JSON lines; a retraction is a line with a null value and its reason."""
    options.await_(_tail(options.settings(broker=broker), topic, from_start, until_end))


async def _tail(settings: Settings, topic: str, from_start: bool, until_end: bool) -> None:
    import asyncio

    from charge_stream.cli.interrupt import stop_on_signals
    from charge_stream.infra.brokers import locate
    from charge_stream.infra.emitter import topic_name
    from charge_stream.infra.subscription import follow
    from charge_stream.models.errors import UserError
    from charge_stream.topics.catalogue import BY_NAME

    if topic not in BY_NAME:
        raise UserError(f"There is no topic {topic}; the topics are {', '.join(BY_NAME)}.")
    task = asyncio.current_task()
    assert task is not None
    stop_on_signals(task.cancel, quiet=True)
    records = follow(locate(settings), topic_name(settings.prefix, BY_NAME[topic]), from_start=from_start, until_end=until_end)
    try:
        async for record in records:
            print(json.dumps(_line(record.key, record.value, record.headers), ensure_ascii=False), flush=True)
    except asyncio.CancelledError:
        await records.aclose()


def _line(key: bytes | None, value: bytes | None, headers: tuple[tuple[str, bytes], ...]) -> dict[str, object]:
    """The record as it stands; bytes that are no JSON as text."""
    shown: object = None
    if value is not None:
        try:
            shown = json.loads(value)
        except ValueError:
            shown = value.decode("utf-8", "replace")
    named = {name: data.decode("utf-8", "replace") for name, data in headers if name != "traceparent"}
    return {"key": key.decode("utf-8", "replace") if key is not None else None, "value": shown, "headers": named}
