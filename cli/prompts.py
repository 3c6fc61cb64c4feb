"""``charge-stream prompts``: what models are asked, exactly as it is sent; and which results were made with older wordings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from charge_stream.cli import options

if TYPE_CHECKING:
    from charge_stream.cli.prompt_inputs import Chosen
    from charge_stream.cli.stored import Stored
    from charge_stream.infra.settings import Settings
    from charge_stream.prompts.catalogue import Prompt

app = typer.Typer(help="Prompts: show, render, test, and what was made with older versions.", no_args_is_help=True)

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="The prompt.")]
Inputs = Annotated[
    list[str] | None, typer.Argument(metavar="[INPUT]…", help="Documents, JSON files or ids of stored records that it is about.")
]
Number = Annotated[int, typer.Option("--number", min=1, help="Which paragraph or chart of a document, in reading order.")]


@app.command()
def show(name: Name = None, as_json: options.AsJson = False) -> None:
    """Show a prompt: its inputs, role, model and text."""
    from charge_stream.cli import prompt_output

    prompt, settings = _prompt(name), options.settings()
    prompt_output.show(prompt, settings.openai, as_json)


@app.command()
def render(
    name: Name = None, inputs: Inputs = None, number: Number = 1, as_json: options.AsJson = False, store: options.Store = None
) -> None:
    """Show what would be sent for an input: messages, pictures, schema, model and settings. No endpoint is called."""
    from charge_stream.cli import prompt_output
    from charge_stream.cli.stored import Stored
    from charge_stream.engines.pictures import data_url
    from charge_stream.engines.requests import request_of
    from charge_stream.prompts.render import load

    prompt, settings = _prompt(name), options.settings(store=store)
    chosen = options.await_(_chosen(prompt, inputs or [], number, Stored(settings.store)))
    looks = settings.openai.asked(load(prompt.id).front.role).vision
    urls = [data_url(picture) for picture in chosen.pictures] if looks else []
    prompt_output.rendered(request_of(settings.openai, prompt, chosen.inputs, urls), prompt, settings.openai, as_json)


@app.command()
def test(
    name: Name = None,
    inputs: Inputs = None,
    number: Number = 1,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ask anew what was asked before.")] = False,
    as_json: options.AsJson = False,
    store: options.Store = None,
) -> None:
    """Ask the configured endpoint about one input: replies, whether they are valid, tokens, cost; status 1 without a valid answer."""
    prompt, settings = _prompt(name), options.settings(store=store)
    valid = options.await_(_test(prompt, inputs or [], number, settings, not no_cache, as_json))
    raise typer.Exit(0 if valid else 1)


@app.command()
def diff(
    every: Annotated[bool, typer.Option("--all", help="Also what was made with the versions of now.")] = False,
    as_json: options.AsJson = False,
    store: options.Store = None,
) -> None:
    """Count the stored results that were made with other versions of the prompts; a new generation would make them anew."""
    options.await_(_diff(options.settings(store=store), every, as_json))


def _prompt(name: str | None) -> Prompt[Any]:
    from charge_stream.models.errors import UserError
    from charge_stream.prompts.catalogue import PROMPTS

    known = {prompt.id: prompt for prompt in PROMPTS}
    if name not in known:
        wrong = "Say which prompt" if name is None else f"There is no prompt {name}"
        raise UserError(f"{wrong}; there are {', '.join(known)}.")
    return known[name]


async def _chosen(prompt: Prompt[Any], inputs: list[str], number: int, stored: Stored) -> Chosen:
    from charge_stream.cli.prompt_inputs import chosen
    from charge_stream.prompts.render import load

    return await chosen(load(prompt.id).front, inputs, stored, number)


async def _test(prompt: Prompt[Any], inputs: list[str], number: int, settings: Settings, cache: bool, as_json: bool) -> bool:
    from charge_stream.cli import prompt_output, prompt_trial
    from charge_stream.cli.stored import Stored

    stored = Stored(settings.store)
    chosen = await _chosen(prompt, inputs, number, stored)
    trial = await prompt_trial.tried(prompt, chosen, settings.openai.model_copy(update={"cache": cache}), stored.store)
    prompt_output.trial(trial, as_json)
    return trial.valid


async def _diff(settings: Settings, every: bool, as_json: bool) -> None:
    from charge_stream.cli import prompt_output
    from charge_stream.cli.files import is_missing
    from charge_stream.engines.versions import versions
    from charge_stream.infra.store import ContentStore

    made, untold = ([], 0) if is_missing(settings.store) else await versions(ContentStore(settings.store))
    chosen = [row for row in made if every or row.old]
    if as_json:
        for row in chosen:
            typer.echo(json.dumps(prompt_output.plain(row)))
    else:
        prompt_output.versions(chosen, sum(row.results for row in made if row.old), untold)
