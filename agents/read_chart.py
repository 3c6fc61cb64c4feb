"""ψ (CHARGE 3.1): a picture or vectors to a table with confidence, and the words in it; abstains rather than guesses."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.readings import reading_of
from charge_stream.infra.stage import Deps, Emission, Stage
from charge_stream.models import Chart
from charge_stream.topics import catalogue as topics


async def handle(chart: Chart, deps: Deps) -> Sequence[Emission]:
    return [Emission(topics.READINGS, await reading_of(chart, deps))]


STAGE = Stage(
    "read_chart",
    consumes=(topics.CHARTS,),
    emits=(topics.READINGS,),
    handle=handle,
    about="read the table from each chart, or abstain",
)
