"""``charge-stream fake-endpoint``: a model endpoint that misbehaves on request, to rehearse a deployment against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.models.errors import UserError

if TYPE_CHECKING:
    from charge_stream.engines.fake_endpoint import FakeEndpoint

Share = Annotated[float, typer.Option(min=0, max=1, help="Share of requests that end so.")]


def fake_endpoint(
    port: Annotated[int, typer.Option(help="Port on loopback; 0: a free one.", min=0, max=65535)] = 8000,
    seed: Annotated[int, typer.Option(help="Which requests fail is drawn from it and from the requests.")] = 0,
    latency: Annotated[float, typer.Option(help="Seconds before every reply.", min=0)] = 0.0,
    rate_limited: Share = 0.0,
    server_error: Share = 0.0,
    dropped: Share = 0.0,
    broken: Share = 0.0,
    refused: Share = 0.0,
    cut: Share = 0.0,
    fenced: Share = 0.0,
    invalid: Share = 0.0,
    wrong_schema: Share = 0.0,
    retry_after: Annotated[float | None, typer.Option(help="Seconds that a drawn 429 asks to wait.", min=0)] = None,
    uncounted: Annotated[bool, typer.Option("--uncounted", help="Replies tell no tokens.")] = False,
    outage: Annotated[list[str] | None, typer.Option(help="Down from one second to another after the start, as 10-70.")] = None,
    per_second: Annotated[float | None, typer.Option(help="Calls a second, beyond which it answers 429.", min=0.001)] = None,
    at_once: Annotated[int, typer.Option(help="Of them in one go.", min=1)] = 1,
    tells: Annotated[bool, typer.Option("--tells", help="Its headers say what is left.")] = False,
    together: Annotated[int, typer.Option(help="Most calls at once, beyond which it answers 429; 0: any number.", min=0)] = 0,
    key: Annotated[str | None, typer.Option(help="The only key it takes.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="A model that it serves; none named: all.")] = None,
    no_pictures: Annotated[bool, typer.Option("--no-pictures", help="It looks at no pictures, and refuses them.")] = False,
    response_format: Annotated[list[str] | None, typer.Option(help="A response format that it takes; none named: all.")] = None,
) -> None:
    """Serve chat completions, embeddings and the list of models on loopback until stopped; then print what was served."""
    from charge_stream.cli.options import await_
    from charge_stream.engines.fake_conditions import FORMATS, Accepts, Faults
    from charge_stream.engines.fake_endpoint import FakeEndpoint

    try:
        faults = Faults(
            rate_limited=rate_limited,
            server_error=server_error,
            dropped=dropped,
            broken=broken,
            refused=refused,
            cut=cut,
            fenced=fenced,
            invalid=invalid,
            wrong_schema=wrong_schema,
            latency_s=latency,
            retry_after_s=retry_after,
            uncounted=uncounted,
            outages=tuple(_window(text) for text in outage or []),
        )
    except ValueError as error:
        raise UserError("The shares of faults add up to more than 1: lower some.") from error
    accepts = Accepts(
        formats=frozenset(response_format or FORMATS),
        pictures=not no_pictures,
        key=key,
        models=frozenset(model or []),
        per_second=per_second,
        at_once=at_once,
        tells=tells,
        together=together,
    )
    await_(_serve(FakeEndpoint(faults, accepts, seed, port)))


def _window(text: str) -> tuple[float, float]:
    start, _, end = text.partition("-")
    try:
        return float(start), float(end)
    except ValueError:
        raise UserError(f"{text} is no outage: give seconds after the start, as 10-70.") from None


async def _serve(endpoint: FakeEndpoint) -> None:
    import asyncio
    import json

    from charge_stream.cli.interrupt import stop_on_signals

    stopped = asyncio.Event()
    stop_on_signals(stopped.set, quiet=True)
    try:
        await endpoint.start()
    except OSError as error:
        raise UserError(f"The endpoint cannot listen ({error.strerror}): choose another --port.") from error
    typer.echo(f"listening: CHARGE_OPENAI__BASE_URL={endpoint.base_url}")
    await stopped.wait()
    await endpoint.stop()
    typer.echo(json.dumps(dict(sorted(endpoint.counts.items()))))
