"""``charge-stream topics``: the topics on the broker, as the catalogue has them."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from charge_stream.cli import options

app = typer.Typer(help="The topics: create, check, describe.", no_args_is_help=True)


@app.command()
def create(broker: options.Broker = None) -> None:
    """Create the topics that are missing."""
    from charge_stream.infra import admin

    created = options.await_(admin.create_topics(options.settings(broker=broker)))
    typer.echo("\n".join(created) if created else "All topics are there.")


@app.command()
def check(broker: options.Broker = None) -> None:
    """Tell what is wrong with the topics; status 1 when something is."""
    from charge_stream.infra import admin

    problems = options.await_(admin.check_topics(options.settings(broker=broker)))
    typer.echo("\n".join(problems) if problems else "All topics are as they should be.")
    raise typer.Exit(1 if problems else 0)


@app.command()
def describe(
    name: Annotated[str | None, typer.Argument(metavar="TOPIC", help="One topic, without the prefix; default: all.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="The JSON schema of its records.")] = False,
) -> None:
    """What each topic carries, by which key, and for whom. Needs no broker."""
    from charge_stream.models.errors import UserError
    from charge_stream.topics.catalogue import BY_NAME, TOPICS
    from charge_stream.topics.codec import json_schema

    if name is not None and name not in BY_NAME:
        raise UserError(f"There is no topic {name}; the topics are {', '.join(BY_NAME)}.")
    chosen = TOPICS if name is None else (BY_NAME[name],)
    if schema:
        schemas = {topic.name: json_schema(topic.noun) for topic in chosen if topic.noun is not None}
        typer.echo(json.dumps(schemas if name is None else schemas.get(name, {}), indent=2))
        return
    for topic in chosen:
        noun = topic.noun.NAMESPACE if topic.noun else "bytes unchanged"
        policy = "compacted" if topic.compacted else "deleted by age"
        typer.echo(f"{topic.name}: {topic.about}\n    {noun}, keyed by {topic.key}, {policy}, {topic.audience}")
