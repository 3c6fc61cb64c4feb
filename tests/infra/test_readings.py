"""ψ in the stream: the chart reader's table, reconciled with what a model at an endpoint sees, each stored under its own name."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from charge_stream.charts import READER_VERSION
from charge_stream.engines import make_engine
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.pool import Pool
from charge_stream.infra.readings import reading_of
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Deps
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chart, Context

VALUES = {"Denmark": 40, "Ireland": 25, "Portugal": 60, "Norway": 55}


def picture() -> bytes:
    """Lying bars with their values printed."""
    image = Image.new("RGB", (640, 300), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=20)
    for i, (name, value) in enumerate(VALUES.items()):
        y = 30 + 65 * i
        draw.rectangle((140, y, 140 + 7 * value, y + 36), fill=(39, 118, 221))
        draw.text((130, y + 18), name, fill="black", font=font, anchor="rm")
        draw.text((150 + 7 * value, y + 18), str(value), fill="black", font=font, anchor="lm")
    out = io.BytesIO()
    image.save(out, format="PNG")
    return out.getvalue()


@pytest.fixture
async def deps(tmp_path: Path) -> AsyncIterator[Deps]:
    """Without an engine."""
    settings = Settings(store=str(tmp_path), processes=1)
    store = ContentStore(settings.store)
    pool = Pool(settings, store)
    unused: Any = None
    yield Deps(settings, store, Sources(store), unused, unused, unused, pool)
    await pool.close()


async def test_a_model_that_sees_confirms_cells_disputes_others_and_is_asked_once(deps: Deps, fake: FakeEndpoint) -> None:
    image = await deps.store.put_blob(picture(), "image/png")
    told = "Denmark 40 Ireland 35 Portugal 60"
    chart = Chart(id="c" * 32, document_id="d", position=0, paired=[], headings=[], context=Context(title="T"), image=image, caption=told)
    rules = await reading_of(chart, replace(deps, engine=make_engine(Settings(engine="rules"))))
    assert {row[0]: row[1] for row in rules.rows} == VALUES and rules.disputed == []
    plain = {str(rules.rows[cell.row][0]): cell.confidence for cell in rules.cells}
    engine = make_engine(Settings(engine="openai", openai=OpenAISettings(base_url=fake.base_url)))
    seen = await reading_of(chart, replace(deps, engine=engine))
    assert {row[0]: row[1] for row in seen.rows} == VALUES, "a dispute changes no value"
    assert seen.disputed == ["Ireland, Value: 25 here, 35 by the second reader"]
    surer = {str(seen.rows[cell.row][0]): cell.confidence for cell in seen.cells}
    assert surer["Denmark"] > plain["Denmark"] and surer["Portugal"] > plain["Portugal"]
    assert surer["Norway"] == plain["Norway"] and surer["Ireland"] == pytest.approx(0.6 * plain["Ireland"], abs=0.001)
    again = await reading_of(in_another_context(chart), replace(deps, engine=engine))
    assert again.disputed == seen.disputed and engine.counts["calls"] == 1  # type: ignore[attr-defined]
    names = sorted(path.rpartition("/")[2] for path in await deps.store.list("readings"))
    assert names == [f"{chart.id}-{READER_VERSION}-openai-1.json", f"{chart.id}-{READER_VERSION}.json"]


def in_another_context(chart: Chart) -> Chart:
    """The same chart in another document's context: it is another record, with the same reading."""
    moved: Chart = chart.derive(context=Context(title="Another"))
    return moved
