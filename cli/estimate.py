"""``charge-stream estimate``: what a run with models would call and cost, before anything is spent."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from charge_stream.cli import options
from charge_stream.cli.terminal import tell

if TYPE_CHECKING:
    from charge_stream.cli.inputs import Place
    from charge_stream.cli.survey import Survey
    from charge_stream.engines.forecast.expected import Expected
    from charge_stream.engines.forecast.forecast import Forecast
    from charge_stream.infra.settings import Settings


def estimate(
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files, folders or URLs of documents.")],
    store: options.Store = None,
    collection: Annotated[str | None, typer.Option(help="Name under which the documents are known; default: the folder's.")] = None,
    quota: Annotated[int | None, typer.Option(help="Most questions of each type.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Tell calls, tokens and cost of a run with models, by stage. No endpoint is called.

    With a store of an earlier run, what models answer is measured there, and what was extracted before costs nothing.
    """
    from charge_stream.cli.estimate_output import print_json, print_table
    from charge_stream.cli.inputs import places

    settings = options.settings(store=store, quota=quota, quota_mode="total")
    survey, expected, told = options.await_(_estimated(settings, places(inputs, collection)))
    if as_json:
        print_json(survey, expected, told, settings)
    else:
        print_table(survey, expected, told, settings)
    for problem in survey.problems:
        tell(problem)


async def _estimated(settings: Settings, found: Sequence[Place]) -> tuple[Survey, Expected, Forecast]:
    from charge_stream.cli.announce import require_documents
    from charge_stream.cli.files import is_missing
    from charge_stream.cli.survey import surveyed
    from charge_stream.engines.forecast.expected import Expected, measured
    from charge_stream.engines.forecast.forecast import forecast
    from charge_stream.evaluation import contents
    from charge_stream.infra.encoders.load import load_encoder
    from charge_stream.infra.encoders.minilm import MiniLM
    from charge_stream.infra.pool import Pool
    from charge_stream.infra.sources import Sources
    from charge_stream.infra.store import ContentStore

    earlier = None if is_missing(settings.store) else ContentStore(settings.store)
    with tempfile.TemporaryDirectory() as folder:
        await require_documents(found, settings.model_copy(update={"store": folder}))
        pool = Pool(settings, ContentStore(folder))
        try:
            survey = await surveyed(found, settings, pool, earlier)
        finally:
            await pool.close()
    expected = Expected() if earlier is None else measured(await contents.read(earlier, Sources(earlier)))
    encoder = MiniLM() if settings.encodes_at_endpoint else load_encoder(settings)  # no endpoint is asked; what is near is near in both
    return survey, expected, await forecast(survey.material, expected, settings, encoder)
